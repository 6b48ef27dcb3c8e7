import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import unicode_text

from mtassay.errors import InputError
from mtassay.human.protocols.questions import Question, digest_of, grade_named, same_answer


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Three weeks.", "  three \n WEEKS "),
        ("straße", "STRASSE"),
        ("ﬁve", "five"),
        ("«nein»", "Nein!"),
        ("é", "e\N{COMBINING ACUTE ACCENT}"),
        ("٣ أسابيع؟", "٣ أسابيع"),
        ("三週間。", "三週間"),
        ("?", ""),
    ],
)
def test_the_same_answer(first: str, second: str) -> None:
    assert same_answer(first) == same_answer(second)
    assert digest_of(first) == digest_of(second)


@pytest.mark.parametrize(("first", "second"), [("-5", "5"), ("5 %", "5"), ("3.5", "35"), ("two", "to"), ("5 €", "5")])
def test_another_answer(first: str, second: str) -> None:
    assert same_answer(first) != same_answer(second)


@given(text=unicode_text | st.text(st.sampled_from(" .-−5%ßİ\ufdfa")))
def test_what_is_the_same_stays_the_same(text: str) -> None:
    said = same_answer(text)
    assert same_answer(said) == said
    assert same_answer(text.strip()) == said


def test_grades() -> None:
    question = Question(right=("three weeks", "3 weeks"), half=("3",), wrong=("two weeks",))
    answers = ("THREE weeks!", "3", "Two weeks", "a month", "", "–")
    assert [question.grade(answer) for answer in answers] == [1.0, 0.5, 0.0, None, 0.0, 0.0]
    again = Question.of_detail(question.detail, {digest_of("a month"): 0.5, digest_of("3"): 1.0})
    assert [again.grade(answer) for answer in ("A month.", "3", "three weeks")] == [0.5, 1.0, 1.0]
    choice = Question(right=("red",), choices=("red", "green"))
    assert [choice.grade(answer) for answer in ("red", "green")] == [1.0, 0.0]


def test_what_somebody_wrote_as_a_grade() -> None:
    grades = [grade_named(text) for text in ("right", " Half ", "wrong", "1", "0,5", "0")]
    assert grades == [1.0, 0.5, 0.0, 1.0, 0.5, 0.0]
    with pytest.raises(InputError, match=r"'good' is no grade; write right, half, wrong, or 1, 0.5, 0"):
        grade_named("good")


@pytest.mark.parametrize("detail", [{"right": "yes"}, {"right": [3]}, {"choices": 7}])
def test_a_detail_that_is_none_is_refused(detail: dict[str, object]) -> None:
    with pytest.raises(InputError):
        Question.of_detail(detail)
    with pytest.raises(InputError):
        Question.of_detail({}, {"digest": 0.7})
