"""Systems compared: scores, intervals, tests, groups, and how much the test set can show."""

import math
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from mtassay.comparison.groups import Labels
from mtassay.comparison.procedures import check_units, interval_beside
from mtassay.comparison.result import Comparison, MetricComparison, Pair, System
from mtassay.corpus.column_names import is_document_label
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, MtassayWarning, SettingError
from mtassay.evaluation.rows import RowEvidence, RunEvidence, families
from mtassay.evaluation.run import Progress, collect_rows, resolve
from mtassay.metrics.base import Floats, Metric
from mtassay.settings import did_you_mean, parse_spec
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.corrections import CORRECTIONS, correct, correct_bounds
from mtassay.significance.evidence import Pairs
from mtassay.significance.indistinguishable import indistinguishable
from mtassay.significance.interval_method import IntervalMethod
from mtassay.significance.intervals import Interval
from mtassay.significance.jackknife import FEWEST_UNITS
from mtassay.significance.paired_bootstrap import PairedBootstrap
from mtassay.significance.paired_test import TESTS, Outcome, PairedTest, ResamplingTest, paired_test, rounding
from mtassay.significance.power import smallest_difference, units_needed
from mtassay.significance.randomization import Randomization
from mtassay.significance.resampling import Resamples

_FEW_UNITS = 30
_ENOUGH_SEGMENTS = 200
_FEW_PARTS = 100
"""Fewer segments, or no more parts such as documents: there the bootstrap finds a little too much."""
_ENOUGH_RUNS = 3


def compare(
    evalset: EvalSet,
    metrics: Iterable[str | Metric[Any]] = ("bleu", "chrf"),
    *,
    baseline: str | None = None,
    test: str | PairedTest | None = None,
    interval: IntervalMethod | None = None,
    all_pairs: bool = False,
    correction: str = "holm",
    alpha: float = 0.05,
    runs: Mapping[str, Sequence[str]] | None = None,
    unit: str | None = None,
    by: str | None = None,
    progress: Progress | None = None,
    rows: Sequence[RowEvidence] | None = None,
    where: str = "",
) -> Comparison:
    """Compare the systems of a test set with each other.

    `baseline` is the first system unless named. `test` is the spec of a test: `bootstrap`, or `randomization` where
    there are several runs, fewer than 200 segments, or up to 100 parts by `unit`. `interval` is `Bootstrap()`, or
    `JackknifeInterval()`, which stands beside the test `jackknife` unless told otherwise. `runs` maps the name of a
    system to those systems of the test set that are its training runs. `unit` and `by` name labels of the test set,
    such as `document`: by `unit` segments are resampled together, by `by` scores are broken down. `rows` are those of
    each metric where they were collected before; `where` says in signatures which segments were chosen for them.
    """
    check_alpha(alpha)
    if not isinstance(interval, IntervalMethod | None):
        raise SettingError(f"interval: expected mtassay.Bootstrap(…) or mtassay.JackknifeInterval(…), got {interval!r}")
    members = name_members(evalset, runs)
    has_runs = any(len(run_names) > 1 for run_names in members.values())
    if test is None:
        test = default_test(evalset, unit, len(members), alpha, has_runs)
        if isinstance(interval, Bootstrap):  # what it says holds for both
            said = {"draws": interval.draws, "seed": interval.seed, "sample": interval.sample}
            name, _ = parse_spec(test)
            # the draws asked for are those of the interval: randomization needs more
            spec, known = (test, ("seed",)) if name == "randomization" else (name, tuple(said))
            test = TESTS.create(spec, **{key: str(said[key]) for key in known})
    names = put_baseline_first(members, baseline)
    columns = list(evalset.systems)
    chosen_test, chosen_interval = _procedures(test, interval, has_runs)
    plan = _Plan(
        names=names,
        runs=[[columns.index(run) for run in members[name]] for name in names],
        test=chosen_test,
        interval=chosen_interval,
        all_pairs=all_pairs,
        correction=correction,
        alpha=alpha,
        unit=None if unit is None else Labels.of(evalset, unit),
        where=where,
    )
    check_units(evalset, unit, plan.test, plan.interval)
    _warn_of_few_units(plan, len(evalset))
    _warn_of_few_draws(plan)
    parts = None if by is None else Labels.of(evalset, by)
    resolved = resolve(metrics, evalset) if rows is None else [evidence.metric for evidence in rows]
    if not resolved:
        raise SettingError("metrics: an empty list; name at least one, for example bleu")
    compared: dict[int, MetricComparison] = {}
    part_scores: dict[int, Floats] = {}
    for family in families(resolved):
        # the rows of a family are dropped before those of the next are made
        kept = (
            collect_rows([resolved[index] for index in family], evalset, progress)
            if rows is None
            else [rows[index] for index in family]
        )
        for index, evidence in zip(family, kept, strict=True):
            signature = resolved[index].signature(evalset, plan.signature_items())
            of_segments = resolved[index].segment_signature(evalset)
            compared[index] = _compare_by(resolved[index], evidence, plan, signature, of_segments)
            if parts is not None:
                part_scores[index] = parts.scores(evidence, plan.runs)
    return Comparison(
        segments=len(evalset),
        unit=unit or "segment",
        units=len(evalset) if plan.unit is None else len(plan.unit.names),
        baseline=plan.names[0],
        all_pairs=all_pairs,
        metrics=tuple(compared[index] for index in range(len(resolved))),
        test=plan.test,
        interval=plan.interval,
        correction=correction,
        alpha=alpha,
        by=by,
        documents=None if unit is not None else _count_documents(evalset),
        groups=() if parts is None else parts.groups([part_scores[index] for index in range(len(resolved))]),
    )


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """What is done by every metric alike; `runs` are the columns of each system's runs."""

    names: Sequence[str]
    runs: Sequence[Sequence[int]]
    test: PairedTest
    interval: IntervalMethod
    all_pairs: bool
    correction: str
    alpha: float
    unit: Labels | None
    where: str

    def __post_init__(self) -> None:
        if self.correction not in CORRECTIONS:
            raise SettingError(f"correction={self.correction}: expected one of {', '.join(CORRECTIONS)}")

    @property
    def pairs(self) -> Pairs:
        """Those that are tested; the baseline is the first system."""
        return [pair for pair in combinations(range(len(self.names)), 2) if self.all_pairs or pair[0] == 0]

    @property
    def tests_every_pair(self) -> bool:
        return self.all_pairs or len(self.names) == 2

    def signature_items(self) -> dict[str, str]:
        items = {**dict(self.interval.signature_items()), **dict(self.test.signature_items())}
        if self.test.name not in ("bootstrap", "randomization"):  # those two are known by their draws
            items["test"] = self.test.name
        return {**items, **compared_items(self.runs, self.unit.label if self.unit else "", self.where)}


