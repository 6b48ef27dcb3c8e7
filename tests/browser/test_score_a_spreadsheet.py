"""Journey: bring a workbook, say what its columns are, score it, and take it home."""

from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import Page, expect
from workbench import Workbench

from mtassay import EvalSet, evaluate

ROWS = [
    ("याचिका खारिज की गई।", "The petition was dismissed.", "The plea was dismissed.", "Petition rejected."),
    ("नोटिस नहीं मिला।", "The notice was not served.", "The notice was not received.", "Notice did not find."),
    ("फ़ैसला सुरक्षित है।", "Judgment is reserved.", "Judgment is reserved.", "The decision is safe."),
    ("अगली तारीख़ तय की गई।", None, "The next date was fixed.", "Next date decided."),
    ("गवाह पेश हुआ।", "The witness appeared.", "The witness was present.", "Witness presented."),
]  # fmt: skip


def make_workbook(path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Cases"
    for row in [("Hindi", "Reference", "Engine 1", "Engine 2"), *ROWS]:
        sheet.append(row)
    book.save(path)


def test_score_a_spreadsheet(server: Workbench, page: Page, tmp_path: Path) -> None:
    make_workbook(tmp_path / "legal sample.xlsx")
    page.goto(f"{server.url}/spreadsheet")
    page.locator("input[type=file]").set_input_files(tmp_path / "legal sample.xlsx")
    page.get_by_role("button", name="Open the file").click()

    expect(page.get_by_role("heading", name="legal sample.xlsx")).to_be_visible()
    expect(page.get_by_text("Row 5 has no reference.")).to_be_visible()
    expect(page.get_by_role("button", name="Score 4 segments of 2 systems")).to_be_visible()
    expect(page.locator("thead th.added", has_text="Engine 2").first).to_be_visible()
    page.get_by_text("Show it").first.click()
    expect(page.locator(".notice").get_by_text("The next date was fixed.")).to_be_visible()

    # another role, chosen by keyboard: the preview follows, and the focus stays where it was
    chosen = page.get_by_label("What column D holds: Engine 2")
    chosen.focus()
    page.keyboard.type("ignore")
    expect(page.get_by_role("button", name="Score 4 segments of 1 system", exact=True)).to_be_visible()
    expect(page.locator("thead th.added", has_text="Engine 2")).to_have_count(0)
    expect(chosen).to_be_focused()
    chosen.select_option("system")
    page.get_by_label("BLEU", exact=True).uncheck()
    page.get_by_label("WER lower is better", exact=True).check()
    page.get_by_label("TER lower is better", exact=True).uncheck()
    expect(page.get_by_role("button", name="Score 4 segments of 2 systems")).to_be_visible()
    expect(page.locator("thead tr + tr th.added")).to_have_text(
        ["chrF2Engine 1", "WEREngine 1lower is better", "chrF2Engine 2", "WEREngine 2lower is better"]
    )

    page.get_by_role("button", name="Score 4 segments of 2 systems").click()
    page.wait_for_url("**/jobs/*")
    link = page.get_by_role("link", name="Download scored workbook")
    expect(link).to_be_visible()
    with page.expect_download() as expected:
        link.click()
    assert expected.value.suggested_filename == "legal sample-scored.xlsx"
    expected.value.save_as(tmp_path / "scored.xlsx")

    scored = [row for row in ROWS if row[1] is not None]
    outputs = {"Engine 1": [row[2] for row in scored], "Engine 2": [row[3] for row in scored]}
    evalset = EvalSet([str(row[1]) for row in scored], systems=outputs)
    evaluation = evaluate(evalset, ["chrf", "wer"])
    book = openpyxl.load_workbook(tmp_path / "scored.xlsx")
    assert book.sheetnames == ["Cases", "Summary", "Statistics", "Correlation"]
    for letter, score in zip("EFGH", (one for scores in evaluation.systems.values() for one in scores), strict=True):
        values = [cell.value for cell in book["Cases"][letter]][1:]
        assert values[3] is None  # the row without reference
        assert [*values[:3], values[4]] == pytest.approx(score.segments.tolist())
    rows = {row[0]: row[1:3] for row in book["Summary"].iter_rows(values_only=True)}
    for name, scores in evaluation.systems.items():
        assert rows[name] == pytest.approx([one.value for one in scores])
        shown = page.locator("table").first.locator("tr", has_text=name).locator("td").all_inner_texts()
        assert shown == [f"{one.value:.1f}" for one in scores]

    page.go_back()  # to what was chosen, not to what was guessed
    expect(page.get_by_label("WER lower is better", exact=True)).to_be_checked()
    expect(page.get_by_label("BLEU", exact=True)).not_to_be_checked()
    page.go_forward()

    # what was brought can be forgotten at once
    page.get_by_role("link", name="Change columns or metrics").click()
    page.get_by_role("button", name="Delete it").click()
    page.wait_for_url("**/spreadsheet")
    expect(page.get_by_role("link", name="legal sample.xlsx")).to_have_count(0)


@pytest.mark.parametrize("width", [1280, 360])
def test_scores_can_be_seen_beside_many_columns(server: Workbench, page: Page, tmp_path: Path, width: int) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    notes = [f"Note {number}" for number in range(8)]
    for row in [("Hindi", "Reference", "Engine 1", *notes), *((*row[:3], *["a long remark " * 9] * 8) for row in ROWS)]:
        sheet.append(row)
    book.save(tmp_path / "wide.xlsx")
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{server.url}/spreadsheet")
    page.locator("input[type=file]").set_input_files(tmp_path / "wide.xlsx")
    page.get_by_role("button", name="Open the file").click()
    figures = page.locator("tbody tr:first-child td.num.added")
    expect(figures).to_have_count(3)
    for number in range(3):
        box = figures.nth(number).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
