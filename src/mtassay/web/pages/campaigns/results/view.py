"""Results of a campaign as pages show them: plain values, made of the same figures as the command's."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtassay.human.answers.answers import Answers
from mtassay.human.results.disputed_pairs import DisputedPair
from mtassay.human.results.error_profiles import ErrorProfiles
from mtassay.human.results.ranking_results import RankingResults, ranking_results
from mtassay.human.results.score_results import ScoreResults, score_results
from mtassay.reports.results.people.agreement import (
    AgreementLine,
    ranking_agreement_lines,
    score_agreement_lines,
)
from mtassay.web.pages.campaigns.results.judges import Judges, JudgeView
from mtassay.web.pages.campaigns.results.ranking import (
    DifferenceView,
    RankedSystem,
    difference_views,
    rank_words,
    ranked_systems,
)

_MOST_DISPUTED = 10


@dataclass(frozen=True, kw_only=True)
class AgreementView:
    """A figure of agreement and what it means; `is_coefficient` says that 1 is full agreement and 0 chance.

    `is_detail` is one of many of its kind, such as kappa of a category of errors.
    """

    of: str
    figure: str
    value: float | None
    over: int | None
    meaning: str
    is_coefficient: bool
    is_detail: bool


@dataclass(frozen=True)
class ErrorCell:
    """Errors of a system for 1000 words of the source, of each severity."""

    rates: list[float]

    @property
    def total(self) -> float:
        """Of all severities."""
        return sum(self.rates)


@dataclass(frozen=True)
class ErrorLine:
    """A category, `depth` levels below the top; without a name it is all errors."""

    name: str
    depth: int
    cells: list[ErrorCell]


@dataclass(frozen=True)
class ErrorView:
    """Errors of systems side by side, the heaviest severity first, and the words that were judged."""

    systems: list[str]
    words: list[int]
    severities: list[str]
    lines: list[ErrorLine]


@dataclass(frozen=True)
class SaidView:
    """What a judge said of an output."""

    judge: str
    value: float
    comment: str


@dataclass(frozen=True, kw_only=True)
class DisputedView:
    """An output on which judges disagree."""

    systems: list[str]
    document: str
    source: str
    text: str
    spread: float
    said: list[SaidView]


@dataclass(frozen=True, kw_only=True)
class DisputedPairView:
    """Two outputs of which judges prefer either."""

    document: str
    source: str
    systems: list[list[str]]
    texts: list[str]
    preferred_by: list[list[str]]
    equal: list[str]


@dataclass(frozen=True, kw_only=True)
class Figures:
    """All figures of the answers that are meant. `unit` is of differences, `low` and `high` the ends of all scores.

    What has no figure stands in `reasons`.
    """

    measure: str
    is_lower_better: bool
    is_ranking: bool
    finding: list[str]
    answers: int
    segments: int
    systems: list[RankedSystem]
    differences: list[DifferenceView]
    apart: int
    smallest: float | None
    agreement: list[AgreementView]
    judges: list[JudgeView]
    errors: ErrorView | None
    disputed: list[DisputedView]
    disputed_pairs: list[DisputedPairView]
    disputed_in_all: int
    low: float
    high: float
    left_out: dict[str, int]
    reasons: dict[str, str]


def figures_of(answers: Answers, judges: Judges, method: str) -> Figures:
    """All figures of answers; an InputError where there are none."""
    if answers.ranked:
        return _ranked(answers, ranking_results(answers, method), judges)
    return _scored(answers, score_results(answers), judges)


def _scored(answers: Answers, results: ScoreResults, judges: Judges) -> Figures:
    systems = results.differences.systems
    means = dict(zip(results.columns.systems, results.means.tolist(), strict=True))
    values = [answer.value for answer in answers.scored]
    disputed = [
        DisputedView(
            systems=list(output.systems),
            document=output.document,
            source=output.source,
            text=output.text,
            spread=output.spread,
            said=[SaidView(judges.name(said.judge), said.value, said.comment) for said in output.said],
        )
        for output in results.disputed[:_MOST_DISPUTED]
    ]
    return Figures(
        measure=results.measure,
        is_lower_better=results.is_lower_better,
        is_ranking=False,
        finding=rank_words(systems),
        answers=len(results.columns),
        segments=len(results.columns.segments),
        systems=sorted(ranked_systems(systems, means), key=lambda ranked: ranked.system != results.on_top),
        differences=difference_views(systems),
        apart=systems.apart,
        smallest=results.smallest,
        agreement=_agreement(score_agreement_lines(results)),
        judges=[judges.view(judge) for judge in results.judges],
        errors=None if results.profiles is None else _errors(results.profiles),
        disputed=disputed,
        disputed_pairs=[],
        disputed_in_all=len(results.disputed),
        low=min(values),
        high=max(values),
        left_out=results.left_out,
        reasons=results.reasons,
    )


def _ranked(answers: Answers, results: RankingResults, judges: Judges) -> Figures:
    ratios = {name: value if value == value else None for name, value in results.ratios.items()}
    return Figures(
        measure=results.method,
        is_lower_better=False,
        is_ranking=True,
        finding=rank_words(results.systems),
        answers=len({answer.task for answer in answers.ranked}),
        segments=len({answer.segment for answer in answers.ranked}),
        systems=ranked_systems(results.systems, ratios),
        differences=difference_views(results.systems),
        apart=results.systems.apart,
        smallest=None,
        agreement=_agreement(ranking_agreement_lines(results)),
        judges=[judges.view(judge) for judge in results.judges],
        errors=None,
        disputed=[],
        disputed_pairs=[_pair(pair, judges) for pair in results.disputed[:_MOST_DISPUTED]],
        disputed_in_all=len(results.disputed),
        low=0.0,
        high=1.0,
        left_out=results.left_out,
        reasons=results.reasons,
    )


def _pair(pair: DisputedPair, judges: Judges) -> DisputedPairView:
    return DisputedPairView(
        document=pair.document,
        source=pair.source,
        systems=[list(pair.first.systems), list(pair.second.systems)],
        texts=[pair.first.text, pair.second.text],
        preferred_by=[[judges.name(judge) for judge in side] for side in (pair.for_first, pair.for_second)],
        equal=[judges.name(judge) for judge in pair.for_neither],
    )


def _agreement(lines: Sequence[AgreementLine]) -> list[AgreementView]:
    return [
        AgreementView(
            of=line.of,
            figure=line.figure,
            value=line.value if line.value == line.value else None,
            over=line.over,
            meaning=line.meaning or line.reason,
            is_coefficient=line.is_coefficient,
            is_detail=line.is_detail,
        )
        for line in lines
    ]


def _errors(profiles: ErrorProfiles) -> ErrorView:
    return ErrorView(
        list(profiles.systems),
        [profiles.words[system] for system in profiles.systems],
        list(profiles.severities),
        [
            ErrorLine(
                category.rpartition("/")[2],
                category.count("/") if category else 0,
                [
                    ErrorCell([profiles.rate(system, category, severity) for severity in profiles.severities])
                    for system in profiles.systems
                ],
            )
            for category in profiles.categories
        ],
    )
