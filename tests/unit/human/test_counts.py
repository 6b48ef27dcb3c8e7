import numpy as np
import pytest
from memories import Said, memory_of

from mtassay.human.counts import count, judgments_per_judge
from mtassay.human.memory import make_memory
from mtassay.significance.evidence import observed_scores

MEMORY = memory_of(
    [
        Said("s1", "a", 10),
        Said("s1", "a", 10, "bob"),
        Said("s1", "b", 4, "bob"),
        Said("s1", "b", 3, "bob", is_recheck=True),
        Said("s2", "c", float("nan"), "cat"),
    ]
)


def test_what_a_memory_holds() -> None:
    found = count(MEMORY)
    assert (found.sources, found.judged_sources, found.targets, found.judged, found.references) == (2, 1, 3, 2, 1)
    assert (found.judgments, found.rechecks) == (3, 1)
    assert (found.targets_per_source, found.references_per_source) == (1, 0.5)
    assert observed_scores(found.evidence).tolist() == [1, 0.5]


def test_an_empty_memory_has_no_rates() -> None:
    found = count(make_memory([]))
    assert found.sources == 0
    assert np.isnan([found.targets_per_source, found.references_per_source]).all()


def test_the_busiest_judge_comes_first() -> None:
    assert list(judgments_per_judge(MEMORY).items()) == [("bob", 3), ("ann", 1), ("cat", 1)]
    assert judgments_per_judge(make_memory([("s", "a", 1)])) == {"": 1}


def test_rates_are_those_of_the_paper_for_a_full_memory() -> None:
    found = count(make_memory([(f"s{n % 4}", f"t{n}", 10 if n < 8 else 5) for n in range(20)]))
    assert (found.targets_per_source, found.references_per_source) == pytest.approx((5, 2))
