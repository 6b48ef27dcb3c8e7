from collections import Counter

import pytest
import sqlalchemy as sa
from campaign_desk import TEXTS, answer_everything, begin, say, seat_of

from mtassay.campaigns.handing_over import add_seats, release_seats, take_in_again
from mtassay.errors import Conflict, InputError, NotFound
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign, campaign_of, set_state
from mtassay.store.campaigns.links import begin_seat_session, make_links, seat_of_session
from mtassay.store.campaigns.progress import SeatState, seat_progress
from mtassay.store.campaigns.seat_work import seat_tasks, show_task
from mtassay.store.campaigns.seats import exclude_seat, include_seat
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo


def asked(connection: sa.Connection, campaign: StoredCampaign) -> list[int]:
    return [seat.asked for seat in seat_progress(connection, campaign)]


@pytest.mark.parametrize(
    "design", [{}, {"spreading": "across"}, {"context": "document", "spreading": "across"}, {"overlap": 1.0}]
)
def test_open_work_goes_to_others_and_what_is_done_stays(
    database: Database, project: Project, design: dict[str, object]
) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "da", seats=3, **design)
        seat = seat_of(connection, campaign)
        wanted = sum(task.wanted for task in seat_tasks(connection, seat))
        before = asked(connection, campaign)
        first = seat_tasks(connection, seat)[0]
        for item in show_task(connection, seat, first.task).items:
            say(connection, seat, {"score": 9}, task=first.task, item=item.id)
        release_seats(connection, campaign, [1], "manager")
        after = asked(connection, campaign)
        assert after[0] == first.wanted < wanted
        assert sum(after) == sum(before)
        assert seat_progress(connection, campaign)[0].state is SeatState.RELEASED
        for number in (2, 3):
            answer_everything(connection, seat_of(connection, campaign, number))
        counted = Counter(
            (system, answer.text) for answer in all_answers(connection, campaign) for system in answer.systems
        )
        outputs = {(name, text) for name, texts in TEXTS.systems.items() for text in texts}
        assert set(counted) == outputs
        assert {seat.state for seat in seat_progress(connection, campaign)} == {SeatState.RELEASED, SeatState.DONE}


def test_a_begun_document_goes_to_others_with_its_context(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "da", seats=3, context="document", spreading="across")
        seat = seat_of(connection, campaign)
        task = seat_tasks(connection, seat)[0].task
        items = [item.id for item in show_task(connection, seat, task).items]
        say(connection, seat, {"score": 9}, task=task, item=items[0])
        released = release_seats(connection, campaign, [1], "manager")
        assert (released.begun, released.answers) == (1, 1)
        assert "asked as a whole, because they are judged in context; 1 answer stays" in released.in_words()
        first = seat_progress(connection, campaign)[0]
        assert (first.state, first.done, first.asked) == (SeatState.RELEASED, 1, 1)
        holders = [
            number
            for number in (2, 3)
            if task in {own.task for own in seat_tasks(connection, seat_of(connection, campaign, number))}
        ]
        (other,) = holders
        shown = show_task(connection, seat_of(connection, campaign, other), task)
        assert [item.id for item in shown.items] == items
        assert not any(item.answer or item.body for item in shown.items)
        # what was finished meanwhile is taken all the same
        say(connection, seat, {"score": 8}, task=task, item=items[1])
        for number in (2, 3):
            answer_everything(connection, seat_of(connection, campaign, number))
        said = Counter((answer.text, answer.systems) for answer in all_answers(connection, campaign))
        assert sorted(said.values())[-2:] == [2, 2]
        assert all(seat.done == seat.asked for seat in seat_progress(connection, campaign))


def test_who_left_gets_nothing_more_until_taken_in_again(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, seats=3, spreading="across")
        before = asked(connection, campaign)
        release_seats(connection, campaign, [1], "manager")
        add_seats(connection, campaign, ["carla"], "manager")
        assert asked(connection, campaign)[0] == 0
        assert seat_of(connection, campaign).is_released
        with pytest.raises(Conflict, match="no other seat"):
            release_seats(connection, campaign, [2, 3, 4], "manager")
        with pytest.raises(Conflict, match="neither excluded nor released"):
            take_in_again(connection, campaign, 2, "manager")
        take_in_again(connection, campaign, 1, "manager")
        shares = asked(connection, campaign)
        assert sum(shares) == sum(before)
        assert shares[0] > 0
        assert seat_progress(connection, campaign)[0].state is SeatState.UNOPENED
        undo(connection, project.id, [history(connection, project.id)[0].revision], "manager")
        assert seat_progress(connection, campaign)[0].state is SeatState.RELEASED


