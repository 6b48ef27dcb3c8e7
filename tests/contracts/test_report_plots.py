"""Dots and bars that the script of a report draws stand where Python draws them."""

from collections.abc import Iterator

import numpy as np
import pytest
from contracts.script_page import open_script_page
from playwright.sync_api import Browser, Page

from mtassay.reports.drawing.elements import Axis
from mtassay.reports.page.segment_plots import draw_histogram, draw_scatter

LAY = """async ([first, second, places, isHigherBetter]) => {
  const { layScatter, layHistogram } = await import("/charts/plot_layout.js");
  const { layers, across, upward, better, even } = layScatter(first, second, places, isHigherBetter);
  const ticks = across.ticks().map(([value, label]) => [across.position(value), upward.position(value), label]);
  const { bars, axis } = layHistogram(second.map((value, place) => value - first[place]), places, isHigherBetter);
  return {
    layers, ticks, better, even,
    bars: bars.map(({ x, width, height, count, sign, said }) => [x, width, height, count, sign, said]),
    barTicks: axis.ticks().map(([value, label]) => [axis.position(value), label]),
  };
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = open_script_page(browser)
    yield page
    page.close()


@pytest.mark.parametrize("higher_is_better", [True, False])
@pytest.mark.parametrize(("scale", "places", "size"), [(100, 2, 200), (1, 4, 30), (3, 2, 7), (1e-6, 4, 5), (0, 2, 3)])
def test_plots(page: Page, scale: float, places: int, size: int, higher_is_better: bool) -> None:
    rng = np.random.default_rng(size)
    first, second = np.round(rng.random((2, size)) * scale, 9)
    second[0] = first[0]
    got = page.evaluate(LAY, [first.tolist(), second.tolist(), places, higher_is_better])
    scatter = draw_scatter(first, second, places, higher_is_better)
    assert got["layers"] == list(scatter.layers)
    assert (got["better"], got["even"]) == ([scatter.first_better, scatter.second_better], scatter.even)
    assert [tick[2] for tick in got["ticks"]] == [tick[2] for tick in scatter.ticks]
    assert [tick[:2] for tick in got["ticks"]] == [pytest.approx(tick[:2]) for tick in scatter.ticks]
    histogram = draw_histogram(second - first, places, higher_is_better)
    assert [bar[3:] for bar in got["bars"]] == [list(bar[3:]) for bar in histogram.bars]
    assert [bar[:3] for bar in got["bars"]] == [pytest.approx(bar[:3]) for bar in histogram.bars]
    assert [label for _, label in got["barTicks"]] == [label for _, label in histogram.ticks]


def test_ticks(page: Page) -> None:
    rng = np.random.default_rng(4)
    lows = rng.normal(0, 50, 300).tolist()
    cases = [[low, low + 10 ** float(rng.uniform(-3, 3))] for low in lows]
    lay = """async (cases) => {
      const { Axis } = await import("/charts/axis.js");
      return cases.map((ends) => Axis.over(ends, 2, 4, 96).ticks().map(([, label]) => label));
    }"""
    expected = [[label for _, label in Axis.over(ends, 2, 4, 96).ticks()] for ends in cases]
    assert page.evaluate(lay, cases) == expected
