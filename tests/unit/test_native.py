"""The bindings refuse what native code must not see."""

import gc

import numpy as np
import pytest

from mtassay._native import (
    ReferenceLength,
    Segments,
    Tokenization,
    character_overlap_rows,
    error_classes,
    ngram_postings,
    tokenize,
    word_overlap_rows,
)


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


def classes(
    hypothesis: list[int] | None = None,
    starts: list[int] | None = None,
    segments: list[int] | None = None,
    bases: list[int] | None = None,
    folds: list[int] | None = None,
) -> object:
    """Of two words and a reference of two words, or of what is given."""

    def numbers(given: list[int] | None, kind: type[np.integer], *default: int) -> np.ndarray:
        return np.array(default if given is None else given, dtype=kind)

    return error_classes(
        numbers(hypothesis, np.int32, 0, 1),
        numbers(starts, np.int64, 0, 2),
        numbers(None, np.int32, 0, 1),
        numbers(None, np.int64, 0, 2),
        numbers(segments, np.int64, 0, 1),
        numbers(bases, np.int32, 0, 1),
        numbers(folds, np.int32),
        1,
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"starts": []}, "starts must rise"),
        ({"starts": [0, 1]}, "starts must rise"),
        ({"starts": [0, 3, 2]}, "starts must rise"),
        ({"starts": [0, 1, 2]}, "one entry more than hypotheses"),
        ({"starts": [0, 1, 2], "segments": [0, 1, 1]}, "a segment has no reference"),
        ({"hypothesis": [0, 2]}, "a number is out of range"),
        ({"hypothesis": [0, -1]}, "a number is out of range"),
        ({"bases": [0, -1]}, "a number is out of range"),
        ({"folds": [0, -1]}, "a number is out of range"),
        ({"folds": [0]}, "a word has no fold"),
    ],
)
def test_numbers_of_words_that_do_not_fit_are_refused(given: dict[str, list[int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        classes(**given)


def test_a_segment_that_is_too_long_to_align_is_named() -> None:
    count = 20_001
    words, starts = np.zeros(1 + count, dtype=np.int32), np.array([0, 1, 1 + count], dtype=np.int64)
    with pytest.raises(ValueError, match="segment 1 is too long to align"):
        error_classes(words, starts, words, starts, np.arange(3), words[:1], words[:0], 1)


@pytest.mark.parametrize(
    ("systems", "references", "order", "message"),
    [
        ([], [], 4, "there is no system"),
        ([[0, 2]], [], 4, "each system needs references"),
        ([[0, 2]], [[0, 2]], 0, "order out of range"),
        ([[0, 2]], [[0, 2]], 33, "order out of range"),
        ([[0, 2]], [[0, 1]], 4, "starts must rise"),
        ([[0, 2]], [[0, 1, 2]], 4, "the same segments"),
    ],
)
def test_texts_that_do_not_fit_are_refused(
    systems: list[list[int]], references: list[list[int]], order: int, message: str
) -> None:
    words = np.array([0, 1], dtype=np.int32)
    texts = [[(words, np.array(starts)) for starts in side] for side in (systems, references)]
    with pytest.raises(ValueError, match=message):
        ngram_postings(*texts, order, 1, 1)


def test_words_have_no_negative_numbers() -> None:
    text = (np.array([0, -1], dtype=np.int32), np.array([0, 2]))
    with pytest.raises(ValueError, match="a number is out of range"):
        ngram_postings([text], [text], 4, 1, 1)
