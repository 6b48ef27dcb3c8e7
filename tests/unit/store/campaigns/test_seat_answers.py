import pytest
import sqlalchemy as sa
from campaign_desk import answer_everything, begin, first_task, say, seat_of

from mtassay.errors import Conflict, InputError, NotFound
from mtassay.human.protocols.base import BodyError
from mtassay.store.campaign_tables import ANSWERS
from mtassay.store.campaigns.campaigns import CampaignState, set_state
from mtassay.store.campaigns.seat_answers import (
    AnsweredAtAnotherMachine,
    keep_seat_draft,
    put_task_off,
    take_seat_answer_back,
)
from mtassay.store.campaigns.seat_work import next_task, seat_tasks, show_task
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.events import history

TOKEN = "0123456789abcdef" * 2


def count(connection: sa.Connection) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(ANSWERS)) or 0


def test_an_answer_is_stored_once_however_often_it_comes(database: Database, project: Project) -> None:
    with database.writing() as connection:
        seat = seat_of(connection, begin(connection, project))
        task = first_task(connection, seat)
        saved = say(connection, seat, {"score": 73}, task=task, token=TOKEN)
        again = say(connection, seat, {"score": 73}, task=task, token=TOKEN)
        assert saved.is_new
        assert not again.is_new
        assert (again.answer, again.revision) == (saved.answer, saved.revision)
        assert count(connection) == 1
        assert history(connection, project.id)[0].kind == "answer"
        assert history(connection, project.id)[0].who == "anna"
        with pytest.raises(Conflict, match="by the same token"):
            say(connection, seat, {"score": 74}, task=task, token=TOKEN)
        (item,) = show_task(connection, seat, task).items
        assert (item.body, item.answer, item.is_draft) == ({"score": 73}, saved.answer, False)


def test_a_correction_replaces_the_answer_that_was_shown_and_no_other(database: Database, project: Project) -> None:
    with database.writing() as connection:
        seat = seat_of(connection, begin(connection, project))
        task = first_task(connection, seat)
        first = say(connection, seat, {"score": 73}, task=task)
        with pytest.raises(AnsweredAtAnotherMachine) as caught:
            say(connection, seat, {"score": 5}, task=task)
        assert caught.value.stored == {"score": 73}
        second = say(connection, seat, {"score": 80}, task=task, version=first.answer, token=TOKEN)
        assert not say(connection, seat, {"score": 80}, task=task, version=first.answer, token=TOKEN).is_new
        with pytest.raises(AnsweredAtAnotherMachine):
            say(connection, seat, {"score": 81}, task=task, version=first.answer)
        assert show_task(connection, seat, task).items[0].answer == second.answer
        assert seat_tasks(connection, seat)[0].answered == 1


