import numpy as np
import pytest
from simulated_memory import simulate

from mtassay.human.judge_effects import SHRINKAGE, fit_judge_effects
from mtassay.human.memory import make_memory


def test_effects_are_what_judges_were_made_to_add() -> None:
    memory = simulate(judges=4, sources=600).memory
    found = fit_judge_effects(memory, shrinkage=0)
    assert found.is_fitted
    order = [found.judges.index(f"judge {number}") for number in range(4)]
    assert found.effects[order] == pytest.approx(np.linspace(-0.6, 0.6, 4), abs=0.1)
    assert float((found.effects * found.counts).sum()) == pytest.approx(0, abs=1e-6)
    shrunk = fit_judge_effects(memory)
    assert shrunk.effects == pytest.approx(found.effects * found.counts / (found.counts + SHRINKAGE))


def test_effects_are_those_of_ordinary_least_squares() -> None:
    memory = simulate(judges=3, sources=40, systems=4).memory
    used = memory.counting
    parts = [memory.source_of[used.target], used.system, used.judge]
    rows = np.hstack([np.eye(column.max() + 1)[column] for column in parts])
    solved = np.linalg.lstsq(rows, used.points, rcond=None)[0][-3:]
    solved -= solved[used.judge].mean()
    assert fit_judge_effects(memory, shrinkage=0).effects == pytest.approx(solved, abs=1e-4)


def test_adjusted_scores_lose_the_effect_and_are_not_clipped() -> None:
    rows = [(f"s{n}", text, points) for n in range(30) for text, points in (("a", 10), ("b", 6))]
    memory = make_memory(rows, judges=["mild", "strict"] * 30)
    memory.judgments.judge[::4] = 1 - memory.judgments.judge[::4]
    found = fit_judge_effects(memory)
    adjusted = found.adjusted(memory)
    assert adjusted.judgments.points == pytest.approx(memory.judgments.points - found.effects[memory.judgments.judge])
    assert adjusted.judgments.points.max() > 10
    assert found.adjust_named([8, 8], ["strict", "nobody"]) == pytest.approx([8 - found.effects[1], 8])


@pytest.mark.parametrize(
    ("judges", "systems", "reason"),
    [
        ([], [], "no judgment says who gave it"),
        (["ann"] * 4, [], "ann is the only judge"),
        (["ann", "ann", "bob", "bob"], [], "judges do not share enough sources"),
        (["ann", "bob"] * 2, ["x", "y"] * 2, "judges judged different systems"),
    ],
)
def test_effects_that_cannot_be_told_are_zero_with_a_reason(judges: list[str], systems: list[str], reason: str) -> None:
    pairs = [("s", "a", 8), ("s", "b", 6), ("t", "c", 1), ("t", "d", 3)]
    memory = make_memory(pairs, judges=judges, systems=systems)
    found = fit_judge_effects(memory)
    assert reason in found.reason
    assert not found.effects.any()
    assert found.adjusted(memory).judgments.points.tolist() == memory.judgments.points.tolist()


def test_a_judge_who_has_just_begun_on_a_new_system_spoils_no_effect_of_others() -> None:
    rows = [(f"s{n}", f"{text} {n}", points) for n in range(12) for text, points in (("a", 9), ("b", 6))]
    judges = ["mild", "strict", "strict", "mild"] * 6
    systems = ["x", "y"] * 12
    before = fit_judge_effects(make_memory(rows, judges=judges, systems=systems))
    begun = [*rows, ("s0", "c 0", 3), ("s1", "c 1", 2)]
    found = fit_judge_effects(make_memory(begun, judges=[*judges, "new", "new"], systems=[*systems, "z", "z"]))
    assert found.is_fitted
    assert found.untold == ("new",)
    effects = dict(zip(found.judges, found.effects, strict=True))
    assert effects["new"] == 0
    assert [effects[name] for name in before.judges] == pytest.approx(before.effects.tolist())


def test_an_empty_memory_has_no_effects() -> None:
    assert fit_judge_effects(make_memory([])).reason
