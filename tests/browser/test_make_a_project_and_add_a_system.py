"""Somebody comes for the first time, begins a project, adds judgments and a system, and takes that back."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from keyboard import press
from playwright.sync_api import Page, expect
from workbench import Workbench

HOSTILE = "<img src=x onerror=alert(1)> שלום 中文"


def add_file(page: Page, file: Path | dict[str, object]) -> None:
    page.get_by_role("link", name="Add data").first.click()
    page.locator("#files").set_input_files(file)
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Add ")


def confirm(page: Page) -> None:
    page.get_by_role("button", name="Add it to the project").click()
    expect(page.get_by_text("Done.")).to_be_visible()


def begin_project(page: Page, server: Workbench, name: str) -> None:
    page.goto(f"{server.url}/projects")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Language of the sources").fill("de")
    page.get_by_label("Language of the translations").fill("en")
    page.get_by_role("button", name="Create the project").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def say_by_command(folder: Path, dialogues: Path) -> str:
    """What `mtassay db add-output` says of the same system on a database of its own."""
    location = str(folder / "command.db")
    said = ""
    for arguments in (
        ["init", location],
        ["import", str(dialogues / "judgments.xml"), "--db", location],
        ["add-output", "neural-small", str(dialogues / "systems" / "neural-small.txt"), "--db", location],
    ):
        command = [sys.executable, "-m", "mtassay.cli.main", "db", *arguments]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return said


def test_make_a_project_and_add_a_system(server: Workbench, page: Page, dialogues: Path, tmp_path: Path) -> None:
    page.goto(server.url)
    expect(page.get_by_role("heading", name="Begin in three steps")).to_be_visible()
    page.get_by_role("button", name="Got it").click()
    expect(page.get_by_role("heading", name="Begin in three steps")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Begin in three steps")).to_have_count(0)
    page.get_by_role("link", name="New project").click()
    begin_project(page, server, "Travel dialogues")
    expect(page.get_by_text("The project holds nothing yet.")).to_be_visible()

    add_file(page, dialogues / "judgments.xml")
    expect(page.get_by_text("20 of 365 judgments", exact=True)).to_be_visible()
    confirm(page)
    expect(page.get_by_role("row", name=re.compile("phrase-based"))).to_be_visible()

    add_file(page, dialogues / "systems" / "neural-small.txt")
    expect(page.get_by_label("Name of the system")).to_have_value("neural-small")
    # the same shares as the command line's, which has 5.0% for 5.0 %
    shares = re.findall(r"([\d.]+)%", say_by_command(tmp_path, dialogues))
    told = page.locator(".foreseen .lead").inner_text()
    assert re.findall(r"([\d.]+) %", told) == shares == ["5.0", "45.0", "50.0"]
    assert "mean distance 0.38" in told
    # whoever types sees what the page makes of it
    page.get_by_label("Name of the system").fill("another name")
    expect(page.locator(".foreseen .lead")).to_contain_text("another name:")
    page.get_by_label("Name of the system").fill("neural-small")
    expect(page.locator(".foreseen .lead")).to_contain_text("neural-small:")
    confirm(page)
    expect(page.locator(".toast")).to_contain_text("neural-small.txt was added")
    system = page.get_by_role("rowheader", name="neural-small")
    expect(system).to_be_visible()

    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("undone by 7")).to_be_visible()
    expect(system).to_have_count(0)

    add_file(page, dialogues / "systems" / "neural-small.txt")
    confirm(page)
    expect(system).to_be_visible()

    page.get_by_role("link", name="mtassay", exact=True).click()
    expect(page.get_by_role("link", name="Travel dialogues", exact=True)).to_be_visible()
    expect(page.get_by_text("Your jobs")).to_be_visible()


def test_names_from_outside_stay_text(server: Workbench, page: Page) -> None:
    alerts: list[str] = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    begin_project(page, server, HOSTILE)
    content = f"source\ttarget\n{HOSTILE}\t{HOSTILE}\n".encode()
    add_file(page, {"name": "<svg onload=alert(2)>.tsv", "mimeType": "text/plain", "buffer": content})
    expect(page.get_by_role("heading", level=1)).to_have_text("Add <svg onload=alert(2)>.tsv")
    page.get_by_label("Name of the system").fill(f"{HOSTILE} system")
    expect(page.locator(".foreseen .lead")).to_contain_text(f"{HOSTILE} system")
    confirm(page)
    expect(page.get_by_role("rowheader", name=f"{HOSTILE} system")).to_be_visible()
    page.goto(server.url)
    expect(page.get_by_role("link", name=HOSTILE, exact=True)).to_be_visible()
    assert page.locator("img, svg[onload], script:not([src])").count() == 0
    assert alerts == []


@pytest.mark.parametrize("width", [400, 1280])
def test_pages_are_reached_by_keyboard_and_never_wider_than_the_window(
    server: Workbench, page: Page, dialogues: Path, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    begin_project(page, server, "talks" * 30)
    add_file(page, dialogues / "judgments.xml")
    place = page.url
    confirm(page)
    for address in (
        server.url,
        f"{server.url}/projects",
        f"{server.url}/projects/1",
        f"{server.url}/projects/1/add",
        place,
    ):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        press(page, "Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none"
