from dataclasses import replace

import pytest
from people.given_answers import ranked, scored

from mtassay.errors import InputError
from mtassay.human.answers.answer_filter import AnswerFilter
from mtassay.human.answers.answers import Answers
from mtassay.reports.document import Note, Table
from mtassay.reports.results.people.beside_metric import BesideMetric
from mtassay.reports.results.people.manners import results_document


def test_ties_alone_have_no_rank_ranges() -> None:
    tied = ranked(("anna", "1", "t1", [("a", 1), ("b", 1)]), ("ben", "1", "t2", [("a", 1), ("b", 1)]))
    with pytest.raises(InputError, match="every comparison is a tie"):
        results_document(Answers(tuple(tied), "ranking"), AnswerFilter(), manner="wmt")


def test_a_metric_stands_beside_what_the_filter_leaves() -> None:
    texts = {"a": "the cat sat", "b": "a cat sits", "c": "dogs"}
    answers = [
        replace(answer, text=texts[answer.item], reference="the cat sat", source="Satz")
        for answer in scored(*((judge, "1", name, 50.0) for judge in ("anna", "ben") for name in texts))
    ]
    answers[0] = replace(answers[0], value=10.0)  # anna of a
    beside = BesideMetric(metric="chrf")
    last = results_document(Answers(tuple(answers)), AnswerFilter(judges=("anna",)), beside=beside).sections[-1]
    assert isinstance(last, Table)
    assert last.name == "metric"
    assert last.rows[0][:7] == ("a", "", "Satz", "the cat sat", "the cat sat", 10.0, 0.0)
    assert any("Spearman's correlation of people with chrF2: −0.87" in note for note in last.notes)
    plain = [replace(answer, reference="") for answer in answers]
    last = results_document(Answers(tuple(plain)), AnswerFilter(), beside=beside).sections[-1]
    assert isinstance(last, Note)
    assert "none of the judged outputs has a reference" in str(last.lines[0])
