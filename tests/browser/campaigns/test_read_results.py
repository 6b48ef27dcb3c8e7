"""A manager reads the results of a campaign, filters them, and takes them along; without script and on a phone too."""

import re

import pytest
from people.judged_campaign import judged_campaign
from playwright.sync_api import Browser, Page, expect
from processes import run
from workbench import ON_BOTH_DATABASES, Workbench

from mtassay.store.campaigns.seats import exclude_seat
from mtassay.store.contents.projects import find_project
from mtassay.store.database import Database

HERE = "/projects/1/campaigns/1"


def fill(server: Workbench, protocol: str = "mqm") -> None:
    """A project with a campaign that four judges have answered, one of whom is excluded."""
    assert run("db", "init", server.location, "--project", "Travel dialogues").returncode == 0
    database = Database(server.location)
    with database.writing() as connection:
        campaign = judged_campaign(connection, find_project(connection, "Travel dialogues"), protocol, segments=12)
        exclude_seat(connection, campaign, 4, "answered at random", "manager")
    database.close()


@ON_BOTH_DATABASES
def test_from_the_campaign_to_statistics_of_some_answers(server: Workbench, page: Page) -> None:
    fill(server)
    page.goto(f"{server.url}{HERE}")
    page.get_by_role("link", name="Results").click()
    expect(page.get_by_role("heading", name="Results")).to_be_visible()
    ranking = page.get_by_role("region", name="Ranking", exact=True).last
    expect(ranking.get_by_role("row")).to_have_count(4)
    expect(page.get_by_role("region", name="Kinds of errors").last).to_contain_text("Mistranslation")
    judges = page.get_by_role("region", name="Judges", exact=True).last
    expect(judges.get_by_role("row", name=re.compile("Dan"))).to_contain_text("excluded: answered at random")
    expect(page.get_by_role("heading", name="With and without excluded judges")).to_be_visible()

    page.get_by_text("Add filter").click()
    page.get_by_role("checkbox", name="Ben").check()
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Every figure below is of this selection.")).to_be_visible()
    expect(judges.get_by_role("row", name=re.compile("Ben"))).to_have_count(0)
    page.get_by_role("link", name="Remove filter without").click()
    expect(judges.get_by_role("row", name=re.compile("Ben"))).to_have_count(1)

    beside = page.get_by_role("region", name="People and a metric")
    expect(beside.get_by_role("img", name="What people say of outputs, against chrF2")).to_be_visible()
    beside.get_by_role("link", name="TER").click()
    expect(beside.get_by_role("img", name="What people say of outputs, against TER")).to_be_visible()
    expect(beside.get_by_role("listitem")).to_have_count(5)
    expect(beside).to_contain_text("of the others")

    page.get_by_role("link", name="Show all with them").click()
    expect(page.get_by_text("excluded judges").first).to_be_visible()
    with page.expect_download() as taken:
        page.get_by_role("link", name="XLSX of the results").click()
    assert taken.value.suggested_filename == "talks results.xlsx"


@pytest.mark.parametrize("server", ["sqlite"], indirect=True)
def test_without_scripts_on_a_phone_all_is_there(server: Workbench, browser: Browser) -> None:
    fill(server)
    context = browser.new_context(java_script_enabled=False, viewport={"width": 400, "height": 800})
    page = context.new_page()
    page.goto(f"{server.url}{HERE}/results")
    page.get_by_text("Add filter").click()
    page.get_by_label("Source words from").fill("5")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_text("Every figure below is of this selection.")).to_be_visible()
    page.wait_for_load_state()  # with its style
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
