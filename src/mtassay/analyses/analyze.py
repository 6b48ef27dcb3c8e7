"""Analyses of a test set: all that its texts allow, or some."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mtassay.analyses.base import ANALYSES, Analysis, Plan, Result
from mtassay.analyses.consistency import Consistency
from mtassay.analyses.counting.glossary import Glossary
from mtassay.analyses.counting.view import View
from mtassay.analyses.counting.word_labels import WordLabels
from mtassay.analyses.filters.segment_filter import SegmentFilter
from mtassay.analyses.result import Analyses, SystemScores
from mtassay.analyses.segments import RESERVED
from mtassay.analyses.terms import Terms
from mtassay.analyses.view_fields import ViewFields
from mtassay.analyses.words import Words
from mtassay.checks.finding import Findings
from mtassay.comparison.compare import check_alpha, compare, compared_items, name_members, put_baseline_first
from mtassay.comparison.groups import Labels
from mtassay.comparison.result import Comparison
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.evaluation.metric_names import number_equal
from mtassay.evaluation.run import Progress
from mtassay.metrics.base import Metric, direction
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
    all_pairs: bool = False,
    findings: Findings | None = None,
    progress: Progress | None = None,
) -> Analyses:
    """Find out where and why the systems of a test set differ.

    `analyses` are names, specs such as `words:by=shape`, or analyses; all that the texts allow by default, but those
    named by `without`. `where` is a filter of segments such as `length >= 20 and document = a`. `words` says how texts
    are cut into words: `unicode`, or `space` for tokenized text. `pairs` are names of systems, what to compare with
    first; the baseline with every other system unless told otherwise. `unit` names a label: segments that share it are
    tested as one. `test` is that of the scores of all segments, by `all_pairs` of every pair; all else is tested by the
    jackknife. `findings` are what all checks found, where they were run before.

        >>> import mtassay
        >>> evalset = mtassay.EvalSet(["a cat sat"] * 40, systems={"old": ["a cat"] * 40, "new": ["a cat sat"] * 40})
        >>> table = mtassay.analyze(evalset, ["words"], ["chrf"])["words"][0]
        >>> [round(value.value, 2) for value in table.lines[-1].values[0]]
        [0.8, 1.0]
    """
    check_alpha(alpha)
    left_out = _left_out(without)
    chosen = _chosen(analyses, left_out)
    members = name_members(evalset, runs, may_be_alone=True)
    names = put_baseline_first(members, baseline)
    if glossary is not None and evalset.sources is None:
        raise SettingError("a glossary needs sources, where its terms are looked for; give them too (-s FILE)")
    view = View(
        evalset,
        metrics,
        splitting=words,
        word_labels=word_labels,
        glossary=glossary,
        findings=findings,
        progress=progress,
    )
    plan = _plan(view, names, members, pairs, unit, alpha)
    every = default_analyses(view, left_out) if chosen is None else chosen
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
    compared = compared_items(plan.runs, unit or "", str(condition))
    comparison = None
    if is_tested and len(names) > 1:  # before all that takes long: its test may be refused
        by_pairs = all_pairs or pairs is not None
        comparison = _comparison(view, names, members, unit, test, alpha, str(condition), all_pairs=by_pairs)
    results: list[Result] = []
    signatures: dict[str, str] = {}
    not_done: dict[str, str] = {}
    if chosen is None:
        own = (label for label in evalset.labels if label in RESERVED)
        not_done |= {f"label {label}": f"{label} is a name of ours; call the label otherwise" for label in own}
    for analysis, spec in zip(every, _told_specs(every), strict=True):
        missing = analysis.missing(view)
        if missing:
            not_done[spec] = f"needs {missing}"
            continue
        try:
            own_results = list(analysis.results(view, plan))  # all or none
        except InputError as error:
            if chosen is not None or _is_asked_for(analysis, view):
                raise
            not_done[spec] = str(error)
            continue
        results += own_results if spec == analysis.spec else [replace(result, spec=spec) for result in own_results]
        signatures[spec] = analysis.signature(view, compared)
    return Analyses(
        systems=plan.systems,
        pairs=tuple((plan.systems[first], plan.systems[second]) for first, second in plan.pairs),
        segments=len(view),
        all_segments=len(evalset),
        unit=plan.unit,
        alpha=alpha,
        scores=tuple(_scores(view, plan, compared)),
        comparison=comparison,
        results=tuple(results),
        signatures=signatures,
        not_done=not_done,
        view=view,
        plan=plan,
        where=str(condition),
        where_in_words="" if condition.is_everything else condition.in_words(),
        refusal=plan.refusal,
    )


def default_analyses(view: View, left_out: Sequence[Analysis | str] = ()) -> list[Analysis]:
    """All that texts may allow, in the order in which people read them, but for those that are named."""
    specs = ["words", "words:by=shape", *(format_spec("words", {"by": name}) for name in view.word_labels), "segments"]
    specs += [
        format_spec("segments", {"by": label})
        for label, values in view.evalset.labels.items()
        if label not in RESERVED and 1 < len(set(values)) <= _MOST_PARTS
    ]
    specs += ["segments:by=difference", "errors", "kept", "profile"]
    if view.glossary is not None:
        specs += ["terms", "consistency"]
    specs += ["checks", "ngrams", "discriminative", "examples"]
    every = [ANALYSES.create(spec) for spec in specs]
    known = {"terms", "consistency", *(analysis.name for analysis in every)}
    others = [kind() for name, kind in ANALYSES.items() if name not in known]  # those of other packages
    return [analysis for analysis in (*every, *others) if not {analysis, analysis.name} & {*left_out}]


def _told_specs(analyses: Sequence[Analysis]) -> list[str]:
    """What results call each analysis: a file by its name, whatever folder it stands in; others are told apart."""
    different = list(dict.fromkeys(analyses))
    numbered = number_equal([analysis.told_spec for analysis in different])
    return [numbered[different.index(analysis)] for analysis in analyses]


def _is_asked_for(analysis: Analysis, view: View) -> bool:
    """Whether somebody gave a file for it alone: what is wrong with that must not be passed over."""
    has_labels = isinstance(analysis, Words) and analysis.by in view.word_labels
    return has_labels or isinstance(analysis, Terms | Consistency)


def _left_out(without: Iterable[str]) -> list[Analysis | str]:
    """Analyses that are named with settings, and names that mean all of a kind."""
    if isinstance(without, str):
        raise SettingError(f"without: expected a list, got one name; write without=[{without!r}]")
    named = [(spec, ANALYSES.create(spec)) for spec in without]
    return [analysis if ":" in spec else analysis.name for spec, analysis in named]


def _chosen(analyses: Iterable[str | Analysis] | None, left_out: Sequence[Analysis | str]) -> list[Analysis] | None:
    if isinstance(analyses, (str, Analysis)):
        raise SettingError(f"analyses: expected a list, got one analysis; write analyses=[{analyses!r}]")
    if analyses is None:
        return None
    every = [each if isinstance(each, Analysis) else ANALYSES.create(each) for each in analyses]
    return [analysis for analysis in every if not {analysis, analysis.name} & {*left_out}]


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
        for first, second in compared:
            if first == second:
                raise SettingError(f"pair: {names[first]!r} with itself; name two systems")
        compared = list(dict.fromkeys(compared))
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
    noun = "segment" if plan.units is None else f"part by {plan.unit}" if count == 1 else f"parts by {plan.unit}"
    noun += "s" if plan.units is None and count != 1 else ""
    return f"The filter leaves {count} {noun}, too few to test anything: it takes {FEWEST_UNITS}."


def _scores(view: View, plan: Plan, compared: Mapping[str, str]) -> Iterator[SystemScores]:
    for number, metric in enumerate(view.metrics):
        evidence = view.evidence(number)
        values = plan.means(metric.score(evidence.totals))
        names = view.metric_names[number]
        yield SystemScores(
            label=names.heading,
            spec=names.spec,
            signature=metric.signature(view.evalset, compared),
            direction=direction(metric.higher_is_better),
            places=metric.places,
            values=tuple(values.tolist()),
        )


def _comparison(
    view: View,
    names: Sequence[str],
    members: Mapping[str, Sequence[str]],
    unit: str | None,
    test: str | PairedTest | None,
    alpha: float,
    where: str,
    *,
    all_pairs: bool,
) -> Comparison:
    """The scores of all segments that are left, tested as `compare` tests them."""
    comparison = compare(
        view.evalset if view.is_whole else view.evalset.cut(view.segments.tolist()),
        view.metrics,
        baseline=names[0],
        test=test,
        alpha=alpha,
        all_pairs=all_pairs,
        runs=members,
        unit=unit,
        rows=[view.evidence(number) for number in range(len(view.metrics))],
        where=where,
    )
    told = zip(comparison.metrics, view.metric_names, strict=True)
    return replace(comparison, metrics=tuple(replace(metric, spec=names.spec) for metric, names in told))
