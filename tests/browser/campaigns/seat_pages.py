"""Pages of a seat in a real browser: how a judge comes in and answers by keys, and what is stored then."""

from typing import Any

import sqlalchemy as sa
from judging import opened
from keyboard import press
from playwright.sync_api import Page, expect
from workbench import Workbench

from mtassay.store.campaign_tables import ANSWERS
from mtassay.store.campaigns.seat_work import current_answers


def come(page: Page, link: str) -> None:
    """Open the link, and start by keys alone."""
    page.goto(link)
    expect(page).to_have_url(f"{link.rpartition('/')[0]}")  # the token is not in the address any more
    for _ in range(10):
        press(page, "Tab")
        if page.evaluate("document.activeElement.type === 'submit'"):
            break
    press(page, "Enter")
    expect(page.locator("form#answer")).to_be_visible()
    page.wait_for_load_state("networkidle")


def answers(server: Workbench) -> list[Any]:
    """What holds, in the order in which it came."""
    with opened(server) as database, database.reading() as connection:
        return list(connection.scalars(sa.select(ANSWERS.c.body).where(current_answers()).order_by(ANSWERS.c.id)))


def target(page: Page) -> str:
    return page.locator("form#answer").get_attribute("data-target") or ""


def answer(page: Page, *keys: str) -> str:
    """Answer what is shown by these keys, and wait for the next question; returns which it was."""
    number = target(page)
    press(page, *keys, "Enter")
    expect(page.locator(f"form#answer[data-target='{number}']")).to_have_count(0)
    return number