def compared_items(runs: Iterable[Sequence[object]], unit: str, where: str) -> dict[str, str]:
    """What signatures say of what was compared: how many runs of each system, which units, which segments."""
    counts = {len(of_system) for of_system in runs}
    items = {} if counts == {1} else {"runs": str(min(counts)) if len(counts) == 1 else "var"}
    # at | signatures are cut, and at : their items
    said = {key: text.translate({ord(c): "_" for c in "|:"}) for key, text in (("unit", unit), ("where", where))}
    return items | {key: text for key, text in said.items() if text}


def _compare_by(
    metric: Metric[Any], evidence: RowEvidence, plan: _Plan, signature: str, segment_signature: str
) -> MetricComparison:
    units = evidence if plan.unit is None else evidence.grouped(plan.unit.numbers, len(plan.unit.names))
    systems = RunEvidence(units, plan.runs)
    run_scores = metric.score(evidence.totals)
    values = systems.means(run_scores)
    intervals: Sequence[Interval | None] = [None] * len(values)
    spreads: Sequence[float | None] = [None] * len(values)
    resamples = None
    outcomes = [Outcome(float(values[second] - values[first]), 1.0) for first, second in plan.pairs]
    if units.size > 1:  # one unit says nothing of others: no test could tell systems apart
        of_runs = plan.interval.resample(units)
        resamples = Resamples(systems.means(of_runs.scores), values)
        intervals = plan.interval.intervals(systems, resamples)
        spreads = systems.means(plan.interval.errors(of_runs.scores)).tolist()
        outcomes = _test(plan, systems, resamples)
        if metric.known_column is not None and isinstance(plan.test, ResamplingTest):
            outcomes = list(_where_known(outcomes, plan, systems, metric.columns.index(metric.known_column)))
    compared = MetricComparison(
        metric=metric.name,
        spec=metric.spec,
        label=metric.label,
        signature=signature,
        higher_is_better=metric.higher_is_better,
        places=metric.places,
        systems=tuple(
            System(
                name,
                float(values[index]),
                intervals[index],
                tuple(run_scores[list(plan.runs[index])].tolist()),
                spreads[index],
            )
            for index, name in enumerate(plan.names)
        ),
        pairs=tuple(_pairs(plan, outcomes, resamples, evidence.size)),
        segments=RunEvidence(evidence, plan.runs).score_units(),
        segment_signature=segment_signature,
    )
    return replace(compared, indistinguishable=_groups(compared, plan.alpha)) if plan.tests_every_pair else compared


