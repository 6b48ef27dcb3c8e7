import json

import numpy as np
import pytest

from mtassay.errors import InputError
from mtassay.estimation.prediction.kept_qualities import kept_qualities, restored_qualities
from mtassay.estimation.prediction.quality import Qualities
from mtassay.human.memory import make_memory
from mtassay.human.translations import find_translations

MEMORY = make_memory([("s", "a", 1), ("s", "b", 2), ("t", "c", 3)])
NEW = find_translations(MEMORY, [("s", "d"), ("t", "c")], "new")


def test_they_are_the_same_again() -> None:
    qualities = Qualities(np.array([0.1, np.nan, 1 / 3]), np.array([np.nan, 7.0]), "given:name=comet")
    kept = json.loads(json.dumps(kept_qualities(qualities, MEMORY), allow_nan=False))
    again = restored_qualities(kept, MEMORY, NEW, "given:name=comet")
    np.testing.assert_array_equal(again.targets, qualities.targets)
    np.testing.assert_array_equal(again.candidates, qualities.candidates)
    assert again.metric == "given:name=comet"


@pytest.mark.parametrize(
    "kept",
    [
        [],
        {"targets": [1, 2, 3]},
        {"targets": [1, 2], "outputs": [1, 2]},
        {"targets": [1, 2, "x"], "outputs": [1, 2]},
        {"targets": [1, 2, True], "outputs": [1, 2]},
        {"targets": [1, 2, 1e300], "outputs": [1, 2]},
        {"targets": [1, 2, 10**400], "outputs": [1, 2]},
    ],
)
def test_what_does_not_fit_is_refused(kept: object) -> None:
    with pytest.raises(InputError, match="close it and draw another one"):
        restored_qualities(kept, MEMORY, NEW, "given")  # type: ignore[arg-type]
