"""Somebody cuts sources into items: by mouse, by keys alone, from right to left, without blanks, without script."""

import pytest
from keyboard import press
from playwright.sync_api import Page, expect
from small_memory import fill
from workbench import ON_BOTH_DATABASES, Workbench

from mtassay.human.collection import Collection, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.items import items_of
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database


@pytest.fixture
def items(server: Workbench):
    """The server with the small memory, and what stands in its database."""
    database = Database(server.location)
    with database.writing() as connection:
        fill(connection)
        other = add_project(connection, "scripts", "test")
        texts = ("هل يمكننا تأجيل الاجتماع", "申し訳ありません。三時です。")
        add_collection(
            connection, other, Collection(tuple(Source(text, targets=(Target("yes"),)) for text in texts)), "test"
        )

    def stored(source: int) -> list[str]:
        with database.reading() as connection:
            return [item.text for item in items_of(connection, source)]

    yield stored
    database.close()


def lines(page: Page) -> list[str]:
    value = page.locator("form[data-cut] textarea[name=lines]").input_value()
    return value.split("\n")


@ON_BOTH_DATABASES
def test_cut_by_mouse_and_see_what_happens_to_verdicts(server: Workbench, page: Page, items) -> None:
    page.goto(f"{server.url}/projects/1/database?source=1")
    page.get_by_role("link", name="Change the items").first.click()
    expect(page.get_by_role("heading", name="Information items")).to_be_visible()
    expect(page.get_by_text("Nothing would change.")).to_be_visible()
    page.get_by_role("button", name="no cut before das").click()
    expect(page.get_by_text("5 verdicts would not count any more.")).to_be_visible()
    assert lines(page) == ["ja, guten Tag,", "hier ist", "das Hotel am Markt."]
    page.get_by_role("button", name="Save the cut").click()
    expect(page.get_by_text("Done: cut a source into items")).to_be_visible()
    assert items(1) == ["ja, guten Tag,", "hier ist", "das Hotel am Markt."]
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Done: undid revision")).to_be_visible()
    assert items(1) == ["ja, guten Tag,", "hier ist das Hotel am Markt."]
    expect(page.get_by_text("IER 20.0")).to_be_visible()


def test_cut_by_keys_alone(server: Workbench, page: Page, items) -> None:
    page.goto(f"{server.url}/projects/1/database?source=3")
    press(page, "i")
    expect(page.get_by_text("Not cut yet.")).to_be_visible()
    expect(page.locator("[data-cutter]")).to_be_visible()
    page.locator("button.gap").first.focus()
    press(page, "ArrowRight")
    press(page, "Space")
    assert lines(page) == ["wann wollen", "Sie anreisen?"]
    press(page, "ArrowRight")
    press(page, "Enter")
    assert lines(page) == ["wann wollen", "Sie", "anreisen?"]
    press(page, "Backspace")
    assert lines(page) == ["wann wollen", "Sie anreisen?"]
    press(page, "u")
    assert lines(page) == ["wann wollen", "Sie", "anreisen?"]
    press(page, "End")
    press(page, "Backspace")
    press(page, "x")
    expect(page.locator(".piece[data-left-out]")).to_have_count(2)
    assert lines(page) == ["wann wollen"]
    press(page, "x")
    # saved at once, before the server was asked what it would do
    save = page.get_by_role("button", name="Save the cut")
    save.focus()
    press(page, "Enter")
    expect(page.get_by_text("Done: cut a source into items")).to_be_visible()
    assert items(3) == ["wann wollen", "Sie anreisen?"]


def test_right_to_left_and_without_blanks(server: Workbench, page: Page, items) -> None:
    page.goto(f"{server.url}/projects/2/sources/7/items")
    expect(page.locator("[data-cutter]")).to_be_visible()
    page.locator("button.gap").first.focus()
    press(page, "ArrowLeft")  # forward, where text runs to the left
    press(page, "Space")
    assert lines(page) == ["هل يمكننا", "تأجيل الاجتماع"]
    page.get_by_role("button", name="Save the cut").click()
    expect(page.get_by_text("Done: cut a source into items")).to_be_visible()
    assert items(7) == ["هل يمكننا", "تأجيل الاجتماع"]
    page.goto(f"{server.url}/projects/2/sources/8/items")
    assert lines(page) == ["申し訳ありません。", "三時です。"]
    page.get_by_role("button", name="no cut before あ").click()
    page.get_by_role("button", name="Save the cut").click()
    expect(page.get_by_text("Done: cut a source into items")).to_be_visible()
    assert items(8) == ["申し訳", "ありません。", "三時です。"]


def test_without_script(server: Workbench, browser, items) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/projects/1/sources/3/items")
    page.locator("form[data-cut] textarea").fill("wann\nwollen Sie anreisen?")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".cuts li")).to_have_count(2)
    page.get_by_role("button", name="Save the cut").click()
    assert items(3) == ["wann", "wollen Sie anreisen?"]
    context.close()
