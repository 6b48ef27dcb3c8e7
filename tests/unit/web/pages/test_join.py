"""Joining a project by a link."""

from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from small_memory import fill

from mtassay.store.contents.project_changes import delete_project
from mtassay.store.contents.projects import find_project
from mtassay.store.people.accounts import Role, find_account
from mtassay.store.people.invitations import invite
from mtassay.store.people.members import projects_of
from mtassay.store.people.sign_in_attempts import LINK_LIMIT
from mtassay.store.people_tables import ACCOUNTS, INVITATIONS, MEMBERSHIPS, SESSIONS
from mtassay.store.schema import EVENTS

PASSWORD = "four words of mine"


@pytest.fixture
def link(public) -> str:
    """A link to the project hotel, for a judge."""
    with public.database.writing() as connection:
        project = fill(connection, "hotel")
        ines = find_account(connection, "administrator")
        _, token = invite(connection, project, Role.JUDGE, "administrator", inviter=ines)
    return f"/join/{token}"


def stored(site) -> list:
    with site.database.reading() as connection:
        return [connection.execute(sa.select(t)).all() for t in (ACCOUNTS, INVITATIONS, MEMBERSHIPS, SESSIONS, EVENTS)]


def test_opening_a_link_changes_nothing_and_takes_it_out_of_the_address(public, link) -> None:
    before = stored(public)
    browser = public.browser()
    opened = browser.get(link, follow_redirects=False)
    assert (opened.status_code, opened.headers["Location"]) == (303, "/join")
    assert opened.headers["Referrer-Policy"] == "no-referrer"
    cookie = opened.headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Lax", "Secure", "Path=/join"))
    page = browser.get("/join").text
    assert "administrator" in page
    assert "hotel" in page
    assert link.removeprefix("/join/") not in page
    assert stored(public) == before


def test_the_form_opens_an_account_and_signs_in(public, link) -> None:
    browser = public.browser()
    browser.get(link)
    done = browser.send_form("/join", name="Tom", password=PASSWORD)
    assert (done.status_code, done.headers["Location"]) == (303, "/judge")
    assert "hotel" in browser.get("/judge").text
    assert browser.get("/projects").status_code == 403
    again = public.browser().sign_in("Tom", PASSWORD)
    assert "hotel" in again.get("/judge").text
    late = public.browser()
    assert "used already" in late.get(link).text
    assert late.send_form("/join", name="Eve", password=PASSWORD).status_code == 404


def test_somebody_with_an_account_joins_with_it(public, link) -> None:
    browser = public.browser()
    browser.get(link)
    browser.sign_in("manager")
    page = browser.get("/join").text
    assert "signed in as" in page
    assert 'name="password"' not in page
    done = browser.send_form("/join")
    assert done.status_code == 303
    assert browser.get(done.headers["Location"]).status_code == 200
    with public.database.reading() as connection:
        manager = find_account(connection, "manager")
        assert len(projects_of(connection, manager.id)) == 1
        assert manager.role is Role.MANAGER


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [("Tom", "short", "5 characters"), ("judge", PASSWORD, "already"), ("", PASSWORD, "cannot be the name")],
)
def test_what_cannot_be_an_account_leaves_the_link_good(public, link, name, password, said) -> None:
    browser = public.browser()
    browser.get(link)
    answer = browser.send_form("/join", name=name, password=password)
    assert answer.status_code in (400, 409)
    assert said in answer.text
    assert browser.send_form("/join", name="Tom", password=PASSWORD).status_code == 303


def test_a_foreign_page_cannot_send_the_form(public, link) -> None:
    browser = public.browser()
    browser.get(link)
    assert browser.post("/join", data={"name": "Tom", "password": PASSWORD}).status_code == 403
    browser.headers["Origin"] = "https://evil.example"
    assert browser.send_form("/join", name="Tom", password=PASSWORD).status_code == 403


def test_without_a_link_nobody_comes_in(public) -> None:
    browser = public.browser()
    assert browser.get("/join").status_code == 404
    assert browser.send_form("/join", name="Tom", password=PASSWORD).status_code == 404


def test_a_link_that_is_over_says_so(public, link) -> None:
    with public.database.writing() as connection:
        connection.execute(sa.update(INVITATIONS).values(expires=datetime.now(UTC) - timedelta(days=1)))
    answer = public.browser().get(link)
    assert answer.status_code == 409
    assert "could be used until" in answer.text
    assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_trying_links_is_slowed_down_but_not_signing_in(public, link) -> None:
    browser = public.browser()
    for number in range(LINK_LIMIT):
        assert browser.get(f"/join/{number}").status_code == 404
    assert browser.get(link).status_code == 429
    public.browser().sign_in("judge")


def test_a_link_to_a_deleted_project_is_not_taken_for_a_guess(public, link) -> None:
    browser = public.browser()
    browser.get(link)
    with public.database.writing() as connection:
        delete_project(connection, find_project(connection, "hotel"), "administrator")
    for _ in range(LINK_LIMIT + 1):
        opened = browser.get(link)
        assert opened.status_code == 409
        assert "not there any more" in opened.text
    sent = browser.send_form("/join", name="Tom", password=PASSWORD)
    assert "ask whoever sent" in sent.text
