"""Tables for people and programs."""

import csv
import io
import json
import warnings

import numpy as np
import pytest
from hypothesis import given
from strategies import hostile_text

from mtassay.corpus.formats.base import FILE_FORMATS
from mtassay.evaluation.score import Evaluation, Score, Scores
from mtassay.evaluation.segment_statistics import SegmentStatistics, segment_statistics
from mtassay.reports.formats.choice import ENDINGS, FORMATS, report_format
from mtassay.reports.formats.tsv import tsv_lines
from mtassay.reports.results.evaluation import evaluation_document
from mtassay.reports.results.evaluation_tables import segment_names, segment_rows


def score(value: float, label: str = "BLEU", places: int = 2) -> Score:
    name = label.lower()
    return Score(
        metric=name,
        spec=name,
        label=label,
        value=value,
        signature="nrefs:1",
        higher_is_better=True,
        parts={"part": value},
        segments=np.array([value]),
        places=places,
    )


def render(
    evaluation: Evaluation,
    spec: str,
    digits: int | None = None,
    *,
    color: bool = False,
    statistics: SegmentStatistics | None = None,
) -> str:
    written = report_format(spec).write(evaluation_document(evaluation, statistics), digits=digits, color=color)
    assert isinstance(written, str)
    return written


@pytest.fixture
def evaluation() -> Evaluation:
    return Evaluation(
        1, {"a_b|c&d": Scores((score(12.345), score(50.0, "chrF2"))), "z": Scores((score(9.0), score(60.0, "chrF2")))}
    )


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "xlsx"])
def test_every_format_ends_in_a_newline_and_has_every_number(name: str, evaluation: Evaluation) -> None:
    text = render(evaluation, name, 1)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    for number in ("12.3", "50.0", "9.0", "60.0"):
        assert number in text


def test_names_are_escaped(evaluation: Evaluation) -> None:
    assert r"a\_b\|c&d" in render(evaluation, "markdown")
    assert r"a\_b|c\&d" in render(evaluation, "latex")


def test_the_best_is_marked(evaluation: Evaluation) -> None:
    assert "**12.3**" in render(evaluation, "markdown", 1)
    assert r"\textbf{60.00}" in render(evaluation, "latex")
    assert "\x1b[1m60.00\x1b[0m" in render(evaluation, "text", color=True)
    alone = Evaluation(1, {"z": Scores((score(9.0),))})
    assert "**" not in render(alone, "markdown")


@pytest.mark.parametrize("name", ["text", "markdown", "latex"])
def test_people_get_the_digits_that_each_metric_has(name: str) -> None:
    text = render(Evaluation(1, {"a": Scores((score(12.345678), score(0.812345, "COMET", places=4)))}), name)
    assert "12.35" in text
    assert "12.345" not in text
    assert "0.8123" in text
    assert "0.81234" not in text


def test_programs_get_all_digits(evaluation: Evaluation) -> None:
    assert "12.345\t50.0\n" in render(evaluation, "tsv")
    assert "12.345," in render(evaluation, "json")


def test_segment_lines_and_tabs_in_names() -> None:
    evaluation = Evaluation(1, {"a\tb": Scores((score(9.0),))})
    lines = tsv_lines(segment_names(evaluation), segment_rows(evaluation), None)
    assert list(lines) == ["system\tsegment\tBLEU\n", "a b\t1\t9.0\n"]


def test_every_format_has_an_ending() -> None:
    assert sorted(ENDINGS.values()) == sorted(FORMATS)


@given(name=hostile_text)
def test_csv_holds_any_name_in_both_modes(name: str) -> None:
    evaluation = Evaluation(1, {name: Scores((score(9.5),))})
    raw = render(evaluation, "csv")
    if not name.startswith("\ufeff") and "\r" not in name:
        assert list(csv.reader(io.StringIO(raw, newline=""))) == [["system", "BLEU"], [name, "9.5"]]
    safe = render(evaluation, "csv:spreadsheet=yes")
    with warnings.catch_warnings(action="ignore"):  # of line breaks in quotes
        table = FILE_FORMATS.create("csv:spreadsheet=yes,delimiter=',',header=1").read(safe.encode(), "x")
    assert (table.columns[0].texts[0] or "") == name
    _, (cell, _) = csv.reader(io.StringIO(safe, newline=""))
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_json_lines_say_all_of_each_score(evaluation: Evaluation) -> None:
    lines = [json.loads(line) for line in render(evaluation, "jsonl").splitlines()]
    assert [(one["system"], one["label"], one["score"]) for one in lines] == [
        ("a_b|c&d", "BLEU", 12.345),
        ("a_b|c&d", "chrF2", 50.0),
        ("z", "BLEU", 9.0),
        ("z", "chrF2", 60.0),
    ]
    assert all(one["signature"] == "nrefs:1" for one in lines)


@pytest.mark.parametrize("name", ["text", "markdown", "latex"])
def test_statistics_for_people(name: str) -> None:
    first, second = np.array([1.0, 2.0, 6.0]), np.array([5.0, 5.0, 5.0])
    scores = [
        Score(
            metric="m",
            spec="m",
            label=label,
            value=1.0,
            signature="nrefs:1",
            higher_is_better=True,
            parts={},
            segments=rows,
        )
        for label, rows in (("A", first), ("B", second))
    ]
    evaluation = Evaluation(3, {"x": Scores(tuple(scores))})
    text = render(evaluation, name, statistics=segment_statistics(evaluation))
    assert text.endswith("\n")
    for expected in ("x: scores of segments", "7.00", "2.65", "divide by n - 1", "over 3 segments (Pearson)"):
        assert expected in text
    assert "x: B scores every segment alike, and so correlates with nothing." in text


def test_statistics_for_programs(evaluation: Evaluation) -> None:
    document = json.loads(render(evaluation, "json", statistics=segment_statistics(evaluation)))
    assert document["statistics"][0] == {
        "system": "a_b|c&d",
        "label": "BLEU",
        "maximum": 12.345,
        "minimum": 12.345,
        "range": 0.0,
        "mean": 12.345,
        "variance": None,
        "standard_deviation": None,
    }
    assert [one["system"] for one in document["correlations"]] == ["a_b|c&d", "z", None]
    assert document["correlations"][2]["coefficients"][0] == [1.0, pytest.approx(-1.0)]


def test_every_format_is_a_class_of_the_module_of_its_name() -> None:
    for name in FORMATS:
        module = type(report_format(name)).__module__
        assert module == f"mtassay.reports.formats.{name}"
