"""Every test of the store runs on both databases."""

from collections.abc import Callable, Iterator

import pytest

from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.store.database import Database
from mtassay.store.migration import create
from mtassay.store.projects import Project, add_project


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, new_location: Callable[[str], str]) -> Iterator[Database]:
    database = Database(new_location(request.param))
    create(database)
    yield database
    database.close()


@pytest.fixture
def project(database: Database) -> Project:
    with database.writing() as connection:
        return add_project(connection, "talks", "anna", source_language="de", target_language="en")


@pytest.fixture
def paper() -> Collection:
    """The example of the EvalTrans paper, section 4, with judges and systems."""
    return Collection(
        (
            Source(
                "alles klar. danke schoen.",
                items=(Item("0", "alles klar."), Item("1", "danke schoen.")),
                targets=(
                    Target("yes. thanks. fine.", (Judgment(6, "anna"),), (Output("A", "", 1),)),
                    Target(
                        "okay thanks.",
                        (
                            Judgment(10, "anna", verdicts={"0": "ok", "1": "ok"}),
                            Judgment(9, "ben", verdicts={"0": "missing", "1": "ok"}, seconds=31.5, comment="terse"),
                        ),
                        (Output("B", "", 1),),
                    ),
                    Target("righto. thanks nice.", (Judgment(5, "ben", "C"),), (Output("C", "", 1),)),
                ),
            ),
            Source(
                "bis morgen.",
                targets=(
                    Target("see you tomorrow.", (Judgment(10, "anna", "A"),), (Output("A", "", 2), Output("B", "", 2))),
                    Target("until tomorrow.", outputs=(Output("C", "", 2),)),
                ),
            ),
        )
    )
