"""What pictures are drawn with."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mtassay.reports.drawing.elements import Axis, clean, coordinate, decimal, text_width, wrap


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (15.1, 75.4, ["20", "40", "60"]),
        (0.8312, 0.8579, ["0.84", "0.85"]),
        (-0.31, 0.12, ["−0.3", "−0.2", "−0.1", "0.0", "0.1"]),
        (0.1, 0.3, ["0.10", "0.15", "0.20", "0.25", "0.30"]),
        (1200, 98000, ["20000", "40000", "60000", "80000"]),
    ],
)
def test_ticks_are_round(low: float, high: float, labels: list[str]) -> None:
    assert [label for _, label in Axis(low, high, 0, 100).ticks()] == labels


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6), st.integers(0, 6))
@example(0.0, 249999.99999999988, 0)
def test_an_axis_has_one_to_five_ticks_within_its_ends(low: float, width: float, places: int) -> None:
    axis = Axis.over([low, low + width], places, 10, 110)
    positions = [axis.position(value) for value, _ in axis.ticks()]
    labels = [label for _, label in axis.ticks()]
    assert 1 <= len(positions) <= 5
    assert len(set(labels)) == len(labels)
    assert all(10 - 1e-3 <= position <= 110 + 1e-3 for position in positions)
    assert 10 <= axis.position(low) <= axis.position(low + width) <= 110


def test_scores_that_are_not_negative_get_no_negative_axis() -> None:
    assert Axis.over([0.0, 0.0], 2, 0, 1).low == 0
    assert Axis.over([-1.0, -1.0], 2, 0, 1).low < -1


@given(st.text(), st.floats(10, 300))
def test_wrapping_loses_nothing_and_fits(words: str, width: float) -> None:
    lines = wrap(words, width, 12)
    assert "".join("".join(lines).split()) == "".join(clean(words).split())
    assert all(text_width(line, 12) <= width or len(line) == 1 for line in lines)


def test_wide_characters_take_more_room_and_marks_none() -> None:
    assert text_width("翻", 10) == 10 > text_width("a", 10)
    assert text_width("e\u0301", 10) == text_width("e", 10)


def test_numbers_are_short_and_never_minus_zero() -> None:
    assert [coordinate(value) for value in (100, 0.5, -0.001, 1 / 3)] == ["100", "0.5", "0", "0.33"]
    assert decimal(-0.001, 2) == "0.00"
    assert decimal(-1.5, 1) == "−1.5"
    assert decimal(1.5, 1, signed=True) == "+1.5"
