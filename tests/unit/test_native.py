"""The bindings refuse what native code must not see."""

import gc

import numpy as np
import pytest

from mtassay._native import ReferenceLength, Segments, Tokenization, character_overlap_rows, tokenize, word_overlap_rows


def words(hypotheses: list[str], references: list[str], starts: list[int], order: int = 4) -> object:
    return word_overlap_rows(
        Segments(hypotheses),
        Segments(references),
        np.array(starts, dtype=np.int64),
        Tokenization.NONE,
        order,
        ReferenceLength.CLOSEST,
        1,
    )


@pytest.mark.parametrize("starts", [[0], [0, 1], [0, 1, 2, 3], [0, 0, 2], [0, 2, 1], [1, 2, 2], [0, 1, 3], [-1, 0, 2]])
def test_starts_that_do_not_fit_are_refused(starts: list[int]) -> None:
    with pytest.raises(ValueError, match=r"starts|reference"):
        words(["a", "b"], ["a", "b"], starts)


@pytest.mark.parametrize("order", [0, 33])
def test_orders_out_of_range_are_refused(order: int) -> None:
    with pytest.raises(ValueError, match="order out of range"):
        words(["a"], ["a"], [0, 1], order)


def test_segments_hold_only_strings() -> None:
    with pytest.raises(TypeError, match="item 1 is int, not str"):
        Segments(["a", 3])  # type: ignore[list-item]
    with pytest.raises(UnicodeEncodeError):
        Segments(["\ud800"])


def test_slices_keep_their_text_alive() -> None:
    part = Segments([f"text number {n}" for n in range(1000)])[10:12]
    gc.collect()
    assert len(part) == 2
    assert tokenize(part, Tokenization.NONE) == ["text number 10", "text number 11"]
    with pytest.raises(ValueError, match="step 1"):
        part[::2]


def test_no_segments_give_no_rows() -> None:
    empty = np.zeros(1, dtype=np.int64)
    assert character_overlap_rows(Segments([]), Segments([]), empty, 6, 2, False, 0).shape == (0, 24)
