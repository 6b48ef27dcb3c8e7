"""Campaigns that are undone, copied and brought back: the same figures, links that lead where they led."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from campaign_desk import answer_everything, begin, first_task, say, seat_of

from mtassay.errors import MtassayError, NotFound
from mtassay.store.archives.backups import back_up, restore_backup
from mtassay.store.archives.project_archive import add_archive, read_archive, write_archive
from mtassay.store.campaign_tables import ANSWERS, CAMPAIGNS
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import StoredCampaign, campaign_of, find_campaign
from mtassay.store.campaigns.links import SeatSession, begin_seat_session, make_links, seat_of_link, seat_of_session
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.campaigns.seats import exclude_seat
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project, find_project
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo

TOKEN = "0123456789abcdef" * 2


def figures(connection: sa.Connection, campaign: StoredCampaign) -> list[tuple[Any, ...]]:
    """All that results are made of, without numbers that another database gives anew."""
    told = [
        (answer.seat, answer.judge, answer.text, answer.systems, answer.name, answer.value, answer.is_excluded)
        for answer in all_answers(connection, campaign)
    ]
    seats = [
        (seat.number, seat.asked, seat.done, seat.state, seat.seconds) for seat in seat_progress(connection, campaign)
    ]
    return [*sorted(told, key=str), *seats]


def half_done(connection: sa.Connection, project: Project) -> tuple[StoredCampaign, str]:
    """A campaign one of whose two seats is done, the other has begun and is excluded; the link of the first."""
    campaign = begin(connection, project)
    (link, _) = make_links(connection, campaign, None, "manager")
    say(connection, seat_of(connection, campaign, 2), {"score": 9}, token=TOKEN)
    answer_everything(connection, seat_of(connection, campaign))
    exclude_seat(connection, campaign, 2, "too fast", "manager")
    return campaign, link.token


def event_of(connection: sa.Connection, project: Project, kind: str) -> int:
    return next(event.revision for event in history(connection, project.id) if event.kind == kind)


def test_undo_of_a_campaign_with_answers_and_back(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign, token = half_done(connection, project)
        session = begin_seat_session(connection, token)
        told = figures(connection, campaign)
        (undone,) = undo(connection, project.id, [event_of(connection, project, "campaign")], "manager")
        with pytest.raises(NotFound):
            find_campaign(connection, project, "talks")
        with pytest.raises(NotFound):
            seat_of_link(connection, token)
        assert seat_of_session(connection, session) is None
        begin(connection, project, "sqm", name="another")  # the outputs are there still
        undo(connection, project.id, [undone], "manager")
        assert figures(connection, find_campaign(connection, project, "talks")) == told
        assert seat_of_session(connection, session) == SeatSession(seat_of_link(connection, token), None)
    assert not faults(database)


def test_undo_of_the_upload_under_a_campaign_that_goes_on(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        say(connection, seat_of(connection, campaign), {"score": 2})
        uploads = [event.revision for event in history(connection, project.id) if event.kind == "output"]
        undone = undo(connection, project.id, uploads, "manager")
        for number in (1, 2):
            answer_everything(connection, seat_of(connection, campaign, number))
        told = figures(connection, campaign)
        assert sum(seat.done for seat in seat_progress(connection, campaign)) == 17
        undo(connection, project.id, undone, "manager")
        assert figures(connection, campaign) == told
    assert not faults(database)


def test_undo_of_an_exclusion(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign, _ = half_done(connection, project)
        assert {answer.is_excluded for answer in all_answers(connection, campaign) if answer.seat == 2} == {True}
        undo(connection, project.id, [event_of(connection, project, "exclusion")], "manager")
        assert not any(answer.is_excluded for answer in all_answers(connection, campaign))


def test_a_backup_that_is_brought_back_has_the_same_figures_and_links(
    database: Database, project: Project, new_location: Callable[[str], str], tmp_path: Path
) -> None:
    with database.writing() as connection:
        campaign, token = half_done(connection, project)
        told = figures(connection, campaign)
        seat = seat_of_link(connection, token)
    back_up(database, tmp_path / "backup.db")
    back = Database(new_location("sqlite" if database.is_sqlite else "postgresql"))
    restore_backup(tmp_path / "backup.db", back)
    with back.writing() as connection:
        again = find_campaign(connection, find_project(connection), "talks")
        assert figures(connection, again) == told
        assert seat_of_link(connection, token) == seat
        assert seat_of_session(connection, begin_seat_session(connection, token)) == SeatSession(seat, None)
        # an answer whose receipt was lost before the crash is known, and judging goes on
        other = seat_of(connection, again, 2)
        known = connection.execute(sa.select(ANSWERS).where(ANSWERS.c.uid == TOKEN)).one()
        assert not say(connection, other, {"score": 9}, task=known.task, item=known.item, token=TOKEN).is_new
        assert say(connection, other, {"score": 8}, task=first_task(connection, other)).is_new
    assert not faults(back)
    back.close()


def test_an_archive_has_the_same_figures_and_no_links(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign, token = half_done(connection, project)
        told = figures(connection, campaign)
        archive = write_archive(connection, project)
        back = add_archive(connection, read_archive(archive, "talks.zip"), "manager", name="back").project
        again = find_campaign(connection, back, "talks")
        assert figures(connection, again) == told
        # the link leads to the seat that it was made for, and the copy has new ones
        assert seat_of_link(connection, token) == seat_of(connection, campaign).id
        (link, *_) = make_links(connection, again, [1], "manager")
        assert seat_of_link(connection, link.token) == seat_of(connection, again).id
    assert token.encode() not in archive
    assert not faults(database)


@pytest.mark.parametrize(
    ("told", "words"),
    [({"version": 99}, "version 99 of da"), ({"spec": "telepathy"}, "telepathy"), ({"spec": "da:aura=yes"}, "aura")],
)
def test_a_protocol_of_another_version_is_refused_with_words(
    database: Database, project: Project, told: dict[str, Any], words: str
) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        stored = connection.execute(sa.select(CAMPAIGNS.c.settings)).scalar_one()
        changed = {**stored, "protocols": [{**stored["protocols"][0], **told}]}
        connection.execute(sa.update(CAMPAIGNS).values(settings=changed))
        with pytest.raises(MtassayError, match=words):
            campaign_of(connection, campaign.id)
        with pytest.raises(MtassayError, match=words):
            find_campaign(connection, project, "talks")
