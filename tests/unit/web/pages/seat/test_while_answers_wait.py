"""What happens to a campaign while the answers of a judge wait to be sent: each is stored once, or refused."""

import resource
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import campaign_desk
import pytest
import sqlalchemy as sa
from unit.web.at_a_seat import JudgeAtASeat, open_campaign

from mtassay.campaigns.handing_over import release_seats
from mtassay.corpus.evalset import EvalSet
from mtassay.store.campaign_tables import ANSWERS, CAMPAIGNS, JUDGES_COME_IN, SEAT_LINKS, SEAT_SESSIONS
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, set_state
from mtassay.store.campaigns.links import make_links
from mtassay.store.campaigns.seats import exclude_seat, include_seat
from mtassay.store.contents.consistency import faults
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo
from mtassay.store.schema import EVENTS

ME = "manager"


@pytest.fixture
def site(database: Any, open_site: Any) -> Any:
    """A server at somebody's own machine, on SQLite or on PostgreSQL."""
    return open_site(database.location)


class Waiting:
    """A judge with answers that no connection took so far, as the page keeps them: with their tokens, in order."""

    def __init__(self, site: Any, count: int = 3) -> None:
        self.site = site
        self.campaign, (link, *_) = open_campaign(site, "da", seats=2, spreading="across", overlap=0.0)
        self.judge = JudgeAtASeat(site).come(link)
        self.questions = [self.judge.ask(f"/seat?at={place}00000") for place in range(1, count + 1)]

    def send(self, score: int = 50) -> list[int]:
        """Send all that waits, again if need be; what the server says of each."""
        return [self.judge.say(question, score=score).status_code for question in self.questions]

    def come_back(self) -> None:
        """Open a new link, which the manager made."""
        with self.site.database.writing() as connection:
            (link,) = make_links(connection, campaign_of(connection, self.campaign.id), [1], ME)
        self.judge = JudgeAtASeat(self.site).come(link.token)

    def change(self, action: Callable[..., object], *arguments: object) -> None:
        """What the manager does to the campaign as it is now."""
        with self.site.database.writing() as connection:
            action(connection, campaign_of(connection, self.campaign.id), *arguments, ME)

    def undo_last(self) -> None:
        """Undo the last change that can be undone."""
        with self.site.database.writing() as connection:
            project = self.campaign.project
            kinds = ("campaign state", "release", "exclusion")
            event = next(event for event in history(connection, project) if event.kind in kinds)
            undo(connection, project, [event.revision], ME)

    @property
    def stored(self) -> list[str]:
        with self.site.database.reading() as connection:
            return list(connection.scalars(sa.select(ANSWERS.c.uid).order_by(ANSWERS.c.id)))

    @property
    def tokens(self) -> list[str]:
        return [question.hidden["token"] for question in self.questions]


def test_a_session_that_ends(site):
    waiting = Waiting(site)
    with site.database.writing() as connection:
        connection.execute(sa.delete(SEAT_SESSIONS))
    assert waiting.send() == [401, 401, 401]
    assert waiting.stored == []
    waiting.come_back()
    assert waiting.send() == waiting.send() == [200, 200, 200]
    assert waiting.stored == waiting.tokens


def test_a_link_that_is_renewed(site):
    waiting = Waiting(site)
    assert waiting.judge.say(waiting.questions[0], score=50).status_code == 200
    with site.database.writing() as connection:
        make_links(connection, waiting.campaign, None, ME)
    assert waiting.send() == [401, 401, 401]
    waiting.come_back()
    assert waiting.send() == [200, 200, 200]
    assert waiting.stored == waiting.tokens


def test_a_seat_that_is_excluded_and_let_in_again(site):
    waiting = Waiting(site)
    waiting.change(exclude_seat, 1, "too fast")
    assert waiting.send() == [401, 401, 401]
    waiting.change(include_seat, 1)
    waiting.come_back()
    assert waiting.send() == [200, 200, 200]
    assert waiting.stored == waiting.tokens


