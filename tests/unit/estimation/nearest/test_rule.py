import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.errors import InputError
from mtassay.estimation.nearest.rule import Estimates, Origin, estimate
from mtassay.human.memory import Memory, make_memory

SOURCE = "alles klar. danke schoen."
#: the example of the paper's section 4
PAPER = make_memory(
    [(SOURCE, "yes. thanks. fine.", 6), (SOURCE, "okay thanks.", 10), (SOURCE, "righto. thanks nice.", 5)]
)


def one(memory: Memory, text: str, by: str = "edits") -> tuple[str, float, float, list[str]]:
    found = estimate(memory, [0], [text], by)
    nearest = [memory.targets[target] for target in found.nearest_of(0)]
    return Origin(found.origins[0]).name, float(found.scores[0]), float(found.distances[0]), nearest


def test_the_example_of_the_paper() -> None:
    assert one(PAPER, "okay thanks.") == ("JUDGED", 10, 0, ["okay thanks."])
    assert one(PAPER, "okay. thanks. fine.") == ("ESTIMATED", 6, 1, ["yes. thanks. fine."])
    assert one(PAPER, "righto thanks nice.") == ("ESTIMATED", 5, 1, ["righto. thanks nice."])
    # 5 edits from all three
    assert one(PAPER, "completely different words here now") == ("ESTIMATED", 7, 5, list(PAPER.targets))


def test_white_space_does_not_make_a_new_translation() -> None:
    assert one(PAPER, "  okay\tthanks.\u3000")[0] == "JUDGED"


def test_a_judged_candidate_keeps_its_score_beside_others_at_distance_0() -> None:
    memory = make_memory([("s", "ice cream", 10), ("s", "icecream", 4)])
    assert one(memory, "icecream", "characters") == ("JUDGED", 4, 0, ["icecream"])
    assert one(memory, "i cecream", "characters") == ("ESTIMATED", 7, 0, ["ice cream", "icecream"])


def test_each_nearest_target_counts_once_however_often_it_was_judged() -> None:
    memory = make_memory([("s", "a b", 2), ("s", "a b", 4), ("s", "a b", 6), ("s", "a c", 10)])
    assert one(memory, "a d")[1] == 7


def test_without_a_judged_target_a_candidate_is_unknown() -> None:
    memory = make_memory([("s", "a", 3), ("t", "b", 5)])
    found = estimate(memory, [-1, 0, 1], ["a", "a", "c"], judgments=memory.judgments.chosen(np.array([1])))
    assert found.origins.tolist() == [Origin.UNKNOWN, Origin.UNKNOWN, Origin.ESTIMATED]
    assert np.isnan(found.scores[:2]).all()
    assert np.isnan(found.distances[:2]).all()
    assert found.counts.tolist() == [0, 0, 1]
    assert found.share(Origin.UNKNOWN) == pytest.approx(2 / 3)


def test_some_judgments_alone_are_as_if_the_others_were_not_there() -> None:
    memory = make_memory([("s", "a b", 4), ("s", "a c", 8), ("s", "a c", 10)], systems=["x", "y", "x"])
    of_others = memory.judgments.chosen(memory.judgments.system != memory.systems.index("x"))
    found = estimate(memory, [0, 0], ["a b", "a c"], judgments=of_others)
    assert found.origins.tolist() == [Origin.ESTIMATED, Origin.JUDGED]
    assert found.scores.tolist() == [8, 8]
    earlier = memory.judgments.chosen(memory.judgments.revision <= 1)
    assert estimate(memory, [0], ["a c"], judgments=earlier).scores.tolist() == [4]


def test_rechecks_and_judgments_of_items_alone_do_not_count() -> None:
    memory = make_memory([("s", "a", 4), ("s", "a", 10), ("s", "b", float("nan"))])
    memory.judgments.is_recheck[1] = True
    for judgments in (None, memory.judgments):
        found = estimate(memory, [0, 0], ["a", "b"], judgments=judgments)
        assert found.scores.tolist() == [4, 4]
        assert found.origins.tolist() == [Origin.JUDGED, Origin.ESTIMATED]


