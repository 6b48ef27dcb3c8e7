"""Answers to questions: graded once for all that gave the same, in results, archives and packs."""

import pytest
import sqlalchemy as sa
from campaign_desk import TEXTS, begin, first_task, seat_of, tell

from mtassay.campaigns.campaign_answers import answers_of_campaign
from mtassay.campaigns.handing_over import add_seats, release_seats, take_in_again
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import Conflict, InputError, NotFound
from mtassay.human.results.score_results import score_results
from mtassay.reports.evidence.packing import evidence_pack
from mtassay.reports.evidence.verifying import verify_pack
from mtassay.store.archives.project_archive import add_archive, read_archive, write_archive
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import StoredCampaign, find_campaign
from mtassay.store.campaigns.grades import given_answers, grade_answers
from mtassay.store.campaigns.seat_answers import keep_seat_draft
from mtassay.store.campaigns.seat_work import ShownTask, seat_tasks, show_task
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo


def read_by_three(connection: sa.Connection, project: Project) -> StoredCampaign:
    """Two documents in three versions, each read by one of three; a quarter of the answers nobody foresaw."""
    campaign = begin(connection, project, "comprehension", judges=(), seats=3)
    for number in (1, 2, 3):
        tell(connection, seat_of(connection, campaign, number), "Three.", "yes")
        tell(connection, seat_of(connection, campaign, number), "about THREE" if number < 3 else "", "no")
    return campaign


def values(connection: sa.Connection, campaign: StoredCampaign) -> list[tuple[object, ...]]:
    return sorted(
        (number.document, number.systems, number.source, number.value is None, number.value or 0.0)
        for number in all_answers(connection, campaign)
    )


def questions_in(task: ShownTask) -> frozenset[int]:
    """Which document a task is about: those on the same one share its questions."""
    return frozenset(item.id for item in task.items if item.question is not None)


def tasks_of(connection: sa.Connection, campaign: StoredCampaign, number: int) -> dict[frozenset[int], int]:
    """What a seat is asked, by documents."""
    seat = seat_of(connection, campaign, number)
    shown = (show_task(connection, seat, task.task) for task in seat_tasks(connection, seat))
    return {questions_in(task): task.task for task in shown}


def test_a_reader_sees_one_version_and_neither_source_nor_reference(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "comprehension", judges=(), seats=3)
        for number in (1, 2, 3):
            seat = seat_of(connection, campaign, number)
            tasks = [show_task(connection, seat, task.task) for task in seat_tasks(connection, seat)]
            assert [task.wanted for task in seat_tasks(connection, seat)] == [1, 1]
            assert len({item.id for task in tasks for item in task.items}) == 10
            assert all(not item.source and not item.reference for task in tasks for item in task.items)


