"""Answers from files of every kind."""

import json
from collections.abc import Callable

import pytest

from mtassay.errors import InputError
from mtassay.human.answers.answer_files import read_answers
from mtassay.human.answers.judged_outputs import Kind, Mark

Write = Callable[[str, str | bytes], str]

DA = "hit\trater\tsystem\ttype\tline\traw\n"


def test_direct_assessment_needs_no_texts(write: Write) -> None:
    path = write("da.tsv", DA + "7\tanna\tA\tSYSTEM\t1\t60\n7\tanna\tA\tREPEAT\t1\t50\n7\tanna\tA\tBAD_REF\t1\t10\n")
    answers = read_answers([path]).scored
    assert [answer.kind for answer in answers] == [Kind.OUTPUT, Kind.REPEAT, Kind.DEGRADED]
    assert {(answer.task, answer.segment, answer.item, answer.made_by) for answer in answers} == {
        ("7", "\t1\t", "A", ("A",))
    }
    with pytest.raises(InputError, match="line 3: nothing says which segment was judged"):
        read_answers([write("lost.tsv", DA + "7\tanna\tA\tSYSTEM\t1\t60\n7\tanna\tA\tSYSTEM\t\t60\n")])


def test_penalties_are_scores_of_which_less_is_better(write: Write) -> None:
    rows = "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    rows += "A\td\t1\tanna\tEine Katze.\tA <v>dog</v>.\tAccuracy\tMajor\n"
    rows += "B\td\t1\tanna\tEine Katze.\tA cat.\tNo-error\tNo-error\n"
    answers = read_answers([write("mqm.tsv", rows)])
    assert answers.is_lower_better
    first, second = answers.scored
    assert (first.value, first.marks, first.document) == (5, (Mark(2, 5, "Accuracy", "Major"),), "d")
    assert (second.value, second.marks) == (0, ())


def test_tables_of_judgments(write: Write) -> None:
    rows = "source\ttarget\tscore\tjudge\tsystem\trecheck\n"
    rows += "Ja.\tYes.\t9\tanna\tA\t\nJa.\tYes.\t8\tanna\tA\tyes\nJa.\tYes.\t7\tben\tB\t\nJa.\tNo.\t\tben\tC\t\n"
    answers = read_answers([write("own.tsv", rows)])
    assert answers.measure == "score, 0–10 in steps of 1"
    kinds = [(answer.made_by, answer.value, answer.kind) for answer in answers.scored]
    assert kinds == [(("A",), 9, Kind.OUTPUT), (("A",), 8, Kind.REPEAT), (("B",), 7, Kind.OUTPUT)]
    assert len({answer.item for answer in answers.scored}) == 2  # equal texts, but two outputs were judged
    with pytest.raises(InputError, match="there is no judgment in it"):
        read_answers([write("outputs.tsv", "source\ttarget\tsystem\nJa.\tYes.\tA\n")])


def test_a_judgment_without_a_system_is_about_all_that_wrote_the_text(write: Write) -> None:
    rows = "source\ttarget\tscore\tjudge\tsystem\nJa.\tYes.\t9\tanna\t\nJa.\tYes.\t\t\tA\nJa.\tYes.\t\t\tB\n"
    (answer,) = read_answers([write("own.tsv", rows)]).scored
    assert answer.made_by == ("A", "B")
    asked_once = rows.replace("anna\t\n", "anna\tA\n")
    (answer,) = read_answers([write("once.tsv", asked_once)]).scored
    assert answer.made_by == ("A", "B")


MAROT = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\n"
MAROT += "A\td\t1\t1\tanna\tEine Katze.\tA <v>dog</v>.\tAccuracy\tMajor\t{}\n"
PEARMUT = (
    '{"annotation": [{"A": {"score": 60, "error_spans": [{"start_i": 2, "end_i": 4, "severity": "major"}]}}], '
    '"item": [{"item_id": "1", "src": "Eine Katze.", "tgt": {"A": "A dog."}}], "actions": [], "user_id": "anna"}\n'
)
LABEL_STUDIO = (
    '[{"id": 1, "data": {"source": "Eine Katze.", "text": "A dog.", "system": "A"}, "annotations": '
    '[{"completed_by": 3, "result": [{"from_name": "x", "to_name": "y", "type": "number", "value": {"number": 60}}]}]}]'
)


