"""The link of a seat: it says what is asked, changes nothing, and leads to the seat."""

import logging
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from unit.web.at_a_seat import JudgeAtASeat, open_campaign, sit_down

from mtassay.store.campaign_tables import SEAT_LINKS, SEAT_SESSIONS
from mtassay.store.campaigns.campaigns import CampaignState, set_state
from mtassay.store.campaigns.links import MOST_SESSIONS, make_links
from mtassay.store.people.sign_in_attempts import LINK_LIMIT
from mtassay.store.people_tables import SESSIONS
from mtassay.store.schema import EVENTS


def stored(site) -> list:
    with site.database.reading() as connection:
        tables = (SEAT_LINKS, SEAT_SESSIONS, SESSIONS, EVENTS)
        return [connection.execute(sa.select(table)).all() for table in tables]


@pytest.mark.parametrize("place", ["public", "local"])
def test_opening_a_link_changes_nothing_and_says_what_is_asked(request, place):
    site = request.getfixturevalue(place)
    _, (link, *_) = open_campaign(site, "da", "fluency")
    before = stored(site)
    browser = site.browser()
    opened = browser.get(f"/j/{link}", follow_redirects=False)
    assert (opened.status_code, opened.headers["Location"]) == (303, "/j")
    assert opened.headers["Referrer-Policy"] == "no-referrer"
    assert opened.headers["Cache-Control"] == "no-store"
    assert all(part in opened.headers["Set-Cookie"] for part in ("HttpOnly", "SameSite=Lax", "Path=/j"))
    page = browser.get("/j").text
    for words in (
        "Hello anna",
        "talks",
        "score from 0 to 100",
        "how well it reads",
        "about 4 minutes",
        "<em>Read.</em>",
    ):
        assert words in page, words
    assert link not in page
    assert stored(site) == before


@pytest.mark.parametrize("place", ["public", "local"])
def test_start_gives_a_cookie_that_only_the_seat_is_sent(request, place):
    site = request.getfixturevalue(place)
    _, (link, *_) = open_campaign(site)
    browser = site.browser()
    browser.get(f"/j/{link}")
    begun = browser.send_form("/j")
    assert (begun.status_code, begun.headers["Location"]) == (303, "/seat")
    cookie = begun.headers["Set-Cookie"]
    assert all(part in cookie for part in (site.configuration.seat_cookie, "HttpOnly", "SameSite=Lax", "Path=/seat"))
    assert ("Secure" in cookie) == (place == "public")
    assert browser.get("/seat").status_code == 200


def test_a_form_of_another_page_starts_nothing(public):
    _, (link, *_) = open_campaign(public)
    browser = public.browser()
    browser.get(f"/j/{link}")
    assert browser.post("/j").status_code == 403
    browser.headers["Origin"] = "https://evil.example"
    assert browser.send_form("/j").status_code == 403


def test_an_account_gives_no_seat(public):
    open_campaign(public)
    for name in ("judge", "manager", "administrator"):
        answer = public.browser().sign_in(name).get("/seat")
        assert answer.status_code == 401
        assert "Open your link again" in answer.text


def test_at_ones_own_machine_nobody_has_a_seat_without_a_link(local):
    open_campaign(local)
    assert local.browser().get("/seat").status_code == 401


def test_links_that_lead_nowhere_sound_the_same(public):
    campaign, links = open_campaign(public)
    with public.database.writing() as connection:
        make_links(connection, campaign, [1], "manager")  # ends the first
        connection.execute(
            sa.update(SEAT_LINKS).where(SEAT_LINKS.c.seat == 2).values(expires=datetime.now(UTC) - timedelta(days=1))
        )
    said = set()
    for link in ("A" * 22, *links, "x" * 3000):
        answer = public.browser().get(f"/j/{link}")
        assert answer.status_code == 404
        said.add(answer.text[answer.text.index("<main") : answer.text.index("</main")])
    assert len(said) == 1
    assert "This link leads nowhere" in said.pop()


def test_trying_links_is_slowed_down(public):
    _, (link, *_) = open_campaign(public)
    browser = public.browser()
    for number in range(LINK_LIMIT):
        assert browser.get(f"/j/{number}").status_code == 404
    answer = browser.get(f"/j/{link}")
    assert answer.status_code == 429
    assert "Wait some minutes" in answer.text
    assert LINK_LIMIT == 20


def test_a_link_works_on_three_machines_and_a_fourth_ends_the_first(public):
    _, (link, *_) = open_campaign(public)
    judges = [JudgeAtASeat(public).come(link) for _ in range(MOST_SESSIONS + 1)]
    assert [judge.get("/seat").status_code for judge in judges] == [401, 200, 200, 200]


def test_a_new_link_ends_old_sessions(public):
    campaign, (link, *_) = open_campaign(public)
    judge = JudgeAtASeat(public).come(link)
    with public.database.writing() as connection:
        make_links(connection, campaign, [1], "manager")
    answer = judge.get("/seat")
    assert answer.status_code == 401
    assert "WWW-Authenticate" not in answer.headers


@pytest.mark.parametrize(
    ("state", "words", "can_start"),
    [(CampaignState.PAUSED, "is paused", True), (CampaignState.CLOSED, "is closed", False)],
)
def test_a_campaign_that_does_not_run_says_so(public, state, words, can_start):
    campaign, (link, *_) = open_campaign(public)
    with public.database.writing() as connection:
        set_state(connection, campaign, state, "manager")
    page = public.browser().get(f"/j/{link}").text
    assert words in page
    assert ("Start</button>" in page) == can_start


def test_without_a_link_there_is_nothing_to_start(public):
    browser = public.browser()
    assert "No link is open" in browser.get("/j").text
    assert browser.send_form("/j").status_code == 404


def test_the_language_is_that_of_the_browser_until_another_is_chosen(public):
    _, (link, *_) = open_campaign(public)
    browser = public.browser()
    browser.headers["Accept-Language"] = "de-AT,de;q=0.9,en;q=0.5"
    page = browser.get(f"/j/{link}").text
    assert '<html lang="de">' in page
    assert "Anfangen</button>" in page
    assert "Dieser Link führt nirgendwohin" in browser.get("/j/wrong").text
    page = browser.get("/j/language/en").text
    assert '<html lang="en">' in page
    browser.get("/j/language/xx")  # unknown: as the browser has it
    assert '<html lang="de">' in browser.get("/j").text


def test_no_log_has_a_token(public, caplog, monkeypatch):
    judge = sit_down(public)
    _, (link, *_) = open_campaign(public, name="others")
    monkeypatch.setattr("mtassay.web.pages.seat.links.seat_of_link", lambda *_: 1 / 0)
    with caplog.at_level(logging.DEBUG):
        assert judge.get(f"/j/{link}").status_code == 500
    said = [record.getMessage() for record in caplog.records if not record.name.startswith("httpx")]
    assert any(text.startswith("fault") and text.endswith("GET /j/…") for text in said)
    assert not [text for text in said if link in text]
