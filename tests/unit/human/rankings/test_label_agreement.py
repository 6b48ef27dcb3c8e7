import pytest
from people.given_answers import ranked

from mtassay.errors import InputError
from mtassay.human.rankings.label_agreement import label_agreement, self_agreement, wmt_agreement
from mtassay.human.rankings.pairs import rank_pairs

SCREENS = ranked(
    ("anna", "1", "t1", [("a", 1), ("b", 2)]),
    ("ben", "1", "t2", [("b", 2), ("a", 1)]),  # the same, in another order
    ("cleo", "1", "t3", [("a", 2), ("b", 1)]),
    ("anna", "1", "t4", [("a", 1), ("b", 1)]),  # anna again
    ("dora", "2", "t5", [("a", 1), ("b", 2)]),
)


def test_different_judges_are_compared_by_what_they_said_first() -> None:
    agreement = label_agreement(rank_pairs(SCREENS))
    assert (agreement.agreeing, agreement.comparable, agreement.pairs, agreement.judges) == (1, 3, 1, 3)
    assert agreement.share == pytest.approx(1 / 3)
    assert agreement.alpha.value == pytest.approx(0.0)


def test_wmt_compares_any_two_labels_of_one_order() -> None:
    rule = wmt_agreement(rank_pairs(SCREENS), between_judges=True)
    assert (rule.agreeing, rule.comparable, rule.ties, rule.labels) == (0, 3, 1, 5)
    assert rule.expected == pytest.approx(0.04 + 0.32)
    own = wmt_agreement(rank_pairs(SCREENS), between_judges=False)
    assert (own.agreeing, own.comparable, own.ties, own.labels) == (0, 1, 1, 2)
    assert own.kappa == pytest.approx(-(0.25 + 0.125) / (1 - 0.375))


def test_judges_agree_with_themselves_in_any_order() -> None:
    again = ranked(("anna", "1", "t6", [("b", 2), ("a", 1)]))
    assert self_agreement(rank_pairs([*SCREENS, *again])) == {"anna": (1, 3)}


def test_without_overlap_there_is_a_reason() -> None:
    alone = rank_pairs(SCREENS[3:])
    with pytest.raises(InputError, match="no two judges"):
        label_agreement(alone)
    with pytest.raises(InputError, match="nothing to count"):
        wmt_agreement(alone, between_judges=True)
    with pytest.raises(InputError, match="of one judge"):
        wmt_agreement(alone, between_judges=False)
    assert self_agreement(alone) == {}


def test_labels_that_never_differ_have_no_alpha() -> None:
    same = rank_pairs(ranked(("anna", "1", "t1", [("a", 1), ("b", 1)]), ("ben", "1", "t2", [("a", 1), ("b", 1)])))
    with pytest.raises(InputError, match="all labels are ties"):
        wmt_agreement(same, between_judges=True)
    agreement = label_agreement(same)
    assert agreement.share == 1
    assert agreement.alpha.reason
