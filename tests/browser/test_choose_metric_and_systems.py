"""The bar of a report: a metric and two systems for all of the page, kept in the address; scores under a filter."""

import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from browser.reports.settled import settled
from playwright.sync_api import Browser, Page, expect
from processes import run

DIALOGUES = Path(__file__).parents[2] / "examples" / "dialogues"
TEXTS = ("-s", str(DIALOGUES / "source.de.txt"), "-r", str(DIALOGUES / "reference-a.en.txt"), "-l", "en")
NAMES = ("phrase-based", "neural-small", "neural-large", "word-by-word")
SYSTEMS = [str(DIALOGUES / "systems" / f"{name}.txt") for name in NAMES]
METRICS = ("-m", "chrf", "-m", "ter")


def write_report(path: Path, *arguments: str) -> Path:
    done = run("report", "-q", *TEXTS, *METRICS, *arguments, "-o", str(path))
    assert done.returncode == 0, done.stderr
    return path


def open_report(browser: Browser, path: Path, complaints: list[str], hash_: str = "", script: bool = True) -> Page:
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900}, java_script_enabled=script)
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(path.as_uri() + hash_)
    if script:
        settled(page)
    return page


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(tmp_path_factory.mktemp("two") / "two.html", *SYSTEMS[:2])


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(tmp_path_factory.mktemp("four") / "four.html", *SYSTEMS)


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    noted: list[str] = []
    yield noted
    assert not noted


PICK = """nodes => nodes.map((node) => {
  const copy = node.cloneNode(true);
  copy.querySelectorAll('[data-figure=reference], .chosen').forEach((cell) => cell.remove());
  return copy.textContent + [...copy.querySelectorAll('svg')].map((chart) => chart.innerHTML).join(' ');
})"""


def text_of(page: Page, selector: str) -> list[str]:
    """What stands in elements and what is drawn there; references have figures of all segments alone."""
    return [re.sub(r"\s+", "", text) for text in page.locator(selector).evaluate_all(PICK)]


def filter_by(page: Page, text: str, left: str = " of 120 segments") -> None:
    field = page.get_by_label("Only segments where")
    field.fill(text)
    field.press("Enter")
    settled(page)
    expect(page.locator("[data-filter-status]")).to_contain_text(left)


def test_a_ranking_under_a_filter_is_that_of_the_command(
    browser: Browser, four: Path, tmp_path: Path, complaints: list[str]
) -> None:
    live = open_report(browser, four, complaints)
    before = text_of(live, "[data-ranking]")
    where = "length >= 8"
    done = write_report(tmp_path / "some.html", *SYSTEMS, "--test", "jackknife", "--where", where)
    drawn = open_report(browser, done, complaints, script=False)
    live.get_by_text("All pairs by TER").click()
    filter_by(live, where)
    expect(live.locator("[data-test]")).to_have_text(", jackknife")
    assert text_of(live, "[data-ranking]") == text_of(drawn, "[data-ranking]")
    expect(live.locator("[data-ranking] details").nth(1)).to_have_attribute("open", "")
    # what looks at outputs leaves scores without intervals, groups and tests
    filter_by(live, "chrf(neural-small) > 60", "looks at outputs")
    expect(live.locator("[data-ranking] .ends")).to_have_count(0)
    expect(live.locator("[data-ranking] .clu, [data-ranking] .win, [data-ranking] .up")).to_have_count(0)
    filter_by(live, "", "All 120 segments")
    assert text_of(live, "[data-ranking]") == before
    for page in (live, drawn):
        page.context.close()


def test_scores_of_two_systems_under_a_filter_are_those_of_the_command(
    browser: Browser, two: Path, tmp_path: Path, complaints: list[str]
) -> None:
    where = "length >= 8"
    done = write_report(tmp_path / "some.html", *SYSTEMS[:2], "--test", "jackknife", "--where", where)
    drawn = open_report(browser, done, complaints, script=False)
    live = open_report(browser, two, complaints)
    before = text_of(live, "[data-scores]")
    filter_by(live, where)
    assert text_of(live, "[data-scores]") == text_of(drawn, "[data-scores]")
    for table in live.locator("[data-table]").all():
        selector = f"[data-table='{table.get_attribute('data-table')}']"
        assert text_of(live, selector) == text_of(drawn, selector)
    pick = "bars => bars.map(bar => ['class', 'x', 'y', 'width', 'height'].map(name => bar.getAttribute(name)))"
    bars = [page.locator("[data-histogram] .wins, [data-histogram] .losses") for page in (live, drawn)]
    assert bars[0].evaluate_all(pick) == bars[1].evaluate_all(pick)
    assert text_of(live, "[data-plot-legend]") == text_of(drawn, "[data-plot-legend]")
    picture = "chart => { chart.querySelector('.chosen')?.remove(); return chart.innerHTML.replace(/\\s+/g, ''); }"
    assert live.locator("[data-scatter]").evaluate(picture) == drawn.locator("[data-scatter]").evaluate(picture)
    filter_by(live, "", "All 120 segments")
    assert text_of(live, "[data-scores]") == before
    for page in (live, drawn):
        page.context.close()


