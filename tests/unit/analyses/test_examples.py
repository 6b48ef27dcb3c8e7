"""Segments to read."""

import pytest
from analysed import analysed

from mtassay import EvalSet
from mtassay.analyses.examples import ExampleList

EVALSET = EvalSet(
    ["a b c", "d e f", "g h i", "j k l"],
    sources=["s1", "s2", "s3", "s4"],
    systems={"old": ["a b c", "x x x", "g h i", "j k x"], "new": ["x y z", "d e f", "g h i", "j k l"]},
)


def lists(spec: str) -> list[ExampleList]:
    return [result for result in analysed(EVALSET, spec).results if isinstance(result, ExampleList)]


def test_largest_gains_and_losses_with_their_texts() -> None:
    gains, losses = lists("examples")
    assert [example.segment for example in gains.examples] == [2, 4]
    assert [example.segment for example in losses.examples] == [1]
    assert gains.title == "Largest gains of new against old"
    example = gains.examples[0]
    assert (example.source, example.references) == ("s2", ("d e f",))
    assert [(system, output) for system, output, _ in example.outputs] == [("old", "x x x"), ("new", "d e f")]
    assert example.value == pytest.approx(100)
    assert losses.examples[0].value == pytest.approx(-100)


def test_the_worst_of_each_system() -> None:
    old, new = lists("examples:by=score,count=1")
    assert (old.title, [example.segment for example in old.examples]) == ("Worst of old", [2])
    assert (new.title, [example.segment for example in new.examples]) == ("Worst of new", [1])


def test_the_worst_of_one_system_alone_are_chosen_by_their_scores() -> None:
    alone = EvalSet(EVALSET.references, systems={"old": EVALSET.systems["old"]})
    (worst,) = analysed(alone, "examples:count=1").results
    assert isinstance(worst, ExampleList)
    assert (worst.chosen_by, worst.examples[0].segment) == ("score", 2)


def test_influence_is_what_goes_away_without_a_segment() -> None:
    gains, _ = lists("examples:by=influence,count=4")
    assert gains.examples[0].segment in (2, 4)
    assert all(example.value > 0 for example in gains.examples)


def test_drawn_segments_hang_on_the_seed() -> None:
    first, again, other = (
        [example.segment for example in lists(f"examples:by=drawn,count=2,seed={seed}")[0].examples]
        for seed in (1, 1, 5)
    )
    assert first == again
    assert first != other
    assert first == sorted(first)