def test_an_empty_memory_and_no_candidates() -> None:
    empty = make_memory([])
    assert estimate(empty, [-1], ["a"]).origins.tolist() == [Origin.UNKNOWN]
    nothing = estimate(PAPER, [], [])
    assert len(nothing) == 0
    assert np.isnan(nothing.share(Origin.JUDGED))


def test_the_distance_is_named_in_the_result() -> None:
    assert estimate(PAPER, [0], ["a"], "characters:order=3").distance.spec == "characters:order=3"


def test_sources_that_do_not_exist_are_refused() -> None:
    with pytest.raises(InputError, match="candidate 2: there is no source 1, the memory has 1"):
        estimate(PAPER, [0, 1], ["a", "b"])
    with pytest.raises(InputError, match="each of the 2 candidates"):
        estimate(PAPER, [0], ["a", "b"])
    with pytest.raises(InputError, match="float64"):
        estimate(PAPER, [0.5], ["a"])


words = st.lists(st.sampled_from("abc"), max_size=5).map(" ".join)
judged = st.lists(st.tuples(st.sampled_from(["s", "t"]), words, st.integers(0, 10)), min_size=1, max_size=12)
candidates = st.lists(st.tuples(st.integers(0, 2), words), min_size=1, max_size=6)


def known(memory: Memory, given: list[tuple[int, str]]) -> Estimates:
    places = {name: place for place, name in enumerate(memory.sources)}
    return estimate(memory, [places.get("stu"[source], -1) for source, _ in given], [text for _, text in given])


@given(judged=judged, given=candidates, data=st.data())
def test_the_order_of_judgments_and_candidates_does_not_matter(
    judged: list[tuple[str, str, int]], given: list[tuple[int, str]], data: st.DataObject
) -> None:
    memory = make_memory([(source, text, points) for source, text, points in judged])
    shuffled = make_memory(data.draw(st.permutations(judged)))
    order = data.draw(st.permutations(range(len(given))))
    first, second = known(memory, given), known(shuffled, [given[place] for place in order])
    assert second.scores == pytest.approx(first.scores[order], nan_ok=True)
    assert second.distances == pytest.approx(first.distances[order], nan_ok=True)
    assert second.origins.tolist() == first.origins[order].tolist()
    for place, index in enumerate(order):
        assert {shuffled.targets[target] for target in second.nearest_of(place)} == {
            memory.targets[target] for target in first.nearest_of(index)
        }


@given(judged=judged, given=candidates)
def test_a_judgment_that_repeats_a_score_changes_nothing(
    judged: list[tuple[str, str, int]], given: list[tuple[int, str]]
) -> None:
    memory = make_memory(judged)
    again = make_memory([*judged, *judged])
    assert known(memory, given).scores == pytest.approx(known(again, given).scores, nan_ok=True)


@given(judged=judged, given=candidates)
def test_it_is_the_rule_of_the_paper(judged: list[tuple[str, str, int]], given: list[tuple[int, str]]) -> None:
    """Eq. 2 to 5, word for word."""
    from rapidfuzz.distance import Levenshtein

    scores: dict[str, dict[str, list[int]]] = {}
    for source, text, points in judged:
        scores.setdefault(source, {}).setdefault(text, []).append(points)
    found = known(make_memory(judged), given)
    for index, (source, text) in enumerate(given):
        targets = scores.get("stu"[source], {})
        edits = {target: Levenshtein.distance(text.split(), target.split()) for target in targets}
        nearest = [target for target in targets if edits[target] == min(edits.values())]
        origin = Origin.JUDGED if text in targets else Origin.ESTIMATED if targets else Origin.UNKNOWN
        assert found.origins[index] == origin
        assert found.counts[index] == len(nearest)
        if nearest:
            assert found.distances[index] == min(edits.values())
            assert found.scores[index] == pytest.approx(np.mean([np.mean(targets[target]) for target in nearest]))
