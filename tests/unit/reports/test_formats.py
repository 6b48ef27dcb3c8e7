"""Tables for people and programs."""

import numpy as np
import pytest

from mtassay.evaluation.score import Evaluation, Score, Scores
from mtassay.reports.formats import FORMATS, render
from mtassay.reports.tsv import segment_lines


def score(value: float, label: str = "BLEU", places: int = 2) -> Score:
    name = label.lower()
    return Score(name, name, label, value, "nrefs:1", True, {"part": value}, np.array([value]), places)


@pytest.fixture
def evaluation() -> Evaluation:
    return Evaluation(
        1, {"a_b|c&d": Scores((score(12.345), score(50.0, "chrF2"))), "z": Scores((score(9.0), score(60.0, "chrF2")))}
    )


@pytest.mark.parametrize("name", FORMATS)
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
    assert list(segment_lines(evaluation, None)) == ["system\tsegment\tBLEU\n", "a b\t1\t9.0\n"]
