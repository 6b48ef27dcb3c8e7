"""A report from a folder: no request, at a desk, on a phone, on paper, and where scripts are switched off."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.reports.settled import at_rest, settled
from playwright.sync_api import Browser, Page, expect
from processes import run

import mtassay
from mtassay import EvalSet, MtassayWarning
from mtassay.reports.page import report as page_module

DIALOGUES = Path(__file__).parents[2] / "examples" / "dialogues"
SYSTEMS = ("phrase-based.txt", "neural-small.txt")
TEXTS = ("source.de.txt", "reference-a.en.txt")
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module", params=["two systems", "four systems"])
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    names = ["phrase-based", "neural-small", "neural-large", "word-by-word"]
    chosen = names[:2] if request.param == "two systems" else names
    systems = [str(DIALOGUES / "systems" / f"{name}.txt") for name in chosen]
    texts = ("-s", str(DIALOGUES / "source.de.txt"), "-r", str(DIALOGUES / "reference-a.en.txt"), "-l", "en")
    assert run("report", "-q", *texts, *systems, "-m", "chrf", "-m", "ter", "-o", str(path)).returncode == 0
    return path


def opened(browser: Browser, path: Path, requests: list[str], **more: Any) -> Page:
    page = browser.new_context(offline=True, **more).new_page()
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: requests.append(f"error: {error}"))
    page.on("console", lambda message: requests.append(f"console: {message.text}") if message.type == "error" else None)
    page.goto(path.as_uri())
    return page


CUT_TABLES = """() => [...document.querySelectorAll(".figures-table")]
  .filter((table) => table.parentElement.scrollWidth > table.parentElement.clientWidth)
  .map((table) => table.dataset.table)"""


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("colors", ["light", "dark"])
def test_it_opens_without_a_network(browser: Browser, report: Path, width: int, colors: str) -> None:
    requests: list[str] = []
    page = opened(browser, report, requests, viewport={"width": width, "height": 900}, color_scheme=colors)
    expect(page.get_by_role("heading", name="Scores")).to_be_visible()
    expect(page.get_by_label("Find text")).to_be_visible()
    at_rest(page)
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert page.evaluate(CUT_TABLES) == []  # no column needs scrolling
    violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert not [
        f"{violation['id']}: {violation['nodes'][0]['html'][:200]}"
        for violation in violations
        if violation["impact"] in SERIOUS
    ]
    page.context.close()
    assert requests == [report.as_uri()]


def test_it_is_complete_without_script_and_on_paper(browser: Browser, report: Path) -> None:
    requests: list[str] = []
    page = opened(browser, report, requests, java_script_enabled=False)
    for name in ("Scores", "What stands out", "Words by frequency", "Error classes", "n-grams", "Segments", "Methods"):
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    assert page.locator("[data-segment]").count() >= 10
    page.emulate_media(media="print")
    expect(page.locator(".stay")).not_to_be_visible()
    assert len(page.pdf()) > 20_000
    page.context.close()
    assert requests == [report.as_uri()]


def test_all_segments_can_be_sorted_searched_and_marked(browser: Browser, report: Path) -> None:
    requests: list[str] = []
    page = opened(browser, report, requests, viewport={"width": 1280, "height": 900})
    expect(page.locator("[data-list] [role=status]")).to_have_text("120 segments")
    expect(page.locator("[data-segment]")).to_have_count(20)
    page.get_by_role("button", name="Show 50 more").click()
    expect(page.locator("[data-segment]")).to_have_count(70)
    page.get_by_label("Sort").select_option(label="as in the test set")
    expect(page.locator("[data-segment]").first).to_have_attribute("data-segment", "1")
    # by keyboard alone: find, then go from segment to segment
    page.locator("body").press("/")
    page.keyboard.type("hotel")
    status = page.locator("[data-list] [role=status]")
    expect(status).to_contain_text("of 120 segments")
    expect(page.locator("[data-segment]").first).to_contain_text("hotel", ignore_case=True)
    page.get_by_label("Find text").blur()
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator("[data-segment]").nth(1)).to_be_focused()
    for marks in ("classes of errors", "against the first system", "no marks", "against the reference"):
        page.get_by_label("Marks").select_option(label=marks)
        expect(page.locator("[data-segment] ins, [data-segment] del, [data-segment] .sub").first).to_have_count(
            0 if marks == "no marks" else 1
        )
        expect(page.locator(".diffkey")).to_contain_text(
            {"classes of errors": "wrong form", "no marks": ""}.get(marks, "moved")
        )
    page.get_by_role("button", name="Theme: system").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.context.close()
    assert requests == [report.as_uri()]


def test_marks_and_scores_of_the_list_are_those_that_were_drawn(browser: Browser, report: Path) -> None:
    requests: list[str] = []
    drawn = opened(browser, report, requests, java_script_enabled=False)
    live = opened(browser, report, requests, viewport={"width": 1280, "height": 900})
    settled(live)
    for number in range(5):
        before, after = (page.locator("[data-segment]").nth(number) for page in (drawn, live))
        assert before.get_attribute("data-segment") == after.get_attribute("data-segment")
        assert before.locator("tbody").inner_text() == after.locator("tbody").inner_text()
        pick = "nodes => nodes.map(node => [node.tagName, node.className, node.textContent])"
        marks = [item.locator("dd ins, dd del, dd .sub, dd .mov").evaluate_all(pick) for item in (before, after)]
        assert marks[0] == marks[1]
        badges = [sorted(item.locator(".badge").all_text_contents()) for item in (before, after)]
        assert badges[0] == badges[1]
    live.get_by_label("Only segments where").fill('found.numbers("neural-small")')
    live.keyboard.press("Enter")
    expect(live.locator("[data-segment] .badge")).to_have_text(["numbers: neural-small"] * 2)
    for page in (drawn, live):
        page.context.close()


def test_a_filter_gives_the_figures_of_the_command(browser: Browser, report: Path) -> None:
    requests: list[str] = []
    page = opened(browser, report, requests, viewport={"width": 1280, "height": 900})
    field = page.get_by_label("Only segments where")
    field.fill("length > = 12")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("length>=12")
    field.press("Enter")
    settled(page)
    status = page.locator("[data-filter-status]")
    expect(status).to_contain_text("of 120 segments")
    is_pair = page.locator("h1").inner_text() == "neural-small against phrase-based"
    names = ["phrase-based", "neural-small", *([] if is_pair else ["neural-large", "word-by-word"])]
    systems = [str(DIALOGUES / "systems" / f"{name}.txt") for name in names]
    texts = ("-s", str(DIALOGUES / "source.de.txt"), "-r", str(DIALOGUES / "reference-a.en.txt"), "-l", "en")
    more = (
        "-m",
        "chrf",
        "-m",
        "ter",
        "-a",
        "words",
        "-a",
        "errors",
        "-f",
        "json",
        "--pair",
        "phrase-based,neural-small",
    )
    done = run("analyze", "-q", *texts, *systems, *more, "--where", "length >= 12")
    told = json.loads(done.stdout)
    assert status.inner_text().startswith(f"{told['segments']} of 120 segments")
    for result in told["results"]:
        table = page.locator(f"[data-table='{result['analysis']}/{result['title']}']")
        rows = {row["line"]: row for row in result["rows"] if row["system"] == "neural-small"}
        main = {row["line"]: row for row in reversed(result["rows"]) if row["system"] == "neural-small"}
        assert rows
        for line, row in main.items():
            places = 3 if result["analysis"] == "words" else 1
            shown = table.locator(f"[data-line='{line}'] [data-figure=difference]").inner_text()
            assert shown == f"{row['difference']:+z.{places}f}".replace("-", "\N{MINUS SIGN}")
    expect(page).to_have_url(re.compile("where=length"))
    page.get_by_role("button", name="length >= 12").click()
    expect(status).to_contain_text("All 120 segments")
    # what looks at outputs leaves values without tests
    field.fill("chrf(neural-small) > 60")
    field.press("Enter")
    settled(page)
    expect(status).to_contain_text("looks at outputs")
    cells = page.locator("[data-table='words/Words by frequency'] [data-figure=q]").all_inner_texts()
    assert set(cells) == {"–"}
    page.context.close()
    assert requests == [report.as_uri()]


def test_a_notebook_shows_it_in_a_frame_that_filters_too(browser: Browser) -> None:
    lines = {
        name: (DIALOGUES / name).read_text(encoding="utf-8").splitlines()
        for name in ("reference-a.en.txt", "systems/phrase-based.txt", "systems/neural-small.txt")
    }
    references, *systems = lines.values()
    evalset = EvalSet(references, systems={"old": systems[0], "new": systems[1]})
    shown = mtassay.report(evalset, ["words", "errors"], ["chrf"])._repr_html_()
    page = browser.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_content(f"<!doctype html><title>notebook</title>{shown}")
    frame = page.frame_locator("iframe")
    expect(frame.locator("[data-list] [role=status]")).to_have_text("120 segments")
    frame.locator("[data-filter]").fill("length >= 10")
    frame.locator("[data-filter]").press("Enter")
    expect(frame.locator("[data-filter-status]")).to_contain_text("104 of 120 segments")
    page.close()
    assert not complaints


@pytest.mark.parametrize(("texts", "missing"), [("none", 20), ("8", 16), ("all", 0)])
def test_texts_that_are_left_out_are_not_missed_by_the_rest(
    browser: Browser, tmp_path: Path, texts: str, missing: int
) -> None:
    path = tmp_path / "report.html"
    files = ("-r", str(DIALOGUES / "reference-a.en.txt"), *(str(DIALOGUES / "systems" / name) for name in SYSTEMS))
    assert run("report", "-q", *files, "-m", "chrf", "--texts", texts, "-o", str(path)).returncode == 0
    requests: list[str] = []
    page = opened(browser, path, requests, viewport={"width": 1280, "height": 900})
    expect(page.locator("[data-list] [role=status]")).to_have_text("120 segments")
    page.get_by_label("Sort").select_option(label="largest gain")
    expect(page.locator("[data-segment] .mini")).to_have_count(20)
    expect(page.get_by_text("not in this file", exact=True)).to_have_count(missing)
    expect(page.get_by_label("Find text")).to_have_count(0 if texts == "none" else 1)
    field, status = page.locator("[data-filter]"), page.locator("[data-filter-status]")
    field.fill("length >= 10")
    field.press("Enter")
    expect(status).to_contain_text("104 of 120 segments")
    for condition in ('reference ~ "hotel"', 'ngram("no such words", over, "neural-small")'):
        field.fill(condition)
        field.press("Enter")
        if texts != "all":
            expect(status).to_contain_text("the texts are not in this file")
    page.context.close()
    assert requests == [path.as_uri()]


def test_a_page_that_was_too_large_lists_its_segments_and_has_no_filter(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        (DIALOGUES / name).read_text(encoding="utf-8").splitlines()
        for name in (*TEXTS, *map("systems/{}".format, SYSTEMS))
    ]
    evalset = EvalSet(lines[1], sources=lines[0], systems=dict(zip(SYSTEMS, lines[2:], strict=True)))
    monkeypatch.setattr(page_module, "MOST_OUTPUTS", 100)
    monkeypatch.setattr(page_module, "_TEXTS_OF_LARGE", 25)
    path = tmp_path / "report.html"
    with pytest.warns(MtassayWarning, match="no filters"):
        mtassay.report(evalset, metrics=["chrf", "bleu"]).save(path)
    requests: list[str] = []
    page = opened(browser, path, requests, viewport={"width": 1280, "height": 900})
    expect(page.locator("[data-list] [role=status]")).to_have_text("25 segments")
    expect(page.locator("[data-filter]")).to_have_count(0)
    page.get_by_label("Marks").select_option(label="classes of errors")
    page.get_by_label("Sort").select_option(label="as in the test set")
    settled(page)
    numbers = [int(item.get_attribute("data-segment") or 0) for item in page.locator("[data-segment]").all()]
    assert max(numbers) > 25
    for number in numbers:  # each with its own texts
        expect(page.locator(f"[data-segment='{number}']")).to_contain_text(lines[1][number - 1])
    page.context.close()
    assert requests == [path.as_uri()]
