"""Judges one by one: how many answers, how strict, how fast, and what controls say of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mtassay.human.answers.judged_outputs import Judged, Kind, Ranked, Scored
from mtassay.human.judge_effects import SHRINKAGE
from mtassay.human.pace import usual_seconds
from mtassay.human.scores.differences import ScoreDifferences
from mtassay.human.scores.repeats import Control, controls


@dataclass(frozen=True, kw_only=True)
class JudgeFigures:
    """What is known of a judge, None where nothing is. Of rankings, `answers` are screens.

    `severity` is by how much stricter the judge is than others on the same outputs, shrunk by n / (n + 10).
    Seconds are medians, over all answers and for each word of the source. `same` is the share of the score that the
    judge gives most often.
    """

    judge: str
    answers: int
    severity: float | None
    seconds: float | None
    seconds_a_word: float | None
    same: float | None
    control: Control | None


def judge_figures(
    answers: Sequence[Judged], differences: ScoreDifferences | None = None, *, is_lower_better: bool = False
) -> tuple[JudgeFigures, ...]:
    """Every judge with a name, in order of first mention."""
    by_judge: dict[str, list[Judged]] = {}
    for answer in answers:
        if answer.judge.strip():
            by_judge.setdefault(answer.judge, []).append(answer)
    scored = [answer for answer in answers if isinstance(answer, Scored)]
    verdicts = {control.judge: control for control in controls(scored)}
    severity = {} if differences is None else shrunk_severity(differences, is_lower_better=is_lower_better)
    return tuple(_figures(judge, given, severity.get(judge), verdicts.get(judge)) for judge, given in by_judge.items())


def shrunk_severity(differences: ScoreDifferences, *, is_lower_better: bool = False) -> dict[str, float]:
    """By how much stricter each judge is than the others, n / (n + 10) of it; without those of whom it cannot be told.

    Who is strict scores lower, or gives more penalty points where less is better.
    """
    sign = 1 if is_lower_better else -1
    triples = zip(differences.judges, differences.severity.tolist(), differences.given.tolist(), strict=True)
    return {
        judge: sign * effect * count / (count + SHRINKAGE)
        for judge, effect, count in triples
        if effect == effect  # NaN where it cannot be told
    }


def _figures(judge: str, given: Sequence[Judged], severity: float | None, control: Control | None) -> JudgeFigures:
    timed = [answer for answer in given if answer.seconds is not None]
    paces = [answer.seconds / words for answer in timed if answer.seconds and (words := len(answer.source.split()))]
    values = Counter(
        answer.value for answer in given if isinstance(answer, Scored) and answer.kind is not Kind.DEGRADED
    )
    return JudgeFigures(
        judge=judge,
        answers=len({answer.task for answer in given}) if isinstance(given[0], Ranked) else len(given),
        severity=severity,
        seconds=usual_seconds([answer.seconds for answer in timed if answer.seconds is not None]),
        seconds_a_word=usual_seconds(paces),
        same=max(values.values()) / values.total() if values else None,
        control=control,
    )
