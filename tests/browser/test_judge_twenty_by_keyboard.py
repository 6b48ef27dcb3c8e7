"""A judge answers twenty questions without touching the mouse."""

from judging import answer, fill_twenty, shown, stored
from keyboard import press
from playwright.sync_api import Page, expect
from workbench import ON_BOTH_DATABASES, Workbench


@ON_BOTH_DATABASES
def test_judge_twenty_by_keyboard(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    expect(page.locator("[data-place]")).to_have_text("1 of 20")
    expect(page.locator(".boxes a")).to_have_count(20)
    expect(page.locator(".scalebox")).to_be_focused()

    # a score is needed, and items that are open are asked about once
    press(page, "Enter")
    expect(page.locator("[data-reason]")).to_contain_text("A score is missing")
    press(page, "3", "x")
    expect(page.locator("[data-score=x]")).to_be_checked()
    press(page, "Enter")
    expect(page.locator("[data-reason]")).to_have_text("Items 1 and 2 are still open. Save again to leave them open.")
    expect(page.locator("[data-item-row='1'] input").first).to_be_focused()
    press(page, "o")
    expect(page.locator("[data-item-row='2'] input").first).to_be_focused()
    press(page, "Enter")
    expect(page.locator("[data-reason]")).to_have_text("Item 2 is still open. Save again to leave it open.")
    press(page, "k", "m", "j", "e")
    expect(page.locator("[data-item-row='1'] [data-class=m]")).to_be_checked()
    expect(page.locator("[data-item-row='2'] [data-class=e]")).to_be_checked()

    # the comment takes letters as letters
    press(page, "c")
    page.keyboard.type("smooth, 7 of 9")
    press(page, "Escape")
    asked = [answer(page)]

    # what keys do, and back
    press(page, "?")
    expect(page.locator("dialog")).to_contain_text("save and go on")
    press(page, "Escape")

    # the other translation of the source is the nearest now; its score is not there before the answer
    expect(page.locator("[data-near]")).to_have_count(1)
    expect(page.locator("[data-near] .score")).to_have_text("··")
    expect(page.locator("[data-candidate] .sub, [data-candidate] ins, [data-candidate] .mov").first).to_be_visible()
    press(page, "h")
    expect(page.locator("[data-candidate] .sub, [data-candidate] ins")).to_have_count(0)
    press(page, "h", "ArrowDown", "ArrowUp")

    while len(asked) < 20:
        asked.append(answer(page, str(len(asked) % 10), "o", "s"))
    expect(page.locator("[data-none]")).to_contain_text("Nothing is left to judge here")
    saved = stored(server, "anna")
    assert [target for target, _ in saved] == asked
    assert len(set(asked)) == 20
    assert [value for _, value in saved] == [10, *(number % 10 for number in range(1, 20))]
    expect(page.locator(".boxes a.done, .boxes a.flag")).to_have_count(20)


def test_put_off_go_back_and_revise(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    first = shown(page)
    press(page, "n")
    expect(page.locator(f"[data-box='{first}']")).to_have_class("skip")
    second = answer(page, "8")
    expect(page.locator("[data-notices]")).to_contain_text("Saved 8")
    page.locator(f"[data-box='{second}']").press("Enter")
    expect(page.locator(f"form[data-target='{second}']")).to_be_visible()
    expect(page.locator("[data-score='8']")).to_be_checked()
    answer(page, "6")
    assert [value for _, value in stored(server, "anna")] == [8, 6]  # a correction is a row of its own
    page.reload()
    expect(page.locator("[data-place]")).to_have_text("3 of 20")


def test_guidelines_are_one_key_away_and_written_in_the_browser(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    page.goto(f"{server.url}/projects/1/guidelines")
    page.get_by_label("Guidelines, in Markdown").fill("# Trains\n\nA wrong **platform** is 3 at most.")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Nothing is stored yet.")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Nothing is stored yet.")).to_have_count(0)
    expect(page.locator(".guidelines strong")).to_have_text("platform")
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    with page.context.expect_page() as opened:
        press(page, "g")
    expect(opened.value.locator(".guidelines h2")).to_have_text("Trains")
