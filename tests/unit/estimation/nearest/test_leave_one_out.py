import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.errors import InputError, SettingError
from mtassay.estimation.nearest import leave_one_out as module
from mtassay.estimation.nearest.leave_one_out import LEFT_OUT, leave_one_out
from mtassay.estimation.nearest.rule import estimate
from mtassay.human.memory import make_memory
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.evidence import observed_scores

SOURCE = "alles klar. danke schoen."
PAPER = [(SOURCE, "yes. thanks. fine.", 6), (SOURCE, "okay thanks.", 10), (SOURCE, "righto. thanks nice.", 5)]


def test_the_example_of_the_paper() -> None:
    # the first two are 2 edits apart; the third is 3 from both, and its estimate is the mean of their scores
    found = leave_one_out(make_memory(PAPER))
    assert found.estimate.tolist() == [10, 6, 8]
    assert found.errors.tolist() == [4, -4, 3]
    assert found.distances.tolist() == [2, 2, 3]
    assert found.error == found.error_over_all == 11 / 3
    assert found.bias == 1
    assert found.groups == ()


def test_a_single_target_cannot_be_estimated() -> None:
    found = leave_one_out(make_memory([*PAPER, ("hallo", "hello", 9)]))
    assert (len(found), found.scorable) == (4, 3)
    assert (found.error, found.error_over_all) == (11 / 3, 11 / 4)
    assert found.errors == pytest.approx([4, -4, 3, np.nan], nan_ok=True)


MEMORY = make_memory(
    [("s", "a b c", 8), ("s", "a b c", 6), ("s", "a b d", 3), ("t", "x", 9), ("s", "a b c", 10)],
    systems=["one", "two", "two", "one", "three"],
    judges=["ann", "bob", "bob", "ann", "ann"],
)


def test_a_target_that_others_made_too_keeps_their_score() -> None:
    found = leave_one_out(MEMORY, leave="system")
    units = [
        (MEMORY.systems[group], MEMORY.targets[target]) for group, target in zip(found.group, found.target, strict=True)
    ]
    assert units == [("one", "a b c"), ("one", "x"), ("two", "a b c"), ("two", "a b d"), ("three", "a b c")]
    assert found.truth.tolist() == [8, 9, 6, 3, 10]
    assert found.estimate == pytest.approx([8, np.nan, 9, 9, 7], nan_ok=True)
    assert found.distances == pytest.approx([0, np.nan, 0, 1, 0], nan_ok=True)
    assert found.is_repeat.tolist() == [True, False, True, False, True]
    assert found.repeats == 0.6
    assert (found.error, found.error_over_all) == (12 / 4, 12 / 5)
    one, two, three = found.groups
    assert (one.name, one.units, one.scorable, one.repeats, one.sser, one.esser) == ("one", 2, 1, 1, 20, 20)
    assert (two.sser, two.esser, two.error) == (55, 10, -45)
    assert three.error == 30
    assert found.group_error == 25


def test_judges_are_left_out_with_all_that_they_judged() -> None:
    found = leave_one_out(MEMORY, leave="judge")
    assert [MEMORY.judges[group] for group in found.group] == ["ann", "ann", "bob", "bob"]
    assert found.truth.tolist() == [9, 9, 6, 3]
    assert found.estimate == pytest.approx([6, np.nan, 9, 9], nan_ok=True)
    assert [group.name for group in found.groups] == ["ann", "bob"]


def test_some_judgments_alone() -> None:
    first = MEMORY.judgments.chosen(MEMORY.judgments.revision <= 3)
    assert leave_one_out(MEMORY, judgments=first).estimate.tolist() == [3, 7]


def test_what_cannot_be_left_out_is_refused() -> None:
    with pytest.raises(SettingError, match="did you mean 'system'"):
        leave_one_out(MEMORY, leave="systems")
    with pytest.raises(InputError, match="no judgment of this memory says which judge it belongs to"):
        leave_one_out(make_memory(PAPER), leave="judge")


def test_judgments_of_nobody_known_stay_for_all() -> None:
    memory = make_memory([("s", "a", 8), ("s", "b", 6), ("t", "c", 1)], systems=["one", "two", "two"])
    memory.judgments.system[1:] = -1
    found = leave_one_out(memory, leave="system")
    assert found.target.tolist() == [0]
    assert found.estimate.tolist() == [6]


def test_an_empty_memory_has_no_error() -> None:
    found = leave_one_out(make_memory([]))
    assert len(found) == 0
    assert np.isnan([found.error, found.error_over_all, found.bias, found.repeats, found.group_error]).all()


def test_intervals_resample_sources() -> None:
    memory = make_memory([(f"s{n}", text, (3 * n + k) % 11) for n in range(20) for k, text in enumerate("ab")])
    found = leave_one_out(memory)
    assert found.evidence().size == 20
    assert observed_scores(found.evidence()) == pytest.approx(found.error)
    assert observed_scores(found.evidence(over_all=True)) == pytest.approx(found.error_over_all)
    assert found.error in Bootstrap(draws=200).intervals(found.evidence())[0]


words = st.lists(st.sampled_from("abc"), max_size=4).map(" ".join)
judged = st.lists(
    st.tuples(st.sampled_from("stu"), words, st.integers(0, 10), st.sampled_from("xyz")), min_size=1, max_size=14
)


@pytest.mark.parametrize("leave", LEFT_OUT)
@given(rows=judged)
def test_it_is_what_estimates_from_the_others_give(leave: str, rows: list[tuple[str, str, int, str]]) -> None:
    """The obvious way: take judgments away, and estimate anew."""
    names = [name for *_, name in rows]
    memory = make_memory([(source, text, points) for source, text, points, _ in rows], systems=names, judges=names)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_CELLS", 4)  # several blocks
        found = leave_one_out(memory, leave=leave)
    column = {"target": memory.judgments.target, "system": memory.judgments.system, "judge": memory.judgments.judge}[
        leave
    ]
    assert len(found) == len({(group, target) for group, target in zip(column, memory.judgments.target, strict=True)})
    for index, (group, target) in enumerate(zip(found.group, found.target, strict=True)):
        rest = memory.judgments.chosen(column != group)
        own = memory.judgments.chosen((column == group) & (memory.judgments.target == target))
        expected = estimate(memory, [found.source[index]], [memory.targets[target]], judgments=rest)
        assert found.truth[index] == pytest.approx(own.points.mean())
        assert found.estimate[index] == pytest.approx(expected.scores[0], nan_ok=True)
        assert found.distances[index] == pytest.approx(expected.distances[0], nan_ok=True)
        assert found.is_repeat[index] == (expected.origins[0] == 0)


@given(rows=judged, data=st.data())
def test_the_order_of_judgments_does_not_matter(rows: list[tuple[str, str, int, str]], data: st.DataObject) -> None:
    def errors(given: list[tuple[str, str, int, str]]) -> list[float]:
        memory = make_memory([row[:3] for row in given], systems=[row[3] for row in given])
        found = [leave_one_out(memory), leave_one_out(memory, leave="system")]
        return [figure for one in found for figure in (one.error, one.error_over_all, one.bias, one.group_error)]

    assert errors(data.draw(st.permutations(rows))) == pytest.approx(errors(rows), nan_ok=True)
