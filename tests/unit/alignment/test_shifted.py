from hypothesis import given
from hypothesis import strategies as st

from mtassay.alignment.shifts import align_with_shifts, shifted

words = st.lists(st.sampled_from("abcde"), max_size=14)


@given(hypothesis=words, reference=words)
def test_shifts_one_after_the_other_give_the_order_of_the_alignment(
    hypothesis: list[str], reference: list[str]
) -> None:
    aligned = align_with_shifts(hypothesis, reference)
    moved = list(range(len(hypothesis)))
    for shift in aligned.shifts:
        moved = shifted(moved, shift)
    assert tuple(moved) == aligned.order
