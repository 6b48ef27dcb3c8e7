import dataclasses

import numpy as np
import pytest
from simulated_memory import simulate

from mtassay.errors import InputError, SettingError
from mtassay.estimation.prediction.prediction import predict
from mtassay.estimation.sampling.validation import BUDGETS, validate
from mtassay.estimation.sampling.validation_result import METHODS, Validation
from mtassay.human.judge_effects import fit_judge_effects
from mtassay.human.memory import Memory, Outputs, make_memory
from mtassay.human.translations import find_translations

MEMORY = simulate(seed=3, sources=120, systems=7).memory


@pytest.fixture(scope="module")
def found() -> Validation:
    return validate(MEMORY, draws=60)


def test_every_method_has_figures_at_every_budget(found: Validation) -> None:
    assert [(one.method, one.budget) for one in found.budgets] == [
        (name, share) for name in METHODS for share in BUDGETS
    ]
    certified, without = found.figures("certified"), found.figures("without_memory")
    assert all(one.error < other.error for one, other in zip(certified, without, strict=True))
    assert all(0.9 < one.coverage <= 1 for one in certified)
    assert all(abs(one.bias) < 0.4 for one in certified)
    assert [one.width for one in certified] == sorted((one.width for one in certified), reverse=True)
    assert len(found.systems) == 7
    assert found.needed("certified") < found.needed("repeats_alone") < found.needed("without_memory")
    assert found.needed("planned") == pytest.approx(found.needed("certified"), abs=0.05)
    assert 0 <= found.covered <= 1
    assert 0.85 < found.segment_coverage < 1
    assert found.revision == MEMORY.revision


def test_a_system_is_left_out_as_if_it_had_never_been_judged(found: Validation) -> None:
    """The obvious way: a memory without it, and its outputs as those of a new system."""
    for number, name in enumerate(MEMORY.systems[:3]):
        others = MEMORY.judgments.system != number
        pairs = [
            (MEMORY.sources[MEMORY.source_of[target]], MEMORY.targets[target], float(points))
            for target, points in zip(MEMORY.judgments.target, MEMORY.judgments.points, strict=True)
        ]
        names = [MEMORY.systems[system] for system in MEMORY.judgments.system]
        kept = [place for place, keep in enumerate(others) if keep]
        memory = make_memory([pairs[place] for place in kept], systems=[names[place] for place in kept])
        own = [pairs[place][:2] for place, keep in enumerate(others) if not keep]
        prediction = predict(memory, find_translations(memory, own, name))
        validated = next(one for one in found.systems if one.name == name)
        assert (validated.outputs, validated.repeats) == (len(prediction), prediction.repeats)
        blend = prediction.predictor.blend
        values = blend * prediction.corrected + (1 - blend) * prediction.calibrated
        mean = np.where(prediction.is_repeat, prediction.known, values).mean()
        assert validated.predicted == pytest.approx(100 - 10 * mean)


def test_it_can_be_repeated_by_its_seed(found: Validation) -> None:
    # as text, because what is not known, NaN, differs from itself
    assert repr(validate(MEMORY, draws=60)) == repr(found)
    assert repr(validate(MEMORY, draws=60, seed=2).budgets) != repr(found.budgets)


def test_too_few_systems_have_no_assisted_figures() -> None:
    memory = simulate(seed=3, sources=100, systems=3).memory
    found = validate(memory, draws=20)
    assert found.figures("assisted") == ()
    assert np.isnan(found.covered)
    assert np.isnan(found.needed("assisted"))
    two = validate(simulate(seed=3, sources=60, systems=2).memory, draws=5)
    assert all(np.isnan(one.order) for one in two.memory)


def test_judges_are_adjusted_and_a_system_is_left_out_of_all() -> None:
    memory = simulate(seed=4, sources=100, systems=7, judges=3).memory
    steps: list[int] = []
    found = validate(
        memory, effects=fit_judge_effects(memory), draws=10, leave="system 0", most_pairs=4, advance=steps.append
    )
    assert found.judges_adjusted
    assert [one.name for one in found.systems] == [f"system {number}" for number in range(1, 7)]
    assert sum(steps) == 6 + 4


def judged_partly(count: int) -> Memory:
    """Three systems of which all was judged, and the run of a new one of which so many outputs of 90 were."""
    names = ["a", "b", "c", "new"]
    pairs = [(f"s{number}", f"{name} {number}", number % 7 + 2) for name in names for number in range(90)]
    memory = make_memory(pairs, systems=[name for name in names for _ in range(90)])
    run = np.array([place for place, target in enumerate(memory.targets) if target.startswith("new")])
    outputs = (Outputs("new", "", 1, memory.source_of[run], run),)
    judgments = memory.judgments.chosen(np.arange(270 + count))
    return dataclasses.replace(memory, judgments=judgments, outputs=outputs)


def test_a_system_whose_queue_has_just_begun_is_not_validated() -> None:
    begun = validate(judged_partly(30), draws=2)
    assert ([one.name for one in begun.systems], begun.too_few) == (["a", "b", "c"], ("new",))
    most = validate(judged_partly(60), draws=2)
    assert ([one.name for one in most.systems], most.too_few) == (["a", "b", "c", "new"], ())
    # of which nothing says that there is more
    few = dataclasses.replace(judged_partly(19), outputs=())
    assert validate(few, draws=2).too_few == ("new",)
    enough = dataclasses.replace(judged_partly(30), outputs=())
    assert validate(enough, draws=2).too_few == ()


def test_what_cannot_be_validated_is_refused() -> None:
    one = make_memory([("s", "a", 3.0)], systems=["one"])
    with pytest.raises(InputError, match="judgments of 1 system, so"):
        validate(one)
    two = make_memory(
        [*((f"s{number}", "a", 3.0) for number in range(30)), ("s", "b", 2.0)], systems=["one"] * 30 + ["b"]
    )
    with pytest.raises(InputError, match=r"judgments of 1 system, .*; too few outputs were judged of b"):
        validate(two)
    with pytest.raises(InputError, match="nobody judged"):
        validate(make_memory([]))
    with pytest.raises(SettingError, match="at least 1"):
        validate(MEMORY, draws=0)
    with pytest.raises(SettingError, match="a share of the new outputs"):
        validate(MEMORY, budgets=(5,))
