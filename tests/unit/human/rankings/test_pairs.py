import pytest
from people.given_answers import ranked

from mtassay.errors import InputError
from mtassay.human.rankings.pairs import TIE, rank_pairs


def test_every_two_systems_of_a_screen_are_a_pair() -> None:
    pairs = rank_pairs(ranked(("anna", "1", "t1", [("c", 2), ("a", 1), ("b", 2)])))
    assert pairs.systems == ("a", "b", "c")
    assert len(pairs) == 3
    assert pairs.wins.tolist() == [[0, 1, 1], [0, 0, 0], [0, 0, 0]]
    assert pairs.ties.tolist() == [[0, 0, 0], [0, 0, 1], [0, 1, 0]]


def test_systems_that_share_an_output_tie_unless_outputs_are_paired() -> None:
    answers = ranked(("anna", "1", "t1", [("b+a", 1), ("c", 2)]))
    pairs = rank_pairs(answers)
    assert (len(pairs), int((pairs.label == TIE).sum())) == (3, 1)
    collapsed = rank_pairs(answers, is_collapsed=True)
    assert (collapsed.systems, len(collapsed)) == (("b+a", "c"), 1)
    turned = rank_pairs([*answers, *ranked(("ben", "1", "t2", [("a+b", 1), ("c", 2)]))], is_collapsed=True)
    assert turned.systems == ("b+a", "c")


def test_what_compares_nothing_is_counted() -> None:
    answers = ranked(
        ("anna", "1", "t1", [("a", 1), ("b", 2)]),
        (" ", "1", "t2", [("a", 1), ("b", 2)]),
        ("anna", "2", "t3", [("a", 1)]),
    )
    pairs = rank_pairs(answers)
    assert (len(pairs), pairs.unnamed, pairs.alone) == (1, 1, 1)
    with pytest.raises(InputError, match="no screen ranks two systems"):
        rank_pairs(answers[2:])


def test_pairs_of_units_add_up() -> None:
    answers = ranked(
        ("anna", "1", "t1", [("a", 1), ("b", 2), ("c", 2)]), ("ben", "1", "t2", [("a", 2), ("b", 1), ("c", 3)])
    )
    pairs = rank_pairs(answers)
    won, tied = pairs.wins_by(pairs.judge)
    assert won.shape == (2, 3, 3)
    assert won.sum(axis=0).tolist() == pairs.wins.tolist()
    assert tied.sum(axis=0).tolist() == pairs.ties.tolist()
