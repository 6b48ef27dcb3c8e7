"""Every page that links lead to, and every page that a form answers with, keeps the rules that axe-core knows.

At a desk in light colours and on a phone in dark ones; what axe calls minor is not asked for.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import openpyxl
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.reports.settled import at_rest
from campaign_desk import begin, seat_of, tell
from judging import opened
from keyboard import press
from playwright.sync_api import Browser, Page, expect
from processes import run
from workbench import Workbench

from mtassay.store.campaigns.crowd_addresses import make_crowd_address
from mtassay.store.campaigns.links import make_links
from mtassay.store.contents.projects import add_project

AXE = Axe()
# all that axe looks at by itself, and beside that the size of what is clicked, and names that differ from what is read
RULES = {
    "resultTypes": ["violations"],
    "rules": {"target-size": {"enabled": True}, "label-content-name-mismatch": {"enabled": True}},
}
SERIOUS = ("moderate", "serious", "critical")
NUMBERS = re.compile(r"[0-9a-f]{8,}|\d+")


@pytest.fixture(params=["desk", "phone"])
def looking(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of a new visitor at a desk, or with a phone at night."""
    context = (
        browser.new_context(viewport={"width": 1280, "height": 900})
        if request.param == "desk"
        else browser.new_context(viewport={"width": 360, "height": 740}, color_scheme="dark")
    )
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    context.close()


def fill_example(server: Workbench, dialogues: Path) -> None:
    """The project that the example is, with a system that nobody judged and a queue for it."""
    for arguments in (
        ("init", server.location, "--project", "Travel dialogues"),
        ("import", str(dialogues / "judgments.xml")),
        ("add-output", "neural-small", str(dialogues / "systems" / "neural-small.txt")),
        ("queue", "neural-small", "--count", "20"),
    ):
        location = () if arguments[0] == "init" else ("--db", server.location)
        assert run("db", *arguments, *location).returncode == 0


def complaints(page: Page, where: str) -> list[str]:
    """What is wrong with the page that is shown: rule, how bad, and the first element."""
    at_rest(page)
    violations: list[dict[str, Any]] = AXE.run(page, options=RULES).response["violations"]
    lines = [
        f"{where}: {violation['id']} ({violation['impact']}): {node['html'][:160]}"
        for violation in violations
        if violation["impact"] in SERIOUS
        for node in violation["nodes"][:2]
    ]
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        lines.append(f"{where}: the page is wider than the screen")
    return lines


def crawl(page: Page, url: str) -> list[str]:
    """Complaints of one page of each kind that links lead to from the first."""
    waiting, seen, lines = [url], {"/"}, []
    while waiting:
        address = waiting.pop(0)
        headers = page.request.head(address).headers
        if "content-disposition" in headers or not headers["content-type"].startswith("text/html"):
            continue  # a download
        page.goto(address)
        lines += complaints(page, urlsplit(address).path)
        for link in page.locator("a[href]").evaluate_all("links => links.map(link => link.getAttribute('href'))"):
            target = urlsplit(urljoin(address, link))
            kind = NUMBERS.sub("N", target.path)
            if target.netloc == urlsplit(url).netloc and kind not in seen:
                seen.add(kind)
                waiting.append(target.geturl())
    assert len(seen) > 20, seen
    return lines


def test_pages_that_links_lead_to(server: Workbench, looking: Page, dialogues: Path) -> None:
    fill_example(server, dialogues)
    lines = crawl(looking, server.url)
    assert not lines, "\n".join(lines)


def test_pages_that_forms_answer_with(server: Workbench, looking: Page, dialogues: Path, tmp_path: Path) -> None:
    page = looking
    page.goto(f"{server.url}/score")
    page.locator("textarea[name=hypothesis]").fill("The cat sat on a mat.\nThank you.")
    page.locator("textarea[name=reference]").first.fill("The cat sat on the mat.\nThank you.")
    page.get_by_role("button", name="Score", exact=False).first.click()
    expect(page.get_by_text("BLEU").first).to_be_visible()
    lines = complaints(page, "quick score")

    page.goto(f"{server.url}/systems")
    systems = [dialogues / "systems" / f"{name}.txt" for name in ("phrase-based", "neural-small", "neural-large")]
    page.set_input_files("#files", [dialogues / "reference-a.en.txt", *systems])
    page.get_by_role("button", name="Open the files").click()
    expect(page.get_by_text("3 systems, 120 segments, one reference")).to_be_visible()
    lines += complaints(page, "files of systems")
    page.get_by_role("button", name="Compare").first.click()
    expect(page.get_by_role("group", name="Download")).to_be_visible()
    lines += complaints(page, "compared systems")
    page.get_by_role("link", name="Where and why").click()
    expect(page.get_by_label("Find text")).to_be_visible()
    lines += complaints(page, "report of compared systems")

    book = openpyxl.Workbook()
    assert book.active is not None
    for row in [
        ("Source", "Reference", "Engine"),
        ("Guten Tag.", "Hello.", "Good day."),
        ("Danke.", "Thanks.", "Thanks."),
    ]:
        book.active.append(row)
    book.save(tmp_path / "sheet.xlsx")
    page.goto(f"{server.url}/spreadsheet")
    page.locator("input[type=file]").set_input_files(tmp_path / "sheet.xlsx")
    page.get_by_role("button", name="Open the file").click()
    expect(page.get_by_role("heading", name="sheet.xlsx")).to_be_visible()
    lines += complaints(page, "spreadsheet")

    fill_example(server, dialogues)
    page.goto(f"{server.url}/projects/1/add")
    page.locator("#files").set_input_files(dialogues / "systems" / "neural-large.txt")
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Add ")
    lines += complaints(page, "data to be added")

    page.goto(f"{server.url}/projects/77")
    lines += complaints(page, "failure")
    assert not lines, "\n".join(lines)


