"""The same judge in two tabs: no answer goes over another unseen."""

from judging import answer, fill_twenty, shown, stored
from keyboard import press
from playwright.sync_api import Page, expect
from workbench import ON_BOTH_DATABASES, Workbench


@ON_BOTH_DATABASES
def test_two_tabs(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    address = f"{server.url}/projects/1/judge?judge=anna"
    page.goto(address)
    other = page.context.new_page()
    other.goto(address)
    target = shown(page)
    assert shown(other) == target
    answer(page, "8")
    press(other, "2", "o", "o", "Enter")
    notice = other.locator(".notice", has_text="Two answers to one translation")
    expect(notice).to_contain_text("Stored from another window: 8. Not saved from this one: 2.")
    assert stored(server, "anna") == [(target, 8)]
    notice.get_by_role("button", name="Save 2 instead").click()
    expect(other.locator("[data-state]")).to_contain_text("Saved")
    other.wait_for_load_state("networkidle")
    assert stored(server, "anna") == [(target, 8), (target, 2)]  # the second corrects the first

    # what was answered in one tab is not asked in the other
    done = {target}
    while len(done) < 6:
        done.add(answer(page, "5"))
    other.reload()
    assert shown(other) not in done
