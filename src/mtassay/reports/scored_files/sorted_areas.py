"""Filters and tables of a sheet reach over the columns of scores, so that a sort keeps each score in its row."""

import re
from collections.abc import Sequence
from copy import copy
from typing import Any

# a cell in a formula, with or without $, but no function such as LOG10(
_CELL = re.compile(r"(?<![\w.$])(\$?)[A-Za-z]{1,3}\$?[0-9]{1,7}(?![\w(])")
_LAST_COLUMN, _LAST_ROW = 16384, 1048576
_QUOTED = re.compile(r'"[^"]*"')


def free_heads(sheet: Any, heading: int, heads: Sequence[str]) -> list[str]:
    """The headings of new columns, with a number behind one that stands in the row already.

    Excel calls a file broken in which two columns of a table have one name.
    """
    taken = {str(cell.value).casefold() for (row, _), cell in sheet._cells.items() if row == heading and cell.value}
    free = []
    for head in heads:
        name, number = head, 1
        while name.casefold() in taken:
            number += 1
            name = f"{head} {number}"
        taken.add(name.casefold())
        free.append(name)
    return free


def widen_areas(sheet: Any, heading: int, last: int) -> list[str]:
    """Let filters, tables and rules for whole rows reach up to the column `last`; headings stand there already.

    Gives those that cannot, because something else is in the way.
    """
    row = heading + 1
    tables = [table for table in sheet.tables.values() if _has_row(table.ref, row)]
    filtered = sheet.auto_filter.ref
    refused = []
    for table in tables:
        # of two tables side by side nobody knows which one the scores belong to
        is_alone = len(tables) == 1 and (not table.headerRowCount or _area(table.ref).min_row == heading)
        if is_alone and not _is_blocked(sheet, table.ref, last):
            _widen_table(sheet, table, last)
        else:
            refused.append(f"the table {table.displayName}")
    if filtered and _has_row(filtered, row):
        if _is_blocked(sheet, filtered, last):
            refused.append(f"the filter of {filtered.replace('$', '')}")
        else:
            _widen_filter(sheet, sheet.auto_filter, last)
    return refused


def _widen_table(sheet: Any, table: Any, last: int) -> None:
    before = _area(table.ref)
    _name_columns(sheet, table, last)
    table.ref = _wider(table.ref, last)
    _widen_sort(table.sortState, before, last)
    if table.autoFilter is not None and table.autoFilter.ref:
        _widen_filter(sheet, table.autoFilter, last)
    else:
        _widen_rules(sheet, before, last)


def _widen_filter(sheet: Any, auto_filter: Any, last: int) -> None:
    before = _area(auto_filter.ref)
    auto_filter.ref = _wider(auto_filter.ref, last)
    _widen_sort(auto_filter.sortState, before, last)
    _widen_rules(sheet, before, last)


def _area(reference: str) -> Any:
    """The cells of a reference; whole columns, `A:C`, and whole rows reach to the end of a sheet."""
    from openpyxl.utils import range_boundaries
    from openpyxl.worksheet.cell_range import CellRange

    left, top, right, bottom = range_boundaries(reference.replace("$", ""))
    return CellRange(min_col=left or 1, min_row=top or 1, max_col=right or _LAST_COLUMN, max_row=bottom or _LAST_ROW)


def _has_row(reference: str, row: int) -> bool:
    area = _area(reference)
    return bool(area.min_row <= row <= area.max_row)


def _wider(reference: str, last: int) -> str:
    area = _area(reference)
    area.expand(right=max(0, last - area.max_col))
    return str(area.coord)


def _is_blocked(sheet: Any, reference: str, last: int) -> bool:
    """Whether the wider area would reach into another table or into merged cells, which cannot be sorted."""
    area, wider = _area(reference), _area(_wider(reference, last))
    others = [table.ref for table in sheet.tables.values() if table.ref != reference]
    merged = [str(cells.coord) for cells in sheet.merged_cells.ranges]
    return any(not _area(other).isdisjoint(wider) and _area(other).isdisjoint(area) for other in (*others, *merged))


def _name_columns(sheet: Any, table: Any, last: int) -> None:
    """Columns of the table up to the last; where a heading is missing it gets one, as a table has no column without."""
    from openpyxl.worksheet.table import TableColumn

    area = _area(table.ref)
    names = {column.name.casefold() for column in table.tableColumns}
    number = max((column.id for column in table.tableColumns), default=0)
    for column in range(area.max_col + 1, last + 1):
        number += 1
        cell = sheet.cell(area.min_row, column) if table.headerRowCount else None
        name = f"Column{number}" if cell is None or cell.value in (None, "") else str(cell.value)
        while name.casefold() in names:
            name += " 2"
        if cell is not None and cell.value != name:
            cell.value = name
        names.add(name.casefold())
        table.tableColumns.append(TableColumn(id=number, name=name))


def _widen_sort(state: Any, before: Any, last: int) -> None:
    """The order that was chosen last covers what the area covers; its columns stay."""
    if state is not None and state.ref and _area(state.ref).max_col == before.max_col:
        state.ref = _wider(state.ref, last)


def _widen_rules(sheet: Any, before: Any, last: int) -> None:
    """Rules of conditional formatting that colour whole rows colour the scores too; rules for single columns do not."""
    from openpyxl.formatting.formatting import ConditionalFormattingList
    from openpyxl.worksheet.cell_range import MultiCellRange

    rules = ConditionalFormattingList()
    for formatting in sheet.conditional_formatting:
        areas = [
            _wider(str(area.coord), last)
            if area.min_col <= before.min_col and area.max_col == before.max_col and area.min_col < area.max_col
            else str(area.coord)
            for area in formatting.sqref.ranges
        ]
        for rule in formatting.rules:
            changed = copy(formatting)
            if _colours_rows(rule):
                changed.sqref = MultiCellRange(" ".join(areas))
            rules.add(changed, rule)
    rules.max_priority = sheet.conditional_formatting.max_priority
    sheet.conditional_formatting = rules


def _colours_rows(rule: Any) -> bool:
    """Whether a formula looks at the same columns whichever cell it colours: `$B2="open"`."""
    if rule.type != "expression" or not rule.formula:
        return False
    cells = [match[1] for formula in rule.formula for match in _CELL.finditer(_QUOTED.sub("", formula))]
    return bool(cells) and all(dollar == "$" for dollar in cells)
