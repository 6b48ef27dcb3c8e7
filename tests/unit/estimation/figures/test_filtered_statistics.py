"""Statistics of what a filter means of a project."""

from datetime import UTC, date, datetime

import pytest
from small_memory import fill

from mtassay.errors import InputError
from mtassay.estimation.figures.filtered_statistics import FilteredStatistics, make_basis
from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.human.filters import Filter
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.history.events import latest
from mtassay.store.memory.stored_memory import ProjectHistory

TODAY = datetime.now(UTC).date()


@pytest.fixture
def ask(tmp_path):
    """Asks a small project for statistics of what a filter means."""
    from mtassay.store.database import Database
    from mtassay.store.migration import create

    database = Database(str(tmp_path / "memory.db"))
    create(database)
    with database.writing() as connection:
        project = fill(connection, "hotel")
    with database.reading() as connection:
        past = ProjectHistory(connection, project)
        basis = make_basis(past, latest(connection, project.id))
        yield lambda **conditions: (FilteredStatistics(connection, project, basis, Filter(**conditions)), past)
    database.close()


def test_thirds_of_the_sources_are_all_of_them(ask):
    thirds = [set(ask(difficulty=name)[0].source_numbers) for name in ("hard", "middle", "easy")]
    everything = set(ask()[0].source_numbers)
    assert set.union(*thirds) == everything
    assert sum(map(len, thirds)) == len(everything)
    hard, easy = ask(difficulty="hard")[0].memory, ask(difficulty="easy")[0].memory
    assert hard.counting.points.mean() < easy.counting.points.mean()


def test_days_and_documents(ask):
    # nobody knows when these were judged, whenever they were stored
    assert len(ask(since=TODAY)[0].memory.judgments) == 0
    assert ask(since=TODAY)[0].errors is None
    assert len(ask(document="hotel")[0].memory.judgments) == len(ask()[0].memory.judgments)
    with pytest.raises(InputError, match="no document 'nowhere'; there are hotel"):
        assert ask(document="nowhere")[0].memory


def test_days_are_those_of_judging_and_not_of_storing(database, project):
    days = [datetime(2026, 5, day, 23, 30, tzinfo=UTC) for day in (1, 2, 3)]
    targets = tuple(Target(str(at.day), (Judgment(5, judge="anna", at=at),)) for at in days)
    with database.writing() as connection:
        add_collection(connection, project, Collection((Source("one", targets=targets),)), "anna")
        past = ProjectHistory(connection, project)
        basis = make_basis(past, latest(connection, project.id))
        for conditions, judged in (
            ({"until": date(2026, 5, 2)}, ("1", "2")),
            ({"since": date(2026, 5, 2)}, ("2", "3")),
            ({"since": TODAY}, ()),
        ):
            found = FilteredStatistics(connection, project, basis, Filter(**conditions))
            assert found.memory.targets == judged
            assert found.growth(past)[-1].judged == len(judged)


def test_growth_of_what_a_filter_means_ends_where_it_is_now(ask):
    for conditions in ({}, {"judge": "ben"}, {"system": "phrases", "lowest": 5.0}, {"difficulty": "hard"}):
        statistics, past = ask(**conditions)
        last = statistics.growth(past)[-1]
        assert statistics.errors is not None
        assert last.error == pytest.approx(statistics.errors.error.value)
        assert last.scorable == statistics.errors.scorable
        assert last.sources == len(statistics.memory.sources)


def test_a_source_that_came_later_is_not_in_an_earlier_memory(ask):
    statistics, past = ask(difficulty="hard")
    first = statistics.growth(past)[0]
    assert (first.sources, first.judged) == (0, 0)


def test_a_judge_agrees_with_others(ask):
    alone = ask(judge="ben")[0]
    assert {one.name for one in alone.judges} == {"ben"}
    assert [(one.first, one.second, one.units) for one in alone.agreement.pairs] == [("anna", "ben", 8)]
    assert alone.agreement.own == ()


def test_the_overview_is_of_what_the_filter_means(ask):
    found = ask(system="phrases")[0].overview
    assert [one.system for one in found.runs] == ["phrases"]
    assert (found.counts.targets, found.counts.judged) == (6, 6)
    assert found.error.value == ask(system="phrases")[0].errors.error.value


def test_unknown_names_are_refused(ask):
    with pytest.raises(InputError, match="did you mean 'ben'"):
        assert ask(judge="Ben")[0].memory
