"""Block moves: those that TER counts."""

from hypothesis import given
from hypothesis import strategies as st

from mtassay import metric
from mtassay.alignment.edits import EditOperation
from mtassay.alignment.shifts import Shift, align_with_shifts, shifted
from mtassay.corpus.evalset import EvalSet

full_words = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f"]), min_size=1, max_size=14)
few_words = st.lists(st.sampled_from("abcde"), max_size=14)


@given(hypothesis=full_words, reference=full_words)
def test_shifts_are_those_that_ter_counts(hypothesis: list[str], reference: list[str]) -> None:
    aligned = align_with_shifts(hypothesis, reference)
    ter = metric("ter:case_sensitive=yes")
    row = ter.stats([" ".join(hypothesis)], ter.prepare(EvalSet([" ".join(reference)])))[0]
    assert aligned.edit_count == row[0]
    errors = sum(edit.operation is not EditOperation.MATCH for edit in aligned.edits)
    assert aligned.edit_count == len(aligned.shifts) + errors
    assert sorted(aligned.order) == list(range(len(hypothesis)))


def test_a_block_to_the_front() -> None:
    aligned = align_with_shifts(["the", "cat", "sat", "today"], ["today", "the", "cat", "sat"])
    assert aligned.shifts == (Shift(start=3, length=1, target=0),)
    assert aligned.order == (3, 0, 1, 2)
    assert [edit.hypothesis for edit in aligned.edits] == [3, 0, 1, 2]


@given(hypothesis=few_words, reference=few_words)
def test_shifts_one_after_the_other_give_the_order_of_the_alignment(
    hypothesis: list[str], reference: list[str]
) -> None:
    aligned = align_with_shifts(hypothesis, reference)
    moved = list(range(len(hypothesis)))
    for shift in aligned.shifts:
        moved = shifted(moved, shift)
    assert tuple(moved) == aligned.order