def test_one_grade_serves_the_same_answer_and_later_ones(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = read_by_three(connection, project)
        waiting = [given for given in given_answers(connection, campaign) if given.grade is None]
        assert {given.answer for given in waiting} == {"about THREE"}
        before = answers_of_campaign(all_answers(connection, campaign), campaign.protocols[0])
        assert before.left_out == {"to questions, not graded yet": 2}
        chosen = [(given.question, " About three!", 0.5) for given in waiting]
        assert grade_answers(connection, campaign, chosen, "manager") == len(waiting)
        assert grade_answers(connection, campaign, chosen, "manager") == 0
        after = answers_of_campaign(all_answers(connection, campaign), campaign.protocols[0])
        assert sorted(answer.value for answer in after.scored) == [0, 0, 0, 0, 50, 50, 100, 100, 100, 100, 100, 100]
        event = history(connection, project.id, limit=1)[0]
        assert event.kind == "grade"
        undo(connection, project.id, [event.revision], "manager")
        again = answers_of_campaign(all_answers(connection, campaign), campaign.protocols[0])
        assert len(again.scored) == len(before.scored) == 10
    assert not faults(database)


def test_the_reference_stands_on_top(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = read_by_three(connection, project)
        results = score_results(answers_of_campaign(all_answers(connection, campaign), campaign.protocols[0]))
        assert results.measure == "% right"
        assert results.scores[0].system == "reference"
        assert {score.system for score in results.scores} == {"good", "bad", "odd", "reference"}


def test_grades_go_with_archives_and_packs(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = read_by_three(connection, project)
        (first, *_) = given_answers(connection, campaign)
        grade_answers(connection, campaign, [(first.question, first.answer, 1.0)], "manager")
        told = values(connection, campaign)
        assert verify_pack(evidence_pack(connection, campaign), "pack.zip").differences == ()
        content = write_archive(connection, project)
    with database.writing() as connection:
        copy = add_archive(connection, read_archive(content, "a"), "manager", name="copy").project
        assert values(connection, find_campaign(connection, copy, campaign.name)) == told


def test_answers_are_of_the_domain_of_their_document(database: Database, project: Project) -> None:
    domains = ["news"] * 3 + ["talks"] * 3
    texts = EvalSet(
        TEXTS.references, sources=TEXTS.sources, systems=TEXTS.systems, labels={**TEXTS.labels, "domain": domains}
    )
    with database.writing() as connection:
        campaign = begin(connection, project, "comprehension", judges=(), seats=3, texts=texts)
        for _ in range(2):
            tell(connection, seat_of(connection, campaign), "three", "yes")
        found = {(number.document, number.domain) for number in all_answers(connection, campaign)}
        assert found == {("one", "news"), ("two", "talks")}


def test_what_cannot_be_graded(database: Database, project: Project) -> None:
    with database.writing() as connection:
        other = begin(connection, project, "da", name="scores")
        with pytest.raises(InputError, match="scores asks by da, whose answers need no grades"):
            given_answers(connection, other)
        campaign = begin(connection, project, "comprehension", judges=(), seats=3)
        with pytest.raises(NotFound, match="question 999999 is none of talks"):
            grade_answers(connection, campaign, [(999999, "x", 1.0)], "manager")
        tell(connection, seat_of(connection, campaign), "many", "")
        (waiting,) = given_answers(connection, campaign)
        for answer, grade in (("many", 0.7), (" ?", 1.0)):
            with pytest.raises(InputError):
                grade_answers(connection, campaign, [(waiting.question, answer, grade)], "manager")
        two = [(waiting.question, "many", 1.0), (waiting.question, "Many!", 0.0)]
        with pytest.raises(InputError, match=r"the answer 'Many!' to question .* has two grades"):
            grade_answers(connection, campaign, two, "manager")


def test_work_of_a_reader_goes_to_nobody_who_has_read_the_document(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "comprehension", judges=(), seats=3)
        with pytest.raises(
            Conflict, match=r"has read document .* in another version and knows its questions; add a seat"
        ):
            release_seats(connection, campaign, [1], "manager")
        roomy = begin(connection, project, "comprehension", name="roomy", judges=(), seats=5)
        release_seats(connection, roomy, [1], "manager")
        for number in range(2, 6):
            seat = seat_of(connection, roomy, number)
            tasks = [show_task(connection, seat, task.task) for task in seat_tasks(connection, seat)]
            read = [item.id for task in tasks for item in task.items if item.question is not None]
            assert len(read) == len(set(read))


def test_who_has_read_a_document_gets_no_other_version_of_it(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "comprehension", judges=(), seats=4)
        read: dict[int, dict[frozenset[int], int]] = {}
        for number in range(1, 5):
            seat = seat_of(connection, campaign, number)
            shown = show_task(connection, seat, first_task(connection, seat))
            keep_seat_draft(connection, seat, shown.task, 0, {"read": 5.0})
            read[number] = {questions_in(shown): shown.task}
        add_seats(connection, campaign, ["", ""], "manager")
        for number, own in read.items():  # who has read a text is left to answer
            assert own.items() <= tasks_of(connection, campaign, number).items()
        release_seats(connection, campaign, [1], "manager")
        take_in_again(connection, campaign, 1, "manager")
        assert tasks_of(connection, campaign, 1).keys().isdisjoint(read[1])
