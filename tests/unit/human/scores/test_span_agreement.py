from dataclasses import replace

import pytest
from people.given_answers import scored

from mtassay.errors import InputError
from mtassay.human.answers.judged_outputs import Mark, Scored
from mtassay.human.scores.span_agreement import span_agreement


def marked(judge: str, segment: str, *marks: Mark) -> Scored:
    (answer,) = scored((judge, segment, "a", float(len(marks))))
    return replace(answer, marks=marks)


def test_characters_that_both_marked() -> None:
    agreement = span_agreement(
        [
            marked("anna", "1", Mark(0, 4, "Case")),
            marked("ben", "1", Mark(2, 8, "Case")),
            marked("anna", "2"),
            marked("ben", "2"),
            marked("anna", "3", Mark(0, 4, is_source=True)),
            marked("ben", "3", Mark(0, 4)),
            marked("ben", "4", Mark(0, 1)),  # nobody else
        ]
    )
    assert (agreement.items, agreement.couples) == (3, 3)
    assert (agreement.common, agreement.first, agreement.second) == (2, 8, 10)
    assert agreement.f1 == pytest.approx(4 / 18)
    assert agreement.any_error.value == 1
    assert agreement.penalties.value == 1
    assert agreement.categories == {}


def test_categories_of_five_outputs_and_more() -> None:
    answers = [marked(judge, str(number), Mark(0, 1, "Case")) for number in range(4) for judge in ("anna", "ben")]
    answers += [marked("anna", "5", Mark(0, 1, "Case")), marked("ben", "5"), marked("anna", "6"), marked("ben", "6")]
    agreement = span_agreement(answers)
    assert list(agreement.categories) == ["Case"]
    assert 0 < agreement.categories["Case"].value < 1


def test_no_marks_and_no_overlap_have_words() -> None:
    empty = span_agreement([marked("anna", "1"), marked("ben", "1")])
    assert empty.f1 != empty.f1
    assert empty.any_error.reason
    with pytest.raises(InputError, match="no output was marked by two judges"):
        span_agreement([marked("anna", "1")])
