"""Decimal commas, and commas that are none."""

import pytest

from mtassay.corpus.decimal_commas import with_point


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("7,5", "7.5"),
        ("-0,25", "-0.25"),
        (" 12,0 ", " 12.0 "),
        ("0,123", "0.123"),
        (",5", ".5"),
        ("83,3333", "83.3333"),
        ("1,234", "1,234"),
        ("1,234,567", "1,234,567"),
        ("1.234,5", "1.234,5"),
        ("7.5", "7.5"),
        ("a,5", "a,5"),
        ("7,", "7,"),
        ("", ""),
    ],
)
def test_a_comma_is_a_point_only_where_it_can_be_nothing_else(text: str, read: str) -> None:
    assert with_point(text) == read
