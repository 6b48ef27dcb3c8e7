"""Exports of Appraise without their texts: scores, kinds of lines, errors, outputs of several systems."""

import json
from collections.abc import Callable

import pytest

from mtassay.errors import InputError
from mtassay.human.answers.answer_files import read_answers
from mtassay.human.answers.judged_outputs import Kind, Mark

Write = Callable[[str, str | bytes], str]

ERRORS = [
    {"start_i": 2, "end_i": 5, "severity": "Minor", "error_type": ["Style", "Awkward"]},
    {"start_i": "missing", "end_i": "missing", "severity": "major"},
]


def line(
    judge: str, system: str, score: int, *, kind: str = "TGT", item: int = 5, whole: bool = False, end: str = "104"
) -> str:
    quoted = json.dumps(ERRORS).replace('"', '""')
    return f'{judge},{system},{item},{kind},deu,eng,{score},talk,{whole},"{quoted}",100.5,{end}\n'


def test_lines_are_answers_by_their_types(write: Write) -> None:
    lines = [line("u1", "a", 40), line("u1", "a", 50, kind="CHK"), line("u1", "r", 90, kind="REF")]
    lines += [line("u1", "a", 3, kind="BAD"), line("u1", "a", 60, whole=True)]
    answers = read_answers([write("export.csv", "".join(lines))])
    assert [answer.kind for answer in answers.scored] == [Kind.OUTPUT, Kind.REPEAT, Kind.REFERENCE, Kind.DEGRADED]
    first = answers.scored[0]
    assert first.marks == (Mark(2, 6, "Style/Awkward", "minor"), Mark(0, 0, "", "major"))
    assert (first.judge, first.value, first.seconds, first.document) == ("u1", 40, 3.5, "talk")
    assert answers.left_out == {"of whole documents": 1}


def test_lines_alike_to_the_second_are_one_answer_about_several_systems(write: Write) -> None:
    lines = [line("u1", "a", 40), line("u1", "b", 40), line("u2", "a", 40), line("u2", "b", 40, end="105")]
    answers = read_answers([write("export.csv", "".join(lines))]).scored
    assert [answer.made_by for answer in answers] == [("a", "b"), ("a",), ("b",)]
    timeless = [line("u1", system, 40, end="") for system in "ab"]
    assert len(read_answers([write("timeless.csv", "".join(timeless))]).judged) == 2


def test_the_last_score_of_a_judge_counts(write: Write) -> None:
    path = write("export.csv", line("u1", "a", 40) + line("u1", "b", 45) + line("u1", "a", 70, end="300"))
    assert [(answer.made_by, answer.value) for answer in read_answers([path]).scored] == [(("b",), 45), (("a",), 70)]


def test_scores_alone_mark_no_errors(write: Write) -> None:
    (answer,) = read_answers([write("export.csv", "u1,a,5,TGT,deu,eng,73,100,104\n")]).scored
    assert (answer.value, answer.marks) == (73, None)


def test_what_is_wrong_is_named_by_its_line(write: Write) -> None:
    good = line("u1", "a", 40)
    for broken, words in (
        (line("u1", "a", 40, kind="ODD"), "line 2: the type is 'ODD'; Appraise has TGT"),
        ("u1,a\n", "line 2: 2 columns"),
        (good.replace("Minor", "3").replace('""3""', "3"), "line 2: an error without a severity"),
    ):
        with pytest.raises(InputError, match=words) as caught:
            read_answers([write("broken.csv", good + broken)])
        assert "imported" not in str(caught.value)
