import math

import numpy as np
import pytest

from mtassay.alignment.distances.base import distance
from mtassay.estimation.prediction.judged_targets import judged_targets
from mtassay.estimation.prediction.neighbourhood import SOURCE_WEIGHT, WIDTH
from mtassay.estimation.prediction.training_rows import SystemNeighbourhoods
from mtassay.human.memory import make_memory

EDITS = distance("edits")
MEMORY = make_memory(
    [("s", "a b c d", 8), ("s", "a b c d", 6), ("s", "a b c e", 3), ("t", "x", 9), ("s", "f g h i", 10)],
    systems=["one", "two", "two", "one", "three"],
)
JUDGED = judged_targets(MEMORY, EDITS)
QUALITY = np.array([0.9, 0.5, 0.2, np.nan])


def test_columns_are_those_of_the_formulas() -> None:
    neighbourhoods = SystemNeighbourhoods(JUDGED, EDITS, QUALITY)
    # "a b c e" of system two, from a memory without it: "a b c d" with 8 and "f g h i" with 10 remain
    two = MEMORY.systems.index("two")
    known = JUDGED.without([two])
    columns = neighbourhoods.describe(two, known)
    assert columns.is_repeat.tolist() == [True, False]
    near, far = math.exp(-0.25 / WIDTH), math.exp(-1 / WIDTH)
    mean = (8 + 9 + 10) / 3
    difficulty = (8 + 10 + mean) / 3
    assert known.mean == pytest.approx(mean)
    assert columns.kernel[1] == pytest.approx(
        (near * 8 + far * 10 + SOURCE_WEIGHT * difficulty) / (near + far + SOURCE_WEIGHT)
    )
    assert columns.distance.tolist() == [0, 0.25]
    assert columns.nearest.tolist() == [8, 8]
    assert columns.gap is not None
    assert columns.near_gap is not None
    assert columns.gap[1] == pytest.approx(0.5 - (near * 0.9 + far * 0.2) / (near + far))
    assert columns.near_gap.tolist() == pytest.approx([0, 0.5 - 0.9])
    assert columns.score[0] == 8
    assert np.isnan(columns.score[1])
    assert neighbourhoods.truth(two).tolist() == [6, 3]


def test_a_source_of_which_nothing_remains_is_average() -> None:
    neighbourhoods = SystemNeighbourhoods(JUDGED, EDITS, QUALITY)
    one = MEMORY.systems.index("one")
    columns = neighbourhoods.describe(one, JUDGED.without([one]))
    mean = (6 + 3 + 10) / 3
    assert (columns.kernel[1], columns.nearest[1]) == pytest.approx((mean, mean))
    assert (columns.distance[1], columns.length[1]) == (1, 1)
    assert columns.gap is not None
    assert columns.gap[1] == 0
    assert columns.has_neighbours.tolist() == [True, False]


def test_blocks_of_sources_teach_the_same_as_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from mtassay.estimation.prediction import training_rows

    whole = training_rows.learn(JUDGED, EDITS, QUALITY)
    monkeypatch.setattr(training_rows, "_CELLS", 1)
    blocks = training_rows.learn(JUDGED, EDITS, QUALITY)
    order = np.lexsort((blocks.truth, blocks.system)), np.lexsort((whole.truth, whole.system))
    assert blocks.system[order[0]].tolist() == whole.system[order[1]].tolist()
    assert blocks.columns.kernel[order[0]] == pytest.approx(whole.columns.kernel[order[1]])
    assert blocks.columns.length[order[0]] == pytest.approx(whole.columns.length[order[1]])
