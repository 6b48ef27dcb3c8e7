"""Any protocol of short answers, where scripts are off and where the connection is lost in between."""

from collections.abc import Callable

import pytest
from browser.campaigns.seat_pages import answer, answers, come, target
from playwright.sync_api import Browser, Page, expect
from workbench import Workbench

LOSES_CONNECTION = True


@pytest.mark.parametrize("protocol", ["fluency", "adequacy", "sqm", "da", "ranking", "pairwise", "pairwise:by=yes"])
def test_without_script(server: Workbench, browser: Browser, open_campaign: Callable[..., str], protocol: str) -> None:
    link = open_campaign(protocol)
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(link)
    page.get_by_role("button", name="Start").click()
    first = target(page)
    if protocol in ("fluency", "adequacy", "sqm"):
        page.locator("label:has([data-score='4'])").click()
    elif protocol == "da":
        page.locator("input[name=score]").fill("73")
    elif protocol == "ranking":
        for row in range(page.locator(".rank > li").count()):
            page.locator(".rank > li").nth(row).locator("label").nth(row).click()
    else:
        page.locator("label", has_text="B is better").click()
        if page.locator("[data-by]").count():
            page.locator("label", has_text="clearly").click()
    page.get_by_role("button", name="Save and next").click()
    assert target(page) != first
    assert len(answers(server)) == 1
    page.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Undo").click()
    assert target(page) == first
    assert answers(server) == []
    page.get_by_text("I cannot answer").click()
    page.get_by_role("button", name="Another reason").click()
    assert answers(server) == [{"cannot": "other"}]
    page.get_by_role("button", name="Pause").click()
    assert "Open your link again" in page.locator("main").inner_text()
    context.close()


@pytest.mark.parametrize(
    ("protocol", "keys", "said"),
    [
        ("fluency", "4", {"value": 4}),
        ("adequacy", "2", {"value": 2}),
        ("sqm", "6", {"score": 6}),
        ("ranking", "1=1", [1, 1, 1]),
        ("pairwise", ["ArrowDown"], {"better": None}),
    ],
)
def test_any_protocol_goes_on_without_a_connection(
    server: Workbench,
    page: Page,
    open_campaign: Callable[..., str],
    protocol: str,
    keys: str | list[str],
    said: dict[str, object] | list[int],
) -> None:
    come(page, open_campaign(protocol))
    answer(page, *keys)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    answer(page, *keys)
    answer(page, *keys)
    expect(page.locator("[data-offline]")).to_contain_text("2 answers wait on this computer")
    assert len(answers(server)) == 1
    page.context.set_offline(False)
    expect(page.locator("[data-offline]")).to_be_hidden()
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    stored = answers(server)
    assert len(stored) == 3
    if isinstance(said, list):  # of some segments two outputs are the same, so that there are two to be ranked
        assert {rank for body in stored for rank in body["ranks"].values()} == set(said)
    else:
        assert stored == [said] * 3
