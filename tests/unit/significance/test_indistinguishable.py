from itertools import combinations

import numpy as np
import pytest

from mtassay.significance.indistinguishable import indistinguishable


def groups(count: int, *differing: tuple[int, int]) -> list[tuple[int, ...]]:
    """Of systems 0, 1, …, best first."""
    return indistinguishable(range(count), lambda better, worse: (min(better, worse), max(better, worse)) in differing)


def test_groups_overlap_where_differing_is_not_transitive() -> None:
    # 0 and 2 differ, 1 differs from neither: it is beside two bars
    assert groups(3, (0, 2)) == [(0, 1), (1, 2)]
    assert groups(4, (0, 2), (0, 3), (1, 2), (1, 3)) == [(0, 1), (2, 3)]
    assert groups(4, (0, 3)) == [(0, 1, 2), (1, 2, 3)]


def test_a_group_never_has_a_pair_that_differs_though_its_ends_do_not() -> None:
    # the two best differ, and the third, which is noisy, from neither
    assert groups(3, (0, 1)) == [(0,), (1, 2)]
    assert groups(3, (1, 2)) == [(0, 1), (2,)]


def test_extremes() -> None:
    assert groups(0) == []
    assert groups(1) == [(0,)]
    assert groups(3) == [(0, 1, 2)]
    assert groups(3, (0, 1), (0, 2), (1, 2)) == [(0,), (1,), (2,)]


@pytest.mark.parametrize("seed", range(200))
def test_laws(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 13))
    pairs = list(combinations(range(count), 2))
    differing = {pair for pair in pairs if rng.random() < rng.choice([0.1, 0.3, 0.6, 0.9])}
    found = groups(count, *differing)
    for group in found:
        assert list(group) == list(range(group[0], group[-1] + 1)), "a bar has no gap"
        assert not differing & set(combinations(group, 2)), "no two beside a bar differ"
        for longer in (range(group[0] - 1, group[-1] + 1), range(group[0], group[-1] + 2)):
            if longer[0] >= 0 and longer[-1] < count:
                assert differing & set(combinations(longer, 2)), "a bar is as long as it can be"
    assert {system for group in found for system in group} == set(range(count)), "every system has a bar"
    assert found == sorted(set(found)), "no bar twice, the best first"
    for better in range(count - 1):
        shares = any({better, better + 1} <= set(group) for group in found)
        assert shares == ((better, better + 1) not in differing), "neighbours share a bar unless they differ"
