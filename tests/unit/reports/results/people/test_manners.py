import pytest
from people.given_answers import ranked

from mtassay.errors import InputError
from mtassay.human.answers.answer_filter import AnswerFilter
from mtassay.human.answers.answers import Answers
from mtassay.reports.results.people.manners import results_document


def test_ties_alone_have_no_rank_ranges() -> None:
    tied = ranked(("anna", "1", "t1", [("a", 1), ("b", 1)]), ("ben", "1", "t2", [("a", 1), ("b", 1)]))
    with pytest.raises(InputError, match="every comparison is a tie"):
        results_document(Answers(tuple(tied), "ranking"), AnswerFilter(), manner="wmt")
