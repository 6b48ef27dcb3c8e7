"""Which texts a report gives away, told by words that only one segment has."""

import base64
import re
import zlib

import numpy as np
import pytest

import mtassay
from mtassay import EvalSet, MtassayWarning, Report, SettingError
from mtassay.analyses.counting.glossary import Glossary, Term
from mtassay.analyses.counting.word_labels import WordLabels
from mtassay.analyses.figures import FigureTable
from mtassay.analyses.result import Analyses
from mtassay.reports.page import report as page_module
from mtassay.reports.shared_texts import read_texts, share_texts, without_other_texts

SEGMENTS = 80


def secret_set() -> EvalSet:
    """Every text has a word of its own, with the number of its segment; all else is common to many."""
    rng = np.random.default_rng(5)

    def texts(side: str) -> list[str]:
        commons = (" ".join(rng.choice(["the", "cat", "sat", "on", "a", "mat"], 6)) for _ in range(SEGMENTS))
        return [f"{common} secret{side}{number}x {common}" for number, common in enumerate(commons, start=1)]

    return EvalSet(texts("ref"), sources=texts("src"), systems={"old": texts("old"), "new": texts("new")})


ANALYSES = mtassay.analyze(secret_set(), metrics=["chrf", "bleu"])


def told(written: str) -> set[int]:
    """The segments whose words stand in a file or in its blobs."""
    packed = re.findall(r'<script type="text/plain" data-blob="b\d+">([^<]*)</script>', written)
    blobs = [zlib.decompress(base64.b64decode(each), -15).decode("utf-8", "replace") for each in packed]
    return {int(number) for text in (written, *blobs) for number in re.findall(r"secret[a-z]{3}(\d+)x", text)}


@pytest.mark.parametrize("form", ["html", "markdown", "json"])
def test_none_gives_no_text_of_any_segment(form: str) -> None:
    assert told(Report(ANALYSES).written(form))
    written = Report(ANALYSES, "none").written(form)
    assert told(written) == set()
    assert "secret" not in written
    assert "n-grams of fewer than 6 segments" in written  # and that is why there are no discriminative ones
    assert "old" in written
    assert "new" in written


def test_what_many_segments_share_stays_where_there_are_no_texts() -> None:
    shown = without_other_texts(ANALYSES, share_texts(ANALYSES, 0))
    assert [result.title for result in shown["ngrams"]] == [result.title for result in ANALYSES["ngrams"]]
    fewer = mtassay.analyze(secret_set(), ["ngrams:least=1", "examples"], ["chrf"])
    left = without_other_texts(fewer, share_texts(fewer, 0))
    assert list(left.not_done) == ["ngrams:least=1"]
    assert {result.spec for result in left.results} == {"examples"}
    assert [example.segment for example in left["examples"][0].examples] == [  # type: ignore[attr-defined]
        example.segment
        for example in fewer["examples"][0].examples  # type: ignore[attr-defined]
    ]


