"""Parts of a memory, and the memory with a part alone."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from memories import Said, memory_of

from mtassay.estimation.figures.item_figures import item_summary
from mtassay.estimation.figures.subset import Subset
from mtassay.estimation.nearest.leave_one_out import leave_one_out
from mtassay.human.counts import count
from mtassay.human.memory import Memory, Verdicts

MEMORY = memory_of(
    [
        Said("s", "a b c", 10, "ann", "A"),
        Said("s", "a b d", 6, "ben", "B"),
        Said("s", "a b c", 8, "ben", "A"),
        Said("t", "Q", 4, "ann", "A"),
        Said("t", "q r", 5, "ben", "B"),
        Said("u", "alone", 5, "cleo", "B"),
    ],
    outputs={"C": [("s", "a b d"), ("t", "Q")], "D": [("u", "alone")]},
)


@pytest.mark.parametrize(
    ("subset", "targets"),
    [
        (Subset(lowest=5), ["a b c", "a b d", "q r", "alone"]),
        (Subset(lowest=5, highest=6), ["a b d", "q r", "alone"]),
        (Subset(highest=9), ["a b c", "a b d", "Q", "q r", "alone"]),
        (Subset(revisions=(1, 0)), []),
    ],
)
def test_scores_and_revisions(subset: Subset, targets: list[str]) -> None:
    assert [MEMORY.targets[place] for place in np.flatnonzero(subset.targets(MEMORY))] == targets


def test_a_mean_that_carries_rounding_lies_within_its_own_bounds() -> None:
    memory = memory_of([Said("s", "a", 0.1), Said("s", "a", 0.2), Said("s", "a", 0.3)])
    assert Subset(lowest=0.2, highest=0.2).targets(memory).all()


def test_revisions_choose_the_judgments_that_they_brought() -> None:
    numbered = replace(MEMORY, judgments=replace(MEMORY.judgments, revision=np.arange(1, 7)))
    narrow = Subset(revisions=(3, 4)).narrow(numbered)
    assert narrow.targets == ("a b c", "Q")
    assert narrow.judgments.points.tolist() == [8, 4]  # the first judgment of a b c came before


def test_nothing_is_narrowed_by_no_condition() -> None:
    assert Subset().narrow(MEMORY) is MEMORY


def test_the_memory_with_a_part_alone() -> None:
    narrow = Subset(judge="ben").narrow(MEMORY)
    assert narrow.sources == ("s", "t")
    assert narrow.targets == ("a b c", "a b d", "q r")
    assert narrow.scores.tolist() == [8, 6, 5]
    (one, other) = narrow.outputs
    assert (one.system, [narrow.targets[place] for place in one.target]) == ("C", ["a b d"])
    assert len(other) == 0
    assert [outputs.system for outputs in Subset(system="C").narrow(MEMORY).outputs] == ["C"]


def with_items() -> Memory:
    return replace(
        MEMORY,
        items=("s1", "t1", "t2"),
        item_offsets=np.array([0, 1, 3, 3]),
        verdicts=Verdicts(np.array([0, 3, 3, 4]), np.array([0, 1, 2, 1]), np.array([0, 1, 2, 0])),
    )


def test_items_and_verdicts_keep_their_places() -> None:
    narrow = Subset(sources=frozenset({1})).narrow(with_items())
    assert narrow.items == ("t1", "t2")
    (one,) = item_summary(narrow).sources
    assert [counts["ok"] for counts in one.difficulty.classes] == [1, 0]
    assert item_summary(Subset(judge="cleo").narrow(with_items())).sources == ()


@given(
    said=st.lists(
        st.builds(
            Said,
            st.sampled_from("st"),
            st.sampled_from(["a", "a b", "b c", "d"]),
            st.integers(0, 10),
            st.sampled_from(["ann", "ben"]),
            st.sampled_from(["A", "B"]),
        ),
        min_size=1,
        max_size=20,
    ),
    judge=st.sampled_from([None, "ann", "ben"]),
    lowest=st.none() | st.integers(0, 10),
)
def test_a_narrow_memory_counts_what_was_chosen(said: list[Said], judge: str | None, lowest: int | None) -> None:
    memory = memory_of(said)
    if judge is not None and judge not in memory.judges:
        return
    subset = Subset(judge=judge, lowest=lowest)
    chosen = subset.targets(memory)
    narrow = subset.narrow(memory)
    assert narrow.targets == tuple(memory.targets[place] for place in np.flatnonzero(chosen))
    assert count(narrow).judgments == sum(
        bool(chosen[target]) and (judge is None or memory.judges[who] == judge)
        for target, who in zip(memory.judgments.target, memory.judgments.judge, strict=True)
    )
    assert len(leave_one_out(narrow)) == len(narrow.targets)
