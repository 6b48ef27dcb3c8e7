import numpy as np
import pytest
from memories import Said, memory_of

from mtassay.errors import InputError
from mtassay.human.translations import find_translations, outputs_of, stored_translations

MEMORY = memory_of(
    [Said("s1", "a", 4), Said("s1", "b", 8), Said("s2", "a", float("nan")), Said("s2", "c", 10)],
    outputs={"old": [("s1", "a"), ("s2", "a")], "new": [("s1", "b"), ("s2", "c")]},
)


def test_texts_are_found_within_their_own_source_whatever_their_white_space() -> None:
    found = find_translations(MEMORY, [("s1", " b "), ("s2", "b"), ("s2", "c"), ("s9", "a"), ("s1", "b")])
    assert found.source.tolist() == [0, 1, 1, -1, 0]
    assert found.target.tolist() == [1, -1, 3, -1, 1]
    assert found.scores(MEMORY) == pytest.approx([8, np.nan, 10, np.nan, 8], nan_ok=True)


def test_outputs_of_a_system() -> None:
    found = outputs_of(MEMORY, "old")
    assert found.texts == ("a", "a")
    assert found.target.tolist() == [0, 2]
    assert str(found) == "the 2 translations of old"


def test_a_misspelt_system_is_guessed() -> None:
    with pytest.raises(InputError, match=r"no outputs of a system 'olds'.*'old'.*there are old, new"):
        outputs_of(MEMORY, "olds")
    with pytest.raises(InputError, match="old has no run 'x'; there are one without a name"):
        outputs_of(MEMORY, "old", "x")


def test_all_that_is_stored_of_some_sources() -> None:
    assert stored_translations(MEMORY).target.tolist() == [0, 1, 2, 3]
    assert stored_translations(MEMORY, [1]).texts == ("a", "c")
