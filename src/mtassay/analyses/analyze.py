"""Analyses of a test set: all that its texts allow, or some."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mtassay.analyses.base import ANALYSES, Analysis, Plan, Result
from mtassay.analyses.counting.glossary import Glossary
from mtassay.analyses.counting.view import View
from mtassay.analyses.counting.word_labels import WordLabels
from mtassay.analyses.filters.segment_filter import SegmentFilter
from mtassay.analyses.result import Analyses, SystemScores
from mtassay.analyses.view_fields import ViewFields
from mtassay.comparison.compare import compare, name_members, put_baseline_first
from mtassay.comparison.groups import Labels
from mtassay.comparison.result import Comparison
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.evaluation.run import Progress
from mtassay.metrics.base import Metric
from mtassay.settings import did_you_mean, format_spec
from mtassay.significance.jackknife import FEWEST_UNITS
from mtassay.significance.paired_test import PairedTest

_MOST_PARTS = 12
"""A label with more values is no table unless somebody asks for it."""


def analyze(
    evalset: EvalSet,
    analyses: Iterable[str | Analysis] | None = None,
    metrics: Iterable[str | Metric[Any]] = ("bleu", "chrf"),
    *,
    without: Iterable[str] = (),
    where: str | SegmentFilter = "",
    words: str = "unicode",
    word_labels: Mapping[str, WordLabels] | None = None,
    glossary: Glossary | None = None,
    baseline: str | None = None,
    pairs: Iterable[tuple[str, str]] | None = None,
    runs: Mapping[str, Sequence[str]] | None = None,
    unit: str | None = None,
    test: str | PairedTest | None = None,
    alpha: float = 0.05,
    progress: Progress | None = None,
) -> Analyses:
    """Find out where and why the systems of a test set differ.

    `analyses` are names, specs such as `words:by=shape`, or analyses; all that the texts allow by default, but those
    named by `without`. `where` is a filter of segments such as `length >= 20 and document = a`. `words` says how texts
    are cut into words: `unicode`, or `space` for tokenized text. `pairs` are names of systems, what to compare with
    first; the baseline with every other system unless told otherwise. `unit` names a label: segments that share it are
    tested as one. `test` is that of the scores of all segments; all else is tested by the jackknife.

        >>> import mtassay
        >>> evalset = mtassay.EvalSet(["a cat sat"] * 40, systems={"old": ["a cat"] * 40, "new": ["a cat sat"] * 40})
        >>> table = mtassay.analyze(evalset, ["words"], ["chrf"])["words"][0]
        >>> [round(value.value, 2) for value in table.lines[-1].values[0]]
        [0.8, 1.0]
    """
    chosen = _chosen(analyses, without)
    members = name_members(evalset, runs, may_be_alone=True)
    names = put_baseline_first(members, baseline)
    view = View(evalset, list(metrics), splitting=words, word_labels=word_labels, glossary=glossary, progress=progress)
    plan = _plan(view, names, members, pairs, unit, alpha)
    every = default_analyses(view, without) if chosen is None else chosen
    condition = where if isinstance(where, SegmentFilter) else SegmentFilter.parse(where)
    is_tested = True
    if not condition.is_everything:
        mask = condition.mask(ViewFields(view, members))
        if not mask.any():
            raise InputError(f"where {condition}: no segment is left; ask for less")
        view = view.cut(mask)
        if plan.units is not None:
            plan = replace(plan, units=plan.units[mask])
        plan = replace(plan, refusal=condition.why_untested or _too_few(view, plan))
        is_tested = not plan.refusal
    results: list[Result] = []
    signatures: dict[str, str] = {}
    not_done: dict[str, str] = {}
    for analysis in every:
        missing = analysis.missing(view)
        if missing:
            not_done[analysis.spec] = f"needs {missing}"
            continue
        try:
            results += analysis.results(view, plan)
            signatures[analysis.spec] = analysis.signature(view)
        except InputError as error:
            if chosen is not None:
                raise
            not_done[analysis.spec] = str(error)
    return Analyses(
        systems=plan.systems,
        pairs=tuple((plan.systems[first], plan.systems[second]) for first, second in plan.pairs),
        segments=len(view),
        all_segments=len(evalset),
        unit=plan.unit,
        alpha=alpha,
        scores=tuple(_scores(view, plan)),
        comparison=_comparison(view, names, members, unit, test, alpha, str(condition))
        if is_tested and len(names) > 1
        else None,
        results=tuple(results),
        signatures=signatures,
        not_done=not_done,
        view=view,
        plan=plan,
        where=str(condition),
        where_in_words="" if condition.is_everything else condition.in_words(),
        refusal=plan.refusal,
    )


def default_analyses(view: View, without: Iterable[str] = ()) -> list[Analysis]:
    """All that texts may allow, in the order in which people read them, but for those that are named."""
    left_out = set(without)
    specs = ["words", "words:by=shape", *(format_spec("words", {"by": name}) for name in view.word_labels), "segments"]
    specs += [
        format_spec("segments", {"by": label})
        for label, values in view.evalset.labels.items()
        if 1 < len(set(values)) <= _MOST_PARTS
    ]
    specs += ["segments:by=difference", "errors", "kept", "profile"]
    if view.glossary is not None:
        specs += ["terms", "consistency"]
    specs += ["checks", "ngrams", "discriminative", "examples"]
    every = [ANALYSES.create(spec) for spec in specs]
    known = {"terms", "consistency", *(analysis.name for analysis in every)}
    others = [kind() for name, kind in ANALYSES.items() if name not in known]  # those of other packages
    return [analysis for analysis in (*every, *others) if not {analysis.spec, analysis.name} & left_out]


def _chosen(analyses: Iterable[str | Analysis] | None, without: Iterable[str]) -> list[Analysis] | None:
    if isinstance(analyses, (str, Analysis)):
        raise SettingError(f"analyses: expected a list, got one analysis; write analyses=[{analyses!r}]")
    for name in without:
        ANALYSES.create(name)  # which says what there is
    if analyses is None:
        return None
    left_out = set(without)
    every = [each if isinstance(each, Analysis) else ANALYSES.create(each) for each in analyses]
    return [analysis for analysis in every if not {analysis.spec, analysis.name} & left_out]


def _plan(
    view: View,
    names: Sequence[str],
    members: Mapping[str, Sequence[str]],
    pairs: Iterable[tuple[str, str]] | None,
    unit: str | None,
    alpha: float,
) -> Plan:
    columns = list(view.runs)
    compared = [(0, second) for second in range(1, len(names))]
    if pairs is not None:
        compared = [(_place(first, names), _place(second, names)) for first, second in pairs]
    labels = None if unit is None else Labels.of(view.evalset, unit)
    return Plan(
        systems=tuple(names),
        runs=tuple(tuple(columns.index(run) for run in members[name]) for name in names),
        pairs=tuple(compared),
        unit=unit or "segment",
        units=None if labels is None else labels.numbers,
        alpha=alpha,
    )


def _place(name: str, names: Sequence[str]) -> int:
    if name not in names:
        raise SettingError(
            f"pair: there is no system {name!r}{did_you_mean(name, names)}; there are {', '.join(names)}"
        )
    return list(names).index(name)


def _too_few(view: View, plan: Plan) -> str:
    """Why nothing is tested, where a filter leaves too few units; else nothing."""
    count = len(view) if plan.units is None else len(np.unique(plan.units))
    if count >= FEWEST_UNITS:
        return ""
    units = "segments" if plan.units is None else f"parts by {plan.unit}"
    return f"The filter leaves {count} {units}, too few to test anything: it takes {FEWEST_UNITS}."


def _scores(view: View, plan: Plan) -> Iterator[SystemScores]:
    for number, metric in enumerate(view.metrics):
        evidence = view.evidence(number)
        values = plan.means(metric.score(evidence.totals))
        names = view.metric_names[number]
        yield SystemScores(names.heading, names.spec, metric.places, tuple(values.tolist()))


def _comparison(
    view: View,
    names: Sequence[str],
    members: Mapping[str, Sequence[str]],
    unit: str | None,
    test: str | PairedTest | None,
    alpha: float,
    where: str,
) -> Comparison:
    """The scores of all segments that are left, tested as `compare` tests them."""
    return compare(
        view.evalset if view.is_whole else view.evalset.cut(view.segments.tolist()),
        view.metrics,
        baseline=names[0],
        test=test,
        alpha=alpha,
        runs=members,
        unit=unit,
        rows=[view.evidence(number) for number in range(len(view.metrics))],
        where=where,
    )
