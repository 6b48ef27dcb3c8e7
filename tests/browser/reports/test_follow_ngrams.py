"""N-grams of a report and what stands out: under a filter, with other systems, from an n-gram to its segments."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.reports.settled import settled
from playwright.sync_api import Browser, Page, expect

from mtassay import EvalSet, Glossary
from mtassay.analyses.analyze import analyze
from mtassay.analyses.ngrams import NgramTable
from mtassay.analyses.profile import VocabularyTable
from mtassay.analyses.result import Analyses
from mtassay.reports.page.report import write_report

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")

SIZE = 120
SENTENCES = [
    f"we are going to look at number {place} , and it is {'red' if place % 3 else 'blue'}" for place in range(SIZE)
]
OLD = [text.replace("going to", "about to") if place % 2 else text for place, text in enumerate(SENTENCES)]
NEW = [text.replace("it is", "it's") if place % 4 else text for place, text in enumerate(SENTENCES)]
EVALSET = EvalSet(
    SENTENCES,
    sources=[f"wir sehen Nummer {place}" for place in range(SIZE)],
    systems={
        "old": OLD,
        "new": [text + " !" if place < 40 else text for place, text in enumerate(NEW)],
        "third": [text.replace("red", "green") for text in SENTENCES],
    },
    labels={"document": [f"d{place // 10}" for place in range(SIZE)]},
)


def analysed(where: str = "", pairs: list[tuple[str, str]] | None = None) -> Analyses:
    return analyze(
        EVALSET,
        metrics=["chrf", "ter"],
        glossary=Glossary.of([("sehen", ["look"]), ("Nummer", ["number", "look"])]),
        test="jackknife",
        all_pairs=True,
        where=where,
        pairs=pairs,
    )


@pytest.fixture(scope="module")
def opened(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(write_report(analysed()), encoding="utf-8")
    complaints: list[str] = []
    page = browser.new_context(offline=True, viewport={"width": 1280, "height": 900}).new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(path.as_uri())
    settled(page)
    yield page
    page.context.close()
    assert not complaints


def filter_by(page: Page, where: str) -> None:
    field = page.get_by_label("Only segments where")
    field.fill(where)
    field.press("Enter")
    settled(page)
    said = "All 120 segments" if not where else "of 120 segments"
    expect(page.locator("[data-filter-status]")).to_contain_text(said)


@pytest.fixture
def page(opened: Page) -> Page:
    opened.keyboard.press("Escape")
    filter_by(opened, "")
    return opened


def lists(page: Page) -> list[tuple[str, str, list[str]]]:
    """Heading, what was tested, and rows of each list."""
    return [
        (
            section.locator("h3").inner_text(),
            section.locator("[data-tested]").inner_text(),
            section.locator("tbody tr").all_text_contents(),
        )
        for section in page.locator("[data-ngrams]").all()
    ]


def expected_lists(analyses: Analyses) -> list[tuple[str, str, int]]:
    tables = [table for table in analyses.results if isinstance(table, NgramTable)]
    first = tables[0]
    return [
        (
            table.title,
            f"{table.tested} differ, not tested"
            if table.beyond_chance is None
            else f"{sum((line.q or 0) < table.alpha for line in table.lines)} beyond chance of {table.tested} tested",
            min(12, len(table.lines)),
        )
        for table in tables
        if (table.first, table.second) == (first.first, first.second)
    ]


@pytest.mark.parametrize("where", ["segment > 25", "segment <= 80", "segment <= 20", "chrf(new) > 90"])
def test_lists_and_what_stands_out_are_those_of_the_command(page: Page, where: str) -> None:
    filter_by(page, where)
    expected = analysed(where)
    drawn = lists(page)
    assert [(title, tested, len(rows)) for title, tested, rows in drawn] == expected_lists(expected)
    standouts = expected.standouts("old", "new")
    assert page.locator("[data-standouts] li > span:nth-child(2)").all_inner_texts() == [
        standout.about for standout in standouts
    ]
    note = page.locator("[data-standouts-note]")
    expect(note).to_contain_text(expected.refusal or "Not computed anew, and so not among these: Consistency of terms.")
    lead = page.locator("[data-sentence]")
    expect(lead).to_have_text(expected.sentence)
    expect(lead).to_be_visible(visible=bool(expected.sentence))


def test_what_a_filter_does_not_change_says_so(page: Page) -> None:
    marks = page.locator("[data-of-all]:not(details *)")
    assert marks.count() >= 3
    assert not any(mark.is_visible() for mark in marks.all())
    filter_by(page, "segment <= 80")
    assert all(mark.is_visible() for mark in marks.all())
    expect(page.locator("section", has=page.get_by_text("What tells old from")).last).to_contain_text("of all segments")


def test_an_ngram_lists_its_segments_and_filters_by_them(page: Page) -> None:
    section = page.locator("[data-ngrams]", has_text="Right more often by new than by old").first
    gram = section.get_by_role("button", name="going", exact=True).first
    gram.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-listed]")).to_contain_text('where new says "going" as the reference does')
    expect(page.locator("[data-list] [role=status]")).to_have_text("120 of 120 segments")
    page.keyboard.press("Escape")
    over = page.locator("[data-ngrams]", has_text="Said too often by old, more than by new").first
    over.get_by_role("button", name="about", exact=True).click()
    expect(page.locator("[data-list] [role=status]")).to_have_text("60 of 120 segments")
    page.get_by_role("button", name="Filter by this").click()
    expect(page.get_by_label("Only segments where")).to_have_value('ngram("about", over, old)')
    expect(page.locator("[data-filter-status]")).to_contain_text("60 of 120 segments")


def test_what_is_folded_can_be_seen_and_listed(page: Page) -> None:
    over = page.locator("[data-ngrams]", has_text="Said too often by old, more than by new").first
    fold = over.locator("details").first
    count = int(fold.locator("summary").inner_text().removeprefix("+ "))
    fold.locator("summary").click()
    expect(fold.get_by_role("button")).to_have_count(count)
    fold.get_by_role("button", name="about to", exact=True).click()
    expect(page.locator("[data-list] [role=status]")).to_have_text("60 of 120 segments")


def test_other_systems_have_other_lists(page: Page) -> None:
    compared = page.locator("[data-live] select").first
    compared.select_option("2")
    expect(page.locator("[data-ngrams] h3").first).to_have_text("Right more often by old than by third")
    settled(page)
    expected = analysed(pairs=[("old", "third"), ("old", "new")])
    assert [(title, tested, len(rows)) for title, tested, rows in lists(page)] == expected_lists(expected)
    expect(page.locator("[data-table^='consistency'] [data-head='1']")).to_have_text("third")
    compared.select_option("1")
    expect(page.locator("[data-ngrams] h3").first).to_have_text("Right more often by old than by new")


def test_outcomes_are_counted_anew(page: Page) -> None:
    table = page.locator("[data-outcomes]").first
    whole = [int(text) for text in table.locator("td").all_inner_texts()]
    assert sum(whole) == 3 * SIZE
    filter_by(page, "segment <= 40")
    assert sum(int(text) for text in table.locator("td").all_inner_texts()) == 3 * 40
    (variety,) = (each for each in analysed("segment <= 40").results if isinstance(each, VocabularyTable))
    values = ", ".join(f"{name} {count:.0f}" for name, count in zip(variety.systems, variety.counts, strict=True))
    expect(page.locator("[data-variety]")).to_have_text(
        f"Different words in the first {variety.words}: reference {variety.reference}, {values}."
    )


def test_a_system_alone_and_a_metric_that_is_not_computed_here(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    alone = EvalSet(SENTENCES, systems={"old": OLD})
    path.write_text(write_report(analyze(alone, metrics=["chrf"])), encoding="utf-8")
    page = browser.new_context(offline=True).new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(path.as_uri())
    filter_by(page, "segment <= 60")
    expected = analyze(alone, ["ngrams"], ["chrf"], where="segment <= 60")
    assert [(title, tested, len(rows)) for title, tested, rows in lists(page)] == expected_lists(expected)
    page.locator("[data-ngrams]").nth(1).get_by_role("button", name="going", exact=True).first.click()
    expect(page.locator("[data-list] [role=status]")).to_have_text("30 of 120 segments")
    two = EvalSet(SENTENCES, systems={"old": OLD, "new": NEW})
    path.write_text(write_report(analyze(two, ["words", "segments"], metrics=["chrf", "nist"])), encoding="utf-8")
    page.goto("about:blank")
    page.goto(path.as_uri())
    filter_by(page, "segment <= 60")
    expect(page.locator("[data-sentence]")).to_contain_text("Not computed here: NIST.")
    expect(page.locator("[data-standouts-note]")).to_contain_text("NIST by words of the reference")
    page.context.close()
    assert not complaints


def test_a_second_analysis_of_ngrams_stays_as_it_was_drawn(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    specs = ["ngrams", "ngrams:orders=1", "segments:by=difference", "segments:by=difference,cuts='0,5'"]
    two = EvalSet(SENTENCES, systems={"old": OLD, "new": NEW})
    path.write_text(write_report(analyze(two, specs, metrics=["chrf"])), encoding="utf-8")
    page = browser.new_context(offline=True).new_page()
    page.goto(path.as_uri())
    expect(page.locator("[data-kind]")).to_have_count(8)
    before = page.locator("[data-kind] tbody").nth(7).inner_text()
    filter_by(page, "segment <= 60")
    assert page.locator("[data-kind] tbody").nth(7).inner_text() == before
    assert page.locator("[data-kind] tbody").nth(3).inner_text() != before
    expect(page.locator("[data-kind]").nth(7)).to_contain_text("of all segments")
    expect(page.locator("[data-kind]").nth(3)).not_to_contain_text("of all segments")
    for table in page.locator("[data-outcomes]").all():
        assert sum(int(text) for text in table.locator("td").all_inner_texts()) == 2 * 60
    page.context.close()
