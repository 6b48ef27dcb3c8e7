from dataclasses import replace

import pytest
from people.given_answers import crossed, scored

from mtassay.human.results.judge_figures import judge_figures
from mtassay.human.scores.columns import score_columns
from mtassay.human.scores.differences import score_differences


def test_severity_is_shrunk_by_how_much_was_judged() -> None:
    values = [50.0 + 8 * judge for judge in range(2) for _ in range(10)]
    answers = crossed(2, 5, "ab", values)
    strict, mild = judge_figures(answers, score_differences(score_columns(answers)))
    assert (strict.severity, mild.severity) == pytest.approx((4 * 10 / 20, -4 * 10 / 20))
    first, second = judge_figures(answers, score_differences(score_columns(answers)), is_lower_better=True)
    assert (first.severity, second.severity) == pytest.approx((-4 * 10 / 20, 4 * 10 / 20))  # of penalties, more
    assert (strict.same, strict.answers, strict.control) == (1, 10, None)


def test_pace_is_a_median_for_answers_and_for_words() -> None:
    answers = [
        replace(answer, seconds=seconds, source=source)
        for answer, seconds, source in zip(
            scored(("anna", "1", "a", 1), ("anna", "2", "a", 2), ("anna", "3", "a", 3), ("ben", "1", "a", 1)),
            (10.0, 20.0, 90.0, None),
            ("eins zwei", "eins zwei drei vier", "", "eins"),
            strict=True,
        )
    ]
    anna, ben = judge_figures(answers)
    assert (anna.seconds, anna.seconds_a_word, anna.severity) == (20, 5, None)
    assert (ben.seconds, ben.seconds_a_word) == (None, None)