def _test(plan: _Plan, systems: RunEvidence, resamples: Resamples) -> list[Outcome]:
    """The outcome of each pair; where the test asks for the resamples that are there already, by these."""
    test = plan.test
    if isinstance(test, ResamplingTest) and test.test_sets == plan.interval.test_sets:
        return test.judge(resamples, plan.pairs)
    return test.compare(systems, plan.pairs)


def _where_known(outcomes: Sequence[Outcome], plan: _Plan, systems: RunEvidence, column: int) -> Iterator[Outcome]:
    """The same, but that nothing is told apart by a handful of scores: how they spread cannot be seen from so few."""
    units = systems.means((systems.rows.table[..., column] > 0).sum(axis=0).astype(np.float64))
    for outcome, pair in zip(outcomes, plan.pairs, strict=True):
        is_few = units[list(pair)].min() < min(FEWEST_UNITS, systems.size)
        yield replace(outcome, p_value=1.0, is_bound=False) if is_few else outcome


def _pairs(plan: _Plan, outcomes: Sequence[Outcome], resamples: Resamples | None, segments: int) -> Iterator[Pair]:
    p_values = [outcome.p_value for outcome in outcomes]
    adjusted = correct(p_values, plan.correction)
    are_bounds = correct_bounds(p_values, [outcome.is_bound for outcome in outcomes], plan.correction)
    for (first, second), outcome, p_value, is_bound in zip(plan.pairs, outcomes, adjusted, are_bounds, strict=True):
        smallest = needed = None
        if resamples is not None and plan.test.asks_about_scores:
            spread = float(plan.interval.errors(resamples.scores[:, second] - resamples.scores[:, first]))
            if spread <= rounding(*resamples.observed[[first, second]].tolist()):
                spread = 0.0
            # about what the corrections ask of the smallest p-value
            alpha = plan.alpha / (1 if plan.correction == "none" else len(plan.pairs))
            if not math.isnan(spread):  # of some test sets there may be no score
                smallest = smallest_difference(spread, alpha)
                needed = units_needed(outcome.difference, spread, segments, alpha)
        yield Pair(plan.names[first], plan.names[second], outcome, p_value, smallest, needed, is_bound)


def _groups(compared: MetricComparison, alpha: float) -> tuple[tuple[str, ...], ...]:
    """The systems that cannot be told apart, by the same p-values that are reported."""
    differing = {
        frozenset((pair.first, pair.second)) for pair in compared.pairs if compared.verdict(pair, alpha) != "unclear"
    }
    names = [system.name for system in compared.ranked]
    return tuple(indistinguishable(names, lambda *pair: frozenset(pair) in differing))


def name_members(
    evalset: EvalSet, runs: Mapping[str, Sequence[str]] | None, *, may_be_alone: bool = False
) -> dict[str, Sequence[str]]:
    """The systems of the test set that stand for each system: itself, or its runs."""
    members: dict[str, Sequence[str]] = {name: [name] for name in evalset.systems} if runs is None else {**runs}
    if len(members) < (1 if may_be_alone else 2):
        raise InputError(
            "there is no system; name one or more"
            if may_be_alone
            else f"a comparison needs two systems or more, and there is {'one' if members else 'none'}; "
            "name the baseline first, then the others"
        )
    for name, run_names in members.items():
        if isinstance(run_names, str) or not run_names:
            raise InputError(f"runs of {name}: expected a list of systems of the test set, got {run_names!r}")
        for run in run_names:
            if run not in evalset.systems:
                raise InputError(f"runs of {name}: the test set has no system {run!r}")
    few = [name for name, run_names in members.items() if len(run_names) < _ENOUGH_RUNS]
    if few and any(len(run_names) > 1 for run_names in members.values()):
        warnings.warn(
            f"UNSTABLE: fewer than {_ENOUGH_RUNS} runs of {', '.join(few)}; how much training runs differ cannot be "
            f"told from so few, so train {_ENOUGH_RUNS} or more of each with different seeds",
            MtassayWarning,
            stacklevel=3,
        )
    return {name: list(run_names) for name, run_names in members.items()}


