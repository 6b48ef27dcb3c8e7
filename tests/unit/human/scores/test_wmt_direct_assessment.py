import numpy as np
import pytest
from people.given_answers import crossed, scored

from mtassay.human.answers.judged_outputs import Kind
from mtassay.human.scores.wmt_direct_assessment import wmt_direct_assessment


def test_controls_count_for_the_mean_of_their_rater_alone() -> None:
    answers = scored(("anna", "1", "a", 60), ("anna", "1", "b", 40))
    spoilt = scored(("anna", "1", "a", 20), kind=Kind.DEGRADED)
    results = wmt_direct_assessment(answers, spoilt)
    assert [system.system for system in results.systems] == ["a", "b"]
    assert [system.z for system in results.systems] == pytest.approx([1, 0])  # mean 40, deviation 20 with ddof 1
    assert [system.raw for system in results.systems] == [60, 40]


def test_stars_say_how_sure_it_is() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(0, 5, (3, 60, 2)) + np.array([10, 0])
    results = wmt_direct_assessment(crossed(3, 60, "ab", values.reshape(-1).tolist()))
    assert results.stars(0, 1) == "***"
    assert results.stars(1, 0) == ""


def test_a_rater_who_always_gives_100_is_named() -> None:
    answers = scored(("anna", "1", "a", 60), ("anna", "1", "b", 40), ("ben", "1", "a", 100), ("ben", "2", "b", 100))
    results = wmt_direct_assessment(answers)
    assert results.excluded == ("ben",)
    assert sum(system.answers for system in results.systems) == 2


def test_the_best_comes_first_where_less_is_better() -> None:
    values = [value for _ in range(15) for value in (1.0, 2.0)]
    results = wmt_direct_assessment(crossed(3, 5, "ab", values), is_lower_better=True)
    assert [system.system for system in results.systems] == ["a", "b"]
    assert results.systems[0].z > 0
    assert results.systems[0].raw == 1
    assert results.stars(0, 1) == "**"
