"""Is a database sound? What SQL cannot promise by itself is looked at here."""

import itertools
from collections.abc import Iterator

import sqlalchemy as sa

from mtassay.human.collection import collapse, folded
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.store.campaign_tables import ANSWERS, CAMPAIGN_ITEMS
from mtassay.store.contents.keys import source_key, text_key
from mtassay.store.contents.projects import scale_from_json
from mtassay.store.database import Database
from mtassay.store.history.events import gone, present
from mtassay.store.schema import (
    EVENTS,
    ITEMS,
    JUDGMENTS,
    MARKED,
    MARKS,
    METADATA,
    OUTPUTS,
    PROJECTS,
    QUEUE_ITEMS,
    QUEUES,
    SOURCES,
    TARGETS,
    VERDICTS,
)


def faults(database: Database) -> tuple[str, ...]:
    """Everything that is wrong, in words; empty where all is well."""
    with database.reading() as connection:
        return tuple(_faults(database, connection))


def _faults(database: Database, connection: sa.Connection) -> Iterator[str]:
    if database.is_sqlite:
        yield from (
            f"the file is damaged: {line}"
            for line in connection.exec_driver_sql("PRAGMA integrity_check").scalars()
            if line != "ok"
        )
        for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield f"{table} {row} names a row of {parent} that does not exist"
    yield from _event_faults(connection)
    yield from _key_faults(connection)
    yield from _judgment_faults(connection)
    yield from _item_faults(connection)
    yield from _queue_faults(connection)
    yield from _answer_faults(connection)


def _event_faults(connection: sa.Connection) -> Iterator[str]:
    """Rows and marks must belong to an event of the same project, and marks to rows that exist."""
    for table in METADATA.sorted_tables:
        if "event" in table.c:
            query = sa.select(sa.func.count()).where(table.c.event.not_in(sa.select(EVENTS.c.id)))
            lost = connection.scalar(query.select_from(table))
            if lost:
                yield f"{lost} rows of {table.name} belong to no event"
    for kind, table in MARKED.items():
        query = sa.select(MARKS.c.row).where(MARKS.c.kind == kind, MARKS.c.row.not_in(sa.select(table.c.id)))
        for row in connection.scalars(query):
            yield f"a mark names {kind} {row}, which does not exist"


def _key_faults(connection: sa.Connection) -> Iterator[str]:
    by_place = dict(connection.execute(sa.select(PROJECTS.c.id, PROJECTS.c.by_place)).all())
    for row in connection.execute(sa.select(SOURCES)):
        key = source_key(row.text, row.document, row.position, by_place=by_place[row.project])
        if row.key != key or row.text != collapse(row.text):
            yield f"source {row.id} is not stored under its own text"
        if row.folded != folded(row.text):
            yield f"source {row.id} is searched by another text than its own"
    for row in connection.execute(sa.select(TARGETS.c.id, TARGETS.c.key, TARGETS.c.text, TARGETS.c.folded)):
        if row.key != text_key(row.text):
            yield f"target {row.id} is not stored under its own text"
        if row.folded != folded(row.text):
            yield f"target {row.id} is searched by another text than its own"


def _judgment_faults(connection: sa.Connection) -> Iterator[str]:
    scales = {row.id: scale_from_json(row.scale) for row in connection.execute(sa.select(PROJECTS))}
    old = sa.alias(JUDGMENTS)
    query = (
        sa.select(JUDGMENTS.c.id)
        .join(old, old.c.id == JUDGMENTS.c.replaces)
        .where((old.c.target != JUDGMENTS.c.target) | (old.c.id >= JUDGMENTS.c.id))
    )
    for number in connection.scalars(query):
        yield f"judgment {number} corrects one of another translation"
    query = (
        sa.select(JUDGMENTS.c.replaces)
        .where(JUDGMENTS.c.replaces.is_not(None), present(JUDGMENTS))
        .group_by(JUDGMENTS.c.replaces)
        .having(sa.func.count() > 1)
    )
    for number in connection.scalars(query):
        yield f"judgment {number} is corrected twice"
    for row in connection.execute(sa.select(JUDGMENTS.c.id, JUDGMENTS.c.project, JUDGMENTS.c.value)):
        scale = scales[row.project]
        if row.value is not None and not scale.low <= row.value <= scale.high:
            yield f"judgment {row.id} has the score {row.value:g}, which is not on the scale {scale.spec}"
    query = sa.select(JUDGMENTS.c.id).where(present(JUDGMENTS), JUDGMENTS.c.target.in_(gone("targets")))
    for number in connection.scalars(query):
        yield f"judgment {number} is there, but its translation was deleted"