def test_of_two_filters_the_later_one_holds(browser: Browser, two: Path, complaints: list[str]) -> None:
    page = open_report(browser, two, complaints)
    # the first has to unpack data, the second needs none
    page.locator("[data-filter]").evaluate(
        """field => ["found.loops(neural-small)", "segment > 20"].forEach((text) => {
          field.value = text;
          field.form.requestSubmit();
        })"""
    )
    settled(page)
    expect(page.locator("[data-filter-status]")).to_contain_text("100 of 120 segments; tables")
    expect(page.get_by_label("Only segments where")).to_have_value("segment > 20")
    expect(page.get_by_label("Only segments where")).not_to_have_attribute("aria-invalid", "true")
    page.context.close()


def test_one_metric_for_all_of_the_page_and_in_the_address(browser: Browser, two: Path, complaints: list[str]) -> None:
    page = open_report(browser, two, complaints)
    page.get_by_role("radio", name="TER").check()
    expect(page).to_have_url(re.compile("metric=ter"))
    expect(page.locator("[data-metric-name]").first).to_have_text("TER")
    by_length = page.locator("[data-table='segments/TER by words of the reference']")
    expect(by_length).to_be_visible()
    expect(page.locator("[data-table='segments/chrF2 by words of the reference']")).not_to_be_visible()
    # the largest loss by TER comes first
    expect(page.locator("[data-segment]").first.locator("tr", has_text="TER").locator("td").last).to_have_class("down")
    filter_by(page, "length >= 8")
    expect(page.locator("[data-list] [role=status]")).to_contain_text("of 120 segments")
    first = page.locator("[data-segment]").first.get_attribute("data-segment")
    expect(page).to_have_url(re.compile("where=length"))
    link = page.url
    page.get_by_role("link", name="Errors").click()
    expect(page).to_have_url(link)  # a section does not take the choice away
    again = open_report(browser, two, complaints, link[link.index("#") :])
    expect(again.get_by_role("radio", name="TER")).to_be_checked()
    expect(again.get_by_label("Only segments where")).to_have_value("length >= 8")
    expect(again.locator("[data-filter-status]")).to_contain_text("of 120 segments")
    expect(again.locator("[data-segment]").first).to_have_attribute("data-segment", str(first))
    for each in (page, again):
        each.context.close()


def test_swapped_systems_keep_their_colours_and_tests(browser: Browser, two: Path, complaints: list[str]) -> None:
    page = open_report(browser, two, complaints)
    row = page.locator("[data-scores] [data-metric='0']")
    values = row.locator("[data-side]").all_inner_texts()
    difference, p = row.locator("[data-figure=difference]").inner_text(), row.locator("[data-figure=p]").inner_text()
    assert row.locator("[data-figure=difference] span").get_attribute("class") == "up"
    page.get_by_role("button", name="Swap systems").click()
    expect(page.locator("[data-scores] [data-head='0']").first).to_have_text("neural-small")
    expect(row.locator("[data-side]")).to_have_text(values[::-1])
    expect(row.locator("[data-figure=p]")).to_have_text(p)
    expect(row.locator("[data-figure=difference]")).to_have_text(difference.replace("+", "−"))
    expect(row.locator("[data-figure=difference] span")).to_have_class("down")
    errors = page.locator("[data-table='errors/Error classes'] [data-line=all]")
    expect(errors.locator("[data-figure=difference] span")).to_have_class("down")
    expect(page.get_by_role("button", name="Swap systems")).to_be_focused()
    expect(page).to_have_url(re.compile("pair=neural-small%2Cphrase-based"))
    page.get_by_role("button", name="Swap systems").click()
    expect(row.locator("[data-figure=difference]")).to_have_text(difference)
    expect(page).not_to_have_url(re.compile("#"))
    page.context.close()


def test_another_pair_of_four(browser: Browser, four: Path, tmp_path: Path, complaints: list[str]) -> None:
    page = open_report(browser, four, complaints)
    page.get_by_label("Compare", exact=True).select_option(label="neural-large")
    page.get_by_label("with", exact=True).select_option(label="neural-small")
    key = "[data-table='words/Words by frequency']"
    expect(page.locator(f"{key} [data-head]")).to_have_text(["neural-small", "neural-large"])
    done = write_report(tmp_path / "pair.html", *SYSTEMS, "--pair", "neural-small,neural-large")
    drawn = open_report(browser, done, complaints, script=False)
    settled(page)
    for selector in (key, "[data-table='errors/Error classes']"):
        assert text_of(page, selector) == text_of(drawn, selector)
    drawn.context.close()
    # the same system twice: they change places
    page.get_by_label("Compare", exact=True).select_option(label="neural-small")
    expect(page.locator(f"{key} [data-head]")).to_have_text(["neural-large", "neural-small"])
    # a pair among those that are drawn: the command compares all of them, as they are corrected together
    page.get_by_label("with", exact=True).select_option(label="phrase-based")
    expect(page.locator(f"{key} [data-head]")).to_have_text(["phrase-based", "neural-small"])
    page.get_by_label("Compare", exact=True).select_option(label="word-by-word")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as command").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    words = shlex.split(page.evaluate("navigator.clipboard.readText()"))
    pairs = [word for before, word in pairwise(words) if before == "--pair"]
    assert pairs[0] == "phrase-based,word-by-word"
    assert len(pairs) == 3
    done = write_report(tmp_path / "pairs.html", *SYSTEMS, *(word for pair in pairs for word in ("--pair", pair)))
    drawn = open_report(browser, done, complaints, script=False)
    settled(page)
    for selector in (key, "[data-table='errors/Error classes']"):
        assert text_of(page, selector) == text_of(drawn, selector)
    for each in (page, drawn):
        each.context.close()
