"""Agreement of the judges of a memory: of any two, of all together, and of each with himself or herself."""

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from mtassay.errors import InputError
from mtassay.human.alpha import krippendorff
from mtassay.human.kappa import Agreement, cohen, fleiss, randolph
from mtassay.human.memory import Floats, Ints, Memory
from mtassay.human.ratios import RatioEvidence, mean_evidence
from mtassay.human.scales import POINTS, Scale

COLUMNS = ("difference", "distance", "exact", "near")
"""The columns of the evidence of an Accord."""


@dataclass(frozen=True, eq=False)
class RatingTable:
    """Points of 0 to 10 by target and judge, `(targets, judges)`, NaN where a judge did not judge a target."""

    targets: Ints
    judges: tuple[str, ...]
    points: Floats


@dataclass(frozen=True, kw_only=True)
class Accord:
    """How well two lists of scores of the same translations agree.

    `difference` is the second less the first, in points of 0 to 10, and `distance` its mean size; `exact` and `near`
    are the shares that are equal, and at most `step` apart: one step of the scale, or one point where it has none.
    Kappas count distances by value. Units of the evidence, and of that of each coefficient, are translations.
    """

    first: str
    second: str
    units: int
    difference: float
    distance: float
    exact: float
    near: float
    step: float
    kappa: Agreement
    linear_kappa: Agreement
    quadratic_kappa: Agreement
    alpha: Agreement
    evidence: RatioEvidence = field(repr=False, compare=False)


@dataclass(frozen=True)
class GroupAgreement:
    """Coefficients of all judges together, over targets that at least two of them judged.

    Fleiss' and Randolph's kappas are None where targets have different numbers of judges, and `reason` says so.
    """

    targets: int
    judges: int
    alphas: dict[str, Agreement]
    fleiss: Agreement | None
    randolph: Agreement | None
    reason: str = ""


def rating_table(memory: Memory) -> RatingTable:
    """Targets with at least two judges, and what each of them said first.

    Only first judgments are independent: who judges again may remember. Judgments without a judge are left out.
    """
    named = memory.counting.chosen(memory.counting.judge >= 0)
    pairs = named.target * len(memory.judges) + named.judge
    first = named.chosen(np.unique(pairs, return_index=True)[1])  # judgments stand the oldest first
    targets = np.flatnonzero(np.bincount(first.target, minlength=len(memory.targets)) >= 2)
    shared = first.chosen(np.isin(first.target, targets))
    points = np.full((len(targets), len(memory.judges)), np.nan)
    points[np.searchsorted(targets, shared.target), shared.judge] = shared.points
    return RatingTable(targets, memory.judges, points)


def pairwise_agreement(memory: Memory) -> tuple[Accord, ...]:
    """Every two judges that share a target, in the order of their names in the memory."""
    table = rating_table(memory)
    accords = []
    for first, second in combinations(range(len(table.judges)), 2):
        shared = ~np.isnan(table.points[:, [first, second]]).any(axis=1)
        if shared.any():
            left, right = table.points[shared, first], table.points[shared, second]
            accords.append(accord(left, right, memory.scale, table.judges[first], table.judges[second]))
    return tuple(accords)


def group_agreement(memory: Memory) -> GroupAgreement:
    """All judges together; an InputError where no target has two of them."""
    table = rating_table(memory)
    if not len(table.targets):
        raise InputError("no translation was judged by two judges, so there is no agreement between them to measure")
    # ratios need a true zero, which the worst score of a scale is not
    alphas = {level: krippendorff(table.points, level) for level in ("nominal", "ordinal", "interval")}
    judges = int(np.count_nonzero((~np.isnan(table.points)).any(axis=0)))
    counts = np.count_nonzero(~np.isnan(table.points), axis=1)
    if counts.min() != counts.max():
        reason = f"targets have {counts.min()} to {counts.max()} judges, and these kappas need equally many"
        return GroupAgreement(len(table.targets), judges, alphas, None, None, reason)
    categories = _categories(memory.scale, table.points)
    kappas = fleiss(table.points, categories), randolph(table.points, categories)
    return GroupAgreement(len(table.targets), judges, alphas, *kappas)


def self_agreement(memory: Memory, judge: str | None = None) -> dict[str, Accord]:
    """What judges said first of a target against what the same judge said of it later, by judge, or of one judge.

    Rechecks and plain repetitions count alike, each against the first. Judges who never repeated are left out.
    """
    if judge is not None and judge not in memory.judges:
        raise InputError(f"there is no judge {judge!r}; there are {', '.join(memory.judges) or 'none with a name'}")
    first, later = _repetitions(memory)
    points, judges = memory.judgments.points, memory.judgments.judge
    names = memory.judges if judge is None else (judge,)
    accords = {}
    for name in names:
        own = judges[later] == memory.judges.index(name)
        if own.any():
            accords[name] = accord(points[first[own]], points[later[own]], memory.scale, name, name)
    return accords


def accord(first: Floats, second: Floats, scale: Scale, first_name: str = "", second_name: str = "") -> Accord:
    """How two lists of points, without gaps, agree; `scale` says what a step is."""
    differences = second - first
    step = _step_of(scale)
    both = np.column_stack([first, second])
    categories = _categories(scale, both)
    # conversion between scales rounds
    near = [np.abs(differences) <= limit + 1e-9 for limit in (0, step)]
    evidence = mean_evidence(differences, np.abs(differences), *(hits.astype(np.float64) for hits in near))
    difference, distance, exact, within = evidence.score_under(np.ones((1, len(first))))[0].tolist()
    return Accord(
        first=first_name,
        second=second_name,
        units=len(first),
        difference=difference,
        distance=distance,
        exact=exact,
        near=within,
        step=step,
        kappa=cohen(first, second, "none", categories),
        linear_kappa=cohen(first, second, "linear", categories, "value"),
        quadratic_kappa=cohen(first, second, "quadratic", categories, "value"),
        alpha=krippendorff(both, "interval"),
        evidence=evidence,
    )


def _step_of(scale: Scale) -> float:
    """One step of a scale in points of 0 to 10, or one point where it has no steps."""
    return 1.0 if scale.step is None else POINTS * scale.step / (scale.high - scale.low)


def _categories(scale: Scale, points: Floats) -> list[float] | None:
    """The points that the steps of a scale stand for, or None where ratings fall between them."""
    steps = [scale.points(value) for value in scale.values]
    given = np.unique(points[~np.isnan(points)])
    if not steps or not np.isclose(np.subtract.outer(given, steps), 0, atol=1e-9).any(axis=1).all():
        return None
    return steps


def _repetitions(memory: Memory) -> tuple[Ints, Ints]:
    """Numbers of judgments that repeat an earlier one of the same judge and target, and of the first of those."""
    judgments = memory.judgments
    oldest: dict[tuple[int, int], int] = {}
    first, later = [], []
    for place in np.flatnonzero((judgments.judge >= 0) & ~np.isnan(judgments.points)).tolist():
        key = int(judgments.target[place]), int(judgments.judge[place])
        if key in oldest:
            first.append(oldest[key])
            later.append(place)
        else:
            oldest[key] = place
    return np.array(first, dtype=np.int64), np.array(later, dtype=np.int64)
