"""What agreement means, in words."""

from dataclasses import replace

import pytest
from people.given_answers import ranked, scored

from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Kind, Mark
from mtassay.human.results.ranking_results import ranking_results
from mtassay.human.results.score_results import score_results
from mtassay.reports.results.people.agreement import (
    agreement_table,
    ranking_agreement_lines,
    score_agreement_lines,
    strength,
)


@pytest.mark.parametrize(
    ("value", "word"),
    [(-0.2, "none"), (0.1, "slight"), (0.2, "fair"), (0.58, "moderate"), (0.6, "substantial"), (1.0, "almost perfect")],
)
def test_every_size_has_a_word(value: float, word: str) -> None:
    assert strength(value).startswith(f"{word}: ")


def test_what_is_undefined_has_no_word() -> None:
    assert strength(float("nan")) == ""


def test_scores_say_how_far_two_judges_are_apart() -> None:
    said = [60.0, 70.0, 40.0, 20.0, 55.0, 61.0]
    answers = scored(
        *((judge, str(number // 2), "a", value) for number, value in enumerate(said) for judge in "xy"[number % 2])
    )
    again = [replace(answers[0], kind=Kind.REPEAT, value=50.0)]
    lines = score_agreement_lines(score_results(Answers((*answers, *again), "score")))
    meant = {(line.of, line.figure): line.meaning for line in lines}
    assert meant["judges", "mean distance of two scores"] == "on one output two judges are typically 12 apart"
    assert meant["same judge", "mean distance of two scores"].endswith("typically 10 off")
    assert agreement_table(lines).notes[0].startswith("alpha and kappa")


@pytest.mark.parametrize("is_penalty", [True, False])
def test_penalties_are_named_where_the_score_is_one(is_penalty: bool) -> None:
    marks = (Mark(0, 3, "", "minor"),)
    answers = [replace(each, marks=marks) for each in scored(("x", "1", "a", 1.0), ("y", "1", "a", 5.0))]
    results = score_results(Answers(tuple(answers), "score", is_lower_better=is_penalty))
    figures = [line.figure for line in score_agreement_lines(results) if line.of == "errors"]
    assert any("of penalties" in figure for figure in figures) == is_penalty
    assert "F1 of marked characters" in figures


def test_rankings_say_how_often_two_judges_say_the_same() -> None:
    answers = ranked(("x", "1", "t", [("a", 1), ("b", 2)]), ("y", "1", "u", [("a", 2), ("b", 1)]))
    lines = ranking_agreement_lines(ranking_results(Answers(tuple(answers), "ranking"), draws=20))
    assert lines[0].meaning == "two judges of one pair say the same in 0 % of cases"
    assert agreement_table(()).notes == ("none to show",)
