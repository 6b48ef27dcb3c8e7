import math

import pytest
from people.given_answers import scored

from mtassay.errors import InputError
from mtassay.human.scores.columns import answers_of, score_columns, system_means


def test_an_output_of_two_systems_is_one_item_that_counts_for_both() -> None:
    columns = score_columns(
        scored(("anna", "1", "a+b", 4), ("ben", "1", "a+b", 6), ("anna", "1", "c", 1), ("anna", "2", "a", 9))
    )
    assert (len(columns), len(columns.segment_of)) == (4, 3)
    answer, system = columns.rows
    pairs = [(number, columns.systems[place]) for number, place in zip(answer.tolist(), system.tolist(), strict=True)]
    assert pairs == [(0, "a"), (0, "b"), (1, "a"), (1, "b"), (2, "c"), (3, "a")]
    assert answers_of(columns).tolist() == [3, 2, 1]
    assert system_means(columns).tolist() == [7, 5, 1]  # over segments of means over answers


def test_what_names_no_judge_or_no_system_is_counted() -> None:
    columns = score_columns(scored(("anna", "1", "a", 4), ("", "1", "a", 6), ("ben", "1", "", 1)))
    assert (len(columns), columns.unnamed, columns.unmade) == (1, 1, 1)
    with pytest.raises(InputError, match="no answer names a judge and a system"):
        score_columns(scored(("", "1", "a", 6)))


def test_a_system_without_scores_has_no_mean() -> None:
    columns = score_columns(scored(("anna", "1", "a", 4), ("anna", "1", "b", 6)))
    cut = columns.with_values(columns.value * [1, math.nan])
    assert len(cut) == 1
    assert math.isnan(system_means(cut)[1])
