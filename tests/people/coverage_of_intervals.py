"""How often intervals of simulated campaigns hold the truth, ours and those of rules that look like it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from people.simulated_answers import RankingCampaign, ScoreCampaign

from mtassay.human.memory import Ints
from mtassay.human.rankings.bradley_terry import bradley_terry
from mtassay.human.rankings.pairs import RankedPairs
from mtassay.human.rankings.ranking_intervals import rank_systems
from mtassay.human.scores.absolute_means import absolute_means
from mtassay.human.scores.columns import ScoreColumns
from mtassay.human.scores.differences import score_differences
from mtassay.significance.system_differences import Difference


@dataclass(frozen=True)
class Covered:
    """The share of intervals that hold 0, how wide half of one is, and the deviations that were estimated."""

    share: float
    half_width: float
    spread: tuple[float, float, float] = (0.0, 0.0, 0.0)


def cover_differences(
    campaign: ScoreCampaign, sets: int, seed: int = 2026, which: Callable[[Difference], bool] = lambda _: True
) -> Covered:
    """Intervals of differences by least squares."""
    rng = np.random.default_rng(seed)
    held, halves, variances = [], [], []
    for _ in range(sets):
        results = score_differences(campaign.draw(rng))
        assert results.components is not None
        components = results.components
        variances.append((components.judge_by_system, components.item, components.answer))
        for each in filter(which, results.systems.differences):
            held.append(abs(each.value) <= each.half_width)
            halves.append(each.half_width)
    deviations = np.sqrt(np.mean(variances, axis=0)).tolist()
    return Covered(float(np.mean(held)), float(np.mean(halves)), (deviations[0], deviations[1], deviations[2]))


def cover_two_way(campaign: ScoreCampaign, sets: int, draws: int = 200, seed: int = 2026) -> Covered:
    """Intervals of plain mean differences under bootstraps that draw judges and segments at once."""
    rng = np.random.default_rng(seed)
    held, halves = [], []
    for _ in range(sets):
        columns = campaign.draw(rng)
        values = np.array([_drawn_means(columns, rng) for _ in range(draws)])
        means = _weighted_means(columns, np.ones(len(columns)))
        for first in range(campaign.systems):
            for second in range(first + 1, campaign.systems):
                low, high = np.nanquantile(values[:, first] - values[:, second], [0.025, 0.975])
                held.append(low <= 0 <= high)
                halves.append((high - low) / 2)
        assert not np.isnan(means).any()
    return Covered(float(np.mean(held)), float(np.mean(halves)))


def cover_absolute(campaign: ScoreCampaign, sets: int, seed: int = 2026) -> Covered:
    """Intervals of absolute means; the truth is 0."""
    rng = np.random.default_rng(seed)
    held, halves = [], []
    for _ in range(sets):
        for mean in absolute_means(campaign.draw(rng)):
            assert mean.half_width is not None
            held.append(abs(mean.value) <= mean.half_width)
            halves.append(mean.half_width)
    return Covered(float(np.mean(held)), float(np.mean(halves)))


def cover_rankings(campaign: RankingCampaign, sets: int, draws: int = 300, seed: int = 2026) -> Covered:
    """Intervals of Bradley–Terry differences by judges, segments and screens."""
    rng = np.random.default_rng(seed)
    held, halves = [], []
    for _ in range(sets):
        for each in rank_systems(campaign.draw(rng), bradley_terry, draws=draws).differences:
            held.append(abs(each.value) <= each.half_width)
            halves.append(each.half_width)
    return Covered(float(np.mean(held)), float(np.mean(halves)))


def cover_screens(campaign: RankingCampaign, sets: int, draws: int = 300, seed: int = 2026) -> Covered:
    """The same where screens alone are drawn, as if they were independent of each other."""
    rng = np.random.default_rng(seed)
    held, halves = [], []
    for _ in range(sets):
        pairs = campaign.draw(rng)
        values = bradley_terry(pairs.wins, pairs.ties)
        deviations = _deviations(pairs, pairs.task, draws, rng)
        for first in range(campaign.systems):
            for second in range(first + 1, campaign.systems):
                half = 1.96 * deviations[first, second]
                held.append(abs(values[first] - values[second]) <= half)
                halves.append(half)
    return Covered(float(np.mean(held)), float(np.mean(halves)))


def promised(campaign: ScoreCampaign, difference: float, sets: int, seed: int = 2026) -> float:
    """How often the difference between the first two systems is shown, where it is so large in truth."""
    rng = np.random.default_rng(seed)
    shown = []
    for _ in range(sets):
        results = score_differences(replace(campaign, steps=difference).draw(rng))
        pair = {"system0", "system1"}
        shown += [each.is_apart for each in results.systems.differences if {each.first, each.second} == pair]
    return float(np.mean(shown))


def _drawn_means(columns: ScoreColumns, rng: np.random.Generator) -> np.ndarray:
    judges = rng.multinomial(len(columns.judges), np.full(len(columns.judges), 1 / len(columns.judges)))
    segments = rng.multinomial(len(columns.segments), np.full(len(columns.segments), 1 / len(columns.segments)))
    return _weighted_means(columns, (judges[columns.judge] * segments[columns.segment]).astype(np.float64))


def _weighted_means(columns: ScoreColumns, weights: np.ndarray) -> np.ndarray:
    answer, system = columns.rows
    totals = np.bincount(system, weights=weights[answer], minlength=len(columns.systems))
    sums = np.bincount(system, weights=weights[answer] * columns.value[answer], minlength=len(columns.systems))
    return np.divide(sums, totals, out=np.full(len(totals), np.nan), where=totals > 0)


def _deviations(pairs: RankedPairs, units: Ints, draws: int, rng: np.random.Generator) -> np.ndarray:
    won, tied = pairs.wins_by(units)
    values = []
    for _ in range(draws):
        weights = rng.multinomial(len(won), np.full(len(won), 1 / len(won))).astype(np.float64)
        values.append((np.tensordot(weights, won, 1), np.tensordot(weights, tied, 1)))
    strengths = bradley_terry(np.stack([value[0] for value in values]), np.stack([value[1] for value in values]))
    deviations: np.ndarray = (strengths[:, :, None] - strengths[:, None, :]).std(axis=0, ddof=1)
    return deviations


def all_score_campaigns() -> Iterator[ScoreCampaign]:
    """Every design of the docs page."""
    for spread in ("complete", "within", "across"):
        for systems in (3, 4):
            for judges in (3, 5, 10, 20):
                for favour in (0.0, 2.0, 5.0):
                    for overlap in (0.0, 0.2) if spread != "complete" else (0.0,):
                        yield ScoreCampaign(
                            spread=spread, systems=systems, judges=judges, favour=favour, overlap=overlap
                        )
