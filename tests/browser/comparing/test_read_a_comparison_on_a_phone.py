"""Somebody reads a comparison of many systems on a phone: no figure is cut off, so none reads as another."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect
from workbench import Workbench

DIALOGUES = Path(__file__).parents[3] / "examples" / "dialogues"
SYSTEMS = 8
CUT = """panel => [...panel.querySelectorAll("td.num, .matrix td")].filter(cell => {
    const {left, right, width} = cell.getBoundingClientRect();
    const box = cell.closest(".scroll").getBoundingClientRect();
    const names = cell.closest(".matrix")?.querySelector("tbody th").getBoundingClientRect().right ?? box.left;
    const isOutside = right <= names + 1 || left >= box.right - 1;
    const isCut = left < names - 1 || right > box.right + 1 || cell.scrollWidth > cell.clientWidth + 1;
    return width && !isOutside && isCut;
}).map(cell => cell.innerText)"""


def mixtures() -> list[dict[str, object]]:
    """Systems between two of the examples, with names that are not short."""
    worse, better = (
        (DIALOGUES / "systems" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        for name in ("phrase-based", "neural-large")
    )
    files = [
        {"name": "reference.txt", "mimeType": "text/plain", "buffer": (DIALOGUES / "reference-a.en.txt").read_bytes()}
    ]
    for number in range(SYSTEMS):
        lines = [b if place % SYSTEMS < number else w for place, (w, b) in enumerate(zip(worse, better, strict=True))]
        name = f"transformer-big-checkpoint-{number}.txt"
        files.append({"name": name, "mimeType": "text/plain", "buffer": "\n".join(lines).encode()})
    return files


def test_no_figure_is_cut(server: Workbench, page: Page) -> None:
    page.goto(f"{server.url}/systems")
    page.set_input_files("#files", mixtures())
    page.get_by_role("button", name="Open the files").click()
    page.get_by_text("Test and other settings").click()
    page.get_by_label("Every system against every other").check()
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_role("heading", name="For a paper")).to_be_visible(timeout=60_000)

    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for label in ("BLEU", "chrF2"):
        page.locator(".switched > label", has_text=label).click()
        panel = page.get_by_role("region", name=label, exact=True)
        expect(panel).to_be_visible()
        assert panel.evaluate(CUT) == []
        assert panel.locator("td.num", has_text=re.compile("≤ [.][0-9]{3}$")).count() > 0
        pairs = panel.locator(".cells")
        for step in (40, 95, 250, 10_000):
            pairs.evaluate("(pairs, step) => pairs.scrollTo({left: step, behavior: 'instant'})", step)
            page.wait_for_timeout(300)  # until the last column that fits has snapped into its place
            page.wait_for_function(f"panel => ({CUT})(panel).length === 0", arg=panel.element_handle())