def test_who_comes_takes_a_share_and_undo_takes_it_back(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, spreading="across")
        before = asked(connection, campaign)
        say(connection, seat_of(connection, campaign), {"score": 9})
        assert add_seats(connection, campaign, ["carla", ""], "manager") == [3, 4]
        shares = asked(connection, campaign)
        assert sum(shares) == sum(before)
        assert max(shares) - min(shares) <= 3
        assert [seat.judge for seat in seat_progress(connection, campaign)] == ["anna", "", "carla", ""]
        undo(connection, project.id, [history(connection, project.id)[0].revision], "manager")
        assert asked(connection, campaign) == before


def test_an_excluded_seat_keeps_its_answers_and_loses_its_link(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        (link, _) = make_links(connection, campaign, None, "manager")
        session = begin_seat_session(connection, link.token)
        say(connection, seat_of(connection, campaign), {"score": 9})
        with pytest.raises(Conflict, match="say why"):
            exclude_seat(connection, campaign, 1, " ", "manager")
        exclude_seat(connection, campaign, 1, "too fast", "manager")
        assert seat_of_session(connection, session) is None
        first = seat_progress(connection, campaign)[0]
        assert (first.state, first.reason, first.done) == (SeatState.EXCLUDED, "too fast", 1)
        (answer,) = all_answers(connection, campaign)
        assert answer.is_excluded
        include_seat(connection, campaign, 1, "manager")
        (answer,) = all_answers(connection, campaign)
        assert not answer.is_excluded
        assert seat_progress(connection, campaign)[0].state is SeatState.WORKING


def test_refuses_what_cannot_be(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, seats=1)
        with pytest.raises(Conflict, match="no other seat"):
            release_seats(connection, campaign, [1], "manager")
        with pytest.raises(NotFound, match="no seat 8"):
            release_seats(connection, campaign, [8], "manager")
        set_state(connection, campaign, CampaignState.CLOSED, "manager")
        with pytest.raises(Conflict, match="is closed"):
            add_seats(connection, campaign_of(connection, campaign.id), [""], "manager")


def test_what_several_seats_leave_goes_to_none_of_them(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, seats=4)
        before = seat_progress(connection, campaign)
        release_seats(connection, campaign, [1, 2], "manager")
        after = seat_progress(connection, campaign)
        assert [seat.asked for seat in after[:2]] == [0, 0]
        assert sum(seat.asked for seat in after) == sum(seat.asked for seat in before)
        with pytest.raises(Conflict, match="no other seat that could take the work of 4 seats"):
            release_seats(connection, campaign, [1, 2, 3, 4], "manager")


def test_seats_can_be_added_after_adding_some_was_undone(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        assert add_seats(connection, campaign, [""], "manager") == [3]
        undo(connection, project.id, [history(connection, project.id)[0].revision], "manager")
        assert add_seats(connection, campaign, [""], "manager") == [4]
        with pytest.raises(InputError, match="same name"):
            add_seats(connection, campaign, ["anna"], "manager")


def test_seats_that_share_work_can_be_released_together(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "fluency", "adequacy", seats=3, overlap=1.0, spreading="across")
        release_seats(connection, campaign, [1, 2], "manager")
        tasks = seat_tasks(connection, seat_of(connection, campaign, 3))
        assert len(tasks) == len({task.task for task in tasks}) == 34
        # what was read alone comes before what is held against its source
        assert [task.protocol for task in tasks] == sorted(task.protocol for task in tasks)


def test_answers_of_a_seat_whose_making_was_undone_stay_with_it(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, spreading="across")
        add_seats(connection, campaign, ["carla"], "manager")
        made = history(connection, project.id)[0].revision
        say(connection, seat_of(connection, campaign, 3), {"score": 9})
        undo(connection, project.id, [made], "manager")
        assert [answer.judge for answer in all_answers(connection, campaign)] == ["carla"]
        assert sum(seat.done for seat in seat_progress(connection, campaign)) == 1
