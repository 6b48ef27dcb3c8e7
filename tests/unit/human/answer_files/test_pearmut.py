"""Answers of Pearmut: places without ends of lines, what is missing, what is no work."""

import json

import pytest

from mtassay.errors import InputError
from mtassay.human.answer_files.base import ANSWER_FILES

TEXT = "Zwei\nWörter \U0001f469."
ITEM = {"item_id": "7", "src": "Two words.", "tgt": {"base": TEXT, "new": "Gut."}, "ref": "Zwei Worte."}


def line(spans, score=50, user="u1", item=ITEM, **more):
    annotation = [{"base": {"score": score, "error_spans": spans, "textfield": "so"}}]
    actions = [{"time": 1000.0, "action": "load"}, {"time": 1012.5, "action": "submit"}]
    return json.dumps({"annotation": annotation, "item": [item], "actions": actions, "user_id": user, **more})


def read(*lines):
    return ANSWER_FILES.create("pearmut").read("\n".join(lines).encode(), "file.jsonl").answers


def test_places_are_those_of_the_text_with_its_lines():
    spans = [
        {"start_i": 4, "end_i": 9, "severity": "minor", "category": ""},
        {"start_i": 11, "end_i": 12, "severity": "major"},
        {"start_i": 14, "end_i": 14, "severity": "major"},
    ]
    (answer,) = read(line([]), line(spans))  # the last of a judge counts
    assert answer.protocol.name == "esa"
    assert [TEXT[span["start"] : span["end"]] for span in answer.body["spans"][:2]] == ["Wörter", "\U0001f469"]
    assert answer.body["spans"][2] == {"side": "target", "missing": True, "severity": "major"}
    assert (answer.seconds, answer.comment, answer.items[0].reference) == (12.5, "so", "Zwei Worte.")


def test_scores_alone_are_direct_assessment_and_categories_are_mqm():
    (answer,) = read(line(None), line(None, item={**ITEM, "item_id": "welcome_1"}))
    assert (answer.protocol.name, answer.body) == ("da", {"score": 50})
    (answer,) = read(line([{"start_i": 0, "end_i": 3, "severity": "critical", "category": "Style"}], None).replace(
        "critical", "major"
    ))  # fmt: skip
    assert answer.protocol.name == "mqm"
    assert answer.body["spans"][0]["category"] == "Style"


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ("{", "line 2: the line is no valid JSON"),
        ("[]", "line 2: no lists `annotation` and `item`"),
        (line([{"start_i": 0, "end_i": 3}]), "line 2: an error without a severity"),
        (line([{"start_i": "x", "end_i": 3, "severity": "minor"}]), "line 2: the start of an error is 'x'"),
        (line([], score=1.5), "line 2: the score is '1.5'"),
        (line([{"start_i": 0, "end_i": 1, "severity": "minor"}], score=101), "line 2: 101 is not on the scale"),
        (line([], item={**ITEM, "src": ""}), "line 2: `src` holds no text"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(broken, words):
    with pytest.raises(InputError, match="Nothing was imported") as caught:
        read(line([{"start_i": 0, "end_i": 1, "severity": "minor"}], user="u2"), broken)
    assert words in str(caught.value)
