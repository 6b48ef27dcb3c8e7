"""Systems compared: scores, intervals, tests, clusters, and how much the test set can show."""

import math
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from mtassay.comparison.groups import Labels
from mtassay.comparison.result import Comparison, MetricComparison, Pair, System
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, MtassayWarning, SettingError
from mtassay.evaluation.rows import RowEvidence, RunEvidence, families
from mtassay.evaluation.run import Progress, collect_rows, resolve
from mtassay.metrics.base import Floats, Metric
from mtassay.settings import did_you_mean, parse_spec
from mtassay.significance.bootstrap import Bootstrap, Resamples
from mtassay.significance.clusters import clusters
from mtassay.significance.corrections import CORRECTIONS, correct
from mtassay.significance.evidence import Pairs
from mtassay.significance.intervals import Interval
from mtassay.significance.paired_bootstrap import PairedBootstrap
from mtassay.significance.paired_test import TESTS, Outcome, PairedTest, paired_test, rounding
from mtassay.significance.power import smallest_difference, units_needed
from mtassay.significance.randomization import Randomization

_ENOUGH_UNITS = 30
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

    `baseline` is the first system unless named. `test` is the spec of a test: `bootstrap` unless
    there are several runs or few units, then `randomization`. `runs` maps the name of a system to those
    systems of the test set that are its training runs. `unit` and `by` name labels of the test set,
    such as `document`: by `unit` segments are resampled together, by `by` scores are broken down.
    """
    _check_alpha(alpha)
    if not isinstance(interval, Bootstrap | None):
        raise SettingError(f"interval: expected mtassay.Bootstrap(…), got {interval!r}")
    members = _members(evalset, runs)
    has_runs = any(len(run_names) > 1 for run_names in members.values())
    if test is None:
        test = default_test(evalset, unit, len(members), alpha, has_runs)
        if interval is not None:  # what it says holds for both
            said = {"draws": interval.draws, "seed": interval.seed, "sample": interval.sample}
            known = {"seed"} if test == "randomization" else set(said)
            test = TESTS.create(parse_spec(test)[0], **{key: str(said[key]) for key in known})
    names = _baseline_first(members, baseline)
    columns = list(evalset.systems)
    paired_test, bootstrap = _procedures(test, interval, has_runs)
    plan = _Plan(
        names=names,
        runs=[[columns.index(run) for run in members[name]] for name in names],
        test=paired_test,
        interval=bootstrap,
        all_pairs=all_pairs,
        correction=correction,
        alpha=alpha,
        unit=None if unit is None else Labels.of(evalset, unit),
    )
    _warn_of_few_units(plan, len(evalset))
    _warn_of_few_draws(plan)
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


@dataclass(frozen=True, kw_only=True)
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
        # at | signatures are cut, and at : their items
        return {**items, **({"unit": self.unit.label.translate({ord(c): "_" for c in "|:"})} if self.unit else {})}


def _compare_by(metric: Metric[Any], evidence: RowEvidence, plan: _Plan, signature: str) -> MetricComparison:
    units = evidence if plan.unit is None else evidence.grouped(plan.unit.numbers, len(plan.unit.names))
    systems = RunEvidence(units, plan.runs)
    run_scores = metric.score(evidence.totals)
    values = systems.means(run_scores)
    intervals: Sequence[Interval | None] = [None] * len(values)
    spreads: Sequence[float | None] = [None] * len(values)
    resamples = None
    outcomes = [Outcome(float(values[second] - values[first]), 1.0) for first, second in plan.every_pair]
    if units.size > 1:  # one unit says nothing of others: no test could tell systems apart
        of_runs = plan.interval.resample(units)
        resamples = Resamples(systems.means(of_runs.scores), values)
        intervals = plan.interval.intervals(systems, resamples)
        spreads = systems.means(_spread(of_runs.scores) / plan.interval.widening).tolist()
        outcomes = _test(plan, systems, resamples)
    outcome_of = dict(zip(plan.every_pair, outcomes, strict=True))
    cluster_of = _clusters(values, outcome_of, plan, metric.higher_is_better)
    return MetricComparison(
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
                cluster_of[index],
                tuple(run_scores[list(plan.runs[index])].tolist()),
                spreads[index],
            )
            for index, name in enumerate(plan.names)
        ),
        pairs=tuple(_pairs(plan, outcome_of, resamples, evidence.size)),
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
    plan: _Plan, outcomes: Mapping[tuple[int, int], Outcome], resamples: Resamples | None, segments: int
) -> Iterator[Pair]:
    adjusted = correct([outcomes[pair].p_value for pair in plan.reported_pairs], plan.correction)
    for (first, second), p_value in zip(plan.reported_pairs, adjusted, strict=True):
        outcome = outcomes[first, second]
        smallest = needed = None
        if resamples is not None and plan.test.asks_about_scores:
            drawn = resamples.scores[:, second] - resamples.scores[:, first]
            spread = float(_spread(drawn)) / plan.interval.widening
            if spread <= rounding(*resamples.observed[[first, second]].tolist()):
                spread = 0.0
            # about what the corrections ask of the smallest p-value
            alpha = plan.alpha / (1 if plan.correction == "none" else len(plan.reported_pairs))
            smallest = smallest_difference(spread, alpha)
            needed = units_needed(outcome.difference, spread, segments, alpha)
        yield Pair(plan.names[first], plan.names[second], outcome, p_value, smallest, needed)


def _spread(scores: Floats) -> Floats:
    """The standard deviation over draws; one draw has none."""
    return np.asarray(scores.std(axis=0, ddof=1)) if len(scores) > 1 else np.zeros(scores.shape[1:])


def _clusters(
    values: Floats, outcomes: Mapping[tuple[int, int], Outcome], plan: _Plan, higher_is_better: bool
) -> list[int]:
    """The number of each system's cluster, best first; all pairs count, reported or not."""
    adjusted = correct([outcome.p_value for outcome in outcomes.values()], plan.correction)
    p_values = dict(zip(outcomes, adjusted, strict=True))

    def differ(first: int, other: int) -> bool:
        pair = (min(first, other), max(first, other))
        outcome = outcomes[pair]
        return p_values[pair] < plan.alpha and outcome.difference != 0 and not outcome.contradicts

    ranked = sorted(range(len(values)), key=lambda index: float(values[index]), reverse=higher_is_better)
    parts = clusters(ranked, differ)
    numbers = {system: number for number, part in enumerate(parts, start=1) for system in part}
    return [numbers[index] for index in range(len(values))]


