"""How often the default tests between metrics find a difference where there is none, also where outputs are shared.

A small run of what `make nulls` does with 1,000 sets; its figures stand in docs/explanation/metrics-and-people.md.
"""

import numpy as np
import pytest
from unit.metaeval.judged_sets import simulated

from mtassay.metaeval.contests.base import contest
from mtassay.metaeval.measured import measure
from mtassay.metaeval.statistics.base import statistic

SETS = 150
PAIRS = [("first", "second")]


@pytest.mark.parametrize(
    ("test", "name", "level"),
    [
        ("flips:draws=300", "kendall", "segment"),
        ("flips:draws=300", "acc-eq", "segment"),
        ("williams", "pearson", "system"),
        ("systems", "spa", "system"),
    ],
)
@pytest.mark.parametrize("shared", [0.0, 0.5])
def test_defaults_keep_their_level(test: str, name: str, level: str, shared: float) -> None:
    rng = np.random.default_rng(11)
    rejected = 0
    for _ in range(SETS):
        judged = simulated(rng, systems=8, segments=80, shared=shared)
        rejected += contest(test).p_values(measure(judged, statistic(name), level), PAIRS)[0] < 0.05
    # 5 % of 150 are 7.5 ± 2.7; a test that rejects 20 % of them stays here once in 500 times
    assert rejected <= 15
