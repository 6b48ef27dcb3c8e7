"""A judge of a campaign scores translations and classes items: by keyboard, offline, on a phone, without script."""

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from campaign_desk import begin
from judging import opened
from keyboard import press
from playwright.sync_api import Browser, Page, expect
from workbench import Workbench

from mtassay.store.campaign_tables import ANSWERS
from mtassay.store.campaigns.links import make_links
from mtassay.store.campaigns.seat_work import current_answers
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.items import cut_items
from mtassay.store.contents.projects import add_project
from mtassay.store.judging.holding import current_judgments
from mtassay.store.schema import JUDGMENTS, SOURCES, VERDICTS

LOSES_CONNECTION = True
SMALL = {"width": 400, "height": 800}


@pytest.fixture
def link(server: Workbench) -> str:
    """The address of the only seat of a campaign whose sources are cut into two items each."""
    with opened(server) as database, database.writing() as connection:
        project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
        campaign = begin(connection, project, "sser", seats=1)
        for source in connection.scalars(sa.select(SOURCES.c.id)).all():
            cut_items(connection, project, source, ["Satz", "Nummer"], "manager")
        (made,) = make_links(connection, campaign, None, "manager")
    return f"{server.url}/j/{made.token}"


def stored(server: Workbench) -> list[Any]:
    """What holds: the scores of answers, which judgments say too, and the classes that judgments have."""
    with opened(server) as database:
        with database.reading() as connection:
            answers = connection.scalars(
                sa.select(ANSWERS.c.body).where(current_answers()).order_by(ANSWERS.c.id)
            ).all()
            holding = sa.select(JUDGMENTS.c.id, JUDGMENTS.c.value).where(current_judgments()).order_by(JUDGMENTS.c.id)
            judgments = connection.execute(holding).all()
            assert [row.value for row in judgments] == [body["value"] for body in answers]
            told = []
            for row in judgments:
                classes = sa.select(VERDICTS.c.verdict).where(VERDICTS.c.judgment == row.id).order_by(VERDICTS.c.item)
                told.append((row.value, connection.scalars(classes).all()))
        assert not faults(database)
    return told


def target(page: Page) -> str:
    return page.locator("form#answer").get_attribute("data-target") or ""


def answered(page: Page, act: Callable[[], object]) -> None:
    number = target(page)
    act()
    expect(page.locator(f"form#answer[data-target='{number}']")).to_have_count(0)


def test_by_keyboard_alone_and_offline_in_between(server: Workbench, page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_role("button", name="Start").press("Enter")
    expect(page.locator("[data-reason]")).to_have_text("No answer yet.")
    expect(page.locator("[data-classed]")).to_have_text("0 of 2")
    page.wait_for_load_state("networkidle")
    press(page, "8", "Enter")
    expect(page.locator("[data-reason]")).to_have_text("Items 1 and 2 are still open. Save again to leave them open.")
    press(page, "k", "o", "m")
    expect(page.locator("[data-classed]")).to_have_text("2 of 2")
    press(page, "k", "s", "x")
    expect(page.locator("tr.now [data-class=m]")).to_be_checked()
    answered(page, lambda: press(page, "Enter"))
    page.wait_for_load_state("networkidle")
    assert stored(server) == [(10.0, ["syntax", "missing"])]
    page.context.set_offline(True)
    for keys in (["3", "o", "o"], ["5", "e", "t"]):
        answered(page, lambda keys=keys: press(page, *keys, "Enter"))  # type: ignore[misc]
    expect(page.locator("[data-offline]")).to_contain_text("2 answers wait on this computer")
    page.context.set_offline(False)
    expect(page.locator("[data-offline]")).to_be_hidden()
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    assert [value for value, _ in stored(server)] == [10.0, 3.0, 5.0]
    press(page, "u")
    expect(page.locator("[data-score='5']")).to_be_checked()
    expect(page.locator("[data-classed]")).to_have_text("2 of 2")
    assert [value for value, _ in stored(server)] == [10.0, 3.0]
    press(page, "?")
    expect(page.get_by_role("dialog")).to_contain_text("information item: ok, missing")


def test_without_script_on_a_phone(server: Workbench, browser: Browser, link: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=SMALL)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(link)
    page.get_by_role("button", name="Start").click()
    expect(page.locator("form#answer")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    first = target(page)
    page.locator("label:has([data-score='9'])").click()
    page.locator("[data-item-row='2'] label.m").click()
    page.get_by_role("button", name="Save and next").click()
    assert target(page) != first
    assert stored(server) == [(9.0, ["missing"])]
    page.get_by_role("button", name="Undo").click()
    assert target(page) == first
    assert page.locator("[data-score='9']").is_checked()
    assert stored(server) == []
    page.locator("label:has([data-score='4'])").click()
    page.get_by_role("button", name="Save and next").click()
    assert stored(server) == [(4.0, ["missing"])]
    context.close()
