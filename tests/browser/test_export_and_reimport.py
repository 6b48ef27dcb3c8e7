"""Journey: a project leaves in one file, and comes back on another server with the same figures and its history."""

from collections.abc import Callable
from pathlib import Path

from keyboard import press
from playwright.sync_api import Page, expect
from small_memory import fill
from workbench import ON_BOTH_DATABASES, Workbench

from mtassay.store.contents.consistency import faults
from mtassay.store.database import Database


def fill_hotel(server: Workbench) -> None:
    database = Database(server.location)
    with database.writing() as connection:
        fill(connection)
    database.close()


def figures(page: Page, address: str) -> list[str]:
    """What the page of a project says of it."""
    page.goto(address)
    return page.locator(".stats dd, table td, table th[scope=row]").all_inner_texts()


def archive(page: Page, server: Workbench, folder: Path) -> Path:
    page.goto(f"{server.url}/projects/1")
    page.get_by_role("link", name="Archive").click()
    page.get_by_role("button", name="Write the archive").click()
    link = page.get_by_role("link", name="Download")
    expect(link).to_be_visible(timeout=60_000)
    with page.expect_download() as download:
        link.click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


@ON_BOTH_DATABASES
def test_export_and_reimport(server: Workbench, page: Page, tmp_path: Path, new_location: Callable[[str], str]) -> None:
    fill_hotel(server)
    before = figures(page, f"{server.url}/projects/1")
    file = archive(page, server, tmp_path)
    assert file.name == "hotel-revision-10.zip"

    # a deletion that the archive does not know of
    page.goto(f"{server.url}/projects/1/history")
    page.get_by_role("button", name="Undo revision 10").click()
    expect(page.get_by_text("Revision 10 is undone, by revision 11.")).to_be_visible()
    page.get_by_role("button", name="Redo revision 11").click()
    expect(page.get_by_text("Revision 11 is undone, by revision 12.")).to_be_visible()

    folder = tmp_path / "elsewhere"
    folder.mkdir()
    other = "sqlite" if server.location.startswith("postgresql") else "postgresql"
    elsewhere = Workbench(folder, location=new_location(other)).start()
    try:
        page.goto(f"{elsewhere.url}/projects")
        page.get_by_role("link", name="Import an archive").click()
        page.set_input_files("input[type=file]", file)
        page.get_by_role("button", name="Look at it").click()
        expect(page.get_by_text("27 judgments")).to_be_visible()
        expect(page.get_by_label("Name of the new project")).to_have_value("hotel")
        page.get_by_role("button", name="Import it").click()
        page.get_by_role("link", name="Open the project").click(timeout=60_000)
        page.wait_for_url("**/projects/1")
        assert figures(page, page.url) == before
        page.get_by_role("link", name="All of it").click()
        expect(page.locator(".events > li")).to_have_count(11)
        page.get_by_role("searchbox").fill("rehearing")
        page.get_by_role("button", name="Filter").click()
        expect(page.locator(".events > li")).to_have_count(2)  # imported, and judged by another
        page.locator(".events a.n").last.click()
        expect(page.get_by_text("6 sources added")).to_be_visible()

        # the same archive again needs another name
        page.goto(f"{elsewhere.url}/archives")
        page.set_input_files("input[type=file]", file)
        page.get_by_role("button", name="Look at it").click()
        expect(page.get_by_text("There is already a project with this name.")).to_be_visible()
        page.get_by_role("button", name="Discard the file").click()
        page.wait_for_url("**/archives")
    finally:
        page.goto("about:blank")  # or it would ask the server that is gone
        elsewhere.stop()
    database = Database(elsewhere.location)
    assert faults(database) == ()
    database.close()
    assert "Traceback" not in elsewhere.log


def test_help_is_searched_without_a_network(shared_server: Workbench, page: Page) -> None:
    page.goto(f"{shared_server.url}/help")
    press(page, "/")
    page.keyboard.type("connection lost")
    expect(page.get_by_role("heading", name="When the connection is lost")).to_be_visible()
    expect(page.get_by_role("heading", name="The scale in words")).to_be_hidden()
    page.get_by_role("searchbox").fill("nosuchword")
    expect(page.get_by_text("No section has these words.")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_role("heading", name="The scale in words")).to_be_visible()
