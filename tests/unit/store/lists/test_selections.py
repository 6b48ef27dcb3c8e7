from collections import Counter

import pytest
import sqlalchemy as sa
from answering import answer

from mtassay.errors import InputError
from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database
from mtassay.store.history.deletions import deletions
from mtassay.store.history.undo import undo
from mtassay.store.lists.selections import (
    Selection,
    count_selected,
    delete_judgments,
    delete_sources,
    delete_system,
    delete_targets,
    judgments_of,
    select_targets,
    selected_of,
)
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.schema import JUDGMENTS


@pytest.fixture(autouse=True)
def _filled(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")


@pytest.mark.parametrize(
    ("selection", "texts"),
    [
        (Selection(), 5),
        (Selection(text="THANKS"), 3),
        (Selection(text="morgen"), 2),
        (Selection(text="100%"), 0),
        (Selection(source="alles"), 3),
        (Selection(system="B"), 2),
        (Selection(judge="ben"), 2),
        (Selection(lowest=9), 2),
        (Selection(highest=6), 2),
        (Selection(lowest=5, highest=6, judge="ben"), 1),
        (Selection(judged=False), 1),
        (Selection(judged=True), 4),
        (Selection(judged=False, words=("morgen", "UNTIL")), 1),
        (Selection(judged=True, words=("morgen", "until")), 0),
        (Selection(judged=True, words=("thanks", "klar"), source="danke", lowest=5, highest=6), 2),
        (Selection(words=("tomorrow",), text="see"), 1),
    ],
)
def test_conditions_hold_together(database: Database, project: Project, selection: Selection, texts: int) -> None:
    with database.writing() as connection:
        # what is the same in another project, and what was taken away here, must not be found
        other = add_project(connection, "another", "anna")
        add_collection(connection, other, read_collection(connection, project), "anna")
        more = Collection((Source("bis morgen.", targets=(Target("till tomorrow.", (Judgment(4, judge="ben"),)),)),))
        add_collection(connection, project, more, "anna")
        (gone,) = select_targets(connection, project, Selection(text="till"))
        delete_targets(connection, project, [gone.target], "anna")
    with database.reading() as connection:
        found = select_targets(connection, project, selection)
        counted = count_selected(connection, project, selection)
        assert len(found) == texts
        assert counted == Counter(one.source for one in found)
        for source in {one.source for one in select_targets(connection, project, Selection())}:
            targets = {one.target for one in found if one.source == source}
            assert selected_of(connection, project, selection, source) == targets


@pytest.mark.parametrize(
    "word", ["ÜBER", "über", "u\u0308ber", "STRASSE", "Straße", "ОКНО", "ἈΡΧΉ", "ΠΡΑΫ́ΝΩ", "%_", "/"]
)
def test_case_and_form_of_letters_make_no_difference(database: Database, project: Project, word: str) -> None:
    """Whatever letters the database itself knows."""
    texts = Collection((Source("Über die Straße", targets=(Target("окно ἀρχή πραΰνω %_/"),)), Source("Ubter den Weg")))
    with database.writing() as connection:
        add_collection(connection, project, texts, "anna")
        found = count_selected(connection, project, Selection(words=(word,)))
        assert list(found.values()) == [1]
        targets = [one.target for one in select_targets(connection, project, Selection(words=(word,)))]
        revision = delete_targets(connection, project, targets, "anna")
        assert [one.event.revision for one in deletions(connection, project, (word,))] == [revision]


def test_a_source_without_targets_is_counted_by_its_text_alone(database: Database, project: Project) -> None:
    with database.writing() as connection:
        add_collection(connection, project, Collection((Source("bis dann."),)), "anna")
    with database.reading() as connection:
        for selection, counts in (
            (Selection(words=("bis", ".")), [2, 0]),
            (Selection(source="DANN"), [0]),
            (Selection(words=("bis", "tomorrow")), [2]),
            (Selection(words=("bis",), judged=False), [1]),
        ):
            assert list(count_selected(connection, project, selection).values()) == counts


def test_scores_are_those_that_hold(database: Database, project: Project) -> None:
    with database.writing() as connection:
        (found,) = select_targets(connection, project, Selection(text="until"))
        answer(connection, project, found.target, "anna", 9, recheck="recheck-0")
        assert count_selected(connection, project, Selection(lowest=9)) == {1: 1, 2: 1}
        answer(connection, project, found.target, "anna", 9)
        assert count_selected(connection, project, Selection(lowest=9)) == {1: 1, 2: 2}
        answer(connection, project, found.target, "anna", 2)
        assert count_selected(connection, project, Selection(highest=3)) == {2: 1}
        delete_judgments(connection, project, judgments_of(connection, project, "anna")[-1:], "anna")
        assert count_selected(connection, project, Selection(judged=False)) == {2: 1}


def test_what_is_found_has_its_score(database: Database, project: Project) -> None:
    with database.reading() as connection:
        (found,) = select_targets(connection, project, Selection(text="okay"))
    assert (found.source_text, found.text, found.judgments) == ("alles klar. danke schoen.", "okay thanks.", 2)
    assert found.points == 9.5


def test_deleting_targets_can_be_undone(database: Database, project: Project) -> None:
    with database.writing() as connection:
        before = read_collection(connection, project)
        targets = [found.target for found in select_targets(connection, project, Selection(text="thanks"))]
        revision = delete_targets(connection, project, targets, "anna")
        assert load_memory(connection, project).memory.targets == ("see you tomorrow.", "until tomorrow.")
    assert faults(database) == ()
    with database.writing() as connection:
        undo(connection, project.id, [revision], "anna")
        assert read_collection(connection, project) == before
    assert faults(database) == ()


def test_deleting_sources_takes_all_of_them(database: Database, project: Project) -> None:
    with database.writing() as connection:
        before = read_collection(connection, project)
        (found, *_) = select_targets(connection, project, Selection(source="alles"))
        revision = delete_sources(connection, project, [found.source], "anna")
        memory = load_memory(connection, project).memory
        assert (memory.sources, memory.items, len(memory.judgments)) == (("bis morgen.",), (), 1)
        undo(connection, project.id, [revision], "anna")
        assert read_collection(connection, project) == before


def test_deleting_a_system_keeps_what_people_said(database: Database, project: Project) -> None:
    with database.writing() as connection:
        before = load_memory(connection, project).memory
        revision = delete_system(connection, project, "A", "anna")
        memory = load_memory(connection, project).memory
        assert memory.latest_outputs("A") is None
        assert len(memory.judgments) == len(before.judgments)
        undo(connection, project.id, [revision], "anna")
        assert load_memory(connection, project).memory.latest_outputs("A") is not None
        with pytest.raises(InputError, match="no system 'Z'"):
            delete_system(connection, project, "Z", "anna")


def test_the_judgments_of_one_judge_can_be_deleted(database: Database, project: Project) -> None:
    with database.writing() as connection:
        numbers = judgments_of(connection, project, "ben")
        delete_judgments(connection, project, numbers, "anna")
        memory = load_memory(connection, project).memory
    assert memory.scores[1] == 10
    assert len(memory.judgments) == 3


def test_what_a_deleted_judgment_had_corrected_does_not_come_back(database: Database, project: Project) -> None:
    with database.writing() as connection:
        for value in (5, 7, 8):
            again = Collection((Source("one", targets=(Target("x", (Judgment(value, judge="carla"),)),)),))
            add_collection(connection, project, again, "carla")
        revision = delete_judgments(connection, project, judgments_of(connection, project, "carla"), "anna")
        assert judgments_of(connection, project, "carla") == ()
        undo(connection, project.id, [revision], "anna")
        (held,) = judgments_of(connection, project, "carla")
        assert connection.scalar(sa.select(JUDGMENTS.c.value).where(JUDGMENTS.c.id == held)) == 8
    assert faults(database) == ()


def test_an_empty_selection_is_refused(database: Database, project: Project) -> None:
    with pytest.raises(InputError, match="nothing to delete"), database.writing() as connection:
        delete_targets(connection, project, [], "anna")
