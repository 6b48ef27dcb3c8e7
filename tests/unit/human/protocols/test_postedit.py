"""What the answers of post-editing hold."""

import pytest

from mtassay.human.protocols.base import AskedItem, BodyError
from mtassay.human.protocols.postedit import Postedit

ITEM = AskedItem(7, text="the  cat sat\n", source="die Katze saß da")


def checked(**body: object) -> dict[str, object]:
    return Postedit().check(body, [ITEM])


def test_blanks_are_no_correction() -> None:
    assert checked(text=" the cat\nsat ") == {"text": "the cat sat", "unchanged": True}
    assert checked(text="the cat sits", unchanged=False) == {"text": "the cat sits", "unchanged": False}


@pytest.mark.parametrize(
    ("body", "pointer", "problem"),
    [
        ({}, "/text", "missing"),
        ({"text": " \n"}, "/text", "empty"),
        ({"text": "a\ud800"}, "/text", "a character that is none"),
        ({"text": "a\0b"}, "/text", "a character that is none"),
        ({"text": "x" * 1121}, "/text", "1,121 characters, and up to 1,110 are kept"),
        ({"text": "the cat sat", "unchanged": False}, "/unchanged", "is the output as it was"),
        ({"text": "the dog sat", "unchanged": True}, "/unchanged", "differs from the output"),
        ({"text": "a", "keys": {"e": 3}}, "/keys/e", "nothing of this name is counted"),  # which key is nowhere kept
        ({"text": "a", "keys": {"insert": -1}}, "/keys/insert", "between 0 and"),
        ({"text": "a", "seconds": 3}, "/seconds", "expected an object"),
        ({"text": "a", "seconds": {"edit": float("nan")}}, "/seconds/edit", "between 0 and"),
    ],
)
def test_faults_are_named(body: dict[str, object], pointer: str, problem: str) -> None:
    with pytest.raises(BodyError) as caught:
        checked(**body)
    assert caught.value.pointer == pointer
    assert problem in caught.value.problem


def test_longest_text_is_kept() -> None:
    assert checked(text="x" * 1110)["text"] == "x" * 1110


def test_numbers_are_for_each_word_of_the_source() -> None:
    keys = {"insert": 6, "delete": 1, "paste": 1}
    body = checked(text="the black cat sat", keys=keys, seconds={"edit": 10})
    numbers = {name: value for _, name, value in Postedit().numbers(body, [ITEM])}
    assert numbers == {
        "hter": 0.25,
        "edits": 1.0,
        "words": 4.0,
        "seconds per source word": 2.5,
        "keys per source word": 2.0,
    }


def test_what_was_not_measured_has_no_number() -> None:
    numbers = Postedit().numbers(checked(text="the cat sat"), [ITEM])
    assert [(name, value) for _, name, value in numbers] == [("hter", 0.0), ("edits", 0.0), ("words", 3.0)]


def test_the_form_of_a_page() -> None:
    fields = [("text", "a cat"), ("keys-insert", "3"), ("keys-move", ""), ("seconds-edit", "1.5"), ("keys-x", "1")]
    assert Postedit().read_form(fields) == {"text": "a cat", "keys": {"insert": 3.0}, "seconds": {"edit": 1.5}}
