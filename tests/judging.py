"""What journeys of judges share: a server with something to judge, and what is in its database."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from keyboard import press
from playwright.sync_api import Page
from small_memory import fill
from workbench import Workbench

from mtassay.human.collection import Collection, Item, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database
from mtassay.store.schema import JUDGES, JUDGMENTS, MARKS

SENTENCES = 10


@contextmanager
def opened(server: Workbench) -> Iterator[Database]:
    """The database of a server, from this process, and closed afterwards."""
    database = Database(server.location)
    try:
        yield database
    finally:
        database.close()


def fill_hotel(server: Workbench) -> None:
    """The small memory, as project 1."""
    with opened(server) as database, database.writing() as connection:
        fill(connection)


def fill_twenty(server: Workbench, sentences: int = SENTENCES) -> None:
    """Ten sources of two items with two translations each, that nobody has judged, as project 1; or more sources."""
    sources = tuple(
        Source(
            f"Zug {number} fährt um acht, und zwar von Gleis {number}.",
            document="trains",
            position=number,
            items=(Item("0", f"Zug {number} fährt um acht,"), Item("1", f"und zwar von Gleis {number}.")),
            targets=(
                Target(f"Train {number} leaves at eight from platform {number}."),
                Target(f"At eight goes the train {number}, and indeed of track {number}."),
            ),
        )
        for number in range(1, sentences + 1)
    )
    with opened(server) as database, database.writing() as connection:
        project = add_project(connection, "trains", "a test", source_language="de", target_language="en")
        add_collection(connection, project, Collection(sources), "a test")


def fill_letters(server: Workbench) -> None:
    """Texts of very different lengths without items, that nobody has judged, as project 1."""
    lengths = (1, 12, 1, 40)
    sources = tuple(
        Source(
            f"Brief {number}. " + "Die Gemeinde baut den alten Bahnhof zu einem Haus für Vereine um. " * length,
            targets=(
                Target(f"Letter {number}. " + "The town turns the old station into a house for clubs. " * length),
            ),
        )
        for number, length in enumerate(lengths, start=1)
    )
    with opened(server) as database, database.writing() as connection:
        project = add_project(connection, "letters", "a test", source_language="de", target_language="en")
        add_collection(connection, project, Collection(sources), "a test")


def stored(server: Workbench, judge: str) -> list[tuple[int, float]]:
    """Target and value of every judgment of a judge that was not taken away, the oldest first."""
    last = sa.select(sa.func.max(MARKS.c.id)).where(MARKS.c.kind == "judgments").group_by(MARKS.c.row)
    gone = sa.select(MARKS.c.row).where(MARKS.c.id.in_(last), MARKS.c.is_gone)
    query = (
        sa.select(JUDGMENTS.c.target, JUDGMENTS.c.value)
        .join(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .where(JUDGES.c.name == judge, JUDGMENTS.c.id.not_in(gone))
        .order_by(JUDGMENTS.c.id)
    )
    with opened(server) as database, database.reading() as connection:
        return [(row.target, row.value) for row in connection.execute(query)]


def shown(page: Page) -> int:
    """The translation that is asked for."""
    return int(page.locator("form#answer").get_attribute("data-target") or 0)


def answer(page: Page, *keys: str) -> int:
    """Answer by keys and wait for what comes next; returns what was answered. Items may stay open."""
    before = shown(page)
    press(page, *keys, "Enter")
    if page.locator("[data-reason]", has_text="still open").count():
        press(page, "Enter")
    page.wait_for_function(
        "before => document.querySelector('form#answer')?.dataset.target !== before", arg=str(before)
    )
    return before
