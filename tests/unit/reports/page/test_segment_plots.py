"""Dots and bars of segments."""

import re

import numpy as np
import pytest

from mtassay.reports.page.segment_plots import draw_histogram, draw_scatter


def test_every_segment_is_a_dot_within_the_picture() -> None:
    rng = np.random.default_rng(1)
    first, second = rng.uniform(0, 100, (2, 50))
    scatter = draw_scatter(first, second, 2)
    dots = re.findall(r"M([\d.]+) ([\d.]+)h0", "".join(scatter.layers))
    assert len(dots) == 50
    assert all(6.4 <= float(x) <= 98.6 and 3.9 <= float(y) <= 96.1 for x, y in dots)
    assert scatter.first_better + scatter.second_better + scatter.even == 50
    assert scatter.second_better == np.count_nonzero(second > first)


def test_equal_scores_are_even() -> None:
    scatter = draw_scatter(np.full(3, 7.0), np.full(3, 7.0), 2)
    assert (scatter.first_better, scatter.second_better, scatter.even) == (0, 0, 3)


@pytest.mark.parametrize("size", [1e-4, 0.3, 60.0])
def test_bars_count_all_that_differ(size: float) -> None:
    differences = np.array([-1.0, -0.2, 0.0, 0.0, 0.4, 0.9]) * size
    histogram = draw_histogram(differences, 4)
    assert sum(bar[3] for bar in histogram.bars) == 4
    assert (histogram.gained, histogram.lost) == (2, 2)
    assert all((bar[4] > 0) == (bar[0] > 52) for bar in histogram.bars)


def test_no_differences_have_no_bars() -> None:
    assert draw_histogram(np.zeros(5), 2).bars == ()
