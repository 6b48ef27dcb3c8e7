import math

import numpy as np
import pytest
from people.given_answers import crossed, scored

from mtassay.errors import InputError
from mtassay.human.scores.columns import score_columns
from mtassay.human.scores.score_agreement import score_agreement


def test_scales_of_few_steps_have_kappa_and_others_standard_scores() -> None:
    rng = np.random.default_rng(1)
    steps = score_agreement(score_columns(crossed(2, 30, "ab", rng.integers(0, 7, 120).astype(float))))
    assert steps.coefficients[0].name == "Krippendorff's alpha, ordinal"
    assert "kappa" in steps.coefficients[1].name
    slider = score_agreement(score_columns(crossed(2, 30, "ab", rng.integers(0, 100, 120).astype(float))))
    assert [each.name for each in slider.coefficients] == [
        "Krippendorff's alpha, interval",
        "Krippendorff's alpha, interval, of standard scores",
    ]


def test_strict_judges_agree_by_standard_scores() -> None:
    rng = np.random.default_rng(2)
    quality = rng.normal(50, 10, 40)
    rows = [("anna", str(number), "a", float(value)) for number, value in enumerate(quality)]
    rows += [("ben", str(number), "a", float(value - 40)) for number, value in enumerate(quality)]
    raw, standard = score_agreement(score_columns(scored(*rows))).coefficients
    assert raw.value < 0
    assert standard.value == pytest.approx(1)


def test_who_scored_twice_counts_by_the_first_score() -> None:
    agreement = score_agreement(
        score_columns(scored(("anna", "1", "a", 4), ("anna", "1", "a", 9), ("ben", "1", "a", 4), ("ben", "2", "a", 1)))
    )
    assert (agreement.items, agreement.judges, agreement.couples, agreement.distance, agreement.exact) == (
        1,
        2,
        1,
        0,
        1,
    )


def test_no_overlap_and_equal_scores_have_reasons() -> None:
    with pytest.raises(InputError, match="no output was scored by two judges"):
        score_agreement(score_columns(scored(("anna", "1", "a", 4), ("ben", "2", "a", 4))))
    same = score_agreement(score_columns(crossed(2, 5, "a", [100.0] * 10)))
    assert all(math.isnan(each.value) and each.reason for each in same.coefficients)


def test_grades_have_the_kappa_of_fleiss_of_items_with_equally_many() -> None:
    rows = [("anna", "1", "a", 100), ("ben", "1", "a", 100), ("anna", "2", "a", 0), ("ben", "2", "a", 0)]
    rows += [("anna", "3", "a", 100), ("ben", "3", "a", 0)]
    rows += [(judge, "4", "a", 50) for judge in ("anna", "ben", "cleo")]  # a third one, whom chance would not count
    (kappa,) = score_agreement(score_columns(scored(*rows)), are_grades=True).coefficients
    # 2 of 3 agree; half of all said 100
    assert (kappa.name, kappa.units) == ("Fleiss' kappa", 3)
    assert kappa.value == pytest.approx((2 / 3 - 1 / 2) / (1 / 2))
