"""Somebody drops a reference and three systems, compares them, reads the numbers and takes them home."""

import io
import json
import re
from pathlib import Path

import openpyxl
from browser.reports.settled import settled
from playwright.sync_api import Locator, Page, expect
from processes import run
from workbench import Workbench

DIALOGUES = Path(__file__).parents[3] / "examples" / "dialogues"
REFERENCE = DIALOGUES / "reference-a.en.txt"
SYSTEMS = [DIALOGUES / "systems" / f"{name}.txt" for name in ("phrase-based", "neural-small", "neural-large")]


def told(*options: str) -> dict[str, object]:
    done = run("compare", "-q", "-r", str(REFERENCE), *map(str, SYSTEMS), *options)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def download(page: Page, label: str) -> bytes:
    with page.expect_download() as begun:
        page.get_by_role("group", name="Download").get_by_role("link", name=label, exact=True).click()
    path = begun.value.path()
    assert begun.value.suggested_filename.startswith("comparison.")
    return path.read_bytes()


def cells(panel: Locator) -> list[list[str]]:
    """The numbers of the first table: name, score, difference and p of each system."""
    rows = panel.get_by_role("table").first.locator("tbody tr").all()
    return [
        [row.get_by_role("rowheader").inner_text(), *(cell.inner_text() for cell in row.locator("td.num").all()[:3])]
        for row in rows
    ]


def test_compare_three_systems(server: Workbench, page: Page) -> None:
    page.goto(f"{server.url}/systems")
    page.set_input_files("#files", [REFERENCE, *SYSTEMS])
    expect(page.get_by_role("button", name="Remove neural-small.txt")).to_be_visible()
    page.get_by_role("button", name="Open the files").click()

    expect(page.get_by_text("3 systems, 120 segments, one reference")).to_be_visible()
    expect(page.get_by_label("What reference-a.en.txt is")).to_have_value("reference")
    expect(page.get_by_label("What neural-large.txt is")).to_have_value("system")
    name = page.get_by_label("Name of phrase-based.txt")
    name.fill("old")
    baseline = page.get_by_label("Baseline, with which the others are compared")
    expect(baseline.locator("option").first).to_have_text("old")
    expect(name).to_be_focused()  # what comes while somebody types leaves them where they are
    name.fill("phrase-based")
    expect(baseline.locator("option").first).to_have_text("phrase-based")

    page.get_by_label("What neural-large.txt is").select_option("unused")
    expect(page.get_by_text("2 systems, 120 segments, one reference")).to_be_visible()
    page.get_by_label("What neural-large.txt is").select_option("system")
    expect(page.get_by_text("3 systems, 120 segments, one reference")).to_be_visible()

    page.get_by_label("BLEU", exact=True).uncheck()
    page.get_by_label("chrF2", exact=True).uncheck()
    expect(page.get_by_text("No metric is chosen")).to_be_visible()
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("[data-problem] .notice")).to_contain_text("No metric is chosen")
    page.get_by_label("chrF2", exact=True).check()
    page.get_by_label("TER lower is better", exact=True).check()
    expect(page.get_by_text("No metric is chosen")).to_have_count(0)
    page.get_by_role("button", name="Compare").click()

    page.wait_for_url(re.compile("/systems/results/"))
    expect(page.get_by_role("heading", name="For a paper")).to_be_visible(timeout=60_000)
    address = page.url
    metrics = told("-m", "chrf", "-m", "ter", "--format", "json")["metrics"]
    assert isinstance(metrics, list)
    panel = page.get_by_role("region", name="chrF2", exact=True)
    scores = {system["name"]: system["score"] for system in metrics[0]["systems"]}
    pairs = {pair["second"]: pair for pair in metrics[0]["pairs"]}
    found = {row[0]: row[1:] for row in cells(panel)}
    assert list(found) == ["neural-large", "neural-small", "phrase-based"]
    for system, (score, difference, p) in found.items():
        assert score == f"{scores[system]:.1f}"
        if system == "phrase-based":
            assert difference == "baseline"
        else:
            assert difference == f"{pairs[system]['difference']:+.1f}".replace("-", "−")
            assert pairs[system]["adjusted_p_is_upper_bound"]
            assert p == "< .001"

    page.locator(".switched > label", has_text="TER").click()
    expect(page.get_by_role("region", name="TER", exact=True)).to_be_visible()
    expect(panel).to_be_hidden()

    workbook = openpyxl.load_workbook(io.BytesIO(download(page, "XLSX")))
    written = {cell for sheet in workbook for row in sheet.iter_rows(values_only=True) for cell in row}
    assert {"neural-large", "neural-small", "phrase-based"} <= written
    for label, format in (("TSV", "tsv"), ("LaTeX", "latex"), ("Markdown", "markdown")):
        done = run(
            "compare", "-q", "-r", str(REFERENCE), *map(str, SYSTEMS), "-m", "chrf", "-m", "ter", "--format", format
        )
        assert download(page, label).decode() == done.stdout

    server.restart()
    page.goto(address)
    expect(page.get_by_role("heading", name="For a paper")).to_be_visible()
    assert cells(page.get_by_role("region", name="chrF2", exact=True))[0][0] == "neural-large"

    page.get_by_role("button", name="Compare all pairs").click()
    expect(page.get_by_role("heading", name="All pairs").first).to_be_visible(timeout=60_000)
    page.get_by_role("link", name="Change choices").click()
    expect(page.get_by_label("TER lower is better", exact=True)).to_be_checked()
    page.goto(address)

    # the report as a page: a filter stands in its address, and leads to the same figures after a restart
    page.get_by_role("link", name="Where and why").click()
    expect(page.get_by_label("Find text")).to_be_visible()
    field = page.get_by_label("Only segments where")
    field.fill("length >= 12")
    field.press("Enter")
    settled(page)
    status = page.locator("[data-filter-status]")
    expect(status).to_contain_text("94 of 120 segments")
    line = page.locator("[data-table='words/Words by frequency'] tbody tr").last
    figures = line.inner_text()
    expect(page).to_have_url(re.compile("where=length"))
    server.restart()
    page.reload()
    settled(page)
    expect(status).to_contain_text("94 of 120 segments")
    assert line.inner_text() == figures
    with page.expect_download() as begun:
        page.get_by_role("link", name="Download report").click()
    assert begun.value.suggested_filename == "report.html"
    assert "data-blob" in begun.value.path().read_text(encoding="utf-8")
    page.goto(address)

    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
