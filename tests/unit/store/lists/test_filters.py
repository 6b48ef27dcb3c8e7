"""Filters as SQL; `contracts/test_filters.py` holds them beside those over arrays."""

from collections import Counter

import pytest
from answering import answer

from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.human.filters import Filter
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.contents.removal import delete_judgments, delete_targets, judgments_of
from mtassay.store.database import Database
from mtassay.store.history.deletions import deletions
from mtassay.store.lists.filters import count_selected, select_targets, selected_of


@pytest.fixture(autouse=True)
def _filled(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")


@pytest.mark.parametrize(
    ("chosen", "texts"),
    [
        (Filter(), 5),
        (Filter(words=("THANKS",)), 3),
        (Filter(words=("morgen",)), 2),
        (Filter(words=("100%",)), 0),
        (Filter(source="alles"), 3),
        (Filter(system="B"), 2),
        (Filter(judge="ben"), 2),
        (Filter(lowest=9), 2),
        (Filter(highest=6), 2),
        (Filter(lowest=5, highest=6, judge="ben"), 1),
        (Filter(judged=False), 1),
        (Filter(judged=True), 4),
        (Filter(judged=False, words=("morgen", "UNTIL")), 1),
        (Filter(judged=True, words=("morgen", "until")), 0),
        (Filter(judged=True, words=("thanks", "klar"), source="danke", lowest=5, highest=6), 2),
        (Filter(words=("tomorrow", "see")), 1),
    ],
)
def test_conditions_hold_together(database: Database, project: Project, chosen: Filter, texts: int) -> None:
    with database.writing() as connection:
        # what is the same in another project, and what was taken away here, must not be found
        other = add_project(connection, "another", "anna")
        add_collection(connection, other, read_collection(connection, project), "anna")
        more = Collection((Source("bis morgen.", targets=(Target("till tomorrow.", (Judgment(4, judge="ben"),)),)),))
        add_collection(connection, project, more, "anna")
        (gone,) = select_targets(connection, project, Filter(words=("till",)))
        delete_targets(connection, project, [gone.target], "anna")
    with database.reading() as connection:
        found = select_targets(connection, project, chosen)
        counted = count_selected(connection, project, chosen)
        assert len(found) == texts
        assert counted == Counter(one.source for one in found)
        for source in {one.source for one in select_targets(connection, project, Filter())}:
            targets = {one.target for one in found if one.source == source}
            assert selected_of(connection, project, chosen, source) == targets


@pytest.mark.parametrize(
    "word", ["ÜBER", "über", "u\u0308ber", "STRASSE", "Straße", "ОКНО", "ἈΡΧΉ", "ΠΡΑΫ́ΝΩ", "%_", "/"]
)
def test_case_and_form_of_letters_make_no_difference(database: Database, project: Project, word: str) -> None:
    """Whatever letters the database itself knows."""
    texts = Collection((Source("Über die Straße", targets=(Target("окно ἀρχή πραΰνω %_/"),)), Source("Ubter den Weg")))
    with database.writing() as connection:
        add_collection(connection, project, texts, "anna")
        found = count_selected(connection, project, Filter(words=(word,)))
        assert list(found.values()) == [1]
        targets = [one.target for one in select_targets(connection, project, Filter(words=(word,)))]
        revision = delete_targets(connection, project, targets, "anna")
        assert [one.event.revision for one in deletions(connection, project, (word,))] == [revision]


def test_a_source_without_targets_is_counted_by_its_text_alone(database: Database, project: Project) -> None:
    with database.writing() as connection:
        add_collection(connection, project, Collection((Source("bis dann."),)), "anna")
    with database.reading() as connection:
        for chosen, counts in (
            (Filter(words=("bis", ".")), [2, 0]),
            (Filter(source="DANN"), [0]),
            (Filter(words=("bis", "tomorrow")), [2]),
            (Filter(words=("bis",), judged=False), [1]),
        ):
            assert list(count_selected(connection, project, chosen).values()) == counts


def test_scores_are_those_that_hold(database: Database, project: Project) -> None:
    with database.writing() as connection:
        (found,) = select_targets(connection, project, Filter(words=("until",)))
        answer(connection, project, found.target, "anna", 9, recheck="recheck-0")
        assert count_selected(connection, project, Filter(lowest=9)) == {1: 1, 2: 1}
        answer(connection, project, found.target, "anna", 9)
        assert count_selected(connection, project, Filter(lowest=9)) == {1: 1, 2: 2}
        answer(connection, project, found.target, "anna", 2)
        assert count_selected(connection, project, Filter(highest=3)) == {2: 1}
        delete_judgments(connection, project, judgments_of(connection, project, "anna")[-1:], "anna")
        assert count_selected(connection, project, Filter(judged=False)) == {2: 1}


def test_what_is_found_has_its_score(database: Database, project: Project) -> None:
    with database.reading() as connection:
        (found,) = select_targets(connection, project, Filter(words=("okay",)))
    assert (found.source_text, found.text, found.judgments) == ("alles klar. danke schoen.", "okay thanks.", 2)
    assert found.points == 9.5
