"""A report as one file: strict, the same bytes each time, whatever the texts are."""

import base64
import hashlib
import re
from pathlib import Path

import numpy as np
import pytest
from analysed import repeated
from lxml import html

import mtassay
from mtassay import EvalSet
from mtassay.reports.page.report import write_report

HOSTILE = '</script><script>alert(1)</script> & "q" \u202eabc\u2069 \x1e\x1f \u0301 =1+1'


def random_set(segments: int = 60, systems: int = 2) -> EvalSet:
    rng = np.random.default_rng(3)

    def text() -> str:
        return " ".join(
            rng.choice(["the", "cat", "sat", "London", "3,000", "on", "a", "mat", "."], rng.integers(1, 12))
        )

    return EvalSet(
        [text() for _ in range(segments)],
        sources=[text() for _ in range(segments)],
        systems={f"system {number}": [text() for _ in range(segments)] for number in range(systems)},
        target_language="en",
    )


def page_of(evalset: EvalSet, *specs: str) -> tuple[str, html.HtmlElement]:
    written = write_report(mtassay.analyze(evalset, specs or None, ["chrf", "bleu"]))
    return written, html.fromstring(written)


def test_a_report_has_all_sections_and_asks_for_nothing() -> None:
    written, page = page_of(random_set())
    heads = [head.text_content() for head in page.findall(".//h2")]
    for wanted in ("Scores", "What stands out", "Every segment", "Words by frequency", "Error classes", "n-grams"):
        assert wanted in heads
    assert not re.search(r"https?://(?!www\.w3\.org/)", written)
    assert not page.xpath("//@src | //link | //iframe | //@style | //@onclick")


def test_only_what_stands_in_the_file_may_run() -> None:
    written, page = page_of(random_set(), "words")
    (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    style = re.search(r"<style>(.*?)</style>", written, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy
    script = re.search(r"<script>(.*?)</script>", written, re.DOTALL)
    assert script is not None
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_the_same_analyses_give_the_same_bytes() -> None:
    assert page_of(random_set())[0] == page_of(random_set())[0]


def test_hostile_texts_and_names_are_text() -> None:
    evalset = EvalSet(
        [HOSTILE] * 40,
        sources=[HOSTILE] * 40,
        systems={HOSTILE.replace("\x1e", "").replace("\x1f", ""): ["a b"] * 40, "b": [HOSTILE] * 40},
        labels={HOSTILE: ["x", HOSTILE] * 20},
    )
    written, page = page_of(evalset)
    assert "<script>alert" not in written
    assert "\x1e" not in written
    assert page.xpath("//dd[contains(., 'alert(1)')]")


@pytest.mark.parametrize(
    "evalset",
    [
        random_set(systems=1),
        repeated("a b c", "a b", "a b"),
        random_set(systems=4),
        random_set(segments=30),
    ],
    ids=["one system", "identical systems", "four systems", "thirty segments"],
)
def test_every_kind_of_test_set_can_be_drawn(evalset: EvalSet) -> None:
    _, page = page_of(evalset)
    assert page.find(".//h1").text_content()
    if len(evalset.systems) == 1:
        assert not page.xpath("//*[@id='h-stand']")
    if len(evalset.systems) == 4:
        assert page.find(".//h1").text_content() == "4 systems"


def test_a_filter_that_looks_at_outputs_leaves_scores_alone() -> None:
    analyses = mtassay.analyze(random_set(), ["words"], ["chrf"], where='chrf("system 0") > 10')
    page = html.fromstring(write_report(analyses))
    assert "looks at outputs" in page.text_content()
    table = page.xpath("//table[@data-scores]")[0]
    assert [cell.text_content() for cell in table.xpath(".//td[@data-figure='p']")] == ["–"]
    (difference,) = (cell.text_content() for cell in table.xpath(".//td[@data-figure='difference']"))
    assert re.fullmatch("[+−][0-9.]+", difference)
    assert "looks at outputs" in page.xpath("//*[@data-standouts-note]")[0].text_content()


def test_what_is_wrong_is_counted_for_both_systems_and_words_of_references_once() -> None:
    _, page = page_of(random_set(), "errors", "words")
    for name, pattern in (("errors/", r"[\d,]+( → [\d,]+)?"), ("words/", r"[\d,]+")):
        cells = page.xpath(f"//table[starts-with(@data-table, '{name}')]//td[@data-figure='size']")
        assert cells
        assert all(re.fullmatch(pattern, cell.text_content()) for cell in cells)
    assert "→" in page.xpath("string(//table[starts-with(@data-table, 'errors/')]/tbody)")


def test_marks_are_explained_where_there_are_some(tmp_path: Path) -> None:
    (tmp_path / "given.tsv").write_text("a\tb\n" + "1\t2\n" * 30)
    evalset = EvalSet(None, systems={"a": ["x y"] * 30, "b": ["x z"] * 30})
    page = html.fromstring(write_report(mtassay.analyze(evalset, ["profile"], [f"given:path={tmp_path}/given.tsv"])))
    assert not page.xpath("//*[@data-drawn-marks]")
    assert page_of(random_set(), "profile")[1].xpath("//*[@data-drawn-marks]")


def test_systems_beside_the_first_pair_have_what_tells_them_behind_a_summary() -> None:
    _, page = page_of(random_set(systems=4), "discriminative:orders=1")
    heads = [head.text_content() for head in page.xpath("//h3[contains(., 'from the references')]")]
    assert len(heads) == 4
    behind = page.xpath("//details[contains(summary, 'other systems')]//h3")
    assert [head.text_content() for head in behind] == heads[2:]


def test_what_lines_are_worth_has_the_digits_of_what_they_add_to() -> None:
    analyses = mtassay.analyze(random_set(), ["segments", "words:by=shape"], ["meteor2005"])
    page = html.fromstring(write_report(analyses))
    for table, places in (("segments/", analyses.view.metrics[0].places), ("words:by=shape/", 2)):
        cells = page.xpath(f"//table[starts-with(@data-table, '{table}')]//td[@data-figure='worth']")
        shown = [cell.text_content().strip() for cell in cells if cell.text_content().strip()]
        assert shown
        assert {len(text.partition(".")[2]) for text in shown} == {places}


def test_the_drawn_values_are_those_of_the_analyses() -> None:
    analyses = mtassay.analyze(random_set(), ["words:by=shape"], ["chrf"])
    table = analyses.results[0]
    page = html.fromstring(write_report(analyses))
    rows = page.xpath("//table[contains(@class, 'figures-table')]/tbody/tr")
    for row, line in zip(rows, table.lines, strict=True):  # type: ignore[attr-defined]
        shown = [cell.text_content() for cell in row.xpath("td[@data-figure='value']")]
        assert shown == [f"{value.value:.3f}" for value in line.values[0]]


def test_numbers_below_zero_are_written_with_a_minus() -> None:
    _, page = page_of(random_set(), "segments:by=difference")
    lines = [head.text for head in page.xpath("//table[@data-outcomes]/tbody//th")]
    assert any("\N{MINUS SIGN}" in line for line in lines)
    assert not [line for line in lines if "-" in line]
