"""Who loads the page again in the middle of an answer finds it as it was."""

from judging import fill_twenty, shown, stored
from keyboard import press
from playwright.sync_api import Page, expect
from workbench import ON_BOTH_DATABASES, Workbench


@ON_BOTH_DATABASES
def test_reload_mid_draft(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    target = shown(page)
    press(page, "4", "o")
    press(page, "c")
    page.keyboard.type("is this a track?")
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    page.reload()
    assert shown(page) == target
    expect(page.locator("[data-score='4']")).to_be_checked()
    expect(page.locator("[data-item-row='1'] [data-class=o]")).to_be_checked()
    expect(page.locator("textarea[name=comment]")).to_have_value("is this a track?")
    assert stored(server, "anna") == []  # a draft is no answer


def test_the_draft_is_kept_when_the_page_is_left_at_once(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    press(page, "6")
    with page.expect_response("**/judge/draft*"):
        page.evaluate("dispatchEvent(new Event('blur'))")
    page.goto(f"{server.url}/judge")
    page.go_back()
    expect(page.locator("[data-score='6']")).to_be_checked()
