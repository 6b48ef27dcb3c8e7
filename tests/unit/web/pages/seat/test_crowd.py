"""The address of a crowd: it says what is asked, changes nothing, gives everybody one seat, and ends with a code."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from campaign_desk import BODIES, TEXTS, answer_everything, begin, seat_of
from unit.web.at_a_seat import JudgeAtASeat

from mtassay.campaigns.controls.seat_checks import seat_checks
from mtassay.campaigns.controls.verdict import Verdict
from mtassay.corpus.evalset import EvalSet
from mtassay.store.campaign_tables import CAMPAIGN_TASKS, CROWD_ADDRESSES, CROWD_STARTS, SEAT_LEASES, SEAT_SESSIONS
from mtassay.store.campaigns.campaigns import CampaignState, TaskKind, campaign_of, set_state
from mtassay.store.campaigns.crowd_addresses import make_crowd_address
from mtassay.store.campaigns.leases import LEASE, MOST_STARTS, PATIENCE
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.campaigns.seat_answers import SeatAnswer, save_seat_answer
from mtassay.store.campaigns.seat_work import next_task, seat_tasks, show_task
from mtassay.store.campaigns.seats import exclude_seat
from mtassay.store.contents.projects import add_project
from mtassay.store.people.sign_in_attempts import LINK_LIMIT
from mtassay.store.schema import EVENTS
from mtassay.web.safety.crowd_secrets import completion_code

CONTROLLED = EvalSet(
    [f"the people of house {number} went home to their late supper" for number in range(60)],
    sources=[f"Satz Nummer {number}" for number in range(60)],
    systems={name: [f"{name} people of house {number} go home late" for number in range(60)] for name in "ab"},
)


def open_crowd(site, *protocols, seats=2, **design):
    """A campaign for strangers, and the token of its address."""
    with site.database.writing() as connection:
        project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
        campaign = begin(connection, project, *protocols, judges=(), seats=seats, crowd=True, **design)
        return campaign, make_crowd_address(connection, campaign, "manager")


def stored(site) -> list:
    with site.database.reading() as connection:
        tables = (CROWD_ADDRESSES, CROWD_STARTS, SEAT_LEASES, SEAT_SESSIONS, EVENTS)
        return [connection.execute(sa.select(table)).all() for table in tables]


def come(site, token: str, worker: str = "") -> JudgeAtASeat:
    """Open the address, and take a seat."""
    judge = JudgeAtASeat(site)
    opened = judge.get(f"/c/{token}", params={"worker": worker} if worker else {})
    assert opened.status_code == 200, opened.text
    taken = judge.send_form("/c")
    assert (taken.status_code, taken.headers["Location"]) == (303, "/seat"), taken.text
    return judge


def seats_held(site) -> int:
    with site.database.reading() as connection:
        query = sa.select(sa.func.count()).select_from(SEAT_LEASES).where(SEAT_LEASES.c.holder.is_not(None))
        return connection.scalar(query)


def move_leases(site, by: timedelta) -> None:
    """As if so much time had gone by."""
    with site.database.writing() as connection:
        for row in connection.execute(sa.select(SEAT_LEASES)).all():
            moved = {"lease_from": row.lease_from - by, "lease_until": row.lease_until - by}
            connection.execute(sa.update(SEAT_LEASES).where(SEAT_LEASES.c.seat == row.seat).values(**moved))


@pytest.mark.parametrize("place", ["public", "local"])
def test_opening_the_address_changes_nothing_and_says_what_is_asked(request, place):
    site = request.getfixturevalue(place)
    _, token = open_crowd(site)
    before = stored(site)
    browser = site.browser()
    opened = browser.get(f"/c/{token}?worker=anna-17", follow_redirects=False)
    assert (opened.status_code, opened.headers["Location"]) == (303, "/c")
    assert opened.headers["Referrer-Policy"] == "no-referrer"
    assert opened.headers["Cache-Control"] == "no-store"
    cookie = opened.headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Lax", "Path=/c"))
    assert ("Secure" in cookie) == (place == "public")
    assert "anna" not in cookie
    page = browser.get("/c").text
    for words in ("talks", "score from 0 to 100", "<em>Read.</em>", "after 45 minutes", 'action="/c"'):
        assert words in page, words
    assert token not in page
    assert not any(re.search(rf"\b{system}\b", page) for system in TEXTS.systems)
    assert stored(site) == before


def test_a_worker_has_one_seat_on_all_machines_and_is_stored_as_a_digest(public):
    _, token = open_crowd(public)
    first, again, other = come(public, token, "anna"), come(public, token, "anna"), come(public, token, "ben")
    name = re.compile(r'data-judge="([0-9a-f]+)"')
    seats = [name.search(judge.get("/seat").text)[1] for judge in (first, again, other)]
    assert seats[0] == seats[1] != seats[2]
    assert seats_held(public) == 2
    assert "anna" not in str(stored(public))


def test_a_stranger_learns_nothing_of_how_far_others_are(public):
    campaign, token = open_crowd(public)
    before = JudgeAtASeat(public).get(f"/c/{token}").text
    come(public, token, "anna")
    with public.database.writing() as connection:
        answer_everything(connection, seat_of(connection, campaign))
    without_token = re.compile(r'value="[^"]*"|data-csrf="[^"]*"')
    after = JudgeAtASeat(public).get(f"/c/{token}").text
    assert without_token.sub("", after) == without_token.sub("", before)


def test_a_browser_without_a_worker_has_one_seat(public):
    _, token = open_crowd(public)
    judge = come(public, token)
    judge.get(f"/c/{token}")
    assert judge.send_form("/c").headers["Location"] == "/seat"
    assert seats_held(public) == 1
    come(public, token)
    assert seats_held(public) == 2


def test_who_finds_no_seat_is_told_and_finds_one_when_a_lease_has_ended(public):
    _, token = open_crowd(public)
    come(public, token, "anna")
    come(public, token, "ben")
    late = JudgeAtASeat(public)
    page = late.get(f"/c/{token}?worker=cleo").text
    assert "All places are taken" in page
    assert 'action="/c"' not in page
    answer = late.send_form("/c")
    assert answer.status_code == 409
    assert "Nobody else is let in" in answer.text
    assert "Nobody else is let in" not in JudgeAtASeat(public, "de").get(f"/c/{token}").text
    move_leases(public, LEASE)
    late.get(f"/c/{token}?worker=cleo")
    assert late.send_form("/c").status_code == 303
    assert seats_held(public) == 2


def test_every_request_renews_a_lease(public):
    _, token = open_crowd(public)
    judge = come(public, token, "anna")
    move_leases(public, timedelta(minutes=40))
    assert judge.get("/seat").status_code == 200
    with public.database.reading() as connection:
        untils = connection.scalars(sa.select(SEAT_LEASES.c.lease_until).where(SEAT_LEASES.c.holder.is_not(None)))
        assert next(iter(untils)) > datetime.now(UTC) + timedelta(minutes=44)


def test_an_address_of_the_network_gets_five_seats(public):
    _, token = open_crowd(public, seats=MOST_STARTS + 2, texts=CONTROLLED)
    for number in range(MOST_STARTS):
        come(public, token, f"worker {number}")
    sixth = JudgeAtASeat(public)
    sixth.get(f"/c/{token}?worker=another")
    answer = sixth.send_form("/c")
    assert answer.status_code == 429
    assert "Wait an hour" in answer.text
    come(public, token, "worker 0")  # who has a seat comes back


def test_what_was_left_with_answers_goes_to_whoever_comes_after_a_day(public):
    campaign, token = open_crowd(public, seats=1)
    judge = come(public, token, "anna")
    assert judge.say(judge.ask(), score=70).status_code == 200
    move_leases(public, LEASE + timedelta(hours=1))
    late = JudgeAtASeat(public)
    assert "All places are taken" in late.get(f"/c/{token}?worker=ben").text
    move_leases(public, PATIENCE)
    late = come(public, token, "ben")
    with public.database.reading() as connection:
        seats = seat_progress(connection, campaign)
    assert [(seat.number, seat.done > 0) for seat in seats] == [(1, True), (2, False)]
    assert late.ask().is_there
    waiting = judge.get("/seat").text
    assert "Nothing more is asked of you here" in waiting
    assert "completion code" not in waiting


def test_a_campaign_that_does_not_run_lets_nobody_in(public):
    campaign, token = open_crowd(public)
    judge = come(public, token, "anna")
    for state, words in ((CampaignState.PAUSED, "nobody new is let in"), (CampaignState.CLOSED, "closed")):
        with public.database.writing() as connection:
            set_state(connection, campaign_of(connection, campaign.id), state, "manager")
        stranger = JudgeAtASeat(public)
        assert words in stranger.get(f"/c/{token}?worker=ben").text
        assert stranger.send_form("/c").status_code == 409
    assert "The campaign is closed" in judge.get("/seat").text


def test_addresses_that_lead_nowhere_sound_the_same_and_guessing_is_stopped(public):
    campaign, old = open_crowd(public)
    with public.database.writing() as connection:
        make_crowd_address(connection, campaign, "manager")
    said = set()
    for token in (old, "wrong", "1", "x" * 300, "%00"):
        answer = public.browser().get(f"/c/{token}")
        assert answer.status_code == 404
        said.add(re.sub(r'value="[^"]*"', "", answer.text).partition("<main")[2])
    assert len(said) == 1
    browser = public.browser()
    for number in range(LINK_LIMIT):
        browser.get(f"/c/{number}")
    assert browser.get(f"/c/{old}").status_code == 429


def test_without_an_address_or_with_a_cookie_of_ones_own_nobody_gets_a_seat(public):
    _, token = open_crowd(public)
    for cookie in ("", token, f"{token}.", f"{token}.{'z' * 63}", f"{token}.{'ä' * 64}", f".{'a' * 64}"):
        browser = public.browser()
        header = {"Cookie": f"mtassay-crowd-{public.configuration.port}={cookie}".encode()}
        assert browser.get("/c", headers=header).status_code == 404
    assert browser.send_form("/c").status_code == 404
    assert public.browser().post("/c").status_code == 403
    assert seats_held(public) == 0


def test_the_code_comes_when_all_is_done_and_stays_when_the_campaign_is_closed(public):
    campaign, token = open_crowd(public)
    judge = come(public, token, "anna")
    assert "completion code" not in judge.get("/seat").text
    with public.database.writing() as connection:
        seat = seat_of(connection, campaign)
        answer_everything(connection, seat)
    code = completion_code(public.app.state.server.secret, campaign.id, seat.id, is_doubted=False)
    assert code in judge.get("/seat").text
    with public.database.writing() as connection:
        set_state(connection, campaign, CampaignState.CLOSED, "manager")
    assert code in judge.get("/seat").text
    german = judge.get("/seat", headers={"Accept-Language": "de"}).text
    assert "Ihr Abschlusscode" in german


def test_who_was_excluded_gets_no_code(public):
    campaign, token = open_crowd(public)
    come(public, token, "anna")
    with public.database.writing() as connection:
        answer_everything(connection, seat_of(connection, campaign))
        exclude_seat(connection, campaign, 1, "a test of ours", "manager")
    judge = come(public, token, "anna")  # the same seat again
    page = judge.get("/seat").text
    assert "have ended your part" in page
    assert "completion code" not in page


@pytest.mark.parametrize("sees", [True, False])
def test_the_code_of_a_judge_who_fails_controls_is_another_and_does_not_say_so(public, sees):
    campaign, token = open_crowd(public, seats=1, texts=CONTROLLED, controls="crowd")
    judge = come(public, token, "anna")
    with public.database.writing() as connection:
        seat = seat_of(connection, campaign)
        of_controls = set(
            connection.scalars(sa.select(CAMPAIGN_TASKS.c.id).where(CAMPAIGN_TASKS.c.kind == TaskKind.CONTROL.value))
        )
        number = 0
        while (task := next_task(seat_tasks(connection, seat))) is not None:
            number += 1
            shown = show_task(connection, seat, task.task)
            score = 10 + number % 7 if task.task in of_controls else 80
            body = {"score": score if sees else BODIES["da"]["score"]}
            token_of_answer = f"{number:032x}"
            given = SeatAnswer(task=task.task, item=shown.items[0].id, body=body, token=token_of_answer, seconds=2.0)
            save_seat_answer(connection, seat, given, shown)
        verdict = seat_checks(connection, campaign)[1].verdict
    assert verdict.verdict is (Verdict.PASSED if sees else Verdict.FAILED)
    codes = [
        completion_code(public.app.state.server.secret, campaign.id, seat.id, is_doubted=is_doubted)
        for is_doubted in (False, True)
    ]
    page = judge.get("/seat").text
    assert (codes[0] in page, codes[1] in page) == (sees, not sees)
    for word in ("review", "fail", "doubt", "verdict"):
        assert word not in page.lower()
