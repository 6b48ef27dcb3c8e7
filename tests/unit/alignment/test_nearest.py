"""The nearest of several references."""

import pytest

from mtassay.alignment.nearest import choose_nearest


@pytest.mark.parametrize(
    ("hypothesis", "references", "nearest"),
    [
        ("a dog barks", ["the dog barked", "a dog barks"], "a dog barks"),
        ("a dog", ["a cat", "a cow"], "a cat"),  # of equals the first
        ("a b c d e f", ["a b", "a b c d x y z"], "a b c d x y z"),  # three edits of seven, not four of six
        ("", ["a", ""], ""),
        ("a", ["b"], "b"),
    ],
)
def test_the_reference_with_the_fewest_edits_for_its_length_is_chosen(
    hypothesis: str, references: list[str], nearest: str
) -> None:
    assert choose_nearest([hypothesis], [references]) == [nearest]


def test_segments_may_have_any_number_of_references() -> None:
    assert choose_nearest(["a b", "c", "d e"], [["a", "a b"], ["x"], ["e", "d", "d e"]]) == ["a b", "x", "d e"]
