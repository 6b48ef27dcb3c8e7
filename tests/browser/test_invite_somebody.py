"""A manager invites a judge by a link, who opens it, chooses a name and a password, and sees this project alone."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from small_memory import fill
from workbench import Workbench, free_port

from mtassay.store.database import Database
from mtassay.store.migration import create
from mtassay.store.people.accounts import Role, add_account
from mtassay.store.people.members import let_in

PASSWORD = "correct horse battery"


@pytest.fixture(params=["sqlite", "postgresql"])
def team(tmp_path: Path, request: pytest.FixtureRequest, new_location: Callable[[str], str]) -> Iterator[Workbench]:
    """A server with accounts and two projects; the manager Maria is a member of the first one."""
    location = new_location(request.param)
    database = Database(location)
    create(database)
    with database.writing() as connection:
        hotel, _ = fill(connection, "hotel"), fill(connection, "of others")
        add_account(connection, "Ines", PASSWORD, Role.ADMINISTRATOR, "a test")
        let_in(connection, hotel, add_account(connection, "Maria", PASSWORD, Role.MANAGER, "a test"), "a test")
    database.close()
    workbench = Workbench(tmp_path, location=location)
    workbench.port = free_port()
    workbench.url = f"http://localhost:{workbench.port}"
    workbench._arguments = ("--public-url", workbench.url, "--workers", "2")
    workbench.start()
    yield workbench
    workbench.stop()
    assert "Traceback" not in workbench.log, workbench.log


def test_a_judge_comes_in_by_a_link(team: Workbench, page: Page, browser: Browser) -> None:
    page.goto(f"{team.url}/sign-in?next=/projects")
    page.get_by_label("Name").fill("Maria")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="hotel")).to_be_visible()
    expect(page.get_by_text("of others")).to_have_count(0)
    page.get_by_role("link", name="hotel").click()
    page.get_by_role("navigation", name="Project").get_by_role("link", name="People").click()
    page.get_by_label("For whom").fill("Anna, from Riga")
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_text("This link is shown only once.")).to_be_visible()
    link = page.locator("#link").inner_text()
    page.get_by_role("link", name="Back to the people").click()
    expect(page.get_by_role("region", name="Open links")).to_contain_text("Anna, from Riga")

    context = browser.new_context(viewport={"width": 360, "height": 740}, color_scheme="dark")
    invited = context.new_page()
    for _ in range(2):  # opening it uses nothing up
        invited.goto(link)
        expect(invited).to_have_url(f"{team.url}/join")
    expect(invited.get_by_text("Maria invites you")).to_be_visible()
    assert invited.evaluate("document.documentElement.scrollWidth <= innerWidth")
    invited.get_by_label("Your name").fill("Anna")
    invited.get_by_label("A password of your own").fill("short")
    invited.get_by_role("button", name="Start").click()
    expect(invited.get_by_text("5 characters")).to_be_visible()
    invited.get_by_label("A password of your own").fill(PASSWORD)
    invited.get_by_role("button", name="Start").click()
    expect(invited).to_have_url(f"{team.url}/judge")
    expect(invited.get_by_role("heading", name="hotel")).to_be_visible()
    expect(invited.get_by_text("of others")).to_have_count(0)
    invited.goto(link)
    expect(invited.get_by_text("used already")).to_be_visible()
    context.close()

    page.reload()
    members = page.get_by_role("region", name="Members")
    expect(members).to_contain_text("Anna")
    members.get_by_role("button", name="Remove Anna").click()
    expect(members).not_to_contain_text("Anna")
