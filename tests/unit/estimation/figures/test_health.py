import pytest
from small_memory import SYSTEMS, fill

from mtassay.estimation.figures.health import health
from mtassay.estimation.nearest.leave_one_out import leave_one_out
from mtassay.estimation.nearest.system_estimate import estimate_system
from mtassay.human.memory import Memory, make_memory
from mtassay.significance.bootstrap import Bootstrap
from mtassay.store.database import Database
from mtassay.store.memory.stored_memory import load_memory


@pytest.fixture
def memory(database: Database) -> Memory:
    with database.writing() as connection:
        return load_memory(connection, fill(connection)).memory


def test_every_run_has_the_figures_that_it_has_alone(memory: Memory) -> None:
    found = health(memory)
    assert [run.system for run in found.runs] == list(SYSTEMS)
    for run in found.runs:
        alone = estimate_system(memory, run.system)
        assert run.candidates.esser == alone.candidates.esser


def test_the_error_is_that_of_targets_left_out_with_its_interval(memory: Memory) -> None:
    found = health(memory, bootstrap=Bootstrap(draws=200))
    assert found.error is not None
    assert found.error.value == pytest.approx(leave_one_out(memory).error)
    assert found.error.interval is not None
    assert found.error.interval.low < found.error.value < found.error.interval.high
    assert found.judges == {"anna": 19, "ben": 8}


def test_without_draws_there_are_no_intervals(memory: Memory) -> None:
    found = health(memory)
    assert found.error is not None
    assert found.error.interval is None


def test_a_memory_in_which_nothing_can_be_left_out_has_no_error() -> None:
    found = health(make_memory([("ja", "yes", 10)]), bootstrap=Bootstrap(draws=200))
    assert (found.error, found.runs) == (None, ())
    assert health(make_memory([])).error is None
