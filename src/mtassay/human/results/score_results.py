"""Results of scores: systems, their differences, how well judges agree, and what each judge is like."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

from mtassay.errors import InputError
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Kind, Scored
from mtassay.human.memory import Floats
from mtassay.human.results.disputed_outputs import DisputedOutput, disputed_outputs
from mtassay.human.results.error_profiles import ErrorProfiles, error_profiles
from mtassay.human.results.judge_figures import JudgeFigures, judge_figures
from mtassay.human.scores.absolute_means import AbsoluteMean, absolute_means
from mtassay.human.scores.columns import ScoreColumns, score_columns, system_means
from mtassay.human.scores.differences import ScoreDifferences, score_differences
from mtassay.human.scores.power import detectable_difference
from mtassay.human.scores.repeats import SelfAgreement, self_agreement
from mtassay.human.scores.score_agreement import ScoreAgreement, score_agreement
from mtassay.human.scores.span_agreement import SpanAgreement, span_agreement
from mtassay.significance.student import t_quantile
from mtassay.significance.system_differences import SystemScore

T = TypeVar("T")


@dataclass(frozen=True, eq=False, kw_only=True)
class ScoreResults:
    """All figures of scores. What has no value is None, and `reasons` says why, by the name of the figure.

    `means` are those over segments of means over answers, in the order of the columns. `smallest` is the difference
    that answers like these show in four cases of five, for a typical pair of systems. `profiles` are there where judges
    marked errors, `on_top` is the system that tables have first.
    """

    measure: str
    is_lower_better: bool
    columns: ScoreColumns
    means: Floats
    differences: ScoreDifferences
    absolute: tuple[AbsoluteMean, ...]
    agreement: ScoreAgreement | None
    spans: SpanAgreement | None
    repeats: SelfAgreement | None
    judges: tuple[JudgeFigures, ...]
    profiles: ErrorProfiles | None
    disputed: tuple[DisputedOutput, ...]
    smallest: float | None
    left_out: dict[str, int]
    reasons: dict[str, str]
    on_top: str = ""

    @property
    def scores(self) -> tuple[SystemScore, ...]:
        """The systems as tables list them: what people wrote first, where that is known, then the best."""
        return tuple(sorted(self.differences.systems.scores, key=lambda score: score.system != self.on_top))


def score_results(answers: Answers, *, count_repeats: bool = False, level: float = 0.95) -> ScoreResults:
    """Every figure of scores.

    Repeats tell how steady judges are, and count in no mean unless asked for; references and spoilt texts never do.
    """
    everything = answers.scored
    counting = (Kind.OUTPUT, Kind.REPEAT) if count_repeats else (Kind.OUTPUT,)
    used = [answer for answer in everything if answer.kind in counting]
    if not used:
        raise InputError("no answer scores an output of a system, so there are no results")
    columns = score_columns(used)
    differences = score_differences(columns, is_lower_better=answers.is_lower_better, level=level)
    reasons: dict[str, str] = {}
    if differences.systems.reason:
        reasons["differences"] = differences.systems.reason
    if differences.unlinked and len(columns.systems) > 1:
        reasons["estimates"] = (
            f"no segment that was judged links {', '.join(differences.unlinked)} with other systems, so they have none"
        )
    plain = [answer for answer in used if answer.kind is Kind.OUTPUT]
    once = columns if len(plain) == len(used) else score_columns(plain)
    agreement = _or_reason(lambda: score_agreement(once, are_grades=answers.are_grades), "agreement", reasons)
    has_marks = any(answer.marks is not None for answer in plain)
    spans = _or_reason(lambda: span_agreement(plain), "spans", reasons) if has_marks else None
    order = [score.system for score in differences.systems.scores]
    profiles = _or_reason(lambda: error_profiles(plain, order), "errors", reasons) if has_marks else None
    return ScoreResults(
        measure=answers.measure,
        is_lower_better=answers.is_lower_better,
        columns=columns,
        means=system_means(columns),
        differences=differences,
        absolute=absolute_means(columns, level),
        agreement=agreement,
        spans=spans,
        repeats=self_agreement(everything),
        judges=judge_figures(everything, differences, is_lower_better=answers.is_lower_better),
        profiles=profiles,
        disputed=disputed_outputs(plain),
        smallest=_smallest(differences),
        left_out=_left_out(answers, everything, used, columns),
        reasons=reasons,
        on_top=answers.on_top,
    )


def _or_reason(compute: Callable[[], T], name: str, reasons: dict[str, str]) -> T | None:
    try:
        return compute()
    except InputError as error:
        reasons[name] = str(error)
        return None


def _smallest(differences: ScoreDifferences) -> float | None:
    systems = differences.systems
    if not systems.differences:
        return None
    level = systems.level
    shown = [
        detectable_difference(each.half_width / t_quantile((1 + level) / 2, each.degrees), each.degrees, 1 - level)
        for each in systems.differences
    ]
    return median(shown)


def _left_out(
    answers: Answers, everything: Sequence[Scored], used: Sequence[Scored], columns: ScoreColumns
) -> dict[str, int]:
    kinds = {
        "repeats": Kind.REPEAT,
        "references": Kind.REFERENCE,
        "spoilt texts": Kind.DEGRADED,
    }
    kept = {answer.kind for answer in used}
    counts = {
        **answers.left_out,
        **{name: sum(answer.kind is kind for answer in everything) for name, kind in kinds.items() if kind not in kept},
        "without a judge": columns.unnamed,
        "of no system": columns.unmade,
    }
    return {name: count for name, count in counts.items() if count}
