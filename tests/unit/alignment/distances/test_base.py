import numpy as np
import pytest

from mtassay.alignment.distances.base import distance
from mtassay.alignment.distances.edits import Edits
from mtassay.errors import InputError, SettingError


def test_each_text_meets_its_own_group_alone() -> None:
    found = distance("edits").between(
        ["a b", "x", "a c"], np.array([0, 2, 0]), ["a b", "a", "y", "x"], np.array([0, 2, 2, 4])
    )
    assert found.values.tolist() == [0, 1, 1, 0, 1, 1]
    assert found.rows.tolist() == [0, 0, 1, 1, 2, 2]
    assert found.columns.tolist() == [0, 1, 2, 3, 0, 1]
    assert found.of(1).tolist() == [1, 0]
    assert len(found) == 3


def test_a_text_of_an_empty_group_has_no_distances() -> None:
    found = distance("moves").between(["a", "b"], np.array([1, 0]), ["a"], np.array([0, 1, 1]))
    assert found.sizes.tolist() == [0, 1]
    assert found.columns.tolist() == [0]
    assert found.chosen(np.array([0])).values.tolist() == []


def test_normalized_by_the_longer_text() -> None:
    one = distance("edits")
    found = one.within(["a b c d", "a b", "", ""], np.array([0, 4]))
    assert one.normalized(found, ["a b c d", "a b", "", ""]).values.reshape(4, 4).tolist() == [
        [0, 0.5, 1, 1],
        [0.5, 0, 1, 1],
        [1, 1, 0, 0],
        [1, 1, 0, 0],
    ]


def test_a_moved_block_costs_less_than_its_words() -> None:
    moved = ["one two three four five six", "four five six one two three"]
    assert distance("edits").within(moved, np.array([0, 2])).values.tolist() == [0, 6, 6, 0]
    assert distance("moves").within(moved, np.array([0, 2])).values.tolist() == [0, 3, 3, 0]


def test_what_a_text_has_beyond_another_counts_in_both_directions() -> None:
    # in one direction alone, skipping the rest would cost a single jump
    texts = ["so thank you very much indeed my friend", "thank you"]
    assert distance("moves").within(texts, np.array([0, 2])).values[1] == 6


def test_forms_of_a_word_are_close_by_characters() -> None:
    texts = ["the translation", "the translations", "the elephant"]
    near, far = distance("characters").within(texts, np.array([0, 3])).of(0)[1:]
    assert near < 0.1 < 0.5 < far


@pytest.mark.parametrize(
    ("groups", "offsets"), [([0], [0, 1, 2]), ([0, 2], [0, 1, 2]), ([0, -1], [0, 1, 2]), ([0, 1], [0, 2, 1])]
)
def test_groups_that_do_not_fit_are_refused(groups: list[int], offsets: list[int]) -> None:
    with pytest.raises((ValueError, IndexError)):
        distance("edits").between(["a", "b"], np.array(groups), ["a", "b"], np.array(offsets))


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(InputError, match="texts, text 2: expected a string"):
        distance("edits").within(["a", None], np.array([0, 2]))  # type: ignore[list-item]


def test_unknown_names_are_refused() -> None:
    with pytest.raises(SettingError, match="did you mean 'edits'"):
        distance("edit")
    with pytest.raises(SettingError, match="word, character"):
        distance("edits:unit=words")


def test_scripts_without_spaces_are_counted_in_characters() -> None:
    texts = ["今天天气很好。", "今天天气不好。", "We go by bus", "We went by bus"]
    distances = Edits().within(texts, np.array([0, 2, 4]))
    assert distances.values.tolist() == [0, 1, 1, 0, 0, 1, 1, 0]
    assert Edits().lengths(texts).tolist() == [7, 7, 4, 4]
    assert Edits().normalized(distances, texts).values.tolist() == [0, 1 / 7, 1 / 7, 0, 0, 1 / 4, 1 / 4, 0]
