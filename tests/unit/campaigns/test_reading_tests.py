from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.campaigns.crowd_seats import plan_crowd
from mtassay.campaigns.plan import CampaignPlan, Design, plan_campaign
from mtassay.campaigns.reading_tests import (
    DocumentQuestion,
    TooFewSeats,
    pasted_questions,
    read_grades,
    read_questions,
    texts_to_read,
)
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.human.protocols.comprehension import Comprehension
from mtassay.human.protocols.questions import REFERENCE_SYSTEM, Question

HEAD = "document\tquestion\tanswer\thalf\tchoices\n"


def documents(systems: int, count: int) -> EvalSet:
    names = [f"d{number // 3}" for number in range(3 * count)]
    return EvalSet(
        [f"reference {number}" for number in range(3 * count)],
        sources=[f"source {number}" for number in range(3 * count)],
        systems={f"s{system}": [f"{system} {number}" for number in range(3 * count)] for system in range(systems)},
        labels={"document": names},
    )


def asked(count: int) -> list[DocumentQuestion]:
    known = Question(right=("yes",))
    return [DocumentQuestion(f"d{number}", place, f"{place}?", known) for number in range(count) for place in (1, 2)]


def plan(systems: int = 3, count: int = 4, **design: Any) -> CampaignPlan:
    chosen = Design(protocols=("comprehension",), **{"seats": 8, "overlap": 0.2, **design})
    return plan_campaign(documents(systems, count), chosen, questions=asked(count))


@given(
    systems=st.integers(1, 5),
    count=st.integers(1, 9),
    more=st.integers(0, 7),
    overlap=st.sampled_from([0.0, 0.2, 1.0]),
    seed=st.integers(0, 5),
)
def test_nobody_reads_a_document_twice(systems: int, count: int, more: int, overlap: float, seed: int) -> None:
    planned = plan(systems, count, seats=2 * (systems + 1) + more, overlap=overlap, seed=seed)
    read = Counter((seat, task.task.block) for task in planned.tasks for seat in task.seats)
    assert max(read.values()) == 1
    assert len(planned.tasks) == count * (systems + 1)  # the reference is one more version
    assert planned.answers == sum(len(task.seats) for task in planned.tasks)
    numbers = range(len(planned.items), len(planned.items) + 2 * count)
    for task in planned.tasks:
        questions = [planned.questions[item - numbers.start] for item in task.task.items if item in numbers]
        assert {f"document {question.document}" for question in questions} == {task.task.block}
        assert [question.place for question in questions] == [1, 2]


def test_too_few_seats_are_refused_with_how_many_are_enough() -> None:
    with pytest.raises(TooFewSeats, match="Plan 8 seats or more") as caught:
        plan(seats=7)
    assert plan(seats=caught.value.needed).design.seats == 8
    assert plan(seats=4, overlap=0.0).design.seats == 4
    crowd = plan_crowd(
        Design(protocols=("comprehension",), seats=1, crowd=True), lambda design: plan(seats=design.seats)
    )
    assert crowd.design.seats == 8


@pytest.mark.parametrize(
    ("design", "problem"),
    [
        ({"controls": "known"}, "comprehension takes no controls"),
        ({"spreading": "within"}, "nobody can read it in several versions"),
    ],
)
def test_what_readers_would_know_is_refused(design: dict[str, Any], problem: str) -> None:
    with pytest.raises(SettingError, match=problem):
        plan(**design)


def test_comprehension_stands_alone_and_needs_questions() -> None:
    evalset = documents(2, 2)
    with pytest.raises(InputError, match="there are no questions"):
        plan_campaign(evalset, Design(protocols=("comprehension",), seats=9))
    with pytest.raises(SettingError, match="stands alone"):
        plan_campaign(
            evalset, Design(protocols=("comprehension", "fluency"), seats=9, context="document"), questions=asked(2)
        )
    with pytest.raises(SettingError, match="questions are asked by comprehension, and this campaign asks by da"):
        plan_campaign(evalset, Design(protocols=("da",), seats=9), questions=asked(2))
    with pytest.raises(InputError, match="the document 'd2', and no such document; there are d0, d1"):
        plan_campaign(evalset, Design(protocols=("comprehension",), seats=9), questions=asked(3))


def test_documents_without_questions_are_left_out() -> None:
    design = Design(protocols=("comprehension",), seats=9, segments=3, longest_document=1)
    planned = plan_campaign(documents(2, 3), design, questions=asked(2))
    assert planned.segments == 3  # a whole document
    assert [left.segments for left in planned.left_out] == [3, 3]
    assert "nobody asks a question about their documents" in planned.left_out[0].why


def test_the_reference_is_read_like_a_system() -> None:
    evalset = documents(2, 2)
    read = texts_to_read(evalset, [Comprehension()])
    assert list(read.systems) == ["s0", "s1", REFERENCE_SYSTEM]
    assert texts_to_read(read, [Comprehension()]) is read
    assert texts_to_read(evalset, [Comprehension(reference=False)]) is evalset


def test_a_table_of_questions(tmp_path: Path) -> None:
    path = tmp_path / "asked.tsv"
    path.write_text(HEAD + "d0\tHow long?\tthree weeks | 3\tsome\t\nd0\tWhich?\tred\t\tred|green\n", encoding="utf-8")
    first, second = read_questions(str(path))
    assert first == DocumentQuestion("d0", 1, "How long?", Question(right=("three weeks", "3"), half=("some",)))
    assert second == DocumentQuestion("d0", 2, "Which?", Question(right=("red",), choices=("red", "green")))
    assert pasted_questions(path.read_text(encoding="utf-8").replace("\n", "\r\n\r\n")) == (first, second)
    assert pasted_questions(" \n") == ()


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ("d0\t\tx\t\t\n", "question 1 has no question; fill it in"),
        ("\tWhy?\tx\t\t\n", "question 1 has no document; fill it in"),
        ("d0\tWhy?\tx\t\t\nd0\tWhy?\ty\t\t\n", "question 2 is asked of d0 twice"),
        ("d0\tWhy?\tx\tX!\t\n", "question 1 has the answer 'X!' as right and as half"),
        ("d0\tWhy?\tx\t\ty|z\n", "question 1 has the answer 'x', which is none of its choices"),
        ("d0\tWhy?\t\t\ty|z\n", "question 1 has choices, and none of them is the answer"),
        ("d0\tWhy?\tA\t\tA | a | b\n", "question 1 has choices that are the same answer: A, a; word them otherwise"),
        ("d0\tWhy?\tx\t\tx\n", "question 1 has one choice alone"),
        ("d0\tWhy?\t?!\t\t\n", "question 1 has the answer '.!', which says nothing"),
    ],
)
def test_bad_questions(tmp_path: Path, rows: str, problem: str) -> None:
    path = tmp_path / "asked.tsv"
    path.write_text(HEAD + rows, encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        read_questions(str(path))


def test_grades_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "grades.tsv"
    path.write_text("question\tanswer\tgrade\n31\ta month\thalf\n32\tblue\t\n", encoding="utf-8")
    assert read_grades(str(path)) == [(31, "a month", 0.5)]
    path.write_text("question\tanswer\tgrade\n31\ta month\tgood\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"row 1: 'good' is no grade.*Nothing was graded"):
        read_grades(str(path))
    path.write_text("question\tanswer\tgrade\nfirst\ta month\tright\n", encoding="utf-8")
    with pytest.raises(InputError, match="row 1 names the question 'first'"):
        read_grades(str(path))
