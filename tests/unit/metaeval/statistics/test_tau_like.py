"""WMT's correlation of pairs: what counts as a pair, and what a tie of the metric does."""

import numpy as np
import pytest

from mtassay.metaeval.statistics.tau_like import TauLike

HUMAN = np.array([[0.0, 30, 60, np.nan], [10, 20, 30, 90]])
SCORES = np.array([[1.0, 2, 2, 9], [5, 4, 3, 6]])


@pytest.mark.parametrize(("year", "value"), [("2012", (5 - 1) / 6), ("2013", 5 / 5), ("2014", 5 / 6)])
def test_ties_of_the_metric_count_by_year(year: str, value: float) -> None:
    # the first row has 3 clear pairs, one of them tied; of the second only the last output is clearly better
    parts = TauLike(year=year).of_rows(HUMAN, SCORES)
    assert parts.value == pytest.approx(value)
    assert parts.denominators.tolist() == ([2, 3] if year == "2013" else [3, 3])


def test_with_no_threshold_human_ties_are_wrong() -> None:
    parts = TauLike(threshold=0).of_rows(np.array([[1.0, 1, 2]]), np.array([[1.0, 3, 4]]))
    assert parts.value == pytest.approx((2 - 1) / 3)
