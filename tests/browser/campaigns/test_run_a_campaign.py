"""A manager makes a campaign from files, starts it, sees the links once, excludes a seat and closes the campaign."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from processes import run
from workbench import ON_BOTH_DATABASES, Workbench

SYSTEMS = ("phrase-based", "neural-small", "neural-large")


def begin_project(server: Workbench) -> None:
    assert run("db", "init", server.location, "--project", "Travel dialogues").returncode == 0


def files_of(dialogues: Path) -> list[Path]:
    names = ("source.de.txt", "reference-a.en.txt", "documents.txt")
    return [*(dialogues / name for name in names), *(dialogues / "systems" / f"{name}.txt" for name in SYSTEMS)]


@ON_BOTH_DATABASES
def test_from_files_to_a_closed_campaign(server: Workbench, page: Page, dialogues: Path) -> None:
    begin_project(server)
    page.goto(f"{server.url}/projects/1")
    page.get_by_role("navigation", name="Project").get_by_role("link", name="Campaigns").click()
    expect(page.get_by_text("No campaign yet.")).to_be_visible()
    page.get_by_role("link", name="New campaign").click()
    page.get_by_label("Name of the campaign").fill("Spring release")
    page.set_input_files("#files", files_of(dialogues))
    page.get_by_role("button", name="Next: what is what").click()

    expect(page.get_by_role("heading", name="What is what?")).to_be_visible()
    asked = page.get_by_role("complementary", name="What this asks")
    expect(asked).to_contain_text("120 segments, 3 systems")
    page.get_by_role("button", name="Next: protocol").click()

    expect(page.get_by_role("radio", name=re.compile("Direct assessment"))).to_be_checked()
    expect(asked).to_contain_text("points of 100")
    page.get_by_role("radio", name=re.compile("order of several outputs", re.I)).check()
    expect(asked).to_contain_text("an order has no points")  # without leaving the page
    page.get_by_role("radio", name=re.compile("Direct assessment")).check()
    page.get_by_label("Segments", exact=True).fill("60")
    expect(asked).to_contain_text("60 segments")
    page.get_by_role("button", name="Next: people").click()

    page.get_by_label("Names, one a line").fill("Anna\nBen")
    page.get_by_label("Seats", exact=True).fill("3")
    expect(asked).to_contain_text("Each of 3 judges")
    page.get_by_label("Guidelines").fill("Read the **source** first.")
    page.get_by_role("button", name="Next: preview as a judge").click()

    task = page.get_by_role("region", name="Task 1")
    expect(task).to_contain_text("Source")
    task.get_by_role("slider").press("ArrowRight")
    expect(task.get_by_role("spinbutton")).to_have_value("51")  # as at a seat
    for name in SYSTEMS:
        expect(task).not_to_contain_text(name)
    page.get_by_role("button", name="Start and make 3 links").click()
    expect(page.get_by_text("Shown only now.")).to_be_visible()
    links = page.locator(".linkcode").all_inner_texts()
    assert len(set(links)) == 3
    assert all(re.fullmatch(rf"{server.url}/j/[\w-]{{22}}", link) for link in links)
    expect(page.get_by_role("button", name="Copy all")).to_be_visible()
    page.get_by_role("link", name="To the campaign").click()

    expect(page.get_by_text("0 % answered.")).to_be_visible()
    expect(page.get_by_text("Nobody has answered yet.")).to_be_visible()
    seats = page.get_by_role("region", name="Seats", exact=True)
    expect(seats).to_contain_text("Anna")
    assert links[0] not in page.content()
    seats.get_by_role("link", name="More for Anna").click()
    page.get_by_role("button", name="Exclude Anna").click()
    assert page.get_by_label("Reason").evaluate("field => !field.validity.valid")  # it is not sent without one
    page.get_by_label("Reason").fill("answered at random")
    page.get_by_role("button", name="Exclude Anna").click()
    expect(page.get_by_text("excluded a judge of a campaign.")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("Anna")).first).to_contain_text("excluded")
    page.get_by_text("Close…").click()
    page.get_by_role("button", name="Close the campaign").click()
    expect(page.get_by_text("It was closed early; no more answers are taken.")).to_be_visible()
    page.get_by_role("link", name="Undo it in the history").click()
    page.get_by_role("button", name=re.compile("Undo")).first.click()
    expect(page).to_have_url(re.compile("undone="))
    page.goto(f"{server.url}/projects/1/campaigns")
    expect(page.get_by_role("row", name=re.compile("Spring release"))).to_contain_text("running")


@pytest.mark.parametrize("server", ["sqlite"], indirect=True)
def test_without_scripts_every_step_is_a_form(server: Workbench, browser: Browser, dialogues: Path) -> None:
    begin_project(server)
    context = browser.new_context(java_script_enabled=False, viewport={"width": 400, "height": 800})
    page = context.new_page()
    page.goto(f"{server.url}/projects/1/campaigns/new")
    page.get_by_label("Name of the campaign").fill("Spring release")
    page.set_input_files("#files", files_of(dialogues))
    page.get_by_role("button", name="Next: what is what").click()
    page.get_by_role("button", name="Next: protocol").click()
    page.get_by_role("radio", name=re.compile("better one of two", re.I)).check()
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_role("complementary", name="What this asks")).to_contain_text("Asked several at a time")
    page.get_by_role("button", name="Next: people").click()
    page.get_by_role("button", name="Next: preview as a judge").click()
    expect(page.get_by_role("region", name="Task 1")).to_contain_text("B is better")
    page.get_by_role("button", name="Start and make 4 links").click()
    expect(page.locator(".linkcode")).to_have_count(4)
    page.get_by_role("link", name="To the campaign").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("It is paused")).to_be_visible()
    page.wait_for_load_state()  # with its style
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def test_the_page_goes_on_by_itself(server: Workbench, page: Page, dialogues: Path) -> None:
    begin_project(server)
    files = [str(dialogues / "systems" / f"{name}.txt") for name in SYSTEMS]
    made = run(
        *("campaign", "new", "talks", *files, "-s", str(dialogues / "source.de.txt"), "--seats", "2"),
        *("--db", server.location),
    )
    assert made.returncode == 0, made.stderr
    page.goto(f"{server.url}/projects/1/campaigns/1?seat=1")
    page.get_by_label("Reason").fill("not yet")
    assert run("campaign", "assign", "talks", "--add", "1", "--db", server.location).returncode == 0
    expect(page.locator("#progress")).to_contain_text("of 3 seats")
    expect(page.get_by_label("Reason")).to_have_value("not yet")  # whoever types is not disturbed
    expect(page.get_by_role("row")).to_have_count(4)
    page.get_by_label("Reason").fill("")
    page.get_by_role("heading", name="Needs you").click()
    expect(page.get_by_role("row")).to_have_count(5)
