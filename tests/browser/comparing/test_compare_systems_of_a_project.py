"""A manager compares two systems of a project, by people and by metrics, filters, and takes the report home."""

import json
import re
import shlex
import zipfile
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.reports.settled import at_rest, settled
from playwright.sync_api import Browser, Page, expect
from processes import run, run_module
from workbench import ON_BOTH_DATABASES, Workbench

DIALOGUES = Path(__file__).parents[3] / "examples" / "dialogues"
WHERE = "source-length >= 8"


def fill(server: Workbench) -> None:
    """The example project, with a system that hardly anybody judged."""
    languages = ("--source-language", "de", "--target-language", "en")
    made = run("db", "init", server.location, "--project", "Travel dialogues", *languages)
    assert made.returncode == 0, made.stderr
    for arguments in (
        ("import", str(DIALOGUES / "judgments.xml")),
        ("add-output", "neural-small", str(DIALOGUES / "systems" / "neural-small.txt")),
    ):
        assert run("db", *arguments, "--db", server.location).returncode == 0


def shown(page: Page, metric: str) -> list[str]:
    """What a row of the scores says: both systems, difference and p."""
    row = page.locator("[data-scores] tr", has=page.get_by_role("rowheader", name=metric, exact=False)).first
    without_interval = """cell => {
        const copy = cell.cloneNode(true);
        for (const range of copy.querySelectorAll(".range")) range.remove();
        return copy.textContent.trim();
    }"""
    return [cell.evaluate(without_interval) for cell in row.locator("[data-figure]").all()]


def download(page: Page, label: str, folder: Path) -> Path:
    with page.expect_download() as begun:
        page.get_by_role("link", name=label).click()
    path = folder / begun.value.suggested_filename
    begun.value.save_as(path)
    return path


def told(folder: Path, where: str) -> dict[str, dict[str, Any]]:
    """What the command says of the texts that were downloaded, for some of the segments."""
    words = shlex.split((folder / "command.txt").read_text())[2:-2]
    done = run_module("mtassay.cli.main", "analyze", "-q", *words, "--where", where, "-f", "json", folder=folder)
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["scores"]
    return {row["metric"]: row for row in rows if row["system"] == "neural-large"}


@ON_BOTH_DATABASES
def test_compare_two_systems(server: Workbench, page: Page, tmp_path: Path) -> None:
    fill(server)
    page.goto(f"{server.url}/projects/1")
    page.get_by_role("navigation", name="Project").get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name="Scores")).to_be_visible()
    page.get_by_text("Choose systems, metrics and segments").click()
    for name in ("word-by-word", "neural-small"):
        page.get_by_label(f"{name}, 120 outputs").uncheck()
    page.get_by_label("Baseline").select_option("phrase-based")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("neural-large against phrase-based")).to_be_visible()
    expect(page.get_by_text("SSER is the mean over segments that have a score").first).to_contain_text("60 of 120")
    settled(page)
    before = shown(page, "SSER")

    # a filter computes what people say anew, and the command says the same
    field = page.get_by_label("Only segments where")
    field.fill(WHERE)
    field.press("Enter")
    settled(page)
    expect(page.locator("[data-filter-status]")).to_contain_text("of 120 segments")
    after = shown(page, "SSER")
    assert after[:2] != before[:2]
    expect(page.locator("[data-coverage]").first).not_to_contain_text("60 of 120")
    with zipfile.ZipFile(download(page, "Download texts", tmp_path)) as archive:
        archive.extractall(tmp_path)
    expected = told(tmp_path, WHERE)["SSER"]
    assert after[1] == f"{expected['score']:.1f}"
    assert after[2] == f"{expected['difference']:+.1f}".replace("-", "\N{MINUS SIGN}")

    # the address has the choice and the filter
    page.reload()
    settled(page)
    expect(page.locator("[data-filter-status]")).to_contain_text("of 120 segments")
    assert shown(page, "SSER") == after
    page.get_by_role("button", name=WHERE).click()
    expect(page.locator("[data-filter-status]")).to_contain_text("All 120 segments")
    expect(page).to_have_url(re.compile("systems="))
    expect(page).not_to_have_url(re.compile("#"))

    report = download(page, "Download report", tmp_path)
    written = tmp_path / "report.html"
    words = shlex.split((tmp_path / "command.txt").read_text())[1:]
    assert run_module("mtassay.cli.main", *words, folder=tmp_path).returncode == 0
    assert report.read_bytes() == written.read_bytes()

    page.get_by_role("link", name="Compare these by metrics too").click()
    expect(page.get_by_text("16 of 120 segments have a reference")).to_be_visible()
    expect(page.locator("[data-scores] tbody th")).to_have_text(
        ["BLEU", "chrF2", "TERlower is better", "SSERlower is better", "eSSERlower is better"]
    )


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("colors", ["light", "dark"])
def test_it_fits_and_is_accessible(server: Workbench, browser: Browser, width: int, colors: str) -> None:
    fill(server)
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=colors)
    page = context.new_page()
    for query in ("", "?segments=references"):
        page.goto(f"{server.url}/projects/1/compare{query}")
        expect(page.get_by_label("Find text")).to_be_visible()
        page.get_by_text("Choose systems, metrics and segments").click()
        at_rest(page)
        assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert not [
            f"{violation['id']}: {violation['nodes'][0]['html'][:200]}"
            for violation in violations
            if violation["impact"] in ("moderate", "serious", "critical")
        ]
    context.close()


def test_it_is_complete_without_script(server: Workbench, browser: Browser) -> None:
    fill(server)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/projects/1/compare?segments=references")
    for name in ("Scores", "Words by frequency", "Segments", "Methods"):
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    page.get_by_text("Choose systems, metrics and segments").click()
    page.get_by_label("BLEU", exact=True).uncheck()
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("chrF2, higher is better")).to_be_visible()
    expect(page.get_by_text("BLEU, higher is better")).to_have_count(0)
    context.close()
