"""Answers in short: who scored or ranked which systems on which segment."""

from collections.abc import Iterable, Sequence

from mtassay.human.answers.judged_outputs import Kind, Ranked, RankedOutput, Scored


def scored(*rows: tuple[str, str, str, float], kind: Kind = Kind.OUTPUT) -> list[Scored]:
    """Rows of judge, segment, systems (`a+b` wrote the same) and score."""
    return [
        Scored(
            segment=segment,
            judge=judge,
            item=systems,
            made_by=tuple(systems.split("+")) if systems else (),
            value=value,
            kind=kind,
        )
        for judge, segment, systems, value in rows
    ]


def crossed(judges: int, segments: int, systems: Sequence[str], values: Iterable[float]) -> list[Scored]:
    """Every judge scores every system on every segment, in this order of values."""
    given = iter(values)
    return scored(
        *(
            (f"judge{judge}", str(segment), system, next(given))
            for judge in range(judges)
            for segment in range(segments)
            for system in systems
        )
    )


def ranked(*rows: tuple[str, str, str, Sequence[tuple[str, int]]]) -> list[Ranked]:
    """Rows of judge, segment, task, and the systems (`a+b` wrote the same) with their ranks."""
    return [
        Ranked(
            segment=segment,
            judge=judge,
            task=task,
            outputs=tuple(RankedOutput(tuple(systems.split("+")), rank) for systems, rank in outputs),
        )
        for judge, segment, task, outputs in rows
    ]
