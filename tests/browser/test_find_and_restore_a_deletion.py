"""Something was deleted by mistake: it is taken back at once, or found and restored much later."""

from keyboard import press
from playwright.sync_api import Page, expect
from small_memory import fill
from workbench import ON_BOTH_DATABASES, Workbench

from mtassay.store.database import Database


@ON_BOTH_DATABASES
def test_find_and_restore_a_deletion(server: Workbench, page: Page) -> None:
    database = Database(server.location)
    with database.writing() as connection:
        fill(connection)
    database.close()
    page.goto(f"{server.url}/projects/1/database")
    press(page, "/")
    page.keyboard.type("breakfast")
    press(page, "Enter")
    expect(page.get_by_text("4 translations of 1 source.")).to_be_visible()
    delete = page.get_by_role("toolbar").get_by_role("button", name="Delete")
    expect(delete).to_have_attribute("aria-disabled", "true")
    page.get_by_role("checkbox", name="Choose translation 1").check()
    page.get_by_role("checkbox", name="Choose translation 2").check()
    expect(delete).to_have_text("Delete 2")
    delete.click()
    expect(page.get_by_text("Done: deleted 2 translations")).to_be_visible()
    expect(page.get_by_text("2 translations of 1 source.")).to_be_visible()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("4 translations of 1 source.")).to_be_visible()

    # by keys, and nobody presses Undo
    page.goto(f"{server.url}/projects/1/database")
    for key in ("j", "j", "j", "Enter"):
        press(page, key)
    expect(page.locator(".p2")).to_contain_text("when would you like to arrive?")
    press(page, "l")
    press(page, "j")
    press(page, "Enter")
    expect(page.locator(".p3")).to_contain_text("Produced by")
    press(page, "x")
    expect(page.get_by_role("toolbar").get_by_role("button", name="Delete 1")).to_be_visible()
    gone = page.locator(".tgt.now .text").inner_text()
    page.get_by_role("toolbar").get_by_role("button", name="Delete 1").click()
    expect(page.get_by_text("Done: deleted 1 translation")).to_be_visible()
    page.goto(f"{server.url}/projects/1/database?search=judge:anna")
    page.get_by_role("button", name="Delete all").click()
    expect(page.get_by_text("Nothing was found.")).to_be_visible()

    page.get_by_role("link", name="Deleted", exact=True).click()
    expect(page.locator(".deletions > li")).to_have_count(2)
    page.get_by_role("searchbox").fill("travel")
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator(".deletions > li")).to_have_count(1)
    restore = page.locator(".deletions > li").filter(has_text=gone).get_by_role("button", name="Restore")
    restore.click()
    expect(page.locator(".toast")).to_contain_text("Restored")
    page.goto(f"{server.url}/projects/1/database?source=3")
    expect(page.locator(".tgt").filter(has_text=gone)).to_have_count(1)