def test_tasks_that_are_released(site):
    waiting = Waiting(site)
    waiting.change(release_seats, [1])
    assert waiting.send() == waiting.send() == [200, 200, 200]
    assert waiting.stored == waiting.tokens


def test_a_campaign_that_pauses(site):
    waiting = Waiting(site)
    waiting.change(set_state, CampaignState.PAUSED)
    assert waiting.send() == [200, 200, 200]
    assert waiting.stored == waiting.tokens


def test_a_campaign_that_is_closed_and_whose_closing_is_undone(site):
    waiting = Waiting(site)
    assert waiting.judge.say(waiting.questions[0], score=50).status_code == 200
    waiting.change(set_state, CampaignState.CLOSED)
    assert waiting.send() == [200, 409, 409]  # the first is known already
    waiting.undo_last()
    assert waiting.send() == [200, 200, 200]
    assert waiting.stored == waiting.tokens


def test_a_campaign_that_is_undone_and_comes_back(site):
    waiting = Waiting(site)
    assert waiting.judge.say(waiting.questions[0], score=50).status_code == 200
    with site.database.writing() as connection:
        made = next(event for event in history(connection, waiting.campaign.project) if event.kind == "campaign")
        (undone,) = undo(connection, waiting.campaign.project, [made.revision], ME)
    assert set(waiting.send()) == {401}
    assert waiting.judge.get("/seat").status_code == 401
    with site.database.writing() as connection:
        undo(connection, waiting.campaign.project, [undone], ME)
    assert waiting.send() == [200, 200, 200]
    assert waiting.stored == waiting.tokens


def test_a_server_that_is_older_than_the_campaign(site):
    waiting = Waiting(site)
    with site.database.writing() as connection:
        settings = connection.execute(sa.select(CAMPAIGNS.c.settings)).scalar_one()
        connection.execute(sa.update(CAMPAIGNS).values(settings={**settings, "version": 99}))
        (link,) = make_links(connection, waiting.campaign, [2], ME)
    assert waiting.send() == [503, 503, 503]  # which pages keep, and send again
    page = waiting.judge.get("/seat")
    assert (page.status_code, "The server is older than what you are asked for." in page.text) == (503, True)
    german = JudgeAtASeat(site, "de")
    opened = german.get(f"/j/{link.token}")
    assert (opened.status_code, "Der Server ist älter als die Befragung." in opened.text) == (503, True)
    with site.database.writing() as connection:
        connection.execute(sa.update(CAMPAIGNS).values(settings=settings))
    assert waiting.send() == [200, 200, 200]


def test_an_answer_that_was_undone_meanwhile_is_not_stored_again_unseen(site):
    """Its receipt was lost: the page sends it once more, after the judge has undone it at another machine."""
    waiting = Waiting(site, count=1)
    assert waiting.send() == [200]
    assert waiting.judge.send_at_seat("/seat/undo").status_code == 303
    assert waiting.send() == [409]
    question = waiting.judge.ask(f"/seat?at={waiting.questions[0].target}")
    assert waiting.judge.say(question, score=60).status_code == 200
    with site.database.reading() as connection:
        assert list(connection.scalars(sa.select(ANSWERS.c.body).order_by(ANSWERS.c.id)))[-1] == {"score": 60}


def test_the_token_of_another_task_or_seat_is_refused(site):
    waiting = Waiting(site)
    token = waiting.tokens[0]
    assert waiting.judge.say(waiting.questions[0], score=50).status_code == 200
    assert waiting.judge.say(waiting.questions[1], score=50, token=token).status_code == 409
    with site.database.writing() as connection:
        (link,) = make_links(connection, waiting.campaign, [2], ME)
    other = JudgeAtASeat(site).come(link.token)
    assert other.say(other.ask(), score=50, token=token).status_code == 409
    assert waiting.stored == [token]


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process can grow meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_full_disk(site):
    """Nothing is half-written; the page keeps what waits, because the fault is the server's."""
    waiting = Waiting(site)
    assert waiting.judge.say(waiting.questions[0], score=50).status_code == 200
    with full_disk():
        refused = waiting.judge.say(waiting.questions[1], score=50)
    assert refused.status_code == 503
    assert refused.json()["error"]["message"].startswith("Something is wrong with the server.")
    assert waiting.stored == waiting.tokens[:1]
    assert waiting.send() == [200, 200, 200]
    assert waiting.stored == waiting.tokens
    assert faults(site.database) == ()