def _members(evalset: EvalSet, runs: Mapping[str, Sequence[str]] | None) -> dict[str, Sequence[str]]:
    """The systems of the test set that stand for each system: itself, or its runs."""
    members: dict[str, Sequence[str]] = {name: [name] for name in evalset.systems} if runs is None else {**runs}
    if len(members) < 2:
        raise InputError(
            f"a comparison needs two systems or more, and there is {'one' if members else 'none'}; "
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


def _baseline_first(names: Iterable[str], baseline: str | None) -> list[str]:
    every = list(names)
    if baseline is None:
        return every
    if baseline not in every:
        raise InputError(f"baseline: there is no system {baseline!r}{did_you_mean(baseline, every)}")
    return [baseline, *(name for name in every if name != baseline)]


def default_test(evalset: EvalSet, unit: str | None, systems: int, alpha: float, has_runs: bool) -> str:
    """The spec of the test that is taken where none is named.

    The bootstrap finds too much on few units and knows nothing of runs: then it is randomization. Draws are so
    many that p-values corrected for all pairs can still fall below alpha.
    """
    _check_alpha(alpha)
    units = len(evalset) if unit is None else len(set(evalset.labels.get(unit, ())))
    if has_runs or units < _ENOUGH_UNITS:
        return "randomization"
    pairs = systems * (systems - 1) // 2
    return "bootstrap" if pairs < alpha * 1000 else f"bootstrap:draws={_enough_draws(pairs, alpha)}"


_LEAST_ALPHA = 1e-12
"""Below, no number of draws would do."""


def _check_alpha(alpha: float) -> None:
    if not isinstance(alpha, (int, float)) or not _LEAST_ALPHA <= alpha < 1:
        raise SettingError(f"alpha={alpha}: expected a number between 0 and 1, for example 0.05")


def _enough_draws(pairs: int, alpha: float) -> int:
    return math.ceil(2 * pairs / alpha / 1000) * 1000


def _procedures(test: str | PairedTest, interval: Bootstrap | None, has_runs: bool) -> tuple[PairedTest, Bootstrap]:
    """The test and the interval, which must draw alike."""
    chosen = paired_test(test) if isinstance(test, str) else test
    if not isinstance(chosen, PairedTest):
        raise SettingError(f"test: expected a spec such as 'randomization', got {chosen!r}")
    if has_runs and not isinstance(chosen, Randomization):
        raise SettingError(
            f"{chosen.name} knows nothing of several training runs; use test=randomization, which shuffles them "
            "within each segment (Clark et al. 2011), or compare single runs"
        )
    if interval is None:
        interval = _interval_beside(chosen)
    for name in ("seed",) if not isinstance(chosen, PairedBootstrap) else ("seed", "draws", "sample"):
        asked, other = getattr(chosen, name, None), getattr(interval, name)
        if asked is not None and asked != other:
            raise SettingError(f"the test has {name}={asked}, the interval {name}={other}; give both the same")
    return chosen, interval


def _warn_of_few_draws(plan: "_Plan") -> None:
    draws: int | None = getattr(plan.test, "draws", None)
    pairs = len(plan.every_pair)
    if draws is not None and plan.correction != "none" and pairs / (draws + 1) >= plan.alpha:
        warnings.warn(
            f"{draws} draws are too few for {pairs} pairs: corrected for so many, no p-value can fall below "
            f"{plan.alpha:g}, so clusters cannot be told apart; take {_enough_draws(pairs, plan.alpha)} or more",
            MtassayWarning,
            stacklevel=3,
        )


def _interval_beside(test: PairedTest) -> Bootstrap:
    """The interval that draws as the test does, as far as that is possible."""
    if isinstance(test, PairedBootstrap):
        return Bootstrap(draws=test.draws, seed=test.seed, sample=test.sample)
    return Bootstrap(seed=test.seed) if isinstance(test, Randomization) else Bootstrap()


def _warn_of_few_units(plan: "_Plan", segments: int) -> None:
    count, noun = (segments, "segment") if plan.unit is None else (len(plan.unit.names), f"parts by {plan.unit.label}")
    if count == 1:
        unit = "one segment" if plan.unit is None else "one part"
        message = f"{unit} only: nothing can be said of others, so there are no intervals and every p-value is 1"
    elif count < _ENOUGH_UNITS:
        what = f"{count} segments" if plan.unit is None else f"{count} {noun}"
        message = f"{what} are few: intervals from so few are too narrow"
        if isinstance(plan.test, PairedBootstrap):
            message += ", and p-values of the bootstrap far too small; use the test randomization"
    else:
        return
    warnings.warn(message, MtassayWarning, stacklevel=3)
