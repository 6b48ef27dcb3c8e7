"""What people sort by in the workbook that comes back: filters and tables hold the scores too."""

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter
from libreoffice import needs_libreoffice, sort_areas
from openpyxl.formatting.rule import CellIsRule, FormulaRule
from openpyxl.styles import PatternFill
from openpyxl.worksheet.filters import SortState
from openpyxl.worksheet.table import Table

from mtassay import EvalSet, evaluate
from mtassay.errors import MtassayWarning
from mtassay.reports.scored_files.scored_workbook import Place, add_scores

REFERENCES = ["the cat sat", "a dog", "no bird sings"]
OUTPUTS = ["the cat sat", "a cat", "birds"]
EVALUATION = evaluate(EvalSet(REFERENCES, systems={"A": OUTPUTS}), ["wer", "chrf"])
FILL = PatternFill("solid", bgColor="FFFF00")


def sheet_of(name: str = "Cases") -> tuple[Any, Any]:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = name
    for row in [("Reference", "A"), *zip(REFERENCES, OUTPUTS, strict=True)]:
        sheet.append(row)
    return book, sheet


def scored(book: Any, place: Place | None = None) -> bytes:
    content = io.BytesIO()
    book.save(content)
    return add_scores(content.getvalue(), place or Place("Cases", 2), EVALUATION)


def opened(content: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(content))["Cases"]


def with_table(ref: str = "A1:B4", **options: Any) -> tuple[Any, Any]:
    book, sheet = sheet_of()
    sheet.add_table(Table(displayName="Cases1", ref=ref, **options))
    return book, sheet


def test_a_filter_reaches_over_the_scores_with_what_it_filters_and_its_order() -> None:
    book, sheet = sheet_of()
    sheet.auto_filter.ref = "$A$1:$B$4"
    sheet.auto_filter.add_filter_column(1, ["birds"])
    sheet.auto_filter.sortState = SortState(ref="A2:B4")
    sheet.auto_filter.add_sort_condition("A2:A4", descending=True)
    found = opened(scored(book)).auto_filter
    assert found.ref == "A1:D4"
    assert [column.colId for column in found.filterColumn] == [1]
    assert (found.sortState.ref, found.sortState.sortCondition[0].ref) == ("A2:D4", "A2:A4")


def test_a_filter_over_whole_columns_reaches_over_the_scores() -> None:
    book, sheet = sheet_of()
    sheet.auto_filter.ref = "A:B"
    assert opened(scored(book)).auto_filter.ref == "A1:D1048576"  # as Excel stores it too


def test_a_filter_of_other_rows_is_left_as_it_is() -> None:
    book, sheet = sheet_of()
    sheet["A9"], sheet["A10"] = "Other", "table"
    sheet.auto_filter.ref = "A9:A10"
    assert opened(scored(book)).auto_filter.ref == "A9:A10"


def test_a_table_has_the_scores_as_columns() -> None:
    book, sheet = with_table()
    sheet.tables["Cases1"].sortState = SortState(ref="A2:B4")
    found = opened(scored(book))
    table = found.tables["Cases1"]
    assert table.ref == table.autoFilter.ref == "A1:D4"
    assert [column.name for column in table.tableColumns] == ["Reference", "A", "A WER", "A chrF2"]
    assert [column.id for column in table.tableColumns] == [1, 2, 3, 4]
    assert [cell.value for cell in found[1]] == ["Reference", "A", "A WER", "A chrF2"]
    assert table.sortState.ref == "A2:D4"


def test_scored_twice_no_two_columns_of_a_table_have_one_name() -> None:
    book, _ = with_table()
    once = scored(book)
    twice = opened(add_scores(once, Place("Cases", 2), EVALUATION))
    names = [column.name for column in twice.tables["Cases1"].tableColumns]
    assert names == [cell.value for cell in twice[1]]
    assert names == ["Reference", "A", "A WER", "A chrF2", "A WER 2", "A chrF2 2"]


def test_columns_between_table_and_scores_come_in_with_a_heading() -> None:
    book, sheet = with_table()
    sheet["D3"] = "my remark"
    found = opened(scored(book))
    assert [column.name for column in found.tables["Cases1"].tableColumns] == [
        "Reference",
        "A",
        "Column3",
        "Column4",
        "A WER",
        "A chrF2",
    ]
    assert [cell.value for cell in found[1]][2:4] == ["Column3", "Column4"]


def test_the_totals_of_a_table_stay_below_its_filter() -> None:
    book, sheet = with_table(ref="A1:B5", totalsRowCount=1)
    sheet.tables["Cases1"]._initialise_columns()
    sheet.tables["Cases1"].autoFilter.ref = "A1:B4"
    table = opened(scored(book)).tables["Cases1"]
    assert (table.ref, table.autoFilter.ref) == ("A1:D5", "A1:D4")


@pytest.mark.parametrize("blocks", ["table", "merged"])
def test_what_cannot_reach_over_the_scores_is_named(blocks: str) -> None:
    book, sheet = with_table()
    if blocks == "table":
        sheet["D1"], sheet["D2"] = "Note", "other"
        sheet.add_table(Table(displayName="Notes", ref="D1:D4"))
    else:
        sheet.merge_cells("D2:D3")
    with pytest.warns(MtassayWarning, match=r"sheet Cases: the table Cases1.* cannot reach over the scores, so a sort"):
        content = scored(book)
    assert opened(content).tables["Cases1"].ref == "A1:B4"


def test_rules_for_whole_rows_colour_the_scores_and_others_do_not() -> None:
    book, sheet = sheet_of()
    sheet.auto_filter.ref = "A1:B4"
    rules = sheet.conditional_formatting
    rules.add("A2:B4", FormulaRule(formula=['$B2="x1"'], fill=FILL))
    rules.add("A2:B4", FormulaRule(formula=["LEN(A2)>9"], fill=FILL))
    rules.add("B2:B4", CellIsRule(operator="equal", formula=["1"], fill=FILL))
    found = {
        rule.formula[0]: str(one.sqref) for one in opened(scored(book)).conditional_formatting for rule in one.rules
    }
    assert found == {'$B2="x1"': "A2:D4", "LEN(A2)>9": "A2:B4", "1": "B2:B4"}


def test_without_filter_or_table_nothing_is_added() -> None:
    sheet = opened(scored(sheet_of()[0]))
    assert (sheet.auto_filter.ref, len(sheet.tables)) == (None, 0)


@needs_libreoffice
@pytest.mark.parametrize("kind", ["filter", "table"])
def test_sorted_in_libreoffice_scores_stay_with_their_rows(kind: str, tmp_path: Path) -> None:
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Cases")
        sheet.write_row(0, 0, ["Reference", "A"])
        for number, row in enumerate(zip(REFERENCES, OUTPUTS, strict=True), start=1):
            sheet.write_row(number, 0, row)
        if kind == "filter":
            sheet.autofilter("A1:B4")
        else:
            sheet.add_table("A1:B4", {"columns": [{"header": "Reference"}, {"header": "A"}]})
    given = add_scores(content.getvalue(), Place("Cases", 2), EVALUATION)
    before = {row[0]: row for row in opened(given).iter_rows(2, 4, values_only=True)}
    after = list(opened(sort_areas(given, tmp_path)).iter_rows(2, 4, values_only=True))
    assert [row[0] for row in after] == sorted(REFERENCES)
    assert [pytest.approx(row[2:]) for row in after] == [before[row[0]][2:] for row in after]
    assert len({row[2:] for row in after}) == 3  # or equal scores could have changed places
