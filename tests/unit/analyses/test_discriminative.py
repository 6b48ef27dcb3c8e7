"""What tells a system from the references, or from another system."""

import numpy as np
import pytest
from analysed import analysed

from mtassay import EvalSet
from mtassay.analyses.discriminative import WeightTable
from mtassay.errors import SettingError

RNG = np.random.default_rng(4)
REFERENCES = [" ".join(RNG.choice(list("abcdefgh"), 10)) for _ in range(60)]
HABIT = [text.replace("a", "z") + " uh" for text in REFERENCES]


def test_habits_have_weights_with_their_signs() -> None:
    evalset = EvalSet(REFERENCES, systems={"old": HABIT, "new": REFERENCES})
    old, new = analysed(evalset, "discriminative").results
    assert isinstance(old, WeightTable)
    assert isinstance(new, WeightTable)
    weights = {ngram.text: ngram.weight for ngram in old.weights}
    assert weights["uh"] < 0
    assert old.told_apart == 1
    assert (new.weights, new.told_apart) == ((), 0.5)


def test_two_systems_can_be_told_apart() -> None:
    evalset = EvalSet(REFERENCES, systems={"old": REFERENCES, "new": HABIT})
    (table,) = analysed(evalset, "discriminative:against=old").results
    assert isinstance(table, WeightTable)
    assert (table.system, table.against) == ("new", "old")
    with pytest.raises(SettingError, match="there is no system 'odl'"):
        analysed(evalset, "discriminative:against=odl")


def test_a_steady_substitution_has_two_weights_of_one_size() -> None:
    evalset = EvalSet(["x colour y"] * 40, systems={"s": ["x color y"] * 40})
    (table,) = analysed(evalset, "discriminative:orders=1").results
    assert isinstance(table, WeightTable)
    weights = {ngram.text: ngram.weight for ngram in table.weights}
    assert weights["color"] == pytest.approx(-weights["colour"])
    assert 0 < weights["colour"] < 10


def test_runs_are_named() -> None:
    systems = {f"{name}#{number}": REFERENCES for name in "ab" for number in (1, 2, 3)}
    runs = {name: [f"{name}#{number}" for number in (1, 2, 3)] for name in "ab"}
    tables = analysed(EvalSet(REFERENCES, systems=systems), "discriminative", runs=runs).results
    assert [table.system for table in tables if isinstance(table, WeightTable)] == ["a#1", "b#1"]
