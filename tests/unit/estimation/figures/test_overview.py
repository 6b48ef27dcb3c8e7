"""The paper's tables 1 to 3."""

import numpy as np
import pytest
from memories import Said, memory_of

from mtassay.estimation.figures.overview import Vocabulary, overview, run_rates, vocabulary
from mtassay.estimation.nearest.leave_one_out import leave_one_out
from mtassay.human.memory import make_memory
from mtassay.significance.bootstrap import Bootstrap

NAN = float("nan")


def test_words_are_counted_as_white_space_cuts_them() -> None:
    assert vocabulary(["a b  a", "", "B b."]) == Vocabulary(3, 5, 4)


def test_the_tables_of_a_small_memory() -> None:
    memory = memory_of(
        [
            Said("s one", "x y", 10, "ann", seconds=30, verdicts=("ok", "syntax")),
            Said("s one", "x z", 6, "ben"),
            Said("s two", "q", 4, "ben"),
            Said("s two", "r", NAN),
        ],
        items={"s one": ["s", "one"]},
        outputs={
            "A": [("s one", "x y"), ("s two", "q")],
            "B": [("s one", "x z"), ("s two", "r")],
            "C": [("s two", "r")],
        },
    )
    found = overview(memory, leave_one_out(memory), Bootstrap(draws=200))
    assert found.sources == Vocabulary(2, 4, 3)
    assert found.targets == Vocabulary(4, 6, 5)
    assert (found.counts.sources, found.counts.judged, found.counts.references) == (2, 3, 1)
    assert (found.targets_per_source.value, found.references_per_source.value) == (1.5, 0.5)
    assert found.targets_per_source.interval is not None
    assert (found.judges, found.seconds, found.item_error) == (2, 30.0, 50.0)
    # one source alone can be estimated: its errors are known, an interval over sources is not
    assert found.error is not None
    assert found.error_over_all is not None
    assert (found.error.value, found.error.interval) == (4.0, None)
    assert found.error_over_all.value == pytest.approx(8 / 3)
    assert [(run.system, run.judged, None if run.sser is None else run.sser.value) for run in found.runs] == [
        ("A", 2, 30.0),
        ("B", 1, 40.0),
        ("C", 0, None),
    ]
    # only A was judged as a whole
    assert found.range is not None
    assert [run.system for run in found.range] == ["A", "A"]


def test_runs_of_the_same_name_are_told_apart() -> None:
    memory = memory_of(
        [Said("s", "x", 10), Said("s", "y", 0)],
        outputs={"A": [("s", "x")], "B": [("s", "y")]},
    )
    again = type(memory)(
        **{**vars(memory), "outputs": tuple(type(one)("A", "", 1, one.source, one.target) for one in memory.outputs)}
    )
    assert [run.sser.value for run in run_rates(again) if run.sser is not None] == [0.0, 100.0]


def test_an_empty_memory_says_little() -> None:
    memory = make_memory([])
    found = overview(memory, leave_one_out(memory), Bootstrap(draws=100))
    assert np.isnan(found.targets_per_source.value)
    assert (found.error, found.error_over_all, found.range, found.seconds, found.item_error) == (None,) * 5
    assert found.runs == ()
