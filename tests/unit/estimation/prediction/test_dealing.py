from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mtassay.estimation.prediction.dealing import Dealing, deal, judgments_of_sources
from mtassay.human.memory import make_memory


@given(st.integers(0, 60), st.integers(1, 7), st.integers(0, 2**32))
def test_counts_differ_by_one_at_most(items: int, judges: int, seed: int) -> None:
    familiar = np.random.default_rng(seed).integers(0, 3, (items, judges)).astype(float)
    dealt = deal(familiar, seed)
    counts = np.bincount(dealt, minlength=judges)
    assert len(dealt) == items
    assert counts.sum() == items
    assert counts.max() - counts.min() <= 1
    assert (deal(familiar, seed) == dealt).all()


def test_whoever_knows_a_source_gets_it_as_far_as_there_is_room() -> None:
    familiar = np.zeros((40, 2))
    familiar[:15, 0] = 1
    familiar[15:30, 1] = 2
    dealt = deal(familiar, 3)
    assert set(dealt[:15].tolist()) == {0}
    assert set(dealt[15:30].tolist()) == {1}
    # one who knows everything gets half, and that of the sources judged most
    familiar = np.zeros((40, 2))
    familiar[:, 0] = np.arange(40)
    assert dealt_first(familiar) == set(range(20, 40))
    # what nobody knows is dealt by the seed
    assert (deal(np.zeros((40, 2)), 1) != deal(np.zeros((40, 2)), 2)).any()


def dealt_first(familiar: np.ndarray) -> set[int]:
    return set(np.flatnonzero(deal(familiar, 3) == 0).tolist())


def test_judgments_of_sources_are_counted_for_each_judge() -> None:
    memory = make_memory(
        [("s", "a", 1), ("s", "b", 2), ("t", "c", 3), ("s", "a", 4)], judges=["anna", "ben", "anna", "anna"]
    )
    counts = judgments_of_sources(memory, ("ben", "carla", "anna"), np.array([0, 1, -1]))
    assert counts.tolist() == [[1, 0, 2], [0, 0, 1], [0, 0, 0]]
    dealing = Dealing(("ben", "carla", "anna"), 1)
    assert dealing.numbers_in(memory).tolist() == [memory.judges.index("ben"), -1, memory.judges.index("anna")]
    dealt = dealing.deal(memory, np.tile([0, 1, 0], 10), np.arange(30))
    assert dealt is not None
    assert Counter(dealt.tolist()) == {0: 10, 1: 10, 2: 10}
    assert dealing.deal(memory, np.tile([0, 1, 0], 9), np.arange(27)) is None  # too few for three samples


def test_what_was_dealt_stays_so() -> None:
    memory = make_memory([("s", "a", 1)], judges=["anna"])
    fixed = Dealing(("anna", "ben"), 1, np.array([1, -1, 0]))
    dealt = fixed.deal(memory, np.array([0, 0]), np.array([0, 2]))
    assert dealt is not None
    assert dealt.tolist() == [1, 0]
