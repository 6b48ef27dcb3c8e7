"""A database of judgments for the commands that use one."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from new_system import fill
from unit.cli.estimation_desk import Desk, Make
from unit.cli.judging_sessions import Clock, Start

from mtassay.cli.judging.session import JudgingSession
from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database
from mtassay.store.judging.context import JudgingScope, system_number


@pytest.fixture
def database(new_database: Callable[[str], str]) -> Iterator[Database]:
    database = Database(new_database("sqlite"))
    yield database
    database.close()


@pytest.fixture
def talks(database: Database) -> Project:
    """Twenty translations of ten sources that nobody has judged, and beside each pair one that ben has."""
    sources = tuple(
        Source(
            f"wir treffen uns um {number} uhr. danke.",
            items=(Item("0", f"wir treffen uns um {number} uhr."), Item("1", "danke.")),
            targets=(
                Target(f"we meet at {number} sharp. thanks.", (Judgment(10, judge="ben"),)),
                Target(f"we meet at {number} oclock. thanks.", outputs=(Output("A", "", number),)),
                Target(f"us meets {number} watch thank", outputs=(Output("B", "", number),)),
            ),
        )
        for number in range(1, 11)
    )
    with database.writing() as connection:
        project = add_project(connection, "talks", "anna", source_language="de", target_language="en")
        add_collection(connection, project, Collection(sources), "anna")
    return project


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def start(database: Database, talks: Project, clock: Clock) -> Start:
    def begin(judge: str = "anna", system: str | None = None) -> JudgingSession:
        with database.reading() as connection:
            number = None if system is None else system_number(connection, talks, system)
        scope = JudgingScope(system=number, only_unknown=system is None)
        return JudgingSession(database, talks, judge, scope, clock=clock)

    return begin


@pytest.fixture(params=["sqlite", "postgresql"])
def make(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> Iterator[Make]:
    database = Database(new_database(request.param))

    def fill_it(**sizes: Any) -> Desk:
        with database.writing() as connection:
            return Desk(database, fill(connection, **sizes))

    yield fill_it
    database.close()


@pytest.fixture
def desk(make: Make) -> Desk:
    return make()
