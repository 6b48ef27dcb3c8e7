"""A judge corrects outputs: by keyboard, with a reload in between, and without script."""

from typing import Any

import sqlalchemy as sa
from campaign_desk import begin
from judging import opened
from keyboard import press
from playwright.sync_api import Browser, Page, expect
from workbench import Workbench

from mtassay.store.campaign_tables import ANSWERS
from mtassay.store.campaigns.links import make_links
from mtassay.store.campaigns.seat_work import current_answers
from mtassay.store.contents.projects import add_project


def open_campaign(server: Workbench) -> str:
    with opened(server) as database, database.writing() as connection:
        project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
        (link,) = make_links(connection, begin(connection, project, "postedit", seats=1), None, "manager")
    return f"{server.url}/j/{link.token}"


def answers(server: Workbench) -> list[Any]:
    with opened(server) as database, database.reading() as connection:
        return list(connection.scalars(sa.select(ANSWERS.c.body).where(current_answers()).order_by(ANSWERS.c.id)))


def target(page: Page) -> str:
    return page.locator("form#answer").get_attribute("data-target") or ""


def save(page: Page, *keys: str) -> None:
    number = target(page)
    press(page, *keys)
    expect(page.locator(f"form#answer[data-target='{number}']")).to_have_count(0)
    expect(page.locator("[data-state]")).to_contain_text("Saved")


def test_corrections_from_the_first_key_to_the_stored_text(server: Workbench, browser: Browser, page: Page) -> None:
    link = open_campaign(server)
    page.goto(link)
    page.get_by_role("button", name="Start").click()
    field, changes = page.locator("[data-edit]"), page.locator("[data-changes]")
    expect(field).to_be_focused()
    output = field.input_value()
    expect(changes).to_have_text(output)
    press(page, "End", "Backspace")
    page.keyboard.type("7 and ncug?")  # letters are no keys of the page while they are typed
    press(page, "Enter")  # a segment has no lines
    corrected = f"{output[:-1]}7 and ncug?"
    expect(field).to_have_value(corrected)
    expect(changes.locator("ins")).to_have_text(" ".join(corrected.split()[len(output.split()) - 1 :]))
    with page.expect_response(lambda response: response.url.partition("?")[0].endswith("/seat/draft")):
        press(page, "Escape")  # the draft is kept soon after the last change
    page.reload()
    expect(field).to_have_value(corrected)
    field.press("End")
    page.keyboard.type("!")
    save(page, "Control+Enter")
    (body,) = answers(server)
    assert body["text"] == f"{corrected}!"
    assert body["unchanged"] is False
    assert body["keys"] == {"insert": 12, "delete": 1, "move": 2, "paste": 0, "undo": 0}
    assert 0 < body["seconds"]["first"] <= body["seconds"]["edit"] < 60

    output = field.input_value()
    field.fill("")
    expect(page.locator("[data-reason]")).to_have_text("The text is empty.")
    press(page, "Control+Enter")
    page.get_by_role("button", name="Back to the translation as it was").click()
    expect(field).to_have_value(output)
    number = target(page)
    page.get_by_role("button", name="It is right as it is").click()
    expect(page.locator(f"form#answer[data-target='{number}']")).to_have_count(0)
    expect(page.locator("[data-place]")).to_contain_text("3 of ")
    press(page, "Escape", "u")  # single keys work outside the text
    expect(page.locator("[data-place]")).to_contain_text("2 of ")
    save(page, "Control+Enter")
    assert [body["unchanged"] for body in answers(server)] == [False, True]

    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(link)
    plain.get_by_role("button", name="Go on").click()
    first = target(plain)
    plain.locator("[data-edit]").fill("written\nwithout script")
    plain.get_by_role("button", name="Save and next").click()
    assert target(plain) != first
    assert answers(server)[-1] == {"text": "written without script", "unchanged": False}
    context.close()
