"""What is known when systems are left out: judgments that name one, and those of what several made."""

import dataclasses

import numpy as np
import pytest

from mtassay.alignment.distances.base import distance
from mtassay.errors import InputError
from mtassay.estimation.prediction.judged_targets import judged_targets
from mtassay.estimation.prediction.training_rows import SystemNeighbourhoods
from mtassay.human.memory import Memory, Outputs, make_memory

EDITS = distance("edits")


def memory_of(made: dict[str, list[int]], systems: list[str]) -> Memory:
    """Four targets of two sources, judged 8, 6, 4 and 2; `made` says which of them each system's run holds."""
    memory = make_memory([("s", "a b", 8.0), ("s", "a c", 6.0), ("t", "d e", 4.0), ("t", "d f", 2.0)], systems=systems)
    outputs = tuple(
        Outputs(name, "", 1, memory.source_of[targets], np.array(targets)) for name, targets in made.items()
    )
    return dataclasses.replace(memory, outputs=outputs)


def test_what_another_system_made_too_stays_known() -> None:
    memory = memory_of({"one": [0, 2], "two": [0, 3]}, ["one", "two", "one", "two"])
    judged = judged_targets(memory, EDITS)
    known = judged.without([0])
    # "a b" was judged as the output of one, but two made it as well; "d e" was made by one alone
    assert known.counts.tolist() == [1, 1, 0, 1]
    assert known.is_kept.tolist() == [True, False, False, False]
    assert known.mean == pytest.approx((8 + 6 + 2) / 3)
    assert judged.without([0, 1]).counts.tolist() == [0, 0, 0, 0]
    assert judged.sizes.tolist() == [2, 3]
    assert judged.unjudged.tolist() == [0, 0]
    # what stays known has no fresh score: it teaches neither what is new nor how far fresh scores lie from stored ones
    rows = SystemNeighbourhoods(judged, EDITS, None).training_rows()
    assert rows.truth[rows.system == 0].tolist() == [4]
    assert not rows.columns.is_repeat.any()


def test_a_fresh_judgment_of_what_others_made_is_left_out() -> None:
    memory = make_memory([("s", "a b", 8.0), ("s", "a b", 6.0)], systems=["one", "two"])
    run = [Outputs(name, "", 1, np.array([0]), np.array([0])) for name in ("one", "two")]
    judged = judged_targets(dataclasses.replace(memory, outputs=tuple(run)), EDITS)
    known = judged.without([0])
    assert (known.counts.tolist(), known.sums.tolist(), known.is_kept.tolist()) == ([1], [6], [False])


def test_a_judgment_without_a_system_belongs_to_the_only_one_that_made_it() -> None:
    memory = memory_of({"one": [0, 2], "two": [0, 3]}, [])
    judged = judged_targets(memory, EDITS)
    assert judged.names == ("one", "two")
    units = [
        (judged.names[system], target) for system, target in zip(judged.unit_system, judged.unit_target, strict=True)
    ]
    assert units == [("one", 2), ("two", 3)]
    assert judged.without([0]).counts.tolist() == [1, 1, 0, 1]


def test_several_runs_of_one_system_are_that_system() -> None:
    memory = memory_of({"one": [0, 2]}, [])
    again = Outputs("one", "second", 2, np.array([0, 1]), np.array([1, 3]))
    judged = judged_targets(dataclasses.replace(memory, outputs=(*memory.outputs, again)), EDITS)
    assert judged.unit_target.tolist() == [0, 1, 2, 3]
    assert judged.without([0]).counts.tolist() == [0, 0, 0, 0]


def test_lengths_are_shares_of_the_mean() -> None:
    memory = make_memory([("s", "a b", 8.0), ("t", "c d e f", 6.0), ("t", "c d", 6.0)], systems=["one", "one", "two"])
    judged = judged_targets(memory, EDITS)
    assert judged.without().lengths == pytest.approx([2 / 2.5, 3 / 2.5])
    assert judged.without([0]).lengths.tolist() == [1, 1]


def test_what_of_a_run_waits_for_a_judgment() -> None:
    memory = memory_of({"one": [0, 2], "two": [1, 3]}, ["one", "two", "one", "two"])
    # "d f" of two was not judged, though "d e" of the same source was; of the source of "a c" nothing was
    judged = judged_targets(dataclasses.replace(memory, judgments=memory.judgments.chosen(np.array([2]))), EDITS)
    assert judged.unjudged.tolist() == [0, 1]
    assert judged.is_begun.tolist() == [False, True]


def test_a_memory_without_judgments_is_refused() -> None:
    with pytest.raises(InputError, match="nobody judged any translation"):
        judged_targets(make_memory([]), EDITS)
