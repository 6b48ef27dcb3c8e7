"""Whether a learned metric agrees better with people than its best part, on outputs that no model had seen."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from mtassay.metaeval.contests.base import share_reaching
from mtassay.metaeval.contests.flips import Flips
from mtassay.metaeval.judged import Ints, Judged, MetricScores, known_means
from mtassay.metaeval.learning.cross_validation import HeldOutScores
from mtassay.metaeval.measured import FEWEST_SYSTEMS, measure, standardised
from mtassay.metaeval.statistics.acc_eq import TieAccuracy
from mtassay.metaeval.statistics.base import Statistic
from mtassay.metaeval.statistics.kendall import Kendall
from mtassay.metaeval.statistics.pearson import Pearson
from mtassay.metrics.learned_file import HeldOutFigure
from mtassay.significance.corrections import holm
from mtassay.significance.draws import block_sizes, swap_masks
from mtassay.significance.evidence import Floats

POOLED, BY_SEGMENT = "all outputs together", "by segment"
"""How the names of statistics end, by what they look at."""
LEARNED, BEST_POOLED, BEST_WITHIN = "learned", "best of all outputs together", "best by segment"
_ALPHA = 0.05


@dataclass(frozen=True, eq=False)
class _Asked:
    """A statistic, and which best part it is compared with: the best by what the statistic looks at."""

    words: str
    statistic: Statistic
    level: str
    group: str
    beside: str

    @property
    def is_tested(self) -> bool:
        return self.level == "segment" and (self.group == "item" or isinstance(self.statistic, Pearson))


_ASKED = (
    _Asked(f"Pearson's r, {POOLED}", Pearson(), "segment", "none", BEST_POOLED),
    _Asked(f"Kendall's τ, {POOLED}", Kendall(), "segment", "none", BEST_POOLED),
    _Asked(f"Kendall's τ, {BY_SEGMENT}", Kendall(), "segment", "item", BEST_WITHIN),
    _Asked(f"acc_eq, {BY_SEGMENT}", TieAccuracy(), "segment", "item", BEST_WITHIN),
    _Asked("Pearson's r, of systems", Pearson(), "system", "item", BEST_POOLED),
)


def held_out_figures(
    judged: Judged, scores: HeldOutScores, units: Ints, draws: int = 10_000, seed: int = 12345
) -> tuple[HeldOutFigure, ...]:
    """Statistics of both, with verdicts at 5 % by sign flips of whole segments, or units of them; Holm.

    A statistic that does not exist, as few outputs differ, is left out.
    """
    best_parts = {BEST_POOLED: scores.best_pooled, BEST_WITHIN: scores.best_within}
    tables = {LEARNED: scores.learned, **{label: best.scores for label, best in best_parts.items()}}
    metrics = {label: MetricScores(segments=table, systems=known_means(table)) for label, table in tables.items()}
    compared = replace(judged, metrics=metrics)
    flips = Flips(draws=draws, seed=seed)
    values: dict[_Asked, tuple[float, float]] = {}
    p_values: dict[_Asked, float] = {}
    for asked in _ASKED:
        if asked.level == "system" and len(judged.systems) < FEWEST_SYSTEMS:
            continue
        measured = replace(measure(compared, asked.statistic, asked.level, asked.group), units=units)
        pair = LEARNED, asked.beside
        if not set(pair) <= set(measured.labels):
            continue
        values[asked] = measured.values[LEARNED], measured.values[asked.beside]
        if asked.is_tested:
            p_values[asked] = (
                _flip_pooled(compared, pair, units, flips)
                if asked.group == "none"
                else flips.p_values(measured, [pair])[0]
            )
    adjusted = dict(zip(p_values, holm(list(p_values.values())), strict=True))
    labels = list(judged.metrics)
    return tuple(
        HeldOutFigure(
            statistic=asked.words,
            learned=learned,
            part=labels[Counter(best_parts[asked.beside].chosen).most_common(1)[0][0]],
            best_part=best,
            p_value=adjusted.get(asked),
            verdict=_verdict(learned - best, adjusted.get(asked)),
        )
        for asked, (learned, best) in values.items()
    )


def _verdict(difference: float, p_value: float | None) -> str:
    if p_value is None:
        return "not tested"
    if p_value >= _ALPHA:
        return "not shown"
    return "better" if difference > 0 else "worse"


def _flip_pooled(judged: Judged, pair: tuple[str, str], units: Ints, flips: Flips) -> float:
    """How often a difference of Pearson's r at least as large arises when both exchange their scores of whole units."""
    known = ~np.isnan(judged.human)
    first, second = (standardised(judged.metrics[label].segments, judged.human)[known] for label in pair)
    people = judged.human[known]
    people = (people - people.mean()) / people.std()
    unit_of = np.broadcast_to(units, known.shape)[known]
    # of each unit and metric: sums of scores, of their squares, and of their products with what people say
    sums = np.stack(
        [
            [np.bincount(unit_of, weights=values) for values in (scores, scores**2, scores * people)]
            for scores in (first, second)
        ]
    )
    totals = sums.sum(axis=2)
    moves = (sums[1] - sums[0]).T

    def differences(moved: Floats) -> Floats:
        return _correlation(totals[0] + moved, len(people)) - _correlation(totals[1] - moved, len(people))

    observed = float(differences(np.zeros((1, 3)))[0])
    rng = np.random.default_rng(flips.seed)
    hits = 0
    for block in block_sizes(flips.draws, len(moves)):
        hits += share_reaching(differences(swap_masks(len(moves), block, rng) @ moves), observed)
    return (hits + 1) / (flips.draws + 1)


def _correlation(sums: Floats, count: int) -> Floats:
    """With scores of people that have mean 0 and standard deviation 1."""
    means = sums / count
    spreads = np.sqrt(np.maximum(means[:, 1] - means[:, 0] ** 2, 0.0))
    return np.divide(means[:, 2], spreads, out=np.zeros(len(sums)), where=spreads > 0)
