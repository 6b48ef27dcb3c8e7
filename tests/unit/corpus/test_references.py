"""References, flat and by segment."""

import pytest

from mtassay import InputError
from mtassay.corpus.references import References


def test_strings_and_lists_may_be_mixed() -> None:
    references = References.from_segments(["a", ["b", "c"], ("d",)])
    assert list(references) == [("a",), ("b", "c"), ("d",)]
    assert references[-1] == ("d",)
    assert references.per_segment == "var"
    assert references.blank_segments == []


def test_streams_are_one_list_for_each_translator() -> None:
    assert list(References.from_streams([["a", "b"], ["c", "d"]])) == [("a", "c"), ("b", "d")]
    assert list(References.from_streams([["a", "b"]])) == [("a",), ("b",)]
    assert References.from_streams([["a"], ["b"], ["c"]]).per_segment == "3"


def test_slices_are_references() -> None:
    references = References.from_segments([["a", "b"], ["c"], ["d", "e"]])
    assert list(references[1:]) == [("c",), ("d", "e")]
    assert list(references[::2]) == [("a", "b"), ("d", "e")]
    assert list(references[2:1]) == []
    with pytest.raises(IndexError):
        references[3]


def test_segments_with_an_empty_reference_are_known() -> None:
    references = References.from_segments([["a", ""], ["b"], [" ", "\t"]])
    assert references.blank_segments == [0, 2]
    assert references[1:].blank_segments == [1]


def test_iterators_are_read_once() -> None:
    assert list(References.from_segments(iter([iter(["a", "b"]), "c"]))) == [("a", "b"), ("c",)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("one string", "got one str; put it into a list"),
        ([["a"], []], "references of segment 2: an empty list"),
        ([["a"], 3], "references of segment 2: expected a list of strings, got int"),
        ([["a"], ["b", None]], "references of segment 2, reference 2: expected a string, got NoneType"),
        ([["a", "\udc80"]], "references of segment 1, reference 2, character 1: lone surrogate U+DC80"),
        (["a", "b\ud800"], "references, segment 2, character 2: lone surrogate U+D800"),
    ],
)
def test_what_is_wrong_is_said(given: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        References.from_segments(given)  # type: ignore[arg-type]
    assert message in str(caught.value)
