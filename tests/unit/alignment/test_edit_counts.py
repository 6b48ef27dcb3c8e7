import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.alignment.edit_counts import count_word_edits
from mtassay.alignment.edits import EditOperation, align_words
from mtassay.errors import InputError

words = st.lists(st.sampled_from("abc"), max_size=6)


@given(st.lists(st.tuples(words, words), min_size=1, max_size=5))
def test_counts_are_the_steps_of_the_alignment(pairs: list[tuple[list[str], list[str]]]) -> None:
    rows = count_word_edits(
        [" ".join(left) for left, _ in pairs], [" ".join(right) for _, right in pairs], np.arange(len(pairs) + 1)
    )
    for (left, right), row in zip(pairs, rows.tolist(), strict=True):
        edits = [edit for edit in align_words(left, right) if edit.operation is not EditOperation.MATCH]
        assert row == [len(edits), len(right)]


def test_several_references_have_a_row_each() -> None:
    rows = count_word_edits(["a b", "c"], ["a", "a b", "c d e"], np.array([0, 2, 3]))
    assert rows.tolist() == [[1, 1], [0, 2], [2, 3]]


def test_what_is_no_text_is_refused_by_its_number() -> None:
    with pytest.raises(InputError, match="hypotheses, segment 2, character 1: lone surrogate"):
        count_word_edits(["a", "\ud800"], ["a", "a"], np.array([0, 1, 2]))