def test_undo_brings_the_answer_back_as_a_draft(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        seat = seat_of(connection, campaign)
        task = first_task(connection, seat)
        say(connection, seat, {"score": 73}, task=task, comment="odd")
        assert take_seat_answer_back(connection, seat)[0] == task
        (item,) = show_task(connection, seat, task).items
        assert (item.body, item.comment, item.answer, item.is_draft) == ({"score": 73}, "odd", 0, True)
        assert first_task(connection, seat) == task
        with pytest.raises(NotFound, match="no answer of today"):
            take_seat_answer_back(connection, seat)
        say(connection, seat, {"score": 74}, task=task)
        set_state(connection, campaign, CampaignState.CLOSED, "manager")
        with pytest.raises(Conflict, match="is closed"):
            take_seat_answer_back(connection, seat_of(connection, campaign))


def test_what_is_put_off_comes_last_and_drafts_stay(database: Database, project: Project) -> None:
    with database.writing() as connection:
        seat = seat_of(connection, begin(connection, project))
        tasks = seat_tasks(connection, seat)
        keep_seat_draft(connection, seat, tasks[0].task, 0, {"score": 40}, "hm")
        put_task_off(connection, seat, tasks[0].task)
        assert first_task(connection, seat) == tasks[1].task
        assert next_task(seat_tasks(connection, seat), after=tasks[-1].task).task == tasks[1].task  # type: ignore[union-attr]
        (item,) = show_task(connection, seat, tasks[0].task).items
        assert (item.body, item.comment, item.is_draft) == ({"score": 40}, "hm", True)
        for task in tasks[1:]:
            say(connection, seat, {"score": 1}, task=task.task)
        assert first_task(connection, seat) == tasks[0].task
        say(connection, seat, {"score": 1}, task=tasks[0].task)
        assert next_task(seat_tasks(connection, seat)) is None


def test_a_document_has_an_answer_for_each_text(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "sqm", context="document")
        seat = seat_of(connection, campaign)
        task = first_task(connection, seat)
        shown = show_task(connection, seat, task)
        assert len(shown.items) == 3
        assert [item.source for item in shown.items] == sorted(item.source for item in shown.items)
        with pytest.raises(NotFound, match="not part of the task"):
            say(connection, seat, {"score": 3}, task=task)
        say(connection, seat, {"score": 3}, task=task, item=shown.items[1].id)
        state = seat_tasks(connection, seat)[0]
        assert (state.wanted, state.answered, state.is_done) == (3, 1, False)
        assert answer_everything(connection, seat) == sum(task.wanted for task in seat_tasks(connection, seat)) - 1


@pytest.mark.parametrize("protocol", ["ranking", "pairwise"])
def test_outputs_that_are_compared_have_one_answer(database: Database, project: Project, protocol: str) -> None:
    with database.writing() as connection:
        seat = seat_of(connection, begin(connection, project, protocol))
        task = first_task(connection, seat)
        shown = show_task(connection, seat, task)
        ids = [str(item.id) for item in shown.items]
        body = {"ranks": dict.fromkeys(ids, 1)} if protocol == "ranking" else {"better": ids[0]}
        say(connection, seat, body, task=task)
        assert seat_tasks(connection, seat)[0].is_done
        assert show_task(connection, seat, task).items[0].body == body


def test_judges_can_say_that_they_cannot(database: Database, project: Project) -> None:
    with database.writing() as connection:
        seat = seat_of(connection, begin(connection, project))
        task = first_task(connection, seat)
        with pytest.raises(BodyError, match="say why: source, language, other"):
            say(connection, seat, {"cannot": "tired"}, task=task)
        with pytest.raises(BodyError):
            say(connection, seat, {"cannot": "source", "score": 3}, task=task)
        say(connection, seat, {"cannot": "source"}, task=task)
        assert seat_tasks(connection, seat)[0].is_done


def test_what_cannot_be_stored_is_refused(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        seat, other = seat_of(connection, campaign), seat_of(connection, campaign, 2)
        task = first_task(connection, seat)
        for body in ({"score": 101}, {"score": "7"}, {}, [], None, {"value": 3}, float("nan")):
            with pytest.raises(BodyError):
                say(connection, seat, body, task=task)
        with pytest.raises(NotFound, match="no task of your seat"):
            say(connection, other, {"score": 3}, task=task)
        with pytest.raises(NotFound):
            say(connection, seat, {"score": 3}, task=2**40)
        with pytest.raises(NotFound, match="not part of the task"):
            say(connection, seat, {"score": 3}, task=task, item=10**9)
        with pytest.raises(InputError, match="token"):
            say(connection, seat, {"score": 3}, task=task, token="short")
        assert count(connection) == 0


def test_a_paused_campaign_takes_finished_work_and_a_closed_one_nothing(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        set_state(connection, campaign, CampaignState.PAUSED, "manager")
        seat = seat_of(connection, campaign)
        task = first_task(connection, seat)
        saved = say(connection, seat, {"score": 3}, task=task, token=TOKEN)
        set_state(connection, seat.campaign, CampaignState.CLOSED, "manager")
        closed = seat_of(connection, campaign)
        # what was saved before it was closed is still known by its token
        assert say(connection, closed, {"score": 3}, task=task, token=TOKEN).answer == saved.answer
        with pytest.raises(Conflict, match="closed or not started"):
            say(connection, closed, {"score": 4})
