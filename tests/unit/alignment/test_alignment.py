"""Alignments of words: edits, shifts, differences."""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay import InputError, metric
from mtassay.alignment.diff import diff_words
from mtassay.alignment.edits import EditOperation, align_words
from mtassay.alignment.shifts import Shift, align_with_shifts
from mtassay.corpus.evalset import EvalSet

words = st.lists(st.sampled_from(["a", "b", "c", "d", ""]), max_size=12)
full_words = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f"]), min_size=1, max_size=14)


@given(hypothesis=words, reference=words)
def test_every_word_stands_in_one_step(hypothesis: list[str], reference: list[str]) -> None:
    edits = align_words(hypothesis, reference)
    assert [edit.hypothesis for edit in edits if edit.hypothesis is not None] == list(range(len(hypothesis)))
    assert [edit.reference for edit in edits if edit.reference is not None] == list(range(len(reference)))
    for edit in edits:
        if edit.hypothesis is not None and edit.reference is not None:
            same = hypothesis[edit.hypothesis] == reference[edit.reference]
            assert edit.operation is (EditOperation.MATCH if same else EditOperation.SUBSTITUTE)


@given(hypothesis=full_words, reference=full_words)
def test_shifts_are_those_that_ter_counts(hypothesis: list[str], reference: list[str]) -> None:
    aligned = align_with_shifts(hypothesis, reference)
    ter = metric("ter:case_sensitive=yes")
    row = ter.stats([" ".join(hypothesis)], ter.prepare(EvalSet([" ".join(reference)])))[0]
    assert aligned.edit_count == row[0]
    errors = sum(edit.operation is not EditOperation.MATCH for edit in aligned.edits)
    assert aligned.edit_count == len(aligned.shifts) + errors
    assert sorted(aligned.order) == list(range(len(hypothesis)))


@pytest.mark.parametrize("words", ["abc", None, [1], ["\ud800"]])
def test_what_is_no_list_of_words_is_refused(words: Any) -> None:
    for align in (align_words, align_with_shifts):
        with pytest.raises(InputError):
            align(words, ["a"])


def test_a_block_to_the_front() -> None:
    aligned = align_with_shifts(["the", "cat", "sat", "today"], ["today", "the", "cat", "sat"])
    assert aligned.shifts == (Shift(start=3, length=1, target=0),)
    assert aligned.order == (3, 0, 1, 2)
    assert [edit.hypothesis for edit in aligned.edits] == [3, 0, 1, 2]


@given(hypothesis=words, reference=words)
def test_differences_are_both_texts_in_runs(hypothesis: list[str], reference: list[str]) -> None:
    chunks = diff_words(hypothesis, reference)
    assert [word for chunk in chunks for word in chunk.hypothesis] == hypothesis
    assert [word for chunk in chunks for word in chunk.reference] == reference
    for chunk in chunks:
        assert chunk.is_equal == (chunk.hypothesis == chunk.reference)
    assert all(one.is_equal != other.is_equal for one, other in itertools.pairwise(chunks))
