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
