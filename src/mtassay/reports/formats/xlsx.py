"""Workbooks: a sheet for each table, numbers as numbers and texts as texts."""

import io
import math
from collections.abc import Sequence
from typing import Any

from mtassay.errors import MissingExtra
from mtassay.reports.document import Document
from mtassay.reports.formats.sheets import Sheet, SheetColumn, sheets_of

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""What browsers call such a file."""


class Xlsx:
    """A new workbook; `digits` are shown of numbers, of which all is kept."""

    def write(
        self, document: Document, *, digits: int | None = None, color: bool = False, table: str | None = None
    ) -> bytes:
        """The bytes of the file."""
        chosen = document if table is None else Document(document.title, (document.table(table),))
        return write_sheets(sheets_of(chosen, digits), document.title)


def write_sheets(sheets: Sequence[Sheet], title: str = "") -> bytes:
    """A new workbook. Text is text: nothing that starts with = becomes a formula, no address a link."""
    try:
        import xlsxwriter
    except ImportError:
        raise MissingExtra("an Excel workbook", "excel") from None
    for sheet in sheets:
        sheet.check()
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as workbook:
        workbook.set_properties({"title": title})
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
        elif isinstance(cell, bool):
            page.write_boolean(row, number, cell)
        elif isinstance(cell, float) and math.isfinite(cell):  # a spreadsheet knows no others
            page.write_number(row, number, cell, shown)
        elif isinstance(cell, int):
            page.write_number(row, number, cell)
