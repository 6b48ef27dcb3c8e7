"""Outputs on which judges disagree most."""

from people.given_answers import scored

from mtassay.human.results.disputed_outputs import Said, disputed_outputs


def test_the_widest_spread_comes_first() -> None:
    answers = scored(
        ("anna", "1", "a", 50.0),
        ("ben", "1", "a", 40.0),
        ("anna", "2", "a+b", 10.0),
        ("ben", "2", "a+b", 90.0),
        ("cleo", "2", "a+b", 60.0),
        ("anna", "3", "a", 70.0),
        ("ben", "3", "a", 70.0),  # agreed
        ("anna", "4", "a", 1.0),  # alone
    )
    first, second = disputed_outputs(answers)
    assert (first.systems, first.spread) == (("a", "b"), 80)
    assert first.said == (Said("anna", 10, ""), Said("cleo", 60, ""), Said("ben", 90, ""))
    assert second.spread == 10


def test_each_judge_counts_once_and_nobody_is_left_out_of_none() -> None:
    twice = scored(("anna", "1", "a", 50.0), ("anna", "1", "a", 0.0), ("ben", "1", "a", 45.0), ("", "1", "a", 0.0))
    (only,) = disputed_outputs(twice)
    assert only.spread == 5
    assert disputed_outputs(scored(("anna", "1", "", 50.0), ("ben", "1", "", 0.0))) == ()