def put_baseline_first(names: Iterable[str], baseline: str | None) -> list[str]:
    """All systems in their order, but the baseline first."""
    every = list(names)
    if baseline is None:
        return every
    if baseline not in every:
        raise InputError(f"baseline: there is no system {baseline!r}{did_you_mean(baseline, every)}")
    return [baseline, *(name for name in every if name != baseline)]


def default_test(evalset: EvalSet, unit: str | None, systems: int, alpha: float, has_runs: bool) -> str:
    """The spec of the test that is taken where none is named.

    The bootstrap finds too much on few units and knows nothing of runs: then it is randomization (measured in
    docs/explanation/significance.md). Draws are so many that p-values corrected for all pairs can still fall below
    alpha.
    """
    check_alpha(alpha)
    is_small = len(evalset) < _ENOUGH_SEGMENTS if unit is None else len(set(evalset.labels.get(unit, ()))) <= _FEW_PARTS
    name, draws = ("randomization", Randomization().draws) if has_runs or is_small else ("bootstrap", Bootstrap().draws)
    pairs = systems * (systems - 1) // 2
    return name if pairs < alpha * draws else f"{name}:draws={_enough_draws(pairs, alpha)}"


def _count_documents(evalset: EvalSet) -> int | None:
    """How many documents the segments come from; None where that is not known, or each is one."""
    named = [set(values) for label, values in evalset.labels.items() if is_document_label(label)]
    counts = [len(names) for names in named if 1 < len(names) < len(evalset)]
    return min(counts, default=None)


_LEAST_ALPHA = 1e-12
"""Below, no number of draws would do."""


def check_alpha(alpha: float) -> None:
    """Refuse a level of significance that is none."""
    if not isinstance(alpha, (int, float)) or not _LEAST_ALPHA <= alpha < 1:
        raise SettingError(f"alpha={alpha}: expected a number between 0 and 1, for example 0.05")


def _enough_draws(pairs: int, alpha: float) -> int:
    return math.ceil(2 * pairs / alpha / 1000) * 1000


def _procedures(
    test: str | PairedTest, interval: IntervalMethod | None, has_runs: bool
) -> tuple[PairedTest, IntervalMethod]:
    """The test and the interval, which must draw alike."""
    chosen = paired_test(test) if isinstance(test, str) else test
    if not isinstance(chosen, PairedTest):
        raise SettingError(f"test: expected a spec such as 'randomization', got {chosen!r}")
    if has_runs and not chosen.takes_runs:
        raise SettingError(
            f"{chosen.name} knows nothing of several training runs; use test=randomization, which shuffles them "
            "within each segment (Clark et al. 2011), test=jackknife, or compare single runs"
        )
    if interval is None:
        interval = interval_beside(chosen)
    for name in ("seed",) if not isinstance(chosen, PairedBootstrap) else ("seed", "draws", "sample"):
        asked, other = getattr(chosen, name, None), getattr(interval, name, None)
        if asked is not None and other is not None and asked != other:
            raise SettingError(f"the test has {name}={asked}, the interval {name}={other}; give both the same")
    return chosen, interval


def _warn_of_few_draws(plan: "_Plan") -> None:
    draws: int | None = getattr(plan.test, "draws", None)
    pairs = len(plan.pairs)
    if draws is not None and plan.correction != "none" and pairs / (draws + 1) >= plan.alpha:
        warnings.warn(
            f"{draws} draws are too few for {pairs} pairs: corrected for so many, no p-value can fall below "
            f"{plan.alpha:g}, so no systems can be told apart; take {_enough_draws(pairs, plan.alpha)} or more",
            MtassayWarning,
            stacklevel=3,
        )


def _warn_of_few_units(plan: "_Plan", segments: int) -> None:
    count, noun = (segments, "segment") if plan.unit is None else (len(plan.unit.names), f"parts by {plan.unit.label}")
    if count == 1:
        unit = "one segment" if plan.unit is None else "one part"
        message = f"{unit} only: nothing can be said of others, so there are no intervals and every p-value is 1"
    elif count < _FEW_UNITS and (plan.unit is None or not isinstance(plan.test, Randomization)):
        # of parts tested by randomization the result itself says that their intervals are too narrow
        what = f"{count} segments" if plan.unit is None else f"{count} {noun}"
        message = f"{what} are few: intervals from so few are too narrow"
        if isinstance(plan.test, PairedBootstrap):
            message += ", and p-values of the bootstrap far too small; use the test randomization"
    else:
        return
    warnings.warn(message, MtassayWarning, stacklevel=3)
