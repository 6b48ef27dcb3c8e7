"""Answers of Appraise: texts from batches, places in UTF-16, and what is wrong, by line."""

import json

import pytest

from mtassay.errors import InputError, MtassayWarning
from mtassay.human.answer_files.base import ANSWER_FILES, AnswerSet, FileAnswer, FileItem
from mtassay.human.protocols.base import PROTOCOLS

TEXT = "Zwei \U0001f469 Wörter."
ITEM = {"documentID": "talk", "sourceText": "Two words.", "targetText": TEXT, "targetID": "base", "itemID": 5}


@pytest.fixture
def read(tmp_path):
    (tmp_path / "batches.json").write_text(json.dumps([{"items": [[ITEM]], "task": {}}]), encoding="utf-8")

    def reading(*lines):
        spec = f"appraise:texts={tmp_path / 'batches.json'}"
        return ANSWER_FILES.create(spec).read("\n".join(lines).encode(), "file.csv").answers

    return reading


def line(spans, kind="TGT", score="40", document="False", item="5"):
    quoted = json.dumps(spans).replace('"', '""')
    return f'u1,base,{item},{kind},eng,deu,{score},talk,{document},"{quoted}",100.5,104'


def test_places_and_times(read):
    spans = [{"start_i": 5, "end_i": 6, "severity": "minor", "error_type": None}]
    spans.append({"start_i": "missing", "end_i": "missing", "severity": "major"})
    (answer,) = read(line(spans), line([], "BAD"), line([], document="True"))
    assert answer.body == {
        "spans": [
            {"side": "target", "start": 5, "end": 6, "severity": "minor"},
            {"side": "target", "missing": True, "severity": "major"},
        ],
        "score": 40,
    }
    assert answer.seconds == 3.5


def test_errors_of_sources_are_left_out_with_a_word():
    item = FileItem(id=1, systems=("base",), document="", position=1, source="Two", text="Zwei")
    body = {"spans": [{"side": "source", "start": 0, "end": 3, "severity": "minor"}], "score": 3}
    answer = FileAnswer(judge="u", protocol=PROTOCOLS.create("esa"), items=(item,), body=body)
    with pytest.warns(MtassayWarning, match="1 of them are left out"):
        content = ANSWER_FILES.create("appraise").write(AnswerSet((answer,), "en", "de"), "x.csv")
    assert content.startswith(b"u,base,1,TGT,eng,deu,3,,False,[],")


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ("u1,base,5", "line 1: 3 columns"),
        (line([], item="6"), "line 1: item '6' of 'base' is not in the file of texts"),
        (line([{"start_i": 99, "end_i": 99, "severity": "minor"}]), "line 1: the place 99 is beyond the end"),
        (line([{"start_i": 0, "end_i": 1}]), "line 1: an error without a severity"),
        (line([], score="good"), "line 1: the score is 'good'"),
        (line([])[:-3] + "now", "line 1: the time 'now'"),
        (line([]).replace("[]", "{"), "line 1: the list of errors is no valid JSON"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(read, broken, words):
    with pytest.raises(InputError, match="Nothing was imported") as caught:
        read(broken)
    assert words in str(caught.value)


def test_texts_are_asked_for():
    with pytest.raises(InputError, match=r"appraise:texts=batches\.json"):
        ANSWER_FILES.create("appraise").read(b"", "file.csv")
