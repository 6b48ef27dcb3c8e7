"""Marked errors with categories: penalties by category, and categories that fit."""

import pytest

from mtassay.human.protocols.base import PROTOCOLS, AskedItem, BodyError
from mtassay.store.campaigns.campaigns import signature_of

ITEM = AskedItem(7, (), "Er ist da.", "He is here.")


def span(category, severity="minor", start=0, **more):
    return {"side": "target", "start": start, "end": start + 1, "severity": severity, "category": category, **more}


def test_penalties_are_those_of_freitag_2021():
    protocol = PROTOCOLS.create("mqm")
    spans = [
        span("Fluency/Punctuation"),
        span("Accuracy/Mistranslation", "major", 1),
        span("Non-translation!", "major", 2),
        span("Style/Awkward", "neutral", 3),
    ]
    body = protocol.check({"spans": spans}, [ITEM])
    assert [marked["note"] for marked in body["spans"]] == [""] * 4
    numbers = {number.name: number.value for number in protocol.numbers(body, [ITEM])}
    assert numbers == {"penalty": 30.1, "errors": 4, "neutral": 1, "minor": 1, "major": 2}
    assert protocol.better == "lower"
    with_score = PROTOCOLS.create("mqm:score=yes")
    body = with_score.check({"spans": [], "score": 90}, [ITEM])
    assert with_score.numbers(body, [ITEM])[-1][1:] == ("score", 90)


def test_weights_and_the_tree_stand_in_the_signature():
    assert signature_of(PROTOCOLS.create("mqm")) == (
        "mqm|v:1|against:source|weights:major=5,major/non-translation!=25,minor=1,minor/fluency/punctuation=0.1,"
        "neutral=0,no-error=0|tree:wmt|score:no"
    )
    own = signature_of(PROTOCOLS.create("mqm:tree='[\"A\"]'"))
    assert "|tree:own-" in own
    assert own != signature_of(PROTOCOLS.create("mqm:tree='[\"B\"]'"))


@pytest.mark.parametrize(
    ("marked", "pointer", "words"),
    [
        (span("Style"), "/spans/0/category", "there is no category 'Style'"),
        (span(""), "/spans/0/category", "choose the category"),
        (span(None), "/spans/0/category", "choose the category"),
        (span("Style/Awkwart"), "/spans/0/category", "Style/Awkward"),
        (span("Style/Awkward", note="\ud800"), "/spans/0/note", "a note is text"),
        (span("Style/Awkward", note="x" * 1001), "/spans/0/note", "up to 1000"),
        (
            {"side": "target", "missing": True, "severity": "minor", "category": "Style/Awkward"},
            "/spans/0/category",
            "does not fit what is missing; choose Accuracy/Omission",
        ),
        (
            {**span("Style/Awkward"), "side": "source"},
            "/spans/0/category",
            "does not fit the source; choose Accuracy/Omission or Source error",
        ),
    ],
)
def test_a_category_is_a_leaf_that_fits(marked, pointer, words):
    with pytest.raises(BodyError) as caught:
        PROTOCOLS.create("mqm").check({"spans": [marked]}, [ITEM])
    assert caught.value.pointer == pointer
    assert words in caught.value.problem
