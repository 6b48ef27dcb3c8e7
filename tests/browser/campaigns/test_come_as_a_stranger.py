"""Strangers who come by the address of a crowd, from the address to the code at the end."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from campaign_desk import begin
from judging import opened
from keyboard import press
from playwright.sync_api import Browser, Page, expect
from workbench import ON_BOTH_DATABASES, Workbench

from mtassay.store.campaigns.crowd_addresses import make_crowd_address
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.contents.projects import add_project, find_project


@pytest.fixture
def open_crowd(server: Workbench) -> Callable[..., str]:
    """Makes a campaign for strangers, and gives its address."""

    def make(**design: Any) -> str:
        with opened(server) as database, database.writing() as connection:
            project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
            campaign = begin(connection, project, "fluency", judges=(), crowd=True, **design)
            return f"{server.url}/c/{make_crowd_address(connection, campaign, 'manager')}"

    return make


def told_seats(server: Workbench) -> list[tuple[int, int]]:
    with opened(server) as database, database.reading() as connection:
        from mtassay.store.campaigns.campaigns import find_campaign

        campaign = find_campaign(connection, find_project(connection), "talks")
        return [(seat.done, seat.asked) for seat in seat_progress(connection, campaign)]


@ON_BOTH_DATABASES
def test_from_the_address_to_the_code_by_keyboard(
    server: Workbench, page: Page, browser: Browser, open_crowd: Callable[..., str]
) -> None:
    address = open_crowd(seats=2)
    page.goto(f"{address}?worker=anna-17")
    expect(page).to_have_url(f"{server.url}/c")  # neither token nor name is in the address any more
    expect(page.get_by_text("You get a place of your own")).to_be_visible()
    for _ in range(10):
        press(page, "Tab")
        if page.evaluate("document.activeElement.type === 'submit'"):
            break
    press(page, "Enter")
    expect(page).to_have_url(f"{server.url}/seat")
    asked = told_seats(server)[0][1]
    for _ in range(asked):
        form = page.locator("form#answer")
        expect(form).to_be_visible()
        number = form.get_attribute("data-target")
        expect(page.get_by_text("completion code")).to_have_count(0)
        press(page, "4", "Enter")
        expect(page.locator(f"form#answer[data-target='{number}']")).to_have_count(0)
    expect(page.get_by_role("heading", name="Everything is done. Thank you.")).to_be_visible()
    code = page.locator("output.code").inner_text()
    assert re.fullmatch("[A-Z2-7]{10}", code)
    assert told_seats(server)[0] == (asked, asked)

    elsewhere = browser.new_context(locale="de-DE").new_page()  # the same worker, at another machine
    elsewhere.goto(f"{address}?worker=anna-17")
    elsewhere.get_by_role("button", name="Weitermachen").click()
    expect(elsewhere.locator("output.code")).to_have_text(code)

    other = browser.new_context().new_page()
    other.goto(f"{address}?worker=ben")
    other.get_by_role("button", name="Start").click()
    expect(other.locator("form#answer")).to_be_visible()
    late = browser.new_context().new_page()
    late.goto(f"{address}?worker=cleo")
    expect(late.get_by_text("All places are taken")).to_be_visible()
    expect(late.get_by_role("button", name="Start")).to_have_count(0)

    manager = browser.new_context().new_page()
    manager.goto(f"{server.url}/projects/1/campaigns/1?seat=1")
    expect(manager.get_by_role("region", name="Strangers")).to_contain_text("0 free seats · 1 held")
    expect(manager.get_by_text(code)).to_be_visible()


@pytest.mark.parametrize("server", ["sqlite"], indirect=True)
def test_without_script_on_a_phone(server: Workbench, browser: Browser, open_crowd: Callable[..., str]) -> None:
    address = open_crowd(seats=2)
    context = browser.new_context(java_script_enabled=False, viewport={"width": 400, "height": 800})
    page = context.new_page()
    page.goto(address)
    page.get_by_role("button", name="Start").click()
    for _ in range(told_seats(server)[0][1]):
        page.locator("form#answer input[name=value][value='3']").check(force=True)
        page.get_by_role("button", name="Save and next").click()
    expect(page.locator("output.code")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
