"""Outputs of systems side by side, and what people say of them, on both databases."""

import numpy as np
import pytest
import small_memory
from new_system import fill

from mtassay.errors import InputError
from mtassay.estimation.figures.compared_outputs import ComparedOutputs, compare_outputs
from mtassay.estimation.nearest.system_estimate import estimate_system
from mtassay.human.memory import Memory
from mtassay.human.sser import sser
from mtassay.human.translations import outputs_of
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.database import Database
from mtassay.store.memory.stored_memory import load_memory


def hotel(database: Database) -> Memory:
    with database.writing() as connection:
        return load_memory(connection, small_memory.fill(connection)).memory


def compared(memory: Memory, *names: str, **more: object) -> ComparedOutputs:
    runs = {name: memory.latest_outputs(name) for name in names}
    return compare_outputs(memory, runs, **more)


def test_rates_are_those_of_other_pages(database: Database) -> None:
    memory = hotel(database)
    beside = compared(memory, "phrases", "neural")
    assert list(beside.evalset.systems) == ["phrases", "neural"]
    assert tuple(beside.evalset.systems["neural"]) == small_memory.SYSTEMS["neural"]
    assert beside.evalset.references is None
    assert (beside.common, beside.all_segments) == (6, 6)
    for name in ("phrases", "neural"):
        judged = beside.judged[name]
        figure = sser(memory, outputs_of(memory, name))
        assert np.nanmean(judged) == pytest.approx(figure.value)
        assert np.count_nonzero(~np.isnan(judged)) == figure.judged
        assert np.nanmean(beside.estimated[name]) == pytest.approx(estimate_system(memory, name).candidates.esser)
    # a judged output is as people say
    known = ~np.isnan(beside.judged["neural"])
    np.testing.assert_array_equal(beside.estimated["neural"][known], beside.judged["neural"][known])


def test_references_are_perfect_translations_of_others(database: Database) -> None:
    memory = hotel(database)
    beside = compared(memory, "word-by-word", "phrases", needs_references=True, target_language="en")
    references = beside.evalset.required_references
    assert 0 < beside.referenced == len(beside.evalset) < beside.common
    for place, source in enumerate(beside.evalset.sources or ()):
        number = list(small_memory.SOURCES).index(source)
        assert small_memory.SYSTEMS["phrases"][number] not in references[place] or (
            small_memory.SYSTEMS["phrases"][number] in (small_memory.SYSTEMS["neural"][number],)
        )
    assert beside.evalset.target_language == "en"
    assert len(beside.judged["phrases"]) == len(beside.evalset)


def test_only_segments_that_all_have_are_compared(database: Database) -> None:
    with database.writing() as connection:
        project = small_memory.fill(connection)
        sources = list(small_memory.SOURCES)
        # the second source twice, and another order
        own = [sources[4], sources[1], sources[1]]
        add_outputs(connection, project, "part", ["four", "one", "one again"], "anna", sources=own)
        memory = load_memory(connection, project).memory
    beside = compared(memory, "part", "phrases")
    assert list(beside.evalset.sources or ()) == [sources[4], sources[1]]
    assert list(beside.evalset.systems["part"]) == ["four", "one"]
    assert beside.evalset.systems["phrases"][0] == small_memory.SYSTEMS["phrases"][4]
    assert (beside.common, beside.all_segments) == (2, 7)
    assert np.isnan(beside.judged["part"]).all()


def test_what_cannot_be_compared_is_said(database: Database) -> None:
    with database.writing() as connection:
        project = fill(connection, systems=2).project
        add_outputs(connection, project, "other", ["x"], "anna", sources=["etwas anderes"])
        memory = load_memory(connection, project).memory
    with pytest.raises(InputError, match="needs two systems or more"):
        compared(memory, "system0")
    with pytest.raises(InputError, match="no segment in common"):
        compared(memory, "system0", "other")
    with pytest.raises(InputError, match="no segment has a reference"):
        compared(memory, "system0", "system1", "new", needs_references=True)
