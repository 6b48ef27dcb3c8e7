"""Exchange of whole systems: every exchange, one by one."""

import itertools

import numpy as np
import pytest
from unit.metaeval.judged_sets import judged_set

from mtassay.metaeval.contests.systems import Systems, standard_scores
from mtassay.metaeval.judged import Judged, MetricScores
from mtassay.metaeval.measured import measure
from mtassay.metaeval.statistics.base import PairStatistic, RowStatistic, statistic


def judged_of(systems: int) -> Judged:
    rng = np.random.default_rng(systems)
    human = rng.normal(size=(systems, 30)) + rng.normal(size=(systems, 1)) * 0.3
    return judged_set(
        human, {"near": human + rng.normal(size=human.shape), "far": human + 4 * rng.normal(size=human.shape)}
    )


def obvious(judged: Judged, name: str) -> float:
    chosen = statistic(name)
    assert isinstance(chosen, PairStatistic | RowStatistic)
    both = [standard_scores(judged, scores) for scores in judged.metrics.values()]

    def difference(mask: tuple[int, ...]) -> float:
        values = []
        for own, other in (both, both[::-1]):
            rows = np.array(mask, dtype=np.bool_)
            mixed = MetricScores(
                segments=np.where(rows[:, None], other.segments, own.segments),
                systems=np.where(rows, other.systems, own.systems),
            )
            values.append(chosen.of_systems(judged, mixed))
        return values[0] - values[1]

    observed = abs(difference((0,) * len(judged.systems)))
    masks = itertools.product([0, 1], repeat=len(judged.systems))
    return float(np.mean([abs(difference(mask)) >= observed - 1e-9 for mask in masks]))


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall", "pairwise-accuracy", "spa"])
def test_p_is_the_share_of_all_exchanges(name: str) -> None:
    judged = judged_of(6)
    p_value = Systems().p_values(measure(judged, statistic(name), "system"), [("near", "far")])[0]
    assert p_value == pytest.approx(obvious(judged, name))


def test_of_many_systems_some_exchanges_are_drawn() -> None:
    judged = judged_of(16)
    measured = measure(judged, statistic("spa"), "system")
    p_values = [Systems(draws=2000, seed=seed).p_values(measured, [("near", "far")])[0] for seed in (1, 2)]
    assert p_values[0] == pytest.approx(p_values[1], abs=0.05)
    assert p_values[0] * 2001 == pytest.approx(round(p_values[0] * 2001))