def test_pages_of_whoever_runs_a_campaign(server: Workbench, looking: Page, dialogues: Path) -> None:
    page = looking
    with opened(server) as database, database.writing() as connection:
        project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
        for protocol in ("da", "ranking"):
            make_links(connection, begin(connection, project, protocol, name=protocol), None, "manager")
    base = f"{server.url}/projects/{project.id}/campaigns"
    lines = []
    for address in (base, f"{base}/1", f"{base}/1?seat=1", f"{base}/2?show=needs", f"{base}/new"):
        page.goto(address)
        lines += complaints(page, address)
    page.get_by_text("Or files").wait_for()
    systems = [dialogues / "systems" / f"{name}.txt" for name in ("phrase-based", "neural-small", "neural-large")]
    page.set_input_files("#files", [dialogues / "source.de.txt", dialogues / "documents.txt", *systems])
    for button, heading in (
        ("what is what", "What is what?"),
        ("protocol", "What should people do?"),
        ("people", "Who judges?"),
        ("preview as a judge", "What a judge sees first"),
    ):
        page.get_by_role("button", name=f"Next: {button}").click()
        page.get_by_role("heading", name=heading).wait_for()
        lines += complaints(page, f"new campaign: {button}")
    page.get_by_role("button", name="Start and make").click()
    page.get_by_text("Shown only now.").wait_for()
    lines += complaints(page, "links of a new campaign")
    page.get_by_role("link", name="To the campaign").click()
    page.locator("#seat-list").get_by_role("link", name="More").first.click()
    page.get_by_label("Reason").fill("left")
    page.get_by_role("button", name="Exclude").click()
    page.get_by_text("Undo it in the history").wait_for()
    lines += complaints(page, "a seat that was excluded")
    assert not lines, "\n".join(lines)


def test_pages_of_seats(server: Workbench, looking: Page) -> None:
    page = looking
    protocols = ["fluency", "sqm", "da", "ranking", "pairwise:by=yes", "mqm:score=yes"]
    designs = [(protocol, "none") for protocol in protocols] + [
        ("da", "document"),
        ("adequacy:against=both", "document"),
        ("esa", "document"),
    ]
    links = []
    with opened(server) as database, database.writing() as connection:
        project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
        for protocol, context in designs:
            name = f"{protocol} {context}"
            campaign = begin(connection, project, protocol, context=context, name=name, seats=1)
            links += [link.token for link in make_links(connection, campaign, None, "manager")]
        crowd = begin(connection, project, name="strangers", judges=(), crowd=True)
        address = f"{server.url}/c/{make_crowd_address(connection, crowd, 'manager')}"
    lines = []
    for (protocol, context), link in zip(designs, links, strict=True):
        page.goto(f"{server.url}/j/{link}")
        lines += complaints(page, f"the link of {protocol}")
        page.locator("button.primary").click()
        page.wait_for_load_state("networkidle")
        lines += complaints(page, f"{protocol}, context {context}")
        page.locator("summary").click()
        press(page, "2", "ArrowLeft", "Control+Shift+ArrowRight", "m", "2")  # which marks a word, or does nothing
        lines += complaints(page, f"{protocol}, answered")
    press(page, "Escape", "?")
    lines += complaints(page, "keys at a seat")
    press(page, "Escape")
    page.goto(f"{server.url}/seat/guidelines")
    lines += complaints(page, "guidelines of a seat")
    page.goto(f"{server.url}/j/wrong")
    lines += complaints(page, "a link that is not valid")
    page.goto(address)
    lines += complaints(page, "the address of a crowd")
    page.goto(f"{server.url}/projects/1/campaigns/{crowd.id}?seat=1")
    lines += complaints(page, "a crowd")
    assert not lines, "\n".join(lines)


def test_pages_of_readers(server: Workbench, looking: Page) -> None:
    page = looking
    with opened(server) as database, database.writing() as connection:
        project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
        campaign = begin(connection, project, "comprehension", judges=(), seats=3)
        (link, *_) = make_links(connection, campaign, None, "manager")
        tell(connection, seat_of(connection, campaign, 2), "many", "yes")
    page.goto(f"{server.url}/j/{link.token}")
    page.locator("button.primary").click()
    page.wait_for_load_state("networkidle")
    lines = complaints(page, "a text to be read")
    press(page, "Enter")
    lines += complaints(page, "questions on a text")
    page.goto(f"{server.url}/projects/1/campaigns/1/grades")
    lines += complaints(page, "answers that wait for a grade")
    page.goto(f"{server.url}/projects/1/campaigns/1/grades?graded=true")
    lines += complaints(page, "all answers")
    assert not lines, "\n".join(lines)
