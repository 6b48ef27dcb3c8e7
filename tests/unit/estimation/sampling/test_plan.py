import dataclasses

import numpy as np
import pytest
from simulated_memory import Simulated, simulate

from mtassay.errors import SettingError
from mtassay.estimation.prediction.prediction import Prediction, predict
from mtassay.estimation.sampling.certified import certified
from mtassay.estimation.sampling.plan import expected_half_width, judgments_without_memory, plan
from mtassay.estimation.sampling.queue import draw_queue


@pytest.fixture(scope="module")
def simulated() -> Simulated:
    return simulate()


@pytest.fixture(scope="module")
def prediction(simulated: Simulated) -> Prediction:
    return predict(simulated.memory, simulated.translations)


def test_it_is_the_fewest_judgments(prediction: Prediction) -> None:
    found = plan(prediction, 1.0)
    assert found.judgments is not None
    widths = [expected_half_width(prediction, found.judgments - fewer) for fewer in (0, 1)]
    assert widths[0] is not None
    assert widths[1] is not None
    assert widths[0] <= 1 < widths[1]
    assert found.half_width == widths[0]
    assert found.share == found.judgments / 300
    assert found.saved is not None
    assert found.saved > 0.3


def test_it_is_about_what_judging_brings(simulated: Simulated, prediction: Prediction) -> None:
    found = plan(prediction, 1.0)
    assert found.judgments is not None
    widths = []
    for seed in range(100):
        queue = draw_queue(prediction, seed)
        scores = np.full(prediction.items, np.nan)
        first = queue.order[: found.judgments]
        scores[first] = simulated.truth[prediction.first][first]
        estimate = certified(prediction, queue, scores)
        widths.append(estimate.half_width)
        assert estimate.half_width is not None
        assert estimate.half_width <= 2.0
    assert np.mean([width for width in widths if width is not None]) == pytest.approx(1.0, abs=0.2)


def test_what_cannot_be_reached_is_said(prediction: Prediction) -> None:
    found = plan(prediction, 0.01, target="A")
    assert found.judgments is None
    assert found.share is None
    assert "noise of repeats alone is wider" in found.reason
    unknown = dataclasses.replace(prediction.predictor, gaps=np.full(8, np.nan))
    found = plan(dataclasses.replace(prediction, predictor=unknown), 1.0, target="A")
    assert "unknown" in found.reason


def test_a_width_of_nothing_needs_all_and_a_wide_one_little(prediction: Prediction) -> None:
    assert plan(prediction, 1e-9).judgments == prediction.items
    assert plan(prediction, 100.0).judgments == 1
    assert expected_half_width(prediction, 0) == float("inf")
    with pytest.raises(SettingError, match="must lie above 0"):
        plan(prediction, 0)


def test_all_repeats_need_no_judgment(prediction: Prediction) -> None:
    known = dataclasses.replace(
        prediction,
        is_repeat=np.ones(len(prediction), dtype=bool),
        known=np.full(len(prediction), 9.0),
        item=np.full(len(prediction), -1),
    )
    found = plan(known, 1.0)
    assert (found.judgments, found.half_width) == (0, 0)


def test_a_random_sample_needs_more() -> None:
    # 1.96 · 2 · 10 / sqrt(n) = 1 without end; with 500 outputs the finite population helps
    assert judgments_without_memory(500, 2.0, 1.0) == pytest.approx(1 / (1 / 1537 + 1 / 500), rel=0.01)
    assert judgments_without_memory(500, 0.0, 1.0) == 2
    assert judgments_without_memory(1, 2.0, 1.0) == 1  # never more than there are
