"""An answer by sser is a judgment of the project too: both come and go together."""

import secrets

import pytest
import sqlalchemy as sa
from campaign_desk import begin, first_task, say, seat_of

from mtassay.errors import NotFound
from mtassay.human.protocols.base import BodyError
from mtassay.human.scales import Scale
from mtassay.store.archives.project_archive import add_archive, read_archive, write_archive
from mtassay.store.archives.project_removal import remove_project
from mtassay.store.campaign_tables import ANSWERS
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import find_campaign
from mtassay.store.campaigns.seat_answers import take_seat_answer_back
from mtassay.store.campaigns.seat_work import OpenSeat, show_task
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.items import cut_items
from mtassay.store.contents.merging import merge
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.contents.removal import delete_targets
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo
from mtassay.store.judging.answers import Answer, save_answer, take_back
from mtassay.store.judging.body import AnswerBody
from mtassay.store.judging.holding import current_judgments
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.people.forgetting import forget_person, traces_of
from mtassay.store.schema import ITEMS, JUDGES, JUDGMENTS, SYSTEMS, TARGETS, VERDICTS

Held = list[tuple[float, str, str | None]]


def held(connection: sa.Connection, project: Project) -> Held:
    """The judgments of a project that hold: score, judge, and system where one is named."""
    query = (
        sa.select(JUDGMENTS.c.value, JUDGES.c.name, SYSTEMS.c.name)
        .join(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .outerjoin(SYSTEMS, SYSTEMS.c.id == JUDGMENTS.c.system)
        .where(JUDGMENTS.c.project == project.id, current_judgments())
        .order_by(JUDGMENTS.c.id)
    )
    return [(row[0], row[1], row[2]) for row in connection.execute(query)]


def scores(connection: sa.Connection, project: Project) -> list[float]:
    return [value for value, _, _ in held(connection, project)]


def said(connection: sa.Connection, project: Project) -> list[float | None]:
    """The points of the answers of the campaign that hold."""
    campaign = find_campaign(connection, project, "talks")
    return [answer.value for answer in all_answers(connection, campaign) if answer.name == "points"]


def revision(connection: sa.Connection, project: Project) -> int:
    return history(connection, project.id)[0].revision


def target_of(connection: sa.Connection, seat: OpenSeat, task: int) -> int:
    (item,) = show_task(connection, seat, task).items
    number = connection.scalar(sa.select(TARGETS.c.id).where(TARGETS.c.text == item.text))
    assert number is not None
    return number


def test_an_answer_is_a_judgment_at_once(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "sser")
        seat = seat_of(connection, campaign)
        task = first_task(connection, seat)
        token = secrets.token_hex(16)
        saved = say(connection, seat, {"value": 8}, task=task, token=token, comment="odd")
        assert not say(connection, seat, {"value": 8}, task=task, token=token).is_new
        ((value, judge, system),) = held(connection, project)
        assert (value, judge) == (8.0, "anna")
        assert system in ("good", "bad", "odd", None)
        row = connection.execute(sa.select(JUDGMENTS)).one()
        assert (row.event, row.comment, row.seconds, row.kind) == (saved.revision, "odd", 2.5, "sser")
        assert connection.scalar(sa.select(ANSWERS.c.judgment)) == row.id
        say(connection, seat_of(connection, campaign, 2), {"value": 3})
        assert held(connection, project)[1][:2] == (3.0, "seat 2 of talks")
        memory = load_memory(connection, project).memory
        assert sorted(memory.judgments.points) == [3.0, 8.0]
        assert said(connection, project) == [8.0, 3.0]
    assert not faults(database)


def test_corrections_and_undo_do_the_same_to_the_judgment(database: Database, project: Project) -> None:
    with database.writing() as connection:
        seat = seat_of(connection, begin(connection, project, "sser"))
        task = first_task(connection, seat)
        first = say(connection, seat, {"value": 8}, task=task)
        second = say(connection, seat, {"value": 5}, task=task, version=first.answer)
        assert scores(connection, project) == said(connection, project) == [5.0]
        take_seat_answer_back(connection, seat)
        assert scores(connection, project) == said(connection, project) == [8.0]
        undone = revision(connection, project)
        third = say(connection, seat, {"value": 6}, task=task, version=first.answer)
        undo(connection, project.id, [undone], "manager")  # what was corrected anew does not come back
        assert scores(connection, project) == said(connection, project) == [6.0]
        say(connection, seat, {"cannot": "other"}, task=task, version=third.answer)
        assert scores(connection, project) == said(connection, project) == []
        unable = revision(connection, project)
        take_seat_answer_back(connection, seat)
        assert scores(connection, project) == said(connection, project) == [6.0]
        undo(connection, project.id, [revision(connection, project)], "manager")
        assert scores(connection, project) == []
        current = show_task(connection, seat, task).items[0].answer
        say(connection, seat, {"value": 2}, task=task, version=current)
        undo(connection, project.id, [unable], "manager")
        assert scores(connection, project) == said(connection, project) == [2.0]
        assert second.is_new
    assert not faults(database)


def test_an_answer_that_was_undone_and_given_anew_counts_once(database: Database, project: Project) -> None:
    with database.writing() as connection:
        seat = seat_of(connection, begin(connection, project, "sser"))
        task = first_task(connection, seat)
        say(connection, seat, {"value": 8}, task=task)
        take_seat_answer_back(connection, seat)
        undone = revision(connection, project)
        say(connection, seat, {"value": 7}, task=task)
        undo(connection, project.id, [undone], "manager")
        assert scores(connection, project) == said(connection, project) == [7.0]
    assert not faults(database)


def test_the_last_word_of_a_judge_holds_wherever_it_was_said(database: Database, project: Project) -> None:
    with database.writing() as connection:
        seat = seat_of(connection, begin(connection, project, "sser", reuse=False))
        task = first_task(connection, seat)
        target = target_of(connection, seat, task)
        before = save_answer(connection, project, "anna", Answer(target, AnswerBody(1), secrets.token_hex(16)))
        first = say(connection, seat, {"value": 8}, task=task)
        assert scores(connection, project) == [8.0]
        with pytest.raises(NotFound):  # what came by a seat is undone there
            take_back(connection, project, "anna", first.revision)
        judgment = connection.scalar(sa.select(JUDGMENTS.c.id).where(current_judgments()))
        assert judgment is not None
        answer = Answer(target, AnswerBody(4), secrets.token_hex(16), version=judgment)
        save_answer(connection, project, "anna", answer)
        say(connection, seat, {"value": 9}, task=task, version=first.answer)
        assert scores(connection, project) == [9.0]
        take_seat_answer_back(connection, seat)
        assert scores(connection, project) == [4.0]
        assert before.is_new
    assert not faults(database)


def test_classes_of_information_items_are_verdicts(database: Database, project: Project) -> None:
    with database.writing() as connection:
        seat = seat_of(connection, begin(connection, project, "sser"))
        task = first_task(connection, seat)
        target = target_of(connection, seat, task)
        source = connection.scalar(sa.select(TARGETS.c.source).where(TARGETS.c.id == target))
        assert source is not None
        cut_items(connection, project, source, ["Satz", "Nummer"], "manager")
        (item,) = show_task(connection, seat, task).items
        assert [part.text for part in item.information_items] == ["Satz", "Nummer"]
        one, two = (part.id for part in item.information_items)
        with pytest.raises(BodyError, match="not part of the source"):
            say(connection, seat, {"value": 8, "verdicts": {str(two + 1): "ok"}}, task=task)
        verdicts = {str(one): "ok", str(two): "missing"}
        say(connection, seat, {"value": 8, "verdicts": verdicts}, task=task)
        assert dict(connection.execute(sa.select(VERDICTS.c.item, VERDICTS.c.verdict)).all()) == {
            one: "ok",
            two: "missing",
        }
        campaign = find_campaign(connection, project, "talks")
        assert [(answer.name, answer.value) for answer in all_answers(connection, campaign)] == [
            ("points", 8.0),
            ("ier", 50.0),
        ]
        content = write_archive(connection, project)
        back = add_archive(connection, read_archive(content, "talks.zip"), "manager", name="back").project
        again = all_answers(connection, find_campaign(connection, back, "talks"))
        assert [answer.value for answer in again] == [8.0, 50.0]
        body = connection.scalars(sa.select(ANSWERS.c.body).where(ANSWERS.c.project == back.id)).one()
        copied = connection.scalars(sa.select(ITEMS.c.id).where(ITEMS.c.id > two)).all()
        assert {int(number) for number in body["verdicts"]} == set(copied)
    assert not faults(database)


@pytest.mark.parametrize("is_pseudonymous", [False, True])
def test_an_archive_goes_on_where_it_stopped(database: Database, project: Project, is_pseudonymous: bool) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "sser")
        for number in (1, 2):
            say(connection, seat_of(connection, campaign, number), {"value": 5 + number})
        content = write_archive(connection, project, is_pseudonymous=is_pseudonymous)
        back = add_archive(connection, read_archive(content, "talks.zip"), "manager", name="back").project
        assert scores(connection, back) == [6.0, 7.0]
        seat = seat_of(connection, find_campaign(connection, back, "talks"), 2)
        (row,) = connection.execute(sa.select(ANSWERS).where(ANSWERS.c.seat == seat.id))
        say(connection, seat, {"value": 1}, task=row.task, version=row.id)  # under another name, perhaps
        assert scores(connection, back) == said(connection, back) == [6.0, 1.0]
    assert not faults(database)


