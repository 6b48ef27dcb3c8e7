"""Parts of a project in the words of the database."""

from datetime import UTC, date, datetime

import pytest
from small_memory import fill

from mtassay.errors import InputError, NotFound, SettingError
from mtassay.estimation.figures.part import Part, find_part
from mtassay.estimation.figures.part_statistics import PartStatistics, make_basis
from mtassay.store.history.events import latest
from mtassay.store.memory.stored_memory import ProjectHistory

TODAY = datetime.now(UTC).date()


@pytest.fixture
def ask(tmp_path):
    """Asks a small project for statistics of a part."""
    from mtassay.store.database import Database
    from mtassay.store.migration import create

    database = Database(str(tmp_path / "memory.db"))
    create(database)
    with database.writing() as connection:
        project = fill(connection, "hotel")
    with database.reading() as connection:
        past = ProjectHistory(connection, project)
        basis = make_basis(past, latest(connection, project.id))
        yield lambda **conditions: (PartStatistics(connection, project, basis, Part(**conditions)), past)
    database.close()


def test_thirds_of_the_sources_are_all_of_them(ask):
    thirds = [set(ask(difficulty=name)[0].source_numbers) for name in ("hard", "middle", "easy")]
    everything = set(ask()[0].source_numbers)
    assert set.union(*thirds) == everything
    assert sum(map(len, thirds)) == len(everything)
    hard, easy = ask(difficulty="hard")[0].memory, ask(difficulty="easy")[0].memory
    assert hard.counting.points.mean() < easy.counting.points.mean()


def test_days_and_documents(ask):
    assert len(ask(since=TODAY)[0].memory.judgments) == len(ask()[0].memory.judgments)
    assert len(ask(until=date(2000, 1, 1))[0].memory.judgments) == 0
    assert ask(until=date(2000, 1, 1))[0].errors is None
    with pytest.raises(NotFound, match="no document"):
        assert ask(document="nowhere")[0].subset


def test_growth_of_a_part_ends_where_the_part_is_now(ask):
    for conditions in ({}, {"judge": "ben"}, {"system": "phrases", "lowest": 5.0}, {"difficulty": "hard"}):
        statistics, past = ask(**conditions)
        last = statistics.growth(past)[-1]
        assert statistics.errors is not None
        assert last.error == pytest.approx(statistics.errors.error.value)
        assert last.scorable == statistics.errors.scorable
        assert last.sources == len(statistics.memory.sources)


def test_a_source_that_came_later_is_not_in_an_earlier_memory(ask):
    statistics, past = ask(difficulty="hard")
    found = find_part(statistics._connection, statistics._project, statistics.basis.stored, statistics.part)
    assert found.subset(past.memory(1)).sources == frozenset()


def test_words():
    assert Part().words == ""
    assert Part(system="A", judge="ann", lowest=2.0, until=date(2026, 3, 1)).words == (
        " of A, judged by ann, scored at least 2, judged until 2026-03-01"
    )
    assert "scored from 1 to 2.5" in Part(lowest=1.0, highest=2.5).words


@pytest.mark.parametrize(
    "conditions",
    [{"lowest": 3.0, "highest": 2.0}, {"since": date(2026, 1, 2), "until": date(2026, 1, 1)}, {"difficulty": "odd"}],
)
def test_what_means_nothing_is_refused(conditions):
    with pytest.raises(SettingError):
        Part(**conditions)


def test_unknown_names_are_refused(ask):
    with pytest.raises(InputError, match="did you mean 'ben'"):
        assert ask(judge="Ben")[0].memory
