"""Systems compared: scores, intervals, tests, clusters, and how much the test set can show."""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from mtassay.comparison.groups import Labels
from mtassay.comparison.result import Comparison, MetricComparison, Pair, System
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, MtassayWarning, SettingError
from mtassay.evaluation.rows import RowEvidence, RunEvidence, families
from mtassay.evaluation.run import Progress, collect_rows, resolve
from mtassay.metrics.base import Floats, Metric
from mtassay.settings import did_you_mean
from mtassay.significance.bootstrap import Bootstrap, Resamples
from mtassay.significance.clusters import clusters
from mtassay.significance.corrections import CORRECTIONS, correct
from mtassay.significance.evidence import Pairs
from mtassay.significance.intervals import Interval
from mtassay.significance.paired_bootstrap import PairedBootstrap
from mtassay.significance.paired_test import Outcome, PairedTest, paired_test
from mtassay.significance.power import smallest_difference, units_needed
from mtassay.significance.randomization import Randomization

_FEW_UNITS = 20
_ENOUGH_RUNS = 3


def compare(
    evalset: EvalSet,
    metrics: Iterable[str | Metric[Any]] = ("bleu", "chrf"),
    *,
    baseline: str | None = None,
    test: str | PairedTest | None = None,
    interval: Bootstrap | None = None,
    all_pairs: bool = False,
    correction: str = "holm",
    alpha: float = 0.05,
    runs: Mapping[str, Sequence[str]] | None = None,
    unit: str | None = None,
    by: str | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Compare the systems of a test set with each other.

    `baseline` is the first system unless named. `test` is the spec of a test, `bootstrap` unless
    systems have several runs, then `randomization`. `runs` maps the name of a system to those
    systems of the test set that are its training runs. `unit` and `by` name labels of the test set,
    such as `document`: by `unit` segments are resampled together, by `by` scores are broken down.
    """
    members = _members(evalset, runs)
    names = _baseline_first(members, baseline)
    columns = list(evalset.systems)
    plan = _Plan(
        names,
        [[columns.index(run) for run in members[name]] for name in names],
        _choose_test(test, has_runs=any(len(names) > 1 for names in members.values())),
        interval or Bootstrap(),
        all_pairs,
        correction,
        alpha,
        None if unit is None else Labels.of(evalset, unit),
    )
    _warn_of_few_units(plan.unit, len(evalset))
    parts = None if by is None else Labels.of(evalset, by)
    resolved = resolve(metrics, evalset)
    if not resolved:
        raise SettingError("metrics: an empty list; name at least one, for example bleu")
    compared: dict[int, MetricComparison] = {}
    part_scores: dict[int, Floats] = {}
    for family in families(resolved):
        # the rows of a family are dropped before those of the next are made
        kept = collect_rows([resolved[index] for index in family], evalset, progress)
        for index, evidence in zip(family, kept, strict=True):
            signature = resolved[index].signature(evalset, plan.signature_items())
            compared[index] = _compare_by(resolved[index], evidence, plan, signature)
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
        groups=() if parts is None else parts.groups([part_scores[index] for index in range(len(resolved))]),
    )


@dataclass(frozen=True)
class _Plan:
    """What is done by every metric alike; `runs` are the columns of each system's runs."""

    names: Sequence[str]
    runs: Sequence[Sequence[int]]
    test: PairedTest
    interval: Bootstrap
    all_pairs: bool
    correction: str
    alpha: float
    unit: Labels | None

    def __post_init__(self) -> None:
        if self.correction not in CORRECTIONS:
            raise SettingError(f"correction={self.correction}: expected one of {', '.join(CORRECTIONS)}")
        if not 0 < self.alpha < 1:
            raise SettingError(f"alpha={self.alpha:g}: expected a number between 0 and 1, for example 0.05")

    @property
    def every_pair(self) -> Pairs:
        return list(combinations(range(len(self.names)), 2))

    @property
    def reported_pairs(self) -> Pairs:
        return self.every_pair if self.all_pairs else [pair for pair in self.every_pair if pair[0] == 0]

    def signature_items(self) -> dict[str, str]:
        items = {**dict(self.interval.signature_items()), **dict(self.test.signature_items())}
        if self.test.name not in ("bootstrap", "randomization"):  # those two are known by their draws
            items["test"] = self.test.name
        counts = {len(columns) for columns in self.runs}
        if counts != {1}:
            items["runs"] = str(min(counts)) if len(counts) == 1 else "var"
        return {**items, **({"unit": self.unit.label} if self.unit else {})}


def _compare_by(one: Metric[Any], evidence: RowEvidence, plan: _Plan, signature: str) -> MetricComparison:
    units = evidence if plan.unit is None else evidence.grouped(plan.unit.numbers, len(plan.unit.names))
    systems = RunEvidence(units, plan.runs)
    run_scores = one.score(evidence.totals)
    values = systems.means(run_scores)
    intervals: Sequence[Interval | None] = [None] * len(values)
    spreads: Sequence[float | None] = [None] * len(values)
    resamples = None
    outcomes = [Outcome(float(values[second] - values[first]), 1.0) for first, second in plan.every_pair]
    if units.size > 1:  # one unit says nothing of others: no test could tell systems apart
        of_runs = plan.interval.resample(units)
        resamples = Resamples(systems.means(of_runs.scores), values)
        intervals = plan.interval.intervals(systems, resamples)
        spreads = systems.means(of_runs.scores.std(axis=0, ddof=1) / plan.interval.widening).tolist()
        outcomes = _test(plan, systems, resamples)
    found = dict(zip(plan.every_pair, outcomes, strict=True))
    cluster_of = _clusters(values, found, plan, one.higher_is_better)
    return MetricComparison(
        metric=one.name,
        spec=one.spec,
        label=one.label,
        signature=signature,
        higher_is_better=one.higher_is_better,
        places=one.places,
        systems=tuple(
            System(
                name,
                float(values[index]),
                intervals[index],
                cluster_of[index],
                tuple(run_scores[list(plan.runs[index])].tolist()),
                spreads[index],
            )
            for index, name in enumerate(plan.names)
        ),
        pairs=tuple(_pairs(plan, found, resamples, evidence.size)),
        segments=RunEvidence(evidence, plan.runs).score_units(),
    )


def _test(plan: _Plan, systems: RunEvidence, resamples: Resamples) -> list[Outcome]:
    """The outcome of every pair; where the test asks for the resamples that are there already, by these."""
    test, drawn = plan.test, plan.interval
    if isinstance(test, PairedBootstrap) and (test.draws, test.seed, test.sample) == (
        drawn.draws,
        drawn.seed,
        drawn.sample,
    ):
        return test.judge(resamples, plan.every_pair)
    return test.compare(systems, plan.every_pair)


def _pairs(
    plan: _Plan, found: Mapping[tuple[int, int], Outcome], resamples: Resamples | None, segments: int
) -> Iterator[Pair]:
    adjusted = correct([found[pair].p_value for pair in plan.reported_pairs], plan.correction)
    for (first, second), p_value in zip(plan.reported_pairs, adjusted, strict=True):
        outcome = found[first, second]
        smallest = needed = None
        if resamples is not None:
            drawn = resamples.scores[:, second] - resamples.scores[:, first]
            spread = float(drawn.std(ddof=1)) / plan.interval.widening if len(drawn) > 1 else 0.0
            smallest = smallest_difference(spread, plan.alpha)
            needed = units_needed(outcome.difference, spread, segments, plan.alpha)
        yield Pair(plan.names[first], plan.names[second], outcome, p_value, smallest, needed)


def _clusters(
    values: Floats, found: Mapping[tuple[int, int], Outcome], plan: _Plan, higher_is_better: bool
) -> list[int]:
    """The number of each system's cluster, best first; all pairs count, reported or not."""
    adjusted = correct([outcome.p_value for outcome in found.values()], plan.correction)
    p_values = dict(zip(found, adjusted, strict=True))
    ranked = sorted(range(len(values)), key=lambda index: float(values[index]), reverse=higher_is_better)
    parts = clusters(ranked, lambda one, other: p_values[min(one, other), max(one, other)] < plan.alpha)
    numbers = {system: number for number, part in enumerate(parts, start=1) for system in part}
    return [numbers[index] for index in range(len(values))]


def _members(evalset: EvalSet, runs: Mapping[str, Sequence[str]] | None) -> dict[str, Sequence[str]]:
    """The systems of the test set that stand for each system: itself, or its runs."""
    members = {name: [name] for name in evalset.systems} if runs is None else {**runs}
    if len(members) < 2:
        raise InputError(
            f"a comparison needs two systems or more, and there is {'one' if members else 'none'}; "
            "name the baseline first, then the others"
        )
    for name, run_names in members.items():
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


def _baseline_first(names: Iterable[str], baseline: str | None) -> list[str]:
    every = list(names)
    if baseline is None:
        return every
    if baseline not in every:
        raise InputError(f"baseline: there is no system {baseline!r}{did_you_mean(baseline, every)}")
    return [baseline, *(name for name in every if name != baseline)]


def _choose_test(test: str | PairedTest | None, has_runs: bool) -> PairedTest:
    if test is None:
        return Randomization() if has_runs else PairedBootstrap()
    chosen = paired_test(test) if isinstance(test, str) else test
    if has_runs and not isinstance(chosen, Randomization):
        raise SettingError(
            f"{chosen.name} knows nothing of several training runs; use test=randomization, which shuffles them "
            "within each segment (Clark et al. 2011), or compare single runs"
        )
    return chosen


def _warn_of_few_units(unit: Labels | None, segments: int) -> None:
    count, noun = (segments, "segment") if unit is None else (len(unit.names), unit.label)
    if count == 1:
        message = f"one {noun} only: nothing can be said of others, so there are no intervals and every p-value is 1"
    elif count < _FEW_UNITS:
        message = f"{count} {noun}s are few: intervals and p-values from so few are rough"
    else:
        return
    warnings.warn(message, MtassayWarning, stacklevel=3)
