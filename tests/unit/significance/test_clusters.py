"""Clusters of a ranking."""

from mtassay.significance.clusters import clusters


def test_a_cut_needs_every_comparison_across_it() -> None:
    values = {"a": 9.0, "b": 8.5, "c": 5.0, "d": 1.0}
    assert clusters(list(values), lambda first, second: values[first] - values[second] > 1) == (1, 1, 2, 3)
    # b is not better than c, although a is: no cut between b and c
    assert clusters(["a", "b", "c"], lambda first, second: (first, second) == ("a", "c")) == (1, 1, 1)
    assert clusters([], lambda first, second: True) == ()
