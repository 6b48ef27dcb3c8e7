"""Answers of Label Studio: fields that the user names, labels that are errors."""

import json

import pytest

from mtassay.errors import InputError, SettingError
from mtassay.human.answer_files.base import ANSWER_FILES

DATA = {"src": "Two words.", "mt": "Zwei \U0001f469 Wörter.", "engine": "base"}
SPEC = "label-studio:source=src,text=mt,system=engine"


def task(*results, data=DATA, **more):
    annotation = {"completed_by": 3, "lead_time": 4.5, "was_cancelled": False, "result": list(results), **more}
    return {"id": 1, "data": data, "annotations": [annotation, {"was_cancelled": True}]}


def read(*tasks, spec=SPEC):
    return ANSWER_FILES.create(spec).read(json.dumps(tasks).encode(), "file.json").answers


def result(kind, **value):
    return {"from_name": "a", "to_name": "b", "type": kind, "value": value}


def test_labels_are_marked_errors():
    labels = [
        result("labels", start=8, end=14, labels=["major/Accuracy/Mistranslation"]),
        result("labels", start=0, end=4, labels=["Odd"]),
        result("textarea", text=["so", "so"]),
    ]
    (answer,) = read(task(*labels, created_at="2026-05-04T03:02:01.5Z"))
    words = [(DATA["mt"][span["start"] : span["end"]], span["category"]) for span in answer.body["spans"]]
    assert words == [("Zwei", "Odd"), ("Wörter", "Accuracy/Mistranslation")]
    assert [span["severity"] for span in answer.body["spans"]] == ["minor", "major"]
    assert (answer.judge, answer.seconds, answer.comment) == ("annotator 3", 4.5, "so so")
    assert answer.at.year == 2026


@pytest.mark.parametrize(
    ("told", "spec", "body"),
    [
        (result("number", number=73), SPEC, {"score": 73}),
        (result("rating", rating=4), f"{SPEC},protocol=adequacy", {"value": 4}),
        (result("choices", choices=["5"]), f"{SPEC},protocol=sqm", {"score": 5}),
    ],
)
def test_numbers_ratings_and_choices_are_scores(told, spec, body):
    (answer,) = read(task(told), spec=spec)
    assert answer.body == body


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ({"id": 1}, "task 1: no list of annotations"),
        (task(result("brush")), "task 1: a result of type 'brush'"),
        (task(), "task 1: 0 scores in one annotation"),
        (task(result("number", number=101)), "task 1: 101 is not on the scale"),
        (task(result("number", number=1), data={"text": "x"}), "task 1: data have no text 'src'; name the field"),
        (task(result("labels", start=0, end=99, labels=["minor"])), "task 1: the place 99 is beyond the end"),
    ],
)
def test_what_is_wrong_is_named_by_its_task(broken, words):
    with pytest.raises(InputError, match="Nothing was imported") as caught:
        read(broken)
    assert words in str(caught.value)


def test_a_protocol_without_a_score_is_refused():
    with pytest.raises(SettingError, match="choose da, sqm, fluency or adequacy"):
        read(task(result("number", number=1)), spec=f"{SPEC},protocol=ranking")