def test_merging_brings_judgments_of_campaigns_once_and_removing_takes_all(
    database: Database, project: Project
) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "sser")
        say(connection, seat_of(connection, campaign), {"value": 8})
        begin(connection, project, "sser", name="later")  # takes over what the first has
        other = add_project(connection, "other", "manager", source_language="de", target_language="en")
        for _ in range(2):
            merge(connection, other, connection, project, "manager", "talks")
            assert [(value, judge) for value, judge, _ in held(connection, other)] == [(8.0, "anna")]
        remove_project(connection, project, "manager")
        assert connection.scalar(sa.select(sa.func.count()).select_from(ANSWERS)) == 0
        assert scores(connection, other) == [8.0]
    assert not faults(database)


def test_a_judge_who_is_forgotten_is_counted_once(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "sser")
        first = say(connection, seat_of(connection, campaign), {"value": 8}, comment="mine")
        traces = traces_of(connection, "anna")
        assert (traces.judgments, traces.comments) == (1, 1)
        forgotten = forget_person(connection, "anna", "manager")
        assert held(connection, project)[0][1] == forgotten.pseudonym
        assert (
            connection.scalar(sa.select(ANSWERS.c.comment)) == connection.scalar(sa.select(JUDGMENTS.c.comment)) == ""
        )
        row = connection.execute(sa.select(ANSWERS)).one()
        say(connection, seat_of(connection, campaign), {"value": 2}, task=row.task, version=first.answer)
        assert [(value, judge) for value, judge, _ in held(connection, project)] == [(2.0, forgotten.pseudonym)]
    assert not faults(database)


