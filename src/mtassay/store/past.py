"""The memories of many revisions: all that was ever stored is read once, and each of them chosen from it."""

from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from mtassay.human.memory import Bools, Ints, Judgments, Memory
from mtassay.human.scales import POINTS
from mtassay.store.memory import StoredMemory
from mtassay.store.projects import Project
from mtassay.store.schema import JUDGES, JUDGMENTS, MARKS, SOURCES, SYSTEMS, TARGETS

_NOTHING: Ints = np.zeros(0, dtype=np.int64)


class Past:
    """What `load_memory` gives for any revision, but for items, verdicts and outputs, and in a fraction of the time."""

    def __init__(self, connection: sa.Connection, project: Project) -> None:
        self._project = project
        own = SOURCES.c.project == project.id
        sources = sa.select(SOURCES.c.id, SOURCES.c.event, SOURCES.c.text).where(own)
        self._sources = _read(connection, sources.order_by(SOURCES.c.id))
        targets = (
            sa.select(TARGETS.c.id, TARGETS.c.event, TARGETS.c.text, TARGETS.c.source)
            .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
            .where(own)
            .order_by(TARGETS.c.source, TARGETS.c.id)
        )
        self._targets = _read(connection, targets)
        names = ("id", "event", "target", "value", "judge", "system", "seconds", "is_recheck", "replaces")
        judgments = sa.select(*(JUDGMENTS.c[name] for name in names)).where(JUDGMENTS.c.project == project.id)
        self._judgments = _read(connection, judgments.order_by(JUDGMENTS.c.id))
        marks = sa.select(MARKS.c.event, MARKS.c.row, MARKS.c.is_gone, MARKS.c.kind)
        wanted = MARKS.c.kind.in_([SOURCES.name, TARGETS.name, JUDGMENTS.name])
        self._marks = _read(connection, marks.where(wanted).order_by(MARKS.c.id))
        self._judges, self._judge = _named(connection, JUDGES, project, self._judgments["judge"])
        self._systems, self._system = _named(connection, SYSTEMS, project, self._judgments["system"])

    def memory(self, revision: int) -> StoredMemory:
        """All of the project as of a revision."""
        sources, targets, judgments = self._sources, self._targets, self._judgments
        has_source = self._there(sources, SOURCES.name, revision)
        source_ids = sources["id"][has_source]
        has_target = self._there(targets, TARGETS.name, revision)
        has_target &= np.isin(targets["source"], source_ids)
        target_ids = targets["id"][has_target]
        source_of = np.searchsorted(source_ids, targets["source"][has_target])
        holds = self._there(judgments, JUDGMENTS.name, revision)
        replaced = judgments["replaces"]
        holds &= ~np.isin(judgments["id"], replaced[holds])
        holds &= np.isin(judgments["target"], target_ids)
        by_number = np.argsort(target_ids)
        of_target = judgments["target"][holds]
        scale = self._project.scale
        values = judgments["value"][holds].astype(np.float64)  # None becomes NaN
        counts = np.bincount(source_of, minlength=len(source_ids))
        memory = Memory(
            sources=tuple(sources["text"][has_source].tolist()),
            targets=tuple(targets["text"][has_target].tolist()),
            offsets=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            judgments=Judgments(
                target=by_number[np.searchsorted(target_ids, of_target, sorter=by_number)] if holds.any() else _NOTHING,
                points=POINTS * (values - scale.low) / (scale.high - scale.low),
                judge=self._judge[holds],
                system=self._system[holds],
                seconds=judgments["seconds"][holds].astype(np.float64),
                revision=judgments["event"][holds],
                is_recheck=judgments["is_recheck"][holds].astype(bool),
            ),
            judges=self._judges,
            systems=self._systems,
            scale=scale,
            revision=revision,
        )
        return StoredMemory(memory, source_ids, target_ids, judgments["id"][holds], _NOTHING, ())

    def _there(self, rows: dict[str, NDArray[Any]], kind: str, revision: int) -> Bools:
        """Which rows had come and were not taken away."""
        marks = self._marks
        inside = (marks["event"] <= revision) & (marks["kind"] == kind)
        marked, is_gone = marks["row"][inside][::-1], marks["is_gone"][inside][::-1].astype(bool)
        marked, last = np.unique(marked, return_index=True)  # the first of the reversed ones is the last that was said
        there: Bools = (rows["event"] <= revision) & ~np.isin(rows["id"], marked[is_gone[last]])
        return there


def _read(connection: sa.Connection, query: sa.Select[Any]) -> dict[str, NDArray[Any]]:
    """Columns by name: whole numbers as such, with -1 for None, and all else as it is."""
    names = [column.name for column in query.selected_columns]
    rows = connection.execute(query).all()
    columns: list[Any] = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    found = {}
    for column, values in zip(query.selected_columns, columns, strict=True):
        if isinstance(column.type, sa.Integer):
            found[column.name] = np.array([-1 if value is None else value for value in values], dtype=np.int64)
        else:
            found[column.name] = np.array(values, dtype=object)
    return found


def _named(
    connection: sa.Connection, table: sa.Table, project: Project, ids: NDArray[Any]
) -> tuple[tuple[str, ...], Ints]:
    """Names in the order of their numbers, and which of them each of `ids` is; -1 for none."""
    query = sa.select(table.c.id, table.c.name).where(table.c.project == project.id).order_by(table.c.id)
    names = {row.id: row.name for row in connection.execute(query)}
    places = {number: place for place, number in enumerate(names)}
    return tuple(names.values()), np.array([places.get(number, -1) for number in ids.tolist()], dtype=np.int64)
