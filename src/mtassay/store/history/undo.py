"""What rows belong to: a judgment to its target, a target to its source. Nothing is there without its owner."""

from collections.abc import Callable, Iterable, Iterator, Set
from typing import Any

import sqlalchemy as sa

from mtassay.store.schema import (
    EVENTS,
    ITEMS,
    JUDGMENTS,
    OUTPUTS,
    RUNS,
    SOURCES,
    SYSTEMS,
    TARGETS,
    VERDICTS,
)

Rows = dict[str, set[int]]
"""Numbers of rows, by the name of their table."""

# owners come after what they own; that a source is cut into items does not keep it, nor that a run is queued: a part of
# a queue would be another sample, and outputs that were wrong need no judging
_OWNERS = (
    (JUDGMENTS, "target", TARGETS),
    (OUTPUTS, "target", TARGETS),
    (OUTPUTS, "run", RUNS),
    (RUNS, "system", SYSTEMS),
    (TARGETS, "source", SOURCES),
)
_FEW = 10_000

Gone = Callable[[str, Iterable[int]], Set[int]]
"""Says which of some rows of a table are taken away at present."""


def add_owners(connection: sa.Connection, rows: Rows) -> None:
    """Add to rows all that they belong to."""
    for owned, column, owner in _OWNERS:
        query = sa.select(owned.c.id, owned.c[column])
        rows[owner.name] |= {number for _, number in chosen_rows(connection, query, 0, rows[owned.name])}


def keep_owners(connection: sa.Connection, rows: Rows, there: Rows, gone: Gone) -> None:
    """Of `rows`, add those to `there` that something belongs to which is there; of all others, `gone` are not."""
    for owned, column, owner in _OWNERS:
        doubtful = rows[owner.name] - there[owner.name]
        pairs = list(chosen_rows(connection, sa.select(owned.c.id, owned.c[column]), 1, doubtful))
        absent = (gone(owned.name, (row for row, _ in pairs)) | rows[owned.name]) - there[owned.name]
        there[owner.name] |= {number for row, number in pairs if row not in absent}


def keep_judged_items(connection: sa.Connection, items: Set[int], rows: Rows, there: Rows, gone: Gone) -> None:
    """Of `items`, add those to `there` on which a judgment that is there has a verdict."""
    # who undoes a cut wants its items gone, judged or not
    query = (
        sa.select(VERDICTS.c.judgment, VERDICTS.c.item)
        .join(ITEMS, ITEMS.c.id == VERDICTS.c.item)
        .join(EVENTS, EVENTS.c.id == ITEMS.c.event)
        .where(EVENTS.c.kind != "items")
    )
    pairs = list(chosen_rows(connection, query, 1, items))
    absent = (gone(JUDGMENTS.name, (judgment for judgment, _ in pairs)) | rows[JUDGMENTS.name]) - there[JUDGMENTS.name]
    there[ITEMS.name] |= {item for judgment, item in pairs if judgment not in absent}


def drop_superseded(connection: sa.Connection, there: Rows, gone: Gone) -> None:
    """Remove from `there` judgments that were gone, and whose correction was made anew since."""
    query = sa.select(JUDGMENTS.c.id, JUDGMENTS.c.replaces).where(JUDGMENTS.c.replaces.is_not(None))
    brought = there[JUDGMENTS.name] & gone(JUDGMENTS.name, there[JUDGMENTS.name])
    back: dict[int, int] = {row[0]: row[1] for row in chosen_rows(connection, query, 0, brought)}
    newest: dict[int, int] = {}
    pairs = list(chosen_rows(connection, query, 1, set(back.values())))
    lost = gone(JUDGMENTS.name, (row for row, _ in pairs))
    for row, number in pairs:
        if row in back or row not in lost:
            newest[number] = max(row, newest.get(number, 0))
    there[JUDGMENTS.name] -= {row for row, number in back.items() if newest[number] != row}


def chosen_rows(
    connection: sa.Connection, query: sa.Select[Any], place: int, chosen: Set[int]
) -> Iterator[tuple[Any, ...]]:
    """The rows of a query whose column at `place` has one of the chosen numbers."""
    if len(chosen) > _FEW:  # all of the table is faster than many parts of it
        yield from (tuple(row) for row in connection.execute(query) if row[place] in chosen)
        return
    column = list(query.selected_columns)[place]
    listed = sorted(chosen)
    for start in range(0, len(listed), 500):  # databases limit how many values a statement may have
        yield from map(tuple, connection.execute(query.where(column.in_(listed[start : start + 500]))))
