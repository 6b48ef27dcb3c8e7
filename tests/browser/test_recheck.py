"""A judge judges again what was judged before, without seeing it, and is told how consistent that was."""

from judging import answer, fill_hotel, shown
from playwright.sync_api import Page, expect
from workbench import ON_BOTH_DATABASES, Workbench


@ON_BOTH_DATABASES
def test_recheck(server: Workbench, page: Page) -> None:
    fill_hotel(server)
    page.goto(f"{server.url}/judge?judge=anna")
    page.get_by_label("Recheck").fill("4")
    page.get_by_role("button", name="Recheck").click()
    expect(page.locator("[data-place]")).to_have_text("1 of 4")
    expect(page.locator(".who-judges")).to_have_text("Rechecking as anna; earlier scores stay hidden")
    for number in range(4):
        expect(page.locator(".score:not(.hidden)")).to_have_count(0)
        expect(page.locator("[data-score]:checked")).to_have_count(0)
        if number == 2:  # it goes on where it was left
            target = shown(page)
            page.reload()
            assert shown(page) == target
        answer(page, "9")
        expect(page.locator("[data-said]")).to_have_count(0)
    expect(page.get_by_role("heading", name="Consistency of 4 rechecks")).to_be_visible()
    expect(page.get_by_text("Everything is rechecked.")).to_be_visible()
