"""Pairs of outputs of which judges prefer either."""

from people.given_answers import ranked

from mtassay.human.results.disputed_pairs import disputed_pairs


def test_pairs_on_which_judges_contradict_each_other() -> None:
    answers = ranked(
        ("anna", "1", "t1", [("a", 1), ("b", 2), ("c", 3)]),
        ("ben", "1", "t2", [("b", 1), ("a", 2), ("c", 2)]),
        ("cleo", "1", "t3", [("a", 1), ("b", 1)]),
        ("anna", "2", "t4", [("b", 1), ("c", 2)]),
        ("ben", "2", "t5", [("c", 1), ("b", 2)]),
        ("cleo", "2", "t6", [("c", 1), ("b", 2)]),
        ("cleo", "2", "t7", [("b", 1), ("c", 2)]),  # the same judge again
    )
    first, second = disputed_pairs(answers)
    assert (first.first.systems, first.second.systems) == (("b",), ("c",))
    assert (first.for_first, first.for_second, first.for_neither) == (("anna",), ("ben", "cleo"), ())
    assert (second.for_first, second.for_second, second.for_neither) == (("anna",), ("ben",), ("cleo",))


def test_outputs_that_systems_share_are_no_pair() -> None:
    shared = ranked(("anna", "1", "t", [("a+b", 1), ("b", 2)]), ("ben", "1", "u", [("a+b", 2), ("b", 1)]))
    assert disputed_pairs(shared) == ()
    assert disputed_pairs(ranked(("", "1", "t", [("a", 1), ("b", 2)]), ("ben", "1", "u", [("a", 2), ("b", 1)]))) == ()
