"""Outputs on which judges disagree most, with what each of them said."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from mtassay.human.answers.judged_outputs import Scored


class Said(NamedTuple):
    """What a judge said of an output."""

    judge: str
    value: float
    comment: str


@dataclass(frozen=True, kw_only=True)
class DisputedOutput:
    """An output that two judges or more scored; `spread` is how far the highest score is above the lowest.

    `said` has the lowest score first.
    """

    document: str
    source: str
    text: str
    systems: tuple[str, ...]
    spread: float
    said: tuple[Said, ...]


def disputed_outputs(answers: Iterable[Scored]) -> tuple[DisputedOutput, ...]:
    """Every output that judges scored differently, the widest spread first; of each judge the first score counts."""
    by_output: dict[tuple[str, str], dict[str, Scored]] = {}
    for answer in answers:
        if answer.judge.strip() and answer.made_by:
            by_output.setdefault((answer.segment, answer.item), {}).setdefault(answer.judge, answer)
    shared = [_disputed([*given.values()]) for given in by_output.values() if len(given) >= 2]
    return tuple(sorted((output for output in shared if output.spread), key=lambda output: -output.spread))


def _disputed(given: list[Scored]) -> DisputedOutput:
    first = given[0]
    said = sorted((Said(answer.judge, answer.value, answer.comment) for answer in given), key=lambda said: said.value)
    return DisputedOutput(
        document=first.document,
        source=first.source,
        text=first.text,
        systems=first.made_by,
        spread=said[-1].value - said[0].value,
        said=tuple(said),
    )
