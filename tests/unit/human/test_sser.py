import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from memories import Said, memory_of

import mtassay
from mtassay.errors import InputError, SettingError
from mtassay.human.memory import make_memory
from mtassay.human.sser import RATE_PER_POINT, error_rate, paired_sser, sser
from mtassay.human.translations import find_translations, outputs_of, stored_translations
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.paired_test import paired_test

scores = st.lists(st.integers(0, 10), min_size=1, max_size=30)


@given(scores)
def test_it_is_the_formula_of_the_paper(points: list[int]) -> None:
    memory = make_memory([(f"s{number}", "t", value) for number, value in enumerate(points)])
    found = sser(memory, stored_translations(memory))
    assert found.value == pytest.approx(100 - 10 / len(points) * sum(points))
    assert 0 <= found.value <= 100
    assert found.judged == len(points)


def test_translations_that_nobody_judged_are_counted_and_not_guessed() -> None:
    memory = make_memory([("s1", "a", 6), ("s1", "b", 10)])
    found = sser(memory, find_translations(memory, [("s1", "a"), ("s1", "new"), ("s2", "a"), ("s1", "a")]))
    assert (found.value, found.judged, found.unjudged) == (40, 2, 2)
    with pytest.raises(InputError, match="nobody judged any of the 1 translations of x"):
        sser(memory, find_translations(memory, [("s1", "new")], "x"))
    with pytest.raises(InputError, match="0 translations"):
        sser(memory, find_translations(memory, []))


def test_long_sources_can_count_more() -> None:
    memory = make_memory([("one", "a", 10), ("one two three", "b", 0)])
    everything = stored_translations(memory)
    assert sser(memory, everything).value == 50
    assert sser(memory, everything, "length").value == 75
    with pytest.raises(SettingError, match=r"no weighting 'lenght'.*length"):
        sser(memory, everything, "lenght")


def compared(worse: float) -> tuple[object, ...]:
    rng = np.random.default_rng(3)
    said, outputs = [], {"old": [], "new": []}
    for number in range(80):
        source = f"source {number}"
        for system, loss in (("old", worse), ("new", 0.0)):
            points = int(np.clip(rng.integers(4, 11) - loss, 0, 10))
            said.append(Said(source, system, points))
            outputs[system].append((source, system))
    memory = memory_of(said, outputs=outputs)
    return memory, [outputs_of(memory, "old"), outputs_of(memory, "new")]


@pytest.mark.parametrize("test", ["bootstrap", "randomization", "wilcoxon", "sign"])
@pytest.mark.parametrize("weighting", ["segment", "length"])
def test_every_test_of_differences_works(test: str, weighting: str) -> None:
    memory, systems = compared(worse=3)
    figures = paired_sser(memory, systems, weighting)
    (outcome,) = paired_test(test).compare(figures.evidence, [(0, 1)])
    assert outcome.difference == pytest.approx(figures.values[1] - figures.values[0])
    assert outcome.difference < 0
    assert outcome.p_value < 0.01
    memory, systems = compared(worse=0)
    (outcome,) = paired_test(test).compare(paired_sser(memory, systems, weighting).evidence, [(0, 0)])
    assert outcome.p_value == 1


def test_intervals_hold_the_figure() -> None:
    memory, (old, _) = compared(worse=1)
    found = sser(memory, old)
    (interval,) = Bootstrap(interval="bca").intervals(found.evidence)
    assert interval.low < found.value < interval.high


def test_only_segments_judged_for_all_are_compared() -> None:
    memory = memory_of([Said("s1", "a", 5), Said("s1", "b", 7), Said("s2", "a", 0)])
    first = find_translations(memory, [("s1", "a"), ("s2", "a")], "x")
    second = find_translations(memory, [("s1", "b"), ("s2", "c")], "y")
    figures = paired_sser(memory, [first, second])
    assert figures.values == (50, 30)
    assert figures.left_out == 1
    assert figures.systems == ("x", "y")


def test_systems_on_different_sources_are_refused() -> None:
    memory = memory_of([Said("s1", "a", 5), Said("s2", "a", 0)])
    first = find_translations(memory, [("s1", "a"), ("s2", "a")], "x")
    second = find_translations(memory, [("s1", "a"), ("s1", "a")], "y")
    with pytest.raises(InputError, match="segment 2 of x and y has different sources"):
        paired_sser(memory, [first, second])
    with pytest.raises(InputError, match="x and y have 2 and 1; give outputs of the same test set"):
        paired_sser(memory, [first, find_translations(memory, [("s1", "a")], "y")])


def test_points_and_rates_are_turned_into_each_other_here_alone() -> None:
    assert error_rate(7.5) == 25
    assert error_rate(np.array([0.0, 10.0])).tolist() == [100, 0]
    assert RATE_PER_POINT == 10
    own_way = re.compile(r"100(\.0)? - 10(\.0)? \*|100 / POINTS|\b10 \* t_quantile")
    for path in Path(mtassay.__file__).parent.rglob("*.py"):
        if path.name != "sser.py":
            assert not own_way.search(path.read_text(encoding="utf-8")), path


def test_points_of_another_protocol_have_no_sser() -> None:
    memory = replace(make_memory([("a", "b", 7.0)]), kind="da")
    with pytest.raises(InputError, match="made by the protocol 'da'"):
        sser(memory, stored_translations(memory))
