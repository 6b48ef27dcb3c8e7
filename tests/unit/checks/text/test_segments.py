"""Texts that are looked at together first: where an odd one stands must not matter."""

import pytest
from found import found

from mtassay.checks.base import check
from mtassay.checks.text.segments import suspects
from mtassay.corpus.evalset import EvalSet

PLAIN = "The train leaves at nine, from platform two."


@pytest.mark.parametrize("place", [0, 1, 127, 128, 600, 999])
def test_each_is_found_wherever_it_stands(place: int) -> None:
    texts = ["plain"] * 1000
    texts[place] = "with a # in it"
    assert list(suspects(texts, lambda text: "#" in text)) == [(place, texts[place])]


def test_none_of_no_texts() -> None:
    assert list(suspects([], lambda text: True)) == []


@pytest.mark.parametrize(
    ("name", "odd"),
    [
        ("mojibake", "f?r alle"),
        ("mojibake", "fÃ¼r alle"),
        ("tokenized", "the tr@@ ain leaves"),
        ("script", "Der Zug в девять"),
        ("numbers", "The train leaves at 1915."),
    ],
)
@pytest.mark.parametrize("place", [0, 127, 128, 700])
def test_one_odd_output_of_many_is_found(name: str, odd: str, place: int) -> None:
    outputs, references = [PLAIN] * 701, [f"{PLAIN} 1914"] * 701
    if name == "numbers":
        outputs = list(references)
    outputs[place] = odd
    assert list(found(name, outputs, references=references)["new"]) == [place + 1]


def test_of_two_damaged_references_the_first_is_told() -> None:
    evalset = EvalSet([["fÃ¼r alle", "f?r alle"], ["f?r alle", "fÃ¼r alle"]])
    (finding,) = check(evalset, ["mojibake"])
    assert finding.details == ("Ã¼ for ü", "question marks for letters: f?r")


def test_shares_of_tokenized_texts_are_of_those_with_stops() -> None:
    outputs = ["So it is ."] * 3 + ["So it is."] * 7 + ["no stop"] * 90
    references = ["So it is."] * 100
    assert list(found("tokenized", outputs, references=references)["new"]) == [1, 2, 3]
