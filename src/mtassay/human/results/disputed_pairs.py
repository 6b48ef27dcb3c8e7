"""Pairs of outputs of which some judges prefer the one, and others the other."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from mtassay.human.answers.judged_outputs import Ranked, RankedOutput


@dataclass(frozen=True, kw_only=True)
class DisputedPair:
    """Two outputs of a segment, and the judges who found the first better, the second better, or both equal."""

    document: str
    source: str
    first: RankedOutput
    second: RankedOutput
    for_first: tuple[str, ...]
    for_second: tuple[str, ...]
    for_neither: tuple[str, ...]


def disputed_pairs(answers: Iterable[Ranked]) -> tuple[DisputedPair, ...]:
    """Every pair on which judges contradict each other, first where most stand on the smaller side.

    Of each judge the first ranking of two outputs counts. Those that share an output are no pair.
    """
    by_pair: dict[
        tuple[str, tuple[str, ...], tuple[str, ...]], dict[str, tuple[Ranked, RankedOutput, RankedOutput]]
    ] = {}
    for answer in answers:
        if not answer.judge.strip():
            continue
        for first, second in combinations(sorted(answer.outputs), 2):
            if first.systems and second.systems and not set(first.systems) & set(second.systems):
                said = by_pair.setdefault((answer.segment, first.systems, second.systems), {})
                said.setdefault(answer.judge, (answer, first, second))
    pairs = [_pair(said) for said in by_pair.values()]
    disputed = [pair for pair in pairs if pair.for_first and pair.for_second]
    return tuple(sorted(disputed, key=_heat, reverse=True))


def _heat(pair: DisputedPair) -> tuple[int, int]:
    sides = len(pair.for_first), len(pair.for_second)
    return min(sides), max(sides)


def _pair(said: dict[str, tuple[Ranked, RankedOutput, RankedOutput]]) -> DisputedPair:
    answer, first, second = next(iter(said.values()))
    lead = {judge: better.rank - worse.rank for judge, (_, better, worse) in said.items()}
    return DisputedPair(
        document=answer.document,
        source=answer.source,
        first=first,
        second=second,
        for_first=tuple(judge for judge, ranks in lead.items() if ranks < 0),
        for_second=tuple(judge for judge, ranks in lead.items() if ranks > 0),
        for_neither=tuple(judge for judge, ranks in lead.items() if not ranks),
    )
