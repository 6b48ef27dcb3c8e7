"""How values look to people: rounded, in their own time, and on one line."""

from collections.abc import Iterator
from datetime import datetime

from mtassay.reports.document import AtMost, Cell, Column, Estimate, Form, Table, Value
from mtassay.significance.written_p import written_p

_TOO_LONG = 1e12
# whatever some program takes for the end of a line or of a cell
_BREAKS = str.maketrans(dict.fromkeys("\t\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", " "))


def shown_rows(table: Table, digits: int | None = None) -> Iterator[list[str]]:
    """The rows of a table as texts."""
    for number, row in enumerate(table.rows):
        own = table.row_digits[number] if table.row_digits else None
        yield [
            shown_cell(cell, column, _chosen(column, own, digits))
            for column, cell in zip(table.columns, row, strict=True)
        ]


def shown_cell(cell: Cell, column: Column, digits: int) -> str:
    """What people read in a cell."""
    if isinstance(cell, Estimate):
        if cell.low is None or cell.high is None:
            return column.missing if cell.value is None else shown_cell(cell.value, column, digits)
        ends = f"[{shown_number(cell.low, digits)}, {shown_number(cell.high, digits)}]"
        return ends if cell.value is None else f"{shown_number(cell.value, digits)} {ends}"
    if not isinstance(cell, float) or cell != cell:
        return column.missing if is_missing(cell) else shown_value(cell)
    if column.form is Form.SHARE:
        return f"{100 * cell:.0f} %"
    if column.form is Form.P_VALUE:
        return shown_p(cell)
    return shown_number(cell, digits, sign=column.form is Form.SIGNED)


def shown_value(value: Value, digits: int = 2) -> str:
    """A value that stands in no column."""
    if value is None or is_missing(value):
        return "–"
    if isinstance(value, float):
        return shown_number(value, digits)
    if isinstance(value, datetime):
        return value.astimezone().strftime("%Y-%m-%d %H:%M")
    return one_line(str(value))


def shown_number(value: float, digits: int, *, sign: bool = False) -> str:
    """A number with so many digits after the point, or inf; never minus zero."""
    kind = "f" if abs(value) < _TOO_LONG else "g"  # nobody reads sixty digits
    shown = f"{value:{'+' if sign else ''}.{digits}{kind}}"
    return shown if any(c in "123456789i" for c in shown) else shown.replace("-", "+" if sign else "")


def shown_p(p_value: float) -> str:
    """Three digits after the point; ≤ before an upper bound."""
    return written_p(p_value, is_bound=isinstance(p_value, AtMost))


def is_missing(value: Value) -> bool:
    """Whether there is no value: None, or what is not a number."""
    return value is None or (isinstance(value, float) and value != value)


def one_line(text: str) -> str:
    """The text with blanks for line breaks and tabs, which would break a table."""
    return text.translate(_BREAKS)


def _chosen(column: Column, of_row: int | None, digits: int | None) -> int:
    if digits is not None:
        return digits
    return column.digits if of_row is None else of_row
