import pytest
from simulated_memory import simulate

from mtassay.errors import InputError
from mtassay.estimation.sampling.sequence import FULL, validate_sequence
from mtassay.estimation.sampling.validation import validate
from mtassay.human.judge_effects import fit_judge_effects

MEMORY = simulate(seed=3, sources=120, systems=7, judges=2).memory


def test_a_memory_of_queues_saves_less_than_one_of_whole_systems() -> None:
    found = validate_sequence(MEMORY, orders=6, half_width=2)
    assert found.places == (3, 4, 5, 6)
    assert all(len(found.at(earlier)) == 6 for earlier in found.places)
    whole = validate(MEMORY, draws=20, half_width=2)
    assert found.last_share > whole.needed("certified")
    assert found.coverage > 0.85
    assert all(step.half_width < 3 for step in found.steps)
    again = validate_sequence(MEMORY, orders=6, half_width=2)
    assert again == found


def test_it_knows_judges_near_repeats_and_costs() -> None:
    effects = fit_judge_effects(MEMORY)
    told: list[int] = []
    found = validate_sequence(
        MEMORY,
        None,
        effects,
        orders=2,
        half_width=3,
        leave=MEMORY.systems[0],
        advance=told.append,
        judge_memory=True,
        near_repeats=True,
        cost="words",
    )
    assert len(told) == len(found.steps) == 2 * (6 - FULL)
    assert MEMORY.systems[0] not in {step.system for step in found.steps}


def test_three_systems_are_no_sequence() -> None:
    few = simulate(seed=3, sources=60, systems=3).memory
    with pytest.raises(InputError, match="needs 3 that are judged in full, and at least one after them"):
        validate_sequence(few)
