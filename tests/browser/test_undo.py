"""Answers are undone by one key, one after the other, and judged again."""

from judging import answer, fill_twenty, shown, stored
from keyboard import press
from playwright.sync_api import Page, expect
from workbench import ON_BOTH_DATABASES, Workbench


@ON_BOTH_DATABASES
def test_undo(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    press(page, "u")
    expect(page.locator("[data-reason]")).to_contain_text("no answer of today to undo")
    first, second = answer(page, "1", "o", "m"), answer(page, "2")
    third = shown(page)
    press(page, "u")
    expect(page.locator("[data-reason]")).to_contain_text("Undid 2. Judge it again.")
    assert shown(page) == second
    press(page, "u")
    expect(page.locator("[data-reason]")).to_contain_text("Undid 1.")
    assert shown(page) == first
    assert stored(server, "anna") == []
    expect(page.locator("[data-score='1']")).to_be_checked()
    expect(page.locator("[data-item-row='2'] [data-class=m]")).to_be_checked()
    assert [answer(page, "7"), answer(page, "9")] == [first, second]
    assert shown(page) == third
    assert stored(server, "anna") == [(first, 7), (second, 9)]

    # also after the page was loaded again
    page.reload()
    press(page, "u")
    expect(page.locator(f"form[data-target='{second}']")).to_be_visible()
    assert stored(server, "anna") == [(first, 7)]
