"""The paper's figures 6 and 8."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.estimation.figures.revisions import choose_revisions, revision_figures
from mtassay.estimation.nearest.leave_one_out import leave_one_out
from mtassay.human.counts import count
from mtassay.human.memory import make_memory


@given(st.lists(st.integers(1, 10_000), unique=True, min_size=1, max_size=300), st.integers(2, 50))
def test_chosen_revisions_are_even_and_hold_the_ends(numbers: list[int], most: int) -> None:
    ordered = sorted(numbers)
    chosen = choose_revisions(ordered, most)
    assert len(chosen) == min(len(ordered), most)
    assert (chosen[0], chosen[-1]) == (ordered[0], ordered[-1])
    places = [ordered.index(number) for number in chosen]
    steps = [later - earlier for earlier, later in pairwise(places)]
    assert not steps or max(steps) - min(steps) <= 1


@given(
    st.lists(st.tuples(st.sampled_from("stu"), st.text("ab ", max_size=5), st.integers(0, 10)), max_size=25),
    st.sampled_from(["edits", "moves"]),
)
def test_figures_of_each_revision_are_those_of_its_memory(said: list[tuple[str, str, float]], by: str) -> None:
    """Whatever is kept from one revision for the next: the memory shrinks and scores change, too."""
    order = [*range(len(said) + 1), len(said) // 2, 0, len(said)]
    found = list(revision_figures(lambda revision: make_memory(said[:revision]), order, by))
    for revision, one in zip(order, found, strict=True):
        memory = make_memory(said[:revision])
        left_out, counts = leave_one_out(memory, by), count(memory)
        assert (one.revision, one.sources, one.judged) == (revision, counts.sources, counts.judged)
        assert one.scorable == left_out.scorable
        if left_out.scorable:
            assert one.error == pytest.approx(left_out.error)
        else:
            assert one.error is None
