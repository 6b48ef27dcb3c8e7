from dataclasses import replace

import pytest
from memories import Said, memory_of

from mtassay.errors import InputError
from mtassay.human.consistency import COLUMNS, consistency
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.evidence import observed_scores
from mtassay.significance.paired_test import paired_test

MEMORY = memory_of(
    [
        Said("s1", "a", 10, "ann"),
        Said("s1", "b", 4, "ann"),
        Said("s1", "b", 6, "bob"),
        Said("s1", "a", 9, "ann", is_recheck=True),
        Said("s1", "b", 5, "cat", is_recheck=True),
        Said("s1", "b", 10, "bob"),  # after the recheck: what was stored then is 5
        Said("s2", "c", 3, "cat", is_recheck=True),
        Said("s1", "a", 6, "bob", is_recheck=True),
    ]
)


def test_rechecks_are_held_against_what_was_stored_then() -> None:
    found = consistency(MEMORY)
    assert found.accord.units == 3
    assert (found.accord.difference, found.accord.distance) == pytest.approx((-5 / 3, 5 / 3))
    assert (found.accord.exact, found.accord.near) == pytest.approx((1 / 3, 2 / 3))
    assert (found.by_same, found.by_others, found.unmatched) == (1, 2, 1)
    assert found.old_sser == pytest.approx(100 - 10 * 25 / 3)
    assert found.new_sser == pytest.approx(100 - 10 * 20 / 3)
    assert found.sser_effect == pytest.approx(-10 * found.accord.difference)


def test_it_is_evidence() -> None:
    found = consistency(MEMORY)
    scores = dict(zip(COLUMNS, observed_scores(found.evidence).tolist(), strict=True))
    assert scores["near"] == pytest.approx(found.accord.near)
    assert scores["new_sser"] == found.new_sser
    assert len(Bootstrap(draws=100).intervals(found.evidence)) == len(COLUMNS)
    pair = (COLUMNS.index("old_sser"), COLUMNS.index("new_sser"))
    assert paired_test("randomization").compare(found.evidence, [pair])[0].difference == found.sser_effect


def test_only_new_rechecks_if_told() -> None:
    assert consistency(MEMORY, since=4).accord.units == 2
    with pytest.raises(InputError, match="no stored judgment was rechecked"):
        consistency(MEMORY, since=99)
    without = replace(MEMORY, judgments=MEMORY.judgments.chosen(~MEMORY.judgments.is_recheck))
    with pytest.raises(InputError, match="recheck some first"):
        consistency(without)