def labelled_analyses() -> Analyses:
    """Terms that are secret, and labels of segments and words that are secret for the last segments alone."""
    evalset = secret_set()
    places = [f"secretlab{number}x" if number > SEGMENTS - 3 else "home" for number in range(1, SEGMENTS + 1)]
    words = [" ".join(["word"] * 6 + [f"secretlab{n}x" if n > 78 else "name"] + ["word"] * 6) for n in range(1, 81)]
    assert evalset.sources is not None
    glossary = Glossary(tuple(Term(text.split()[6], (text.split()[6],)) for text in evalset.sources[:25]))
    return mtassay.analyze(
        replace_labels(evalset, {"place": places, "half": ["first", "second"] * (SEGMENTS // 2)}),
        ["terms", "segments", "segments:by=place", "segments:by=half", "words:by=kind", "errors:by=kind"],
        ["chrf"],
        words="space",
        glossary=glossary,
        word_labels={"kind": WordLabels(words, {"old": words, "new": words})},
    )


def replace_labels(evalset: EvalSet, labels: dict[str, list[str]]) -> EvalSet:
    return EvalSet(evalset.references, sources=evalset.sources, systems=evalset.systems, labels=labels)


@pytest.mark.parametrize("form", ["html", "markdown", "json"])
def test_neither_terms_nor_rare_labels_stay_without_texts(form: str) -> None:
    analyses = labelled_analyses()
    assert told(Report(analyses).written(form))
    written = Report(analyses, "none").written(form)
    assert "secret" not in written
    assert told(written) == set()
    assert "Terms have numbers here" in written
    assert "term 20" in written
    assert "labels of fewer than 6 segments" in written
    shown = without_other_texts(analyses, share_texts(analyses, 0))
    assert list(shown.not_done) == ["segments:by=place", "words:by=kind", "errors:by=kind"]
    assert [line.title for line in shown["segments:by=half"][0].lines] == ["first", "second"]  # type: ignore[attr-defined]
    (before,), (after,) = analyses["terms"], shown["terms"]
    assert isinstance(before, FigureTable)
    assert isinstance(after, FigureTable)
    assert [line.values for line in before.lines] == [line.values for line in after.lines]
    assert after.lines[0].title == "all terms"


@pytest.mark.parametrize("count", [1, 7, 50])
def test_a_number_gives_the_texts_of_so_many_segments(count: int) -> None:
    report = Report(ANALYSES, count)
    assert len(told(report.html)) == count
    assert f"the texts of {count} of {SEGMENTS} segments" in report.html
    assert told(report.json) <= told(report.html)
    assert told(report.markdown) <= told(report.html)
    assert told(report.markdown)


def test_the_listed_ones_come_first_and_the_largest_changes_before_drawn_ones() -> None:
    scores = ANALYSES.view.evidence(0).score_units()
    changes = scores[:, 1] - scores[:, 0]
    order = np.argsort(changes, kind="stable").tolist()
    assert share_texts(ANALYSES, 4).places.tolist() == sorted([*order[:2], *order[-2:]])  # type: ignore[union-attr]
    chosen = share_texts(ANALYSES, 60).places
    assert chosen is not None
    assert {*order[:10], *order[-10:]} <= set(chosen.tolist())
    largest = np.argsort(-np.abs(changes), kind="stable").tolist()
    assert set(largest[:20]) <= set(chosen.tolist())
    assert np.array_equal(chosen, share_texts(ANALYSES, 60).places)  # drawn by a seed
    assert share_texts(ANALYSES, SEGMENTS).places is None


@pytest.mark.parametrize("texts", ["few", "-1", "1.5", 0, -3, True, ""])
def test_what_is_no_number_of_segments_is_refused(texts: str | int) -> None:
    with pytest.raises(SettingError, match="expected all, none, or how many segments"):
        read_texts(texts)
    with pytest.raises(SettingError):
        mtassay.report(secret_set(), texts=texts)


@pytest.mark.parametrize("limit", ["LARGEST_FILE", "MOST_OUTPUTS"])
@pytest.mark.parametrize(("texts", "count"), [("all", 30), (12, 12), ("none", 0)])
def test_what_is_too_large_is_reduced_and_says_so(
    monkeypatch: pytest.MonkeyPatch, limit: str, texts: str | int, count: int
) -> None:
    monkeypatch.setattr(page_module, limit, 100)
    monkeypatch.setattr(page_module, "_TEXTS_OF_LARGE", 30)
    report = Report(ANALYSES, texts)
    with pytest.warns(MtassayWarning, match="no filters; for a whole one analyse fewer segments, systems or metrics"):
        page = report.html
    assert len(told(page)) == count
    assert "this page cannot be filtered" in page
    assert ('"live":false' in page) == (count > 0)
    assert ('"report-data"' in page.partition("<script>")[0]) == (count > 0)