def test_a_text_that_the_project_lost_is_still_judged_in_the_campaign(database: Database, project: Project) -> None:
    with database.writing() as connection:
        seat = seat_of(connection, begin(connection, project, "sser"))
        task = first_task(connection, seat)
        delete_targets(connection, project, [target_of(connection, seat, task)], "manager")
        say(connection, seat, {"value": 8}, task=task)
        assert scores(connection, project) == []
        assert said(connection, project) == [8.0]
    assert not faults(database)


def test_a_campaign_has_the_scale_of_its_project(database: Database) -> None:
    with database.writing() as connection:
        project = add_project(connection, "wide", "manager", scale=Scale(0, 100))
        campaign = begin(connection, project, "sser")
        seat = seat_of(connection, campaign)
        with pytest.raises(BodyError, match="from 0 to 100"):
            say(connection, seat, {"value": 101})
        say(connection, seat, {"value": 72.5})
        assert scores(connection, project) == [72.5]
        assert said(connection, project) == [7.25]
    assert not faults(database)


def test_faults_name_answers_and_judgments_that_differ(database: Database, project: Project) -> None:
    with database.writing() as connection:
        say(connection, seat_of(connection, begin(connection, project, "sser")), {"value": 8})
        connection.execute(sa.update(JUDGMENTS).values(value=3.0))
    assert faults(database) == ("answer 1 and its judgment say different things",)
