"""The paper's figure 3."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from memories import Said, memory_of

from mtassay.errors import InputError
from mtassay.estimation.figures.error_figures import error_figures, left_out_of
from mtassay.estimation.nearest.leave_one_out import leave_one_out
from mtassay.human.filters import Filter
from mtassay.human.memory import make_memory

MEMORY = memory_of(
    [
        Said("s", "a b c", 10, "ann", "A"),
        Said("s", "a b d", 6, "ben", "B"),
        Said("s", "a b c", 8, "ben", "A"),
        Said("t", "Q", 4, "ann", "A"),
        Said("t", "q r", 5, "ben", "B"),
        Said("u", "alone", 5, "cleo", "B"),
    ],
    outputs={"C": [("s", "a b d"), ("t", "Q")]},
)
LEFT_OUT = leave_one_out(MEMORY)


def test_everything() -> None:
    found = error_figures(LEFT_OUT)
    assert found is not None
    # 9 and 6 estimate each other, and so do 4 and 5
    assert (found.units, found.scorable) == (5, 4)
    assert (found.error.value, found.error_over_all.value, found.bias) == (2.0, 1.6, 0.0)
    assert [(one.low, one.high, one.count) for one in found.histogram] == [
        *((-3.5, -2.5, 1), (-2.5, -1.5, 0), (-1.5, -0.5, 1), (-0.5, 0.5, 0)),
        *((0.5, 1.5, 1), (1.5, 2.5, 0), (2.5, 3.5, 1)),
    ]
    assert [(one.low, one.high, one.count, one.error) for one in found.by_distance] == [
        (1, 1, 2, 3.0),
        (2, 2, 2, 1.0),
    ]


@pytest.mark.parametrize("chosen", [Filter(system="A"), Filter(judge="ann"), Filter(words=("q",)), Filter(lowest=5)])
def test_what_a_filter_means(chosen: Filter) -> None:
    targets = np.flatnonzero(chosen.mask(MEMORY))
    found = error_figures(left_out_of(LEFT_OUT, MEMORY, chosen))
    assert found is not None
    assert found.units == len(targets)
    inside = np.isin(LEFT_OUT.target, targets) & LEFT_OUT.is_scorable
    assert found.error.value == pytest.approx(np.abs(LEFT_OUT.errors[inside]).mean())


def test_where_a_system_is_left_out_a_filter_by_it_means_its_own_judgments() -> None:
    left_out = leave_one_out(MEMORY, leave="system")
    found = error_figures(left_out_of(left_out, MEMORY, Filter(system="A")))
    assert found is not None
    assert {left_out.names[number] for number in found.left_out.group} == {"A"}
    assert [group.name for group in found.left_out.groups] == ["A"]


def test_what_cannot_be_estimated_has_no_figures() -> None:
    assert error_figures(left_out_of(LEFT_OUT, MEMORY, Filter(judge="cleo"))) is None
    empty = make_memory([])
    assert error_figures(leave_one_out(empty)) is None


def test_a_system_that_no_judgment_names_cannot_have_been_left_out() -> None:
    with pytest.raises(InputError, match=r"there is no system 'C'.*; there are A, B"):
        left_out_of(leave_one_out(MEMORY, leave="system"), MEMORY, Filter(system="C"))


@given(
    st.lists(
        st.tuples(st.sampled_from("stu"), st.text("ab ", max_size=6), st.integers(0, 10)), min_size=2, max_size=30
    ),
    st.sampled_from(["edits", "characters"]),
)
def test_bins_hold_every_estimate_once(said: list[tuple[str, str, float]], by: str) -> None:
    memory = make_memory(said)
    left_out = leave_one_out(memory, by)
    found = error_figures(left_out)
    assert (found is None) == (left_out.scorable == 0)
    if found is not None:
        assert sum(one.count for one in found.histogram) == left_out.scorable
        assert sum(one.count for one in found.by_distance) == left_out.scorable
        total = sum(one.count * one.error for one in found.by_distance)
        assert total / left_out.scorable == pytest.approx(found.error.value)
        assert found.histogram[0].count
        assert found.histogram[-1].count
