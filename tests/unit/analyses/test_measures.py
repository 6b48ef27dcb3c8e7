"""Measures: ratios of sums, and what is better."""

import math

import numpy as np
import pytest

from mtassay.analyses.measures import MetricMeasure, Ratio, RatioMeasure, better
from mtassay.metrics.base import metric

NAMES = ("matched", "output", "reference")


def test_a_ratio_divides_sums_of_columns() -> None:
    measure = RatioMeasure(key="f", title="F", ratios=(Ratio(("matched", "matched"), ("output", "reference")),))
    rows = np.array([[1.0, 2.0, 4.0], [0.0, 0.0, 0.0]])[:, measure.columns(NAMES)]
    values = measure.score(rows)
    assert values[0] == pytest.approx(2 / 6)
    assert math.isnan(values[1])


def test_ratios_add() -> None:
    measure = RatioMeasure(key="x", title="x", ratios=(Ratio(("a",), ("b",), 100), Ratio(("c",), ("d",), 10)))
    assert measure.score(np.array([1.0, 2.0, 3.0, 4.0])[measure.columns(("a", "b", "c", "d"))]) == pytest.approx(57.5)


def test_a_metric_is_a_measure() -> None:
    measure = MetricMeasure(metric=metric("ter"), label="TER")
    assert (measure.key, measure.title, measure.direction, measure.places) == ("ter", "TER", "lower", 2)


@pytest.mark.parametrize(
    ("direction", "before", "after", "is_better"),
    [
        ("higher", 1, 2, True),
        ("lower", 1, 2, False),
        ("near 1", 0.9, 1.05, True),
        ("near 1", 0.9, 1.2, False),
        ("none", 1, 2, None),
        ("higher", 1, 1, None),
        ("higher", math.nan, 1, None),
    ],
)
def test_better(direction: str, before: float, after: float, is_better: bool | None) -> None:
    measure = RatioMeasure(key="x", title="x", ratios=(), direction=direction)  # type: ignore[arg-type]
    assert better(measure, before, after) is is_better
