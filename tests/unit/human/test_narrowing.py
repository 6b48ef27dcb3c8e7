"""The memory with what a filter means alone."""

from dataclasses import replace
from datetime import date

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from memories import Said, memory_of

from mtassay.estimation.figures.item_figures import item_summary
from mtassay.estimation.nearest.leave_one_out import leave_one_out
from mtassay.human.counts import count
from mtassay.human.filters import Filter, FilterColumns
from mtassay.human.memory import Memory, Verdicts
from mtassay.human.narrowing import narrow

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


def test_days_choose_the_judgments_that_were_made_on_them() -> None:
    days = np.array([f"2026-05-0{number}" for number in range(1, 7)], dtype="datetime64[us]")
    chosen = Filter(since=date(2026, 5, 3), until=date(2026, 5, 4))
    narrowed = narrow(MEMORY, chosen, FilterColumns(judged_at=days))
    assert narrowed.targets == ("a b c", "Q")
    assert narrowed.judgments.points.tolist() == [8, 4]  # the first judgment of a b c was made before


def test_nothing_is_narrowed_by_no_condition() -> None:
    assert narrow(MEMORY, Filter()) is MEMORY


def test_the_memory_with_a_part_alone() -> None:
    narrowed = narrow(MEMORY, Filter(judge="ben"))
    assert narrowed.sources == ("s", "t")
    assert narrowed.targets == ("a b c", "a b d", "q r")
    assert narrowed.scores.tolist() == [8, 6, 5]
    (one, other) = narrowed.outputs
    assert (one.system, [narrowed.targets[place] for place in one.target]) == ("C", ["a b d"])
    assert len(other) == 0
    assert [outputs.system for outputs in narrow(MEMORY, Filter(system="C")).outputs] == ["C"]


def test_what_others_say_of_the_same_translations_is_there_where_it_is_wanted() -> None:
    narrowed = narrow(MEMORY, Filter(judge="ben"), has_all_judges=True)
    assert narrowed.targets == ("a b c", "a b d", "q r")
    assert narrowed.judgments.points.tolist() == [10, 6, 8, 5]


def with_items() -> Memory:
    return replace(
        MEMORY,
        items=("s1", "t1", "t2"),
        item_offsets=np.array([0, 1, 3, 3]),
        verdicts=Verdicts(np.array([0, 3, 3, 4]), np.array([0, 1, 2, 1]), np.array([0, 1, 2, 0])),
    )


def test_items_and_verdicts_keep_their_places() -> None:
    narrowed = narrow(with_items(), Filter(source="t"))
    assert narrowed.items == ("t1", "t2")
    (one,) = item_summary(narrowed).sources
    assert [counts["ok"] for counts in one.difficulty.classes] == [1, 0]
    assert item_summary(narrow(with_items(), Filter(judge="cleo"))).sources == ()


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
    meant = Filter(judge=judge, lowest=lowest)
    chosen = meant.mask(memory)
    narrowed = narrow(memory, meant)
    assert narrowed.targets == tuple(memory.targets[place] for place in np.flatnonzero(chosen))
    assert count(narrowed).judgments == sum(
        bool(chosen[target]) and (judge is None or memory.judges[who] == judge)
        for target, who in zip(memory.judgments.target, memory.judgments.judge, strict=True)
    )
    assert len(leave_one_out(narrowed)) == len(narrowed.targets)
