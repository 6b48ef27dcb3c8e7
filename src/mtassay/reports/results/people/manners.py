"""Results of what people said, in the manner that was asked for."""

from collections.abc import Mapping
from dataclasses import replace

from mtassay.errors import InputError
from mtassay.human.answers.answer_filter import AnswerFilter
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Kind
from mtassay.human.rankings.pairs import TIE, rank_pairs
from mtassay.human.rankings.rank_ranges import rank_ranges
from mtassay.human.rankings.trueskill import trueskill
from mtassay.human.results.judge_figures import shrunk_severity
from mtassay.human.results.ranking_results import ranking_results
from mtassay.human.results.score_results import score_results
from mtassay.human.scores.wmt_direct_assessment import wmt_direct_assessment
from mtassay.reports.document import Document
from mtassay.reports.results.people.beside_metric import BesideMetric, beside_metric_section
from mtassay.reports.results.people.rankings import ranking_results_document, wmt_rankings_document
from mtassay.reports.results.people.scores import score_results_document, wmt_da_document


def results_document(
    answers: Answers,
    wanted: AnswerFilter,
    *,
    manner: str = "ours",
    method: str = "bradley-terry",
    count_repeats: bool = False,
    draws: int = 1000,
    runs: int = 400,
    seed: int = 12345,
    facts: Mapping[str, str] | None = None,
    beside: BesideMetric | None = None,
) -> Document:
    """Of the answers that are meant: by our figures, `wmt` for its rankings or `wmt-da` for its direct assessment.

    `facts` stand above those of the result, what `beside` says behind our figures.
    """
    document = _in_manner(
        answers.chosen(wanted),
        wanted.in_words(),
        manner=manner,
        method=method,
        count_repeats=count_repeats,
        draws=draws,
        runs=runs,
        seed=seed,
        beside=beside,
    )
    return replace(document, facts={**(facts or {}), **document.facts})


def _in_manner(
    chosen: Answers,
    about: str,
    *,
    manner: str,
    method: str,
    count_repeats: bool,
    draws: int,
    runs: int,
    seed: int,
    beside: BesideMetric | None,
) -> Document:
    if manner == "wmt":
        ranked = [answer for answer in chosen.ranked if answer.kind is Kind.OUTPUT]
        if not ranked:
            raise InputError(
                "WMT's rank ranges are for rankings, and these are scores; ask for its direct assessment instead"
            )
        pairs = rank_pairs(ranked)
        if (pairs.label == TIE).all():
            raise InputError("every comparison is a tie, so TrueSkill has no order of the systems; use Bradley–Terry")
        ranges = rank_ranges(trueskill(pairs, runs, seed))
        return wmt_rankings_document(ranges, pairs, rank_pairs(ranked, is_collapsed=True), about)
    if manner == "wmt-da":
        scored = chosen.scored
        if not scored:
            raise InputError(
                "WMT's direct assessment is for scores, and these are rankings; ask for its rank ranges instead"
            )
        counting = [answer for answer in scored if answer.kind in (Kind.OUTPUT, Kind.REPEAT)]
        others = [answer for answer in scored if answer.kind not in (Kind.OUTPUT, Kind.REPEAT)]
        return wmt_da_document(
            wmt_direct_assessment(counting, others, is_lower_better=chosen.is_lower_better),
            about,
            is_lower_better=chosen.is_lower_better,
        )
    if chosen.ranked:
        document = ranking_results_document(ranking_results(chosen, method, draws=draws, seed=seed), about)
        severity: Mapping[str, float] = {}
    else:
        results = score_results(chosen, count_repeats=count_repeats)
        document = score_results_document(results, about)
        severity = shrunk_severity(results.differences, is_lower_better=chosen.is_lower_better)
    if beside is None:
        return document
    return replace(document, sections=(*document.sections, beside_metric_section(beside, chosen, severity)))