def set_clock(site: Any, by: timedelta) -> None:
    """Move all that is stored the other way, which is the same to everybody."""
    with site.database.writing() as connection:
        for table in (ANSWERS, EVENTS, *JUDGES_COME_IN):
            for column in table.columns:
                if "Time" in type(column.type).__name__:
                    key = next(iter(table.primary_key.columns))
                    for number, at in connection.execute(sa.select(key, column)).all():
                        if at is not None:
                            moved = sa.update(table).where(key == number).values({column.name: at - by})
                            connection.execute(moved)


def test_a_clock_that_is_set_back(site, monkeypatch):
    """Answers are numbered, not dated: what was said before stays before, and nobody has to wait for the clock."""
    monkeypatch.setattr("mtassay.web.pages.seat.answers.MOST_A_MINUTE", 3)
    waiting = Waiting(site, count=4)
    for question in waiting.questions[:2]:
        assert waiting.judge.say(question, score=50).status_code == 200
    set_clock(site, timedelta(hours=-2))
    assert waiting.send() == [200, 200, 200, 200]  # as many as are allowed in a minute, beside those of before
    assert waiting.stored == waiting.tokens
    again = waiting.judge.ask(f"/seat?at={waiting.questions[0].target}")
    assert waiting.judge.send_at_seat("/seat/undo").status_code == 303
    assert 'value="50"' in waiting.judge.ask(f"/seat?at={waiting.questions[3].target}").html
    set_clock(site, timedelta(minutes=-5))
    assert waiting.judge.say(again, score=70).status_code == 200
    assert 'value="70"' in waiting.judge.ask(f"/seat?at={waiting.questions[0].target}").html


def test_a_clock_that_is_a_year_ahead_and_comes_back(site):
    waiting = Waiting(site)
    assert waiting.judge.say(waiting.questions[0], score=50).status_code == 200
    set_clock(site, timedelta(days=365))
    assert waiting.send() == [401, 401, 401]  # sessions and links are over by then
    with site.database.reading() as connection:
        assert not connection.scalar(sa.select(sa.func.count()).where(SEAT_LINKS.c.is_revoked))
    waiting.come_back()
    assert waiting.judge.say(waiting.questions[1], score=50).status_code == 200
    set_clock(site, timedelta(days=-365))
    assert waiting.send() == waiting.send() == [200, 200, 200]
    assert waiting.stored == waiting.tokens


def test_fifty_answers_without_a_connection(site, monkeypatch):
    """They come at once and in order, and once more where all receipts were lost; the limit lets them through."""
    sources = [f"Satz {number}" for number in range(20)]
    systems = {name: [f"{name} {number}" for number in range(20)] for name in ("first", "second", "third")}
    monkeypatch.setattr(campaign_desk, "TEXTS", EvalSet(sources=sources, systems=systems))
    _, (link,) = open_campaign(site, "da", seats=1)
    judge = JudgeAtASeat(site).come(link)
    page = judge.ask()
    waiting = [{"target": place * 100_000, "token": secrets.token_hex(16), "score": place} for place in range(1, 51)]
    for is_new in (True, False):
        sent = [judge.say(page, **fields) for fields in waiting]
        assert {answer.status_code for answer in sent} == {200}
        assert {answer.json()["is_new"] for answer in sent} == {is_new}
    with site.database.reading() as connection:
        stored = connection.execute(sa.select(ANSWERS.c.uid, ANSWERS.c.body).order_by(ANSWERS.c.id)).all()
    assert [(row.uid, row.body["score"]) for row in stored] == [(each["token"], each["score"]) for each in waiting]
