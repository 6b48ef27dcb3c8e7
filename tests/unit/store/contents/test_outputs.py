from mtassay.store.contents.outputs import add_outputs, find_run
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database

SOURCES = ["eins", "zwei", "eins", "drei"]
TEXTS = ["one", "two", "one", "three"]


def test_the_texts_of_a_run_are_known_and_so_is_a_part_of_them(database: Database, project: Project) -> None:
    with database.writing() as connection:
        assert find_run(connection, project, "base", SOURCES, TEXTS) == (0, None)
        add_outputs(connection, project, "base", TEXTS, "a test", sources=SOURCES)
        system, whole = find_run(connection, project, "base", SOURCES, TEXTS)
        assert whole is not None
        assert sorted(whole) == [0, 1, 2, 3]
        assert find_run(connection, project, "base", [" drei ", "eins"], ["three", "one "]) == (
            system,
            {0: whole[3], 1: whole[0]},
        )


def test_a_text_that_the_run_has_not_or_not_as_often_is_not_known(database: Database, project: Project) -> None:
    with database.writing() as connection:
        add_outputs(connection, project, "base", TEXTS, "a test", sources=SOURCES)
        system, _ = find_run(connection, project, "base", SOURCES, TEXTS)
        assert find_run(connection, project, "base", ["zwei"], ["too"]) == (system, None)
        assert find_run(connection, project, "base", ["eins"] * 3, ["one"] * 3) == (system, None)
        assert find_run(connection, project, "other", ["zwei"], ["two"]) == (0, None)
