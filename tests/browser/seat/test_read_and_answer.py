"""Read a document once, and answer questions when it is out of sight: by keys, without script, without a connection."""

from typing import Any

import pytest
from browser.campaigns.seat_pages import answers, come, target
from campaign_desk import begin
from judging import opened
from keyboard import press
from playwright.sync_api import Browser, Page, expect
from workbench import Workbench

from mtassay.store.campaigns.links import make_links
from mtassay.store.contents.projects import add_project

LOSES_CONNECTION = True


@pytest.fixture
def link(server: Workbench) -> str:
    """That of a seat which reads a version of each of two documents."""
    with opened(server) as database, database.writing() as connection:
        project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
        campaign = begin(connection, project, "comprehension", judges=(), seats=3)
        (link, *_) = make_links(connection, campaign, None, "manager")
    return f"{server.url}/j/{link.token}"


def said(server: Workbench) -> list[list[Any]]:
    return [[*body["answers"].values()] for body in answers(server)]


def test_by_keys(server: Workbench, page: Page, link: str) -> None:
    come(page, link)
    first = target(page)
    expect(page.locator("[data-reading] .text")).to_have_count(3)
    expect(page.get_by_label("How many sentences are there?")).to_be_hidden()
    press(page, "Enter")
    expect(page.locator("[data-reading]")).to_have_count(0)
    expect(page.get_by_label("How many sentences are there?")).to_be_focused()
    page.keyboard.type("three")
    press(page, "Enter")  # on to the question that is open
    expect(page.locator("[data-reason]")).to_have_text("Question 2 is open.")
    expect(page.get_by_label("yes")).to_be_focused()
    press(page, "Space", "Control+Enter")
    expect(page.locator(f"form#answer[data-target='{first}']")).to_have_count(0)
    expect(page.locator("[data-reading] .text")).to_have_count(3)
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    assert said(server) == [["three", "yes"]]
    assert 0 < answers(server)[0]["read"] < 60
    press(page, "u")
    expect(page.get_by_label("How many sentences are there?")).to_have_value("three")
    assert page.locator("[data-reading]").count() == 0  # nobody looks back


def test_who_loads_the_page_again_does_not_see_the_text_again(server: Workbench, page: Page, link: str) -> None:
    come(page, link)
    press(page, "Enter")
    page.keyboard.type("thr")
    page.locator("label.un").nth(1).click()
    with page.expect_response(lambda response: "/seat/draft" in response.url):
        page.evaluate("dispatchEvent(new Event('blur'))")
    page.reload()
    expect(page.get_by_label("How many sentences are there?")).to_have_value("thr")
    expect(page.locator("label.un input").nth(1)).to_be_checked()
    assert "sentence number" not in page.content()
    page.get_by_label("no", exact=True).click()
    expect(page.locator("label.un input").nth(1)).not_to_be_checked()


def test_without_script(server: Workbench, browser: Browser, link: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(link)
    page.get_by_role("button", name="Start").click()
    first = target(page)
    assert page.locator(".reading .text").count() == 3
    page.get_by_role("button", name="I have read it").click()
    assert target(page) == first
    assert page.locator(".reading").count() == 0
    page.get_by_label("How many sentences are there?").fill("=3")
    page.locator("label.un").nth(1).click()
    page.get_by_role("button", name="Save and next").click()
    assert target(page) != first
    assert said(server) == [["=3", ""]]
    context.close()


def test_without_a_connection(server: Workbench, page: Page, link: str) -> None:
    come(page, link)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    for _ in range(2):
        number = target(page)
        press(page, "Enter")
        page.keyboard.type("3")
        page.get_by_label("no", exact=True).click()
        press(page, "Control+Enter")
        expect(page.locator(f"form#answer[data-target='{number}'] [data-answering]:visible")).to_have_count(0)
    expect(page.locator("[data-offline]")).to_contain_text("2 answers wait")
    page.context.set_offline(False)
    expect(page.locator("[data-offline]")).to_be_hidden()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert said(server) == [["3", "no"], ["3", "no"]]
