from typing import Any

import pytest

from mtassay.human.protocols.base import AskedItem, BodyError
from mtassay.human.protocols.comprehension import Comprehension
from mtassay.human.protocols.questions import Question

ITEMS = (
    AskedItem(17, text="The water is off."),
    AskedItem(31, question=Question(right=("two",), half=("some",))),
    AskedItem(32, question=Question(right=("red",), choices=("red", "green"))),
)


def test_an_answer_is_kept_in_the_order_of_its_questions() -> None:
    body = Comprehension().check({"read": 41, "answers": {"32": "red", "31": "  two \n weeks"}}, ITEMS)
    assert body == {"answers": {"31": "two weeks", "32": "red"}, "read": 41.0}
    assert [*body["answers"]] == ["31", "32"]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({}, "/answers: answer the questions, or say that you could not tell"),
        ({"answers": {"31": "two"}}, "/answers/32: question 2 is open; answer it, or say that you could not tell"),
        ({"answers": {"31": "two", "32": "red", "17": "x"}}, "/answers/17: this question was not asked"),
        ({"answers": {"31": 2, "32": ""}}, "/answers/31: an answer is a text"),
        ({"answers": {"31": "two", "32": "blue"}}, "/answers/32: question 2 has no such choice; there are red, green"),
        ({"answers": {"31": "x" * 1001, "32": ""}}, "/answers/31: the answer has 1,001 characters, and up to 1,000"),
        ({"answers": {"31": "a\0b", "32": ""}}, "/answers/31: the answer has a character that is none"),
        ({"answers": {"31": "", "32": ""}, "read": -1}, "/read: -1 is not between 0 and 86400 seconds"),
    ],
)
def test_what_is_no_answer(body: dict[str, Any], problem: str) -> None:
    with pytest.raises(BodyError) as caught:
        Comprehension().check(body, ITEMS)
    assert str(caught.value).startswith(problem)


def test_what_nobody_has_graded_has_no_number() -> None:
    protocol = Comprehension()
    told = [
        [(number.item, number.value) for number in protocol.numbers({"answers": {"31": said, "32": chosen}}, ITEMS)]
        for said, chosen in (("Two!", "red"), ("some", "green"), ("a few", ""), ("", "red"))
    ]
    assert told == [[(31, 100), (32, 100)], [(31, 50), (32, 0)], [(32, 0)], [(31, 0), (32, 100)]]


def test_a_box_says_that_the_reader_could_not_tell() -> None:
    fields = [("read", "41.5"), ("answer-31", "two"), ("answer-32", "red"), ("untold-32", "yes"), ("answer-40", " ")]
    assert Comprehension().read_form(fields) == {"read": 41.5, "answers": {"31": "two", "32": ""}}
    assert Comprehension().read_form([("read", "0")]) == {"read": 0}  # the document was read, nothing is said yet