@pytest.mark.parametrize(
    ("name", "content", "value", "marks"),
    [
        ("errors.tsv", MAROT, 5, (Mark(2, 5, "Accuracy", "major"),)),
        ("pearmut.jsonl", PEARMUT, 60, (Mark(2, 5, "", "major"),)),
        ("labels.json", LABEL_STUDIO, 60, None),
    ],
)
def test_files_of_other_tools_are_known_by_what_is_in_them(
    write: Write, name: str, content: str, value: float, marks: object
) -> None:
    (answer,) = read_answers([write(name, content)]).scored
    assert (answer.value, answer.marks, answer.made_by) == (value, marks, ("A",))
    assert (answer.source, answer.text) == ("Eine Katze.", "A dog.")


def test_a_format_can_be_named(write: Write) -> None:
    path = write("x.csv", "u1,A,1,TGT,deu,eng,73,100,104\n")
    batches = [{"items": [{"sourceText": "Ja.", "targetText": "Yes.", "targetID": "A", "itemID": 1}]}]
    texts = write("batches.json", json.dumps(batches))
    (answer,) = read_answers([path], f"appraise:texts={texts}").scored
    assert (answer.text, answer.value) == ("Yes.", 73)
    assert read_answers([f"{path}:format=appraise"]).scored[0].value == 73
    with pytest.raises(InputError, match="line 1: no column 'system'; a file of Marot begins with") as caught:
        read_answers([path], "marot")
    assert "imported" not in str(caught.value)


def test_direct_assessment_as_scripts_of_wmt_have_it(write: Write) -> None:
    head = "HITId\tWorkerId\tInput.src\tInput.trg\tInput.item\thit\tsys_id\trid\ttype\tsid\tscore\ttime\n"
    (answer,) = read_answers([write("da.tsv", head + "h\tanna\tde\ten\t1\th\tA\t1\tSYSTEM\t7\t60\t3\n")]).scored
    assert (answer.judge, answer.made_by, answer.value, answer.segment) == ("anna", ("A",), 60, "\t7\t")


def test_files_of_one_kind_are_joined_and_others_are_not(write: Write) -> None:
    first, second = (
        write("a.tsv", DA + "7\tanna\tA\tSYSTEM\t1\t60\n"),
        write("b.tsv", DA + "8\tben\tA\tSYSTEM\t1\t50\n"),
    )
    assert len(read_answers([first, second]).judged) == 2
    ranks = write("r.csv", "segmentId,judgeID,system1Id,system1rank,system2Id,system2rank\n1,anna,A,1,B,2\n")
    with pytest.raises(InputError, match="they do not add up"):
        read_answers([first, ranks])


def test_segments_of_several_files_are_told_by_what_they_are(write: Write) -> None:
    head = "source\ttarget\tscore\tjudge\tsystem\n"
    files = [
        write("one.tsv", head + "Ja.\tYes.\t9\tanna\tA\nNein.\tNo.\t9\tanna\tA\n"),
        write("two.tsv", head + "Nein.\tNo.\t8\tben\tA\nGut.\tGood.\t9\tben\tA\n"),
    ]
    segments = [answer.segment for answer in read_answers(files).scored]
    assert len(set(segments)) == 3
    assert segments[1] == segments[2]
    rows = "rater\tsystem\ttype\traw\tline\tdocument\nanna\tA\tSYSTEM\t80\t1\td1\nanna\tA\tSYSTEM\t70\t1\td2\n"
    assert len({answer.segment for answer in read_answers([write("da.tsv", rows)]).scored}) == 2