def _item_faults(connection: sa.Connection) -> Iterator[str]:
    query = sa.select(ITEMS.c.id, ITEMS.c.text, SOURCES.c.text.label("source")).join(
        SOURCES, SOURCES.c.id == ITEMS.c.source
    )
    for row in connection.execute(query):
        if row.text not in row.source:
            yield f"item {row.id} does not occur in its source"
    query = (
        sa.select(VERDICTS.c.judgment)
        .join(ITEMS, ITEMS.c.id == VERDICTS.c.item)
        .join(JUDGMENTS, JUDGMENTS.c.id == VERDICTS.c.judgment)
        .join(TARGETS, TARGETS.c.id == JUDGMENTS.c.target)
        .where((TARGETS.c.source != ITEMS.c.source) | VERDICTS.c.verdict.not_in(ITEM_CLASSES))
    )
    for number in connection.scalars(query):
        yield f"judgment {number} has a verdict on an item of another source, or of no known class"


def _answer_faults(connection: sa.Connection) -> Iterator[str]:
    """An answer that is in the memory too says the same there, of the same translation, as long as it is there."""
    query = (
        sa.select(ANSWERS.c.id, ANSWERS.c.body, JUDGMENTS.c.value)
        .join(CAMPAIGN_ITEMS, CAMPAIGN_ITEMS.c.id == ANSWERS.c.item)
        .join(JUDGMENTS, JUDGMENTS.c.id == ANSWERS.c.judgment)
    )
    is_other = (JUDGMENTS.c.target != CAMPAIGN_ITEMS.c.target) | (JUDGMENTS.c.event != ANSWERS.c.event)
    for row in connection.execute(query.where(is_other)):
        yield f"answer {row.id} belongs to the judgment of another"
    for row in connection.execute(query):
        if row.body.get("value") != row.value:
            yield f"answer {row.id} and its judgment say different things"
    for row in connection.execute(query.where(~present(ANSWERS), present(JUDGMENTS))):
        yield f"the judgment of answer {row.id} is there, but the answer was undone"


def _queue_faults(connection: sa.Connection) -> Iterator[str]:
    """Queues ask for outputs of their own run, in an order without gaps that follows from what was drawn."""
    is_output = sa.exists().where(OUTPUTS.c.run == QUEUES.c.run, OUTPUTS.c.target == QUEUE_ITEMS.c.target)
    query = sa.select(QUEUE_ITEMS.c.queue, QUEUE_ITEMS.c.position).join(QUEUES, QUEUES.c.id == QUEUE_ITEMS.c.queue)
    for queue, position in connection.execute(query.where(~is_output)):
        yield f"item {position} of queue {queue} is no output of its run"
    rows = connection.execute(sa.select(QUEUE_ITEMS).order_by(QUEUE_ITEMS.c.queue, QUEUE_ITEMS.c.position)).all()
    disordered = {
        later.queue
        for earlier, later in itertools.pairwise(rows)
        if earlier.queue == later.queue
        and (later.position != earlier.position + 1 or earlier.uniform / earlier.size > later.uniform / later.size)
    }
    for queue in sorted(disordered):
        yield f"queue {queue} does not stand in the order that was drawn"
