"""Sources as lists show them: the same figures as those of the whole memory, without its texts."""

import numpy as np
import pytest
from answering import answer
from small_memory import fill

from mtassay.estimation.figures.item_figures import item_summary
from mtassay.human.filters import parse_search
from mtassay.human.items import difficulties
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_judgments, delete_sources, delete_targets, judgments_of
from mtassay.store.database import Database
from mtassay.store.history.undo import undo
from mtassay.store.lists.filters import count_selected, select_targets, selected_of
from mtassay.store.lists.sources import SourceOrder, list_sources, source_figures
from mtassay.store.memory.stored_memory import load_memory


@pytest.fixture
def hotel(database: Database) -> Project:
    with database.writing() as connection:
        return fill(connection)


def check_figures(database: Database, project: Project) -> None:
    with database.reading() as connection:
        stored = load_memory(connection, project)
        figures = source_figures(connection, project)
        for ids in (None, figures.source.tolist()[:3]):
            some = source_figures(connection, project, ids)
            size = len(some.source)
            assert np.array_equal(some.points, figures.points[:size], equal_nan=True)
            assert np.array_equal(some.ok_rate, figures.ok_rate[:size], equal_nan=True)
            assert np.array_equal(some.errors, figures.errors[:size])
    expected = difficulties(stored.memory)
    summary = item_summary(stored.memory)
    assert figures.source.tolist() == stored.source_ids.tolist()
    assert figures.targets.tolist() == [one.targets for one in expected]
    assert figures.judged.tolist() == [one.judged for one in expected]
    assert figures.labelled.tolist() == [one.labelled for one in expected]
    np.testing.assert_allclose(figures.points, [one.score for one in expected])
    np.testing.assert_allclose(figures.ok_rate, [one.ok_rate for one in expected])
    for place, number in enumerate(figures.source.tolist()):
        one = summary.of(place)
        assert figures.rank(number) == (None if one is None else (one.rank, one.ranked))
        if one is not None:
            assert 100 * figures.errors[place] / figures.verdicts[place] == pytest.approx(one.error_rate)


def test_figures_are_those_of_the_memory(database: Database, hotel: Project) -> None:
    check_figures(database, hotel)
    with database.writing() as connection:
        answer(connection, hotel, 3, "zoe", 2)
        answer(connection, hotel, 3, "zoe", 9)
        answer(connection, hotel, 4, "zoe", 1, recheck="recheck-0")
        deletion = delete_targets(connection, hotel, [1, 8], "zoe")
        delete_judgments(connection, hotel, judgments_of(connection, hotel, "ben"), "zoe")
        delete_sources(connection, hotel, [6], "zoe")
    check_figures(database, hotel)
    with database.writing() as connection:
        undo(connection, hotel.id, [deletion], "zoe")
    check_figures(database, hotel)


def test_an_empty_project_has_an_empty_list(database: Database, project: Project) -> None:
    with database.reading() as connection:
        for order in SourceOrder:
            assert list_sources(connection, project, order).rows == ()


@pytest.mark.parametrize("order", SourceOrder)
def test_pages_show_every_source_once(database: Database, hotel: Project, order: SourceOrder) -> None:
    with database.reading() as connection:
        whole = list_sources(connection, hotel, order).rows
        seen, after = [], ""
        while True:
            page = list_sources(connection, hotel, order, after, 2)
            seen += page.rows
            after = page.after
            if not after:
                break
    assert tuple(seen) == whole
    assert len(whole) == 6


@pytest.mark.parametrize(
    "search", ["hotel", "room nights", "score:<3", "judge:ben", "is:unjudged", "system:neural score:10"]
)
def test_counts_are_those_of_what_is_selected(database: Database, hotel: Project, search: str) -> None:
    selection = parse_search(search)
    with database.reading() as connection:
        found = select_targets(connection, hotel, selection)
        counts = count_selected(connection, hotel, selection)
        for source in range(1, 7):
            own = {one.target for one in found if one.source == source}
            assert selected_of(connection, hotel, selection, source) == own
            assert counts.get(source, 0) == len(own)
        assert found
        listed = list_sources(connection, hotel, matches=counts).rows
    assert {one.id: one.matches for one in listed} == counts


def test_sources_without_targets_are_found_by_their_text(database: Database, hotel: Project) -> None:
    with database.writing() as connection:
        delete_targets(connection, hotel, sorted(selected_of(connection, hotel, parse_search(""), 1)), "anna")
    with database.reading() as connection:
        assert count_selected(connection, hotel, parse_search("Markt")) == {1: 0}
        assert count_selected(connection, hotel, parse_search("Markt is:unjudged")) == {}
