"""How values look to people."""

import math
from datetime import UTC, datetime

import pytest

from mtassay.reports.document import Cell, Column, Estimate, Form, Table
from mtassay.reports.formats.shown_values import shown_cell, shown_number, shown_rows


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1.005, "1.00"), (-0.001, "0.00"), (-0.0, "0.00"), (1e15, "1e+15"), (math.inf, "inf"), (-math.inf, "-inf")],
)
def test_numbers(value: float, shown: str) -> None:
    assert shown_number(value, 2) == shown


@pytest.mark.parametrize(
    ("cell", "column", "shown"),
    [
        (0.5, Column("x", form=Form.SIGNED), "+0.50"),
        (-0.0, Column("x", form=Form.SIGNED), "+0.00"),
        (0.5, Column("x", form=Form.SHARE), "50 %"),
        (0.0001, Column("x", form=Form.P_VALUE), "<0.001"),
        (0.0123, Column("x", form=Form.P_VALUE), "0.012"),
        (3, Column("x"), "3"),
        (True, Column("x"), "True"),
        (None, Column("x"), "–"),
        (math.nan, Column("x", missing="-"), "-"),
        ("a\tb\r\nc\u2028d", Column("x"), "a b  c d"),
        (Estimate(1.0, 0.5, 1.5), Column("x"), "1.00 [0.50, 1.50]"),
        (Estimate(None, 0.5, 1.5), Column("x"), "[0.50, 1.50]"),
        (Estimate(1.0, None, None), Column("x"), "1.00"),
        (Estimate(None, None, None), Column("x"), "–"),
    ],
)
def test_cells(cell: Cell, column: Column, shown: str) -> None:
    assert shown_cell(cell, column, 2) == shown


def test_times_are_those_of_the_reader() -> None:
    now = datetime(2026, 11, 16, 12, 30, tzinfo=UTC)
    assert shown_cell(now, Column("at"), 2) == now.astimezone().strftime("%Y-%m-%d %H:%M")


def test_digits_of_the_user_win_over_those_of_rows_and_those_over_columns() -> None:
    table = Table((Column("metric"), Column("x", digits=1)), [("a", 0.12345), ("b", 0.12345)], row_digits=(2, 4))
    assert list(shown_rows(table)) == [["a", "0.12"], ["b", "0.1235"]]
    assert list(shown_rows(table, 0)) == [["a", "0"], ["b", "0"]]
