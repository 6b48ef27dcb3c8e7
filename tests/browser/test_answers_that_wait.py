"""Answers that did not arrive: every page says so and sends them, and nobody sends those of somebody else."""

import re

from judging import answer, fill_twenty, stored
from playwright.sync_api import Page, expect
from workbench import Workbench

LOSES_CONNECTION = True


def judge_as(page: Page, server: Workbench, name: str) -> None:
    """Say who judges, which the browser remembers."""
    page.goto(f"{server.url}/judge")
    page.get_by_label("Name of the judge").fill(name)
    page.get_by_role("button", name="Judge under this name").click()
    page.wait_for_url(re.compile(f"judge={name}"))


def test_every_page_says_what_waits_and_only_its_own_judge_sends_it(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    judge_as(page, server, "anna")
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    page.wait_for_load_state("networkidle")
    page.route("**/1/judge/answer*", lambda route: route.abort())
    asked = [answer(page, value) for value in ("2", "8")]
    expect(page.locator("[data-offline]")).to_contain_text("2 answers wait on this computer")
    notice = page.locator("[data-waiting-answers]")
    expect(notice).to_have_count(0)  # this page says it already

    page.goto(f"{server.url}/help")
    expect(notice.locator("b")).to_have_text("2 answers wait on this computer.")
    expect(notice.locator("span")).to_have_text("To be sent as soon as the server answers.")

    # somebody else at the same computer
    judge_as(page, server, "ben")
    page.unroute("**/1/judge/answer*")
    page.clock.set_fixed_time("2099-01-01")  # not on their way any more
    page.goto(f"{server.url}/help")
    expect(notice).to_contain_text("2 answers of another judge wait on this computer.")
    expect(notice.get_by_role("link", name="Judge as anna")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert stored(server, "anna") == stored(server, "ben") == []

    page.route("**/1/judge/answer*", lambda route: route.abort())
    judge_as(page, server, "anna")  # which leads to a page that would send them
    page.goto("about:blank")
    page.unroute("**/1/judge/answer*")
    page.goto(f"{server.url}/help")
    page.wait_for_function("() => !Object.keys(localStorage).some((name) => name.startsWith('mtassay-answer-'))")
    expect(notice).to_contain_text("2 answers that waited on this computer are saved.")
    assert stored(server, "anna") == list(zip(asked, (2, 8), strict=True))
    assert stored(server, "ben") == []
