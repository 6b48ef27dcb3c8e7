"""Workbooks: systems on the sheet Summary, segments with their texts, statistics and correlations on others."""

import io
import math
from collections.abc import Sequence
from typing import Any

from mtassay.comparison.result import Comparison
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import MissingExtra
from mtassay.evaluation.score import Evaluation
from mtassay.evaluation.segment_statistics import SegmentStatistics
from mtassay.reports.sheets import (
    Sheet,
    SheetColumn,
    comparison_sheet,
    segments_sheet,
    statistics_sheets,
    summary_sheet,
)


def render(
    evaluation: Evaluation,
    digits: int | None,
    *,
    color: bool,
    statistics: SegmentStatistics | None = None,
    evalset: EvalSet | None = None,
) -> bytes:
    """A workbook with the scores; with that of every segment where `evalset` has the texts."""
    sheets = [summary_sheet(evaluation, digits)]
    sheets += [] if evalset is None else [segments_sheet(evaluation, evalset, digits)]
    sheets += [] if statistics is None else statistics_sheets(statistics, digits)
    return write(sheets)


def render_comparison(comparison: Comparison, digits: int | None, *, color: bool) -> bytes:
    """A workbook with one sheet."""
    return write([comparison_sheet(comparison, digits)])


def write(sheets: Sequence[Sheet]) -> bytes:
    """A new workbook. Text is text: nothing that starts with = becomes a formula, no address a link."""
    try:
        import xlsxwriter
    except ImportError:
        raise MissingExtra("an Excel workbook", "excel") from None
    for sheet in sheets:
        sheet.check()
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as workbook:
        bold = workbook.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        wrapped = workbook.add_format({"text_wrap": True, "valign": "top"})
        for sheet in sheets:
            page = workbook.add_worksheet(sheet.name)
            page.freeze_panes(1, 0)
            for number, column in enumerate(sheet.columns):
                page.set_column(number, number, column.width)
                page.write_string(0, number, column.head, bold)
                shown = workbook.add_format({"num_format": column.number_format, "valign": "top"})
                _write_cells(page, number, column, wrapped, shown)
            for row, line in enumerate(sheet.notes, start=sheet.first_note):
                for number, text in enumerate(line):
                    page.write_string(row, number, text)
    return content.getvalue()


def _write_cells(page: Any, number: int, column: SheetColumn, wrapped: Any, shown: Any) -> None:
    is_wide = column.widest > column.width
    for row, cell in enumerate(column.cells, start=1):
        if isinstance(cell, str):
            page.write_string(row, number, cell, wrapped if is_wide else None)
        elif isinstance(cell, float) and math.isfinite(cell):  # a spreadsheet knows no others
            page.write_number(row, number, cell, shown)
        elif isinstance(cell, int):
            page.write_number(row, number, cell)
