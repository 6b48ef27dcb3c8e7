import numpy as np
import pytest
from memories import Said, memory_of

from mtassay.errors import InputError
from mtassay.human.agreement import accord, group_agreement, pairwise_agreement, rating_table, self_agreement
from mtassay.human.kappa import cohen
from mtassay.human.memory import make_memory
from mtassay.human.scales import SCALES
from mtassay.significance.evidence import observed_scores

MEMORY = memory_of(
    [
        Said("s1", "a", 10, "ann"),
        Said("s1", "a", 8, "bob"),
        Said("s1", "b", 5, "ann"),
        Said("s1", "b", 5, "bob"),
        Said("s1", "b", 1, "bob"),  # a second thought counts for the score, not for agreement
        Said("s2", "c", 2, "ann"),
        Said("s2", "c", 3, "bob"),
        Said("s2", "c", 9, "cat"),
        Said("s2", "d", 7, "dan"),
        Said("s1", "a", 9, "ann", is_recheck=True),
        Said("s2", "c", 2, "ann", is_recheck=True),
    ]
)


def test_only_first_judgments_of_shared_targets_are_compared() -> None:
    table = rating_table(MEMORY)
    assert [MEMORY.targets[target] for target in table.targets] == ["a", "b", "c"]
    assert table.points[:, 1].tolist() == [8, 5, 3]


def test_judges_in_pairs() -> None:
    pairs = pairwise_agreement(MEMORY)
    assert [(one.first, one.second, one.units) for one in pairs] == [
        ("ann", "bob", 3),
        ("ann", "cat", 1),
        ("bob", "cat", 1),
    ]
    first = pairs[0]
    assert (first.difference, first.distance) == pytest.approx((-1 / 3, 1))
    assert (first.exact, first.near, first.step) == pytest.approx((1 / 3, 2 / 3, 1))
    means = (first.difference, first.distance, first.exact, first.near)
    assert observed_scores(first.evidence).tolist() == pytest.approx(means)
    expected = cohen([10, 5, 2], [8, 5, 3], "quadratic", range(11)).value
    assert first.quadratic_kappa.value == pytest.approx(expected)


def test_all_judges_together() -> None:
    found = group_agreement(MEMORY)
    assert (found.targets, found.judges) == (3, 3)
    assert set(found.alphas) == {"nominal", "ordinal", "interval"}
    assert found.fleiss is None
    assert found.reason == "targets have 2 to 3 judges, and these kappas need equally many"
    even = make_memory([("s", t, p) for t, p in zip("aabb", [1, 2, 3, 3], strict=True)], ["x", "y", "x", "y"])
    both = group_agreement(even)
    assert both.fleiss is not None
    assert both.randolph is not None
    assert both.randolph.categories == 11


def test_one_judge_has_nobody_to_agree_with() -> None:
    memory = make_memory([("s", "a", 1), ("s", "b", 1)], ["x", "x"])
    assert pairwise_agreement(memory) == ()
    with pytest.raises(InputError, match="no translation was judged by two judges"):
        group_agreement(memory)


def test_judges_against_themselves() -> None:
    found = self_agreement(MEMORY)
    assert set(found) == {"ann", "bob"}
    assert found["ann"].units == 2
    assert (found["ann"].difference, found["ann"].exact) == (-0.5, 0.5)
    assert found["bob"].distance == 4
    assert self_agreement(MEMORY, "cat") == {}
    with pytest.raises(InputError, match="no judge 'eve'"):
        self_agreement(MEMORY, "eve")


def test_a_step_is_that_of_the_scale() -> None:
    scale = SCALES["adequacy"]
    first, second = (np.array([scale.points(value) for value in values]) for values in ([1, 3, 5], [2, 5, 5]))
    found = accord(first, second, scale)
    assert found.step == 2.5
    assert (found.exact, found.near) == pytest.approx((1 / 3, 2 / 3))
    assert found.kappa.categories == 5


def test_scores_between_the_steps_are_categories_of_their_own() -> None:
    found = accord(np.array([1.5, 2.0]), np.array([1.0, 2.0]), SCALES["evaltrans"])
    assert found.kappa.categories == 3
    assert accord(np.array([1.5]), np.array([2.5]), SCALES["da"]).near == 1
