"""From a number of a report to its segments, from there to a filter of everything, and to the command."""

import json
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.reports.settled import settled
from playwright.sync_api import Browser, Page, expect
from processes import run, run_module

DIALOGUES = Path(__file__).parents[2] / "examples" / "dialogues"
TEXTS = ("-s", str(DIALOGUES / "source.de.txt"), "-r", str(DIALOGUES / "reference-a.en.txt"), "-l", "en")
SYSTEMS = [str(DIALOGUES / "systems" / f"{name}.txt") for name in ("phrase-based", "neural-small")]


@pytest.fixture(scope="module")
def opened(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A report of two systems; one page for all, as opening takes longer than what is tried on it."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    done = run("report", "-q", *TEXTS, *SYSTEMS, "-m", "chrf", "-m", "ter", "-o", str(path))
    assert done.returncode == 0, done.stderr
    complaints: list[str] = []
    page = browser.new_context(offline=True, viewport={"width": 1280, "height": 900}).new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(path.as_uri())
    settled(page)
    yield page
    page.context.close()
    assert not complaints


@pytest.fixture
def page(opened: Page) -> Page:
    """The same page with nothing chosen."""
    opened.keyboard.press("Escape")
    field = opened.get_by_label("Only segments where")
    if field.input_value():
        field.fill("")
        field.press("Enter")
    settled(opened)
    expect(opened.locator("[data-filter-status]")).to_contain_text("All 120 segments")
    return opened


def shown(page: Page) -> str:
    settled(page)
    return page.locator("[data-list] [role=status]").inner_text()


def test_a_number_lists_its_segments_by_keyboard_and_back(page: Page) -> None:
    number = page.locator("[data-table='errors/Error classes'] [data-line=order] button").nth(1)
    number.focus()
    page.keyboard.press("Enter")
    listed = page.locator("[data-listed]")
    expect(listed).to_contain_text("Error classes: wrong place, neural-small")
    expect(page.locator("[data-segment]").first).to_be_focused()
    count = int(shown(page).split()[0])
    assert 0 < count < 120
    page.keyboard.press("Escape")
    expect(listed).not_to_be_visible()
    expect(number).to_be_focused()
    assert shown(page) == "120 segments"


def test_number_list_filter_command(page: Page, tmp_path: Path) -> None:
    page.locator("[data-table='errors/Error classes'] [data-line=order] button").nth(1).click()
    page.get_by_role("button", name="Filter by this").click()
    status = page.locator("[data-filter-status]")
    expect(status).to_contain_text("looks at outputs")
    expect(page.locator("[data-listed]")).not_to_be_visible()
    page.locator("[data-table='segments/chrF2 by words of the reference'] [data-line='below 10'] button").first.click()
    expect(page.locator("[data-segment]").first).to_be_focused()
    page.get_by_role("button", name="Filter by this").click()
    field = page.get_by_label("Only segments where")
    expect(field).to_have_value("errors.order(neural-small) > 0 and length < 10")
    settled(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as command").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    command = shlex.split(page.evaluate("navigator.clipboard.readText()"))
    assert command[:2] == ["mtassay", "report"]
    output = command.index("-o")
    analyze = ["analyze", *command[2:output], *command[output + 2 :], "-f", "json", "-a", "errors"]
    for path in map(Path, (*TEXTS[1:4:2], *SYSTEMS)):  # a command names no folders
        shutil.copy(path, tmp_path)
    told = json.loads(run_module("mtassay.cli.main", *analyze, folder=tmp_path).stdout)
    assert status.inner_text().startswith(f"{told['segments']} of 120 segments")
    (result,) = told["results"]
    for row in result["rows"]:
        if row["system"] == "neural-small":
            cell = page.locator(f"[data-table='errors/Error classes'] [data-line='{row['line']}'] [data-side='1']")
            assert cell.inner_text() == f"{row['value']:.1f}"


def test_what_has_no_condition_is_only_listed(page: Page) -> None:
    page.locator("[data-table='words/Words by frequency'] [data-line=once] button").first.click()
    expect(page.locator("[data-listed]")).to_contain_text("Words by frequency: once, phrase-based")
    expect(page.get_by_role("button", name="Filter by this")).to_have_count(0)
    page.get_by_role("button", name="List all again").click()
    expect(page.locator("[data-listed]")).not_to_be_visible()


def test_a_bucket_of_an_outcome_lists_as_many_as_it_counts(page: Page) -> None:
    for number in page.locator("[data-where]").all()[:6]:
        settled(page)
        count = number.inner_text()
        number.get_by_role("button").click()
        expect(page.locator("[data-list] [role=status]")).to_have_text(f"{count} of 120 segments")
        page.keyboard.press("Escape")


def test_a_rectangle_drawn_by_mouse_becomes_a_filter(page: Page) -> None:
    box = page.locator(".brushing").bounding_box()
    assert box is not None
    page.locator("[data-scatter]").scroll_into_view_if_needed()
    box = page.locator(".brushing").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 0.3 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + 0.7 * box["height"], steps=3)
    page.mouse.up()
    brushed = page.locator("[data-brushed]")
    expect(brushed).to_contain_text("segments chosen: phrase-based")
    settled(page)
    count = brushed.locator("b").inner_text().split()[0]
    expect(page.locator("[data-list] [role=status]")).to_have_text(f"{count} of 120 segments")
    brushed.get_by_role("button", name="Filter by this").click()
    expect(page.locator("[data-filter-status]")).to_contain_text(f"{count} of 120 segments")
    settled(page)
    assert page.get_by_label("Only segments where").input_value().startswith("chrf(phrase-based) >= ")
    expect(page.locator("[data-scatter] .dots:not(.chosen)").first).to_be_attached()
    dots = page.locator("[data-scatter] .dots:not(.chosen)").evaluate_all(
        "paths => paths.map(path => path.getAttribute('d')).join('').split('M').length - 1"
    )
    assert str(dots) == count


def test_a_rectangle_by_arrow_keys(page: Page) -> None:
    plot = page.locator(".brushing")
    plot.focus()
    for key in ("ArrowUp", "ArrowRight", "Shift+ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    settled(page)
    count = page.locator("[data-brushed] b").inner_text().split()[0]
    assert page.locator("[data-scatter] .chosen").get_attribute("d").count("M") == int(count)  # type: ignore[union-attr]
    expect(plot).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-segment]").first).to_be_focused()
    assert shown(page) == f"{count} of 120 segments"
    page.keyboard.press("Escape")
    expect(plot).to_be_focused()
    expect(page.locator(".brush")).to_have_attribute("visibility", "hidden")
    assert shown(page) == "120 segments"


def test_every_bar_lists_and_filters_as_many_as_it_says(page: Page) -> None:
    bars = page.locator("[data-histogram] [role=button]")
    bars.first.focus()
    for number in range(bars.count()):
        bar = bars.nth(number)
        expect(bar).to_be_focused()
        count = str(bar.get_attribute("aria-label")).split(": ")[1].split()[0]
        page.keyboard.press("Enter")
        expect(page.locator("[data-list] [role=status]")).to_have_text(f"{count} of 120 segments")
        condition = page.get_by_role("button", name="Filter by this").get_attribute("title")
        mask = """async (text) => {
          const data = document.querySelector('[data-filter]');
          data.value = text;
          data.form.requestSubmit();
        }"""
        if number in (0, bars.count() // 2, bars.count() - 1):
            page.evaluate(mask, condition)
            settled(page)
            expect(page.locator("[data-filter-status]")).to_contain_text(f"{count} of 120 segments")
            page.evaluate(mask, "")
            settled(page)
            expect(page.locator("[data-filter-status]")).to_contain_text("All 120 segments")
            bars.first.focus()
            for _ in range(number):
                page.keyboard.press("ArrowRight")
        else:
            page.keyboard.press("Escape")
            expect(bar).to_be_focused()
        page.keyboard.press("ArrowRight")


def test_keys(page: Page) -> None:
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("j")  # nothing moves behind it
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).not_to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect(page.locator("[data-segment]").first).to_be_focused()
    page.keyboard.press("m")
    expect(page.get_by_role("radio", name="TER")).to_be_checked()
    expect(page.locator("[data-metric-name]").first).to_have_text("TER")
    page.keyboard.press("Control+m")  # not ours
    page.keyboard.press("m")
    expect(page.get_by_role("radio", name="chrF2")).to_be_checked()
    page.keyboard.press("x")
    expect(page.locator("[data-scores] [data-head='0']").first).to_have_text("neural-small")
    page.keyboard.press("x")
    expect(page.locator("[data-scores] [data-head='0']").first).to_have_text("phrase-based")
    page.keyboard.press("/")
    expect(page.get_by_label("Find text")).to_be_focused()
    page.keyboard.press("x")
    expect(page.locator("[data-list] [role=status]")).to_contain_text("of 120")  # in a field a key is a letter
    page.get_by_label("Find text").fill("")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Find text")).not_to_be_focused()


def test_filter_and_back_by_keys_alone(page: Page) -> None:
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("f")
    page.keyboard.type("length >= 8")
    page.keyboard.press("Enter")
    status = page.locator("[data-filter-status]")
    settled(page)
    expect(status).to_contain_text("of 120 segments")
    expect(page.get_by_label("Only segments where")).to_be_focused()
    count = int(status.inner_text().split()[0])
    page.keyboard.press("Escape")
    number = page.locator("[data-table='errors/Error classes'] [data-line=order] button").nth(1)
    number.focus()
    page.keyboard.press("l")
    expect(page.locator("[data-segment]").first).to_be_focused()
    assert 0 < int(shown(page).split()[0]) < count
    page.keyboard.press("Escape")
    expect(number).to_be_focused()
    assert shown(page) == f"{count} of 120 segments"
    bar = page.locator("[data-histogram] [role=button]").first
    bar.focus()
    page.keyboard.press("l")
    expect(page.locator("[data-listed]")).to_contain_text("neural-small less phrase-based, chrF2")
    page.keyboard.press("Escape")
    expect(bar).to_be_focused()


def test_old_figures_are_dimmed_while_new_ones_take_long(page: Page) -> None:
    page.evaluate(
        """() => {
          globalThis.busy = [];
          const main = document.querySelector('main');
          const note = () => globalThis.busy.push(main.getAttribute('aria-busy'));
          new MutationObserver(note).observe(main, { attributeFilter: ['aria-busy'] });
          globalThis.realTimeout = setTimeout;
          window.setTimeout = (act, wait) => realTimeout(act, wait ?? 300);  // between two tables, as if each took long
        }"""
    )
    field = page.get_by_label("Only segments where")
    field.fill("length >= 4")
    field.press("Enter")
    expect(page.locator("[data-filter-status]")).to_contain_text("of 120 segments")
    expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")
    page.evaluate("() => { window.setTimeout = realTimeout; }")
    assert page.evaluate("globalThis.busy") == ["true", None]
