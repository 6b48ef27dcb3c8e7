"""One correlation for all: of metrics with people, and of metrics with each other."""

import numpy as np
import pytest

from mtassay.evaluation.segment_statistics import correlate
from mtassay.metaeval.statistics.base import RowStatistic, statistic
from mtassay.significance.correlation import correlate_all, correlate_rows


def test_each_with_each_is_what_pairs_of_rows_give() -> None:
    rows = np.random.default_rng(5).normal(size=(4, 60))
    rows[3] = 2.0
    together = correlate_all(rows)
    for place, row in enumerate(rows):
        alone = correlate_rows(np.tile(row, (4, 1)), rows)
        assert together[place] == pytest.approx(alone, abs=1e-12, nan_ok=True)
    assert np.isnan(together[3]).all()
    assert together[:3, :3].diagonal().tolist() == [1, 1, 1]


def test_the_table_of_metrics_is_the_statistic_of_a_meta_evaluation() -> None:
    metrics = np.random.default_rng(6).normal(size=(3, 40)).round(2)
    table = correlate(metrics, ["a", "b", "c"]).coefficients
    pearson = statistic("pearson")
    assert isinstance(pearson, RowStatistic)
    for first, second in ((0, 1), (0, 2), (1, 2)):
        value = pearson.of_rows(metrics[first : first + 1], metrics[second : second + 1]).value
        assert table[first][second] == pytest.approx(value, abs=1e-12)
