"""Scores that one judge gave twice: of an output shown again, and of one beside its spoilt twin."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from mtassay.human.answers.judged_outputs import Kind, Scored
from mtassay.human.memory import Floats
from mtassay.significance.wilcoxon import signed_rank_test

FEWEST_PAIRS = 10
"""Of fewer pairs nobody can tell whether a judge looks."""

_LEVEL = 0.05


@dataclass(frozen=True)
class SelfAgreement:
    """What judges said of outputs the second time.

    `correlation` is NaN where either time has one value alone. `unmatched` are repeats of what the judge did not
    score before.
    """

    pairs: int
    distance: float
    correlation: float
    exact: float
    unmatched: int


@dataclass(frozen=True)
class Control:
    """What a judge said of outputs and of their spoilt twins.

    `verdict` is `open` below ten pairs, `passed` where the twins are lower and chance hardly makes it so, `doubtful`
    where half of them are lower at least, else `failed`.
    """

    judge: str
    pairs: int
    drop: float
    share_lower: float
    p_value: float
    verdict: str


def self_agreement(answers: Sequence[Scored]) -> SelfAgreement | None:
    """Of all repeats against what the same judge said first in the same task; None where nothing was repeated."""
    plain, again, unmatched = _paired(answers, Kind.REPEAT)
    if not len(again) and not unmatched:
        return None
    if not len(again):
        return SelfAgreement(0, float("nan"), float("nan"), float("nan"), unmatched)
    distances = np.abs(plain - again)
    return SelfAgreement(
        len(again),
        float(distances.mean()),
        _correlation(plain, again),
        float(np.mean(distances < 1e-9)),
        unmatched,
    )


def controls(answers: Sequence[Scored]) -> tuple[Control, ...]:
    """Every judge who scored a spoilt text, in order of first mention."""
    judges = dict.fromkeys(answer.judge for answer in answers if answer.kind is Kind.DEGRADED)
    results = []
    for judge in judges:
        plain, spoilt, _ = _paired((answer for answer in answers if answer.judge == judge), Kind.DEGRADED)
        results.append(_control(judge, plain, spoilt))
    return tuple(results)


def _control(judge: str, plain: Floats, spoilt: Floats) -> Control:
    drops = plain - spoilt
    if not len(drops):
        return Control(judge, 0, float("nan"), float("nan"), float("nan"), "open")
    p_value, surplus = signed_rank_test(drops)
    sided = p_value / 2 if surplus > 0 else 1 - p_value / 2
    share = float(np.mean(drops > 0))
    if len(drops) < FEWEST_PAIRS:
        verdict = "open"
    elif sided < _LEVEL:
        verdict = "passed"
    else:
        verdict = "doubtful" if share >= 0.5 else "failed"
    return Control(judge, len(drops), float(drops.mean()), share, sided, verdict)


def _paired(answers: Iterable[Scored], kind: Kind) -> tuple[Floats, Floats, int]:
    """The score of each output, that of its twin of this kind, and how many twins have no output."""
    outputs: dict[tuple[str, str, str, str], float] = {}
    twins: list[tuple[tuple[str, str, str, str], float]] = []
    for answer in answers:
        key = (answer.judge, answer.task, answer.segment, answer.item)
        if answer.kind is Kind.OUTPUT:
            outputs.setdefault(key, answer.value)
        elif answer.kind is kind:
            twins.append((key, answer.value))
    matched = [(outputs[key], value) for key, value in twins if key in outputs]
    plain, again = np.array(matched, dtype=np.float64).reshape(-1, 2).T
    return plain, again, len(twins) - len(matched)


def _correlation(first: Floats, second: Floats) -> float:
    if len(first) < 2 or first.std() == 0 or second.std() == 0:
        return float("nan")
    return float(np.corrcoef(first, second)[0, 1])
