"""Word edits."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay import InputError
from mtassay.alignment.edits import EditOperation, align_words
from mtassay.alignment.shifts import align_with_shifts

words = st.lists(st.sampled_from(["a", "b", "c", "d", ""]), max_size=12)


@given(hypothesis=words, reference=words)
def test_every_word_stands_in_one_step(hypothesis: list[str], reference: list[str]) -> None:
    edits = align_words(hypothesis, reference)
    assert [edit.hypothesis for edit in edits if edit.hypothesis is not None] == list(range(len(hypothesis)))
    assert [edit.reference for edit in edits if edit.reference is not None] == list(range(len(reference)))
    for edit in edits:
        if edit.hypothesis is not None and edit.reference is not None:
            same = hypothesis[edit.hypothesis] == reference[edit.reference]
            assert edit.operation is (EditOperation.MATCH if same else EditOperation.SUBSTITUTE)


@pytest.mark.parametrize("words", ["abc", None, [1], ["\ud800"]])
def test_what_is_no_list_of_words_is_refused(words: Any) -> None:
    for align in (align_words, align_with_shifts):
        with pytest.raises(InputError):
            align(words, ["a"])
