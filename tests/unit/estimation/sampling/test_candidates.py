"""Metrics side by side: the usual one is taken unless another saves something."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from simulated_memory import simulate
from unit.metrics.learned_metrics import learned_file

from mtassay.errors import InputError
from mtassay.estimation.sampling.candidates import NONE, compare_candidates, known_to
from mtassay.estimation.sampling.validation import validate
from mtassay.estimation.sampling.validation_result import Validation
from mtassay.human.memory import Outputs
from mtassay.metrics.learned_file import write_learned

MEMORY = simulate(seed=3, sources=120, systems=7).memory


def test_a_metric_that_saves_judgments_is_recommended() -> None:
    rng = np.random.default_rng(1)
    noise = rng.normal(size=len(MEMORY.targets))
    qualities = {
        "chrf": noise,
        "eed": MEMORY.scores + 0.5 * noise,
        "ter": rng.normal(size=len(MEMORY.targets)),
        NONE: None,
    }

    def validated(spec: str) -> Validation:
        return validate(MEMORY, qualities[spec], draws=40)

    candidates = compare_candidates(["chrf", "ter", "eed"], validated)
    assert [candidate.metric for candidate in candidates.tried] == ["chrf", "ter", "eed", "none"]
    assert candidates.recommended.metric == "eed"
    assert candidates.recommended.needed < candidates.tried[0].needed - 0.02
    assert candidates.saved == pytest.approx(candidates.tried[3].needed - candidates.recommended.needed)
    assert all(0.9 < candidate.coverage <= 1 for candidate in candidates.tried)
    # what says nothing saves nothing, so the usual one stays
    assert compare_candidates(["chrf", "ter"], validated).recommended.metric == "chrf"


def test_intervals_that_do_not_hold_are_not_recommended() -> None:
    honest = validate(MEMORY, draws=20)
    cheap = replace(
        honest,
        systems=tuple(replace(system, certified=2) for system in honest.systems),
        budgets=tuple(replace(figures, coverage=0.8) for figures in honest.budgets),
    )
    candidates = compare_candidates(["chrf", "ter"], lambda spec: cheap if spec == "ter" else honest)
    assert candidates.tried[1].needed < candidates.tried[0].needed
    assert candidates.recommended.metric == "chrf"


def test_systems_that_a_metric_was_learned_from_are_not_taken_for_new(
    write: Callable[[str, str | bytes], str],
) -> None:
    name = MEMORY.systems[0]
    outputs = [Outputs(MEMORY.systems[1], "", 1, np.arange(3), np.array([0, 1, 2]))]
    memory = replace(MEMORY, outputs=tuple(outputs))
    texts = [memory.targets[target] for target in range(3)]
    path = write("house.json", write_learned(learned_file({"chrf": (50, 0.1)}, {name: [], "renamed": texts})))
    known = known_to(["chrf", f"learned:path={path}"], memory)
    assert known == {name, MEMORY.systems[1]}
    assert known_to(["chrf", "ter"], memory) == frozenset()
    validation = validate(memory, draws=20, known=known)
    assert set(validation.known) == known
    assert {system.name for system in validation.systems} == set(MEMORY.systems) - known
    with pytest.raises(InputError, match="a metric was learned from judgments of"):
        validate(memory, draws=20, known=MEMORY.systems[1:])
