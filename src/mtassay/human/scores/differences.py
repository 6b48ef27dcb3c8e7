"""Differences of systems by least squares, with intervals that hold for other judges, segments and answers."""

from dataclasses import dataclass

import numpy as np

from mtassay.human.memory import Bools, Floats, Ints
from mtassay.human.scores.columns import ScoreColumns, answers_of
from mtassay.human.scores.design import Design, sums_by
from mtassay.human.scores.variance_components import Components, favour_cells, variance_components
from mtassay.significance.student import t_quantile, two_sided
from mtassay.significance.system_differences import Difference, SystemScore, SystemScores, sort_by_score

FEWEST_JUDGES = 3
"""Fewer judges say too little of which systems others would favour."""

NOTHING_VARIES = (
    "judges, segments and answers do not vary at all around the means of the systems, so nothing says how much others "
    "would vary: no interval and no test"
)

_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class ScoreDifferences:
    """Systems by their estimates, whose mean is 0, and how strict each judge is.

    Estimates are differences: how far a system lies above the mean of all, whoever judged it on whatever segments.
    `components` are None, and there are no intervals, where `systems.reason` says why. `severity` is by how much each
    judge scores above the others on the same systems and segments, and `given` how many answers that is of; NaN where
    it cannot be told. `unlinked` are systems that no answer links with the others, so that nothing can be said of them.
    """

    systems: SystemScores
    components: Components | None
    judges: tuple[str, ...]
    severity: Floats
    given: Ints
    unlinked: tuple[str, ...]


def score_differences(
    columns: ScoreColumns, *, is_lower_better: bool = False, fewest_judges: int = FEWEST_JUDGES, level: float = 0.95
) -> ScoreDifferences:
    """Every two systems: y = system + segment + judge by least squares, and how much the difference could be chance.

    Its variance is that of judges who favour systems, of outputs and of answers, each as often as the difference hangs
    on it; an output of both systems counts for neither. The components are estimated from all answers together.
    """
    answer, system = columns.rows
    about = np.zeros((len(answer), len(columns.systems)))
    about[np.arange(len(answer)), system] = 1.0
    design = Design(columns.segment[answer], columns.judge[answer], about, len(columns.judges))
    effects = design.effects(columns.value[answer])
    size = len(columns.systems)
    linked = _linked(design, 0, size)
    estimates = effects[:size] - effects[:size][linked].mean()
    # what only rounding made is no difference, nor is what processors round differently
    least = _ROUNDING * float(np.abs(columns.value).max())
    estimates = np.where(np.abs(estimates) > least, estimates, 0.0)
    estimates = np.where(linked, estimates, np.nan)
    components = variance_components(columns)
    reason = _reason(columns, linked, components, fewest_judges)
    if not reason and components is not None and components.are_zero:
        reason = NOTHING_VARIES
    differences: list[Difference] = []
    halves: list[float | None] = [None] * size
    if not reason and components is not None:
        spread = _Variances(columns, design, components, answer, favour_cells(columns))
        for first in range(size):
            for second in range(first + 1, size):
                if linked[first] and linked[second]:
                    value = float(estimates[first] - estimates[second])
                    value = value if abs(value) > least else 0.0
                    contrast = np.zeros(size)
                    contrast[first], contrast[second] = 1.0, -1.0
                    differences.append(_difference(columns, first, second, value, *spread.of(contrast), level))
            if linked[first]:
                contrast = np.where(linked, -1 / linked.sum(), 0.0)
                contrast[first] += 1
                error, degrees = spread.of(contrast)
                halves[first] = t_quantile((1 + level) / 2, degrees) * error
    scores = [
        SystemScore(name, float(estimates[place]), halves[place], int(count))
        for place, (name, count) in enumerate(zip(columns.systems, answers_of(columns).tolist(), strict=True))
    ]
    severity, given = _severity(columns, effects[size:], _linked(design, size, len(effects)))
    return ScoreDifferences(
        sort_by_score(scores, differences, level, reason, is_lower_better),
        components,
        columns.judges,
        severity,
        given,
        tuple(name for name, is_linked in zip(columns.systems, linked.tolist(), strict=True) if not is_linked),
    )


class _Variances:
    """The variance of any contrast of systems, and its degrees of freedom."""

    def __init__(
        self, columns: ScoreColumns, design: Design, components: Components, answer: Ints, cells: Ints
    ) -> None:
        weights = design.weights()
        groups = cells[answer], np.unique(columns.item[answer], return_inverse=True)[1], answer
        # Σ over cells of (Σ of weights in the cell)², for every two systems: contrasts follow by products
        self._products: list[Floats] = []
        for group in groups:
            sums = sums_by(group, weights)
            self._products.append(sums.T @ sums)
        self._components = components
        self._free = (len(columns.judges) - 1) * (len(columns.systems) - 1)

    def of(self, contrast: Floats) -> tuple[float, float]:
        """The standard error and its degrees of freedom, by Satterthwaite."""
        known = self._components
        favour, item, answer = (max(0.0, float(contrast @ product @ contrast)) for product in self._products)
        of_favour = favour * known.judge_by_system
        variance = of_favour + item * known.item + answer * known.answer
        if variance <= 0 or known.judge_by_system == 0 or self._free < 1:
            return max(variance, 0.0) ** 0.5, float(known.degrees)
        estimated = favour * (known.judge_by_system + (known.item + known.answer) / known.cell_size)
        spread = estimated**2 / self._free + (variance - of_favour) ** 2 / known.degrees
        return variance**0.5, variance**2 / spread


def _difference(
    columns: ScoreColumns, first: int, second: int, value: float, error: float, degrees: float, level: float
) -> Difference:
    half = t_quantile((1 + level) / 2, degrees) * error
    return Difference(
        columns.systems[first], columns.systems[second], value, half, p_of(value, error, degrees), degrees
    )


def p_of(value: float, error: float, degrees: float) -> float:
    """The two-sided p-value of a difference; one of systems that share all outputs is 0, and has p = 1."""
    if error <= 0:
        return 1.0
    return two_sided(abs(value) / error, degrees)


def _linked(design: Design, start: int, stop: int) -> Bools:
    """The largest group of effects that compare with each other."""
    told = design.told_apart(start, stop)
    largest: Bools = told[np.argmax(told.sum(axis=1))]
    return largest


def _severity(columns: ScoreColumns, effects: Floats, linked: Bools) -> tuple[Floats, Ints]:
    given = np.bincount(columns.judge, minlength=len(columns.judges))
    if linked.sum() < 2:
        return np.full(len(effects), np.nan), given
    mean = float((effects * given)[linked].sum()) / max(1, int(given[linked].sum()))
    return np.where(linked, effects - mean, np.nan), given


def _reason(columns: ScoreColumns, linked: Bools, components: Components | None, fewest_judges: int) -> str:
    judges = len(np.unique(columns.judge))
    if len(columns.systems) < 2:
        return "there is one system, so there are no differences"
    if judges < fewest_judges:
        counted = "one judge says" if judges == 1 else f"{judges} judges say"
        return f"{counted} too little of which systems others would favour: intervals take {fewest_judges} or more"
    if linked.sum() < 2:
        return (
            "no two systems were judged on the same segment or by the same judges, so their scores cannot be compared"
        )
    if components is None:
        return "there are too few answers: segments, systems and judges explain all of them"
    return ""
