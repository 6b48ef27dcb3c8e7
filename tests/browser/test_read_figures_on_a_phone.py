"""Figures can be read whole on a phone: none is cut by a table, a chart or the edge of the window."""

from itertools import combinations

import pytest
from judging import answer, fill_hotel
from playwright.sync_api import Page
from workbench import Workbench

# texts with a digit of which a part lies beyond the window, or beyond an element around them that cuts
CUT_FIGURES = r"""() => {
  const cut = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!/\d/.test(node.data) || !parent.checkVisibility() || parent.closest(".sr, option, template")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      let isCut = box.width > 0 && (box.left < 0 || box.right > innerWidth);
      for (let outer = parent; outer && !isCut; outer = outer.parentElement) {
        const edge = outer.getBoundingClientRect();
        const isOpen = outer instanceof SVGElement || getComputedStyle(outer).overflowX === "visible";
        isCut = !isOpen && box.width > 0 && (box.left < edge.left - 0.5 || box.right > edge.right + 0.5);
      }
      if (isCut) cut.push(node.data.trim());
    }
  }
  return cut;
}"""
PATHS = ("", "/statistics", "/statistics?judge=anna", "/judge?judge=anna&unknown=no", "/judge?judge=zoe&unknown=no")


@pytest.mark.parametrize("width", [320, 360, 640])
def test_no_figure_is_cut(server: Workbench, page: Page, width: int) -> None:
    fill_hotel(server)
    page.set_viewport_size({"width": width, "height": 740})
    for path in PATHS:
        page.goto(f"{server.url}/projects/1{path}")
        page.wait_for_load_state("networkidle")
        page.evaluate("() => { for (const part of document.querySelectorAll('details')) part.open = true; }")
        assert page.evaluate(CUT_FIGURES) == [], path
        assert page.evaluate("() => document.documentElement.scrollWidth") == width, path
    answer(page, "8")  # and what is said of the answer
    assert page.evaluate(CUT_FIGURES) == []


def test_large_figures_at_the_end_of_a_line_are_not_cut(server: Workbench, page: Page) -> None:
    fill_hotel(server)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.url}/projects/1/statistics")
    ends = page.locator(".chart text.m1, .chart text.m2, .chart text.m3")
    assert ends.count() > 0
    for end in ends.all():
        end.evaluate("end => { end.textContent = end.textContent.replace(/[\\d.]+$/, '−1,234.56'); }")
    assert page.evaluate(CUT_FIGURES) == []


@pytest.mark.parametrize("width", [320, 360, 700, 1000, 1280, 1600])
def test_fields_of_the_filter_do_not_lie_on_each_other(server: Workbench, page: Page, width: int) -> None:
    fill_hotel(server)
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"{server.url}/projects/1/statistics?judge=anna&since=2020-01-01&text=a+rather+long+piece+of+the+text")
    page.get_by_text("Change filters").click()
    parts = page.locator(".conditions :is(input, select, button), .asof :is(select, button), .chip").all()
    places = [place for part in parts if (place := part.bounding_box()) is not None]
    assert len(places) > 10
    for place in places:
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= width
    for place, other in combinations(places, 2):
        apart_across = not (place["x"] < other["x"] + other["width"] and other["x"] < place["x"] + place["width"])
        apart_down = not (place["y"] < other["y"] + other["height"] and other["y"] < place["y"] + place["height"])
        assert apart_across or apart_down, (place, other)
