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
    assert all(6.4 <= float(x) <= 98.6 and 3.9 <= float(y) <= 92.1 for x, y in dots)
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


def test_where_lower_is_better_a_lower_score_is_a_gain() -> None:
    first, second = np.array([3.0, 5.0, 9.0]), np.array([1.0, 2.0, 11.0])
    scatter = draw_scatter(first, second, 2, higher_is_better=False)
    assert (scatter.first_better, scatter.second_better) == (1, 2)
    histogram = draw_histogram(second - first, 2, higher_is_better=False)
    assert (histogram.gained, histogram.lost) == (2, 1)
    assert [bar[4] for bar in histogram.bars] == [1, 1, -1]


def test_what_rounding_moved_across_the_edge_of_a_bar_stays_in_it() -> None:
    histogram = draw_histogram(np.array([-12.0, 1.0 - 1e-12, 1e-13, 12.0]), 2)
    assert [(bar[3], bar[5]) for bar in histogram.bars] == [(1, "−12 to −11"), (1, "+1 to +2"), (1, "+11 to +12")]
