"""The memory as of any revision: all that was ever stored is read once, and each revision chosen from it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.human.memory import Bools, Floats, Ints, Judgments, Memory, Outputs, Verdicts
from mtassay.human.protocols.sser import Sser
from mtassay.human.scales import POINTS, Scale
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import latest, name_state
from mtassay.store.judging.holding import are_current
from mtassay.store.schema import (
    EVENTS,
    ITEMS,
    JUDGES,
    JUDGMENTS,
    MARKS,
    OUTPUTS,
    RUNS,
    SOURCES,
    SYSTEMS,
    TARGETS,
    VERDICTS,
)

Rows = dict[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class StoredMemory:
    """A memory, and the database's numbers of what is in it.

    `state` is what `events.state_of` says of its revision: what is computed from it can be remembered under that, and
    not under the number of its revision.
    """

    memory: Memory
    source_ids: Ints
    target_ids: Ints
    judgment_ids: Ints
    item_ids: Ints
    run_ids: tuple[int, ...]
    state: str


def load_memory(connection: sa.Connection, project: Project, revision: int | None = None) -> StoredMemory:
    """All of a project, as of a revision or now."""
    past = ProjectHistory(connection, project)
    return past.memory(latest(connection, project.id) if revision is None else revision)


class ProjectHistory:
    """A project at all its revisions.

    Rows are filtered here and not by the database, which takes several times as long for a large project.
    """

    def __init__(self, connection: sa.Connection, project: Project) -> None:
        self._connection = connection
        self._project = project
        self._events = self._read(sa.select(EVENTS.c.id, EVENTS.c.uid).where(EVENTS.c.project == project.id), "id")
        own = SOURCES.c.project == project.id
        self._sources = self._read(sa.select(SOURCES.c.id, SOURCES.c.event, SOURCES.c.text).where(own), "id")
        targets = sa.select(TARGETS.c.id, TARGETS.c.event, TARGETS.c.text, TARGETS.c.source)
        self._targets = self._read(targets.join(SOURCES).where(own), "source", "id")
        items = sa.select(ITEMS.c.id, ITEMS.c.event, ITEMS.c.text, ITEMS.c.source, ITEMS.c.start)
        self._items = self._read(items.join(SOURCES).where(own), "source", "start", "id")
        names = ("id", "event", "target", "value", "judge", "system", "seconds", "is_recheck", "replaces")
        own_judgments = (JUDGMENTS.c.project == project.id) & (JUDGMENTS.c.kind == Sser.name)
        judgments = sa.select(*(JUDGMENTS.c[name] for name in names)).where(own_judgments)
        self._judgments = self._read(judgments, "id")
        verdicts = sa.select(VERDICTS.c.judgment, VERDICTS.c.item, VERDICTS.c.verdict).join(JUDGMENTS)
        self._verdicts = self._read(verdicts.where(own_judgments), "judgment")
        marks = sa.select(MARKS.c.id, MARKS.c.event, MARKS.c.row, MARKS.c.is_gone, MARKS.c.kind)
        self._marks = self._read(marks, "id")
        self._judges, self._judge = self._named(JUDGES, self._judgments["judge"])
        self._systems, self._system = self._named(SYSTEMS, self._judgments["system"])

    def memory(self, revision: int) -> StoredMemory:
        """All of the project as of a revision."""
        sources = self._there(self._sources, SOURCES, revision)
        source_ids = sources["id"]
        targets = _within(self._there(self._targets, TARGETS, revision), "source", source_ids)
        items = _within(self._there(self._items, ITEMS, revision), "source", source_ids)
        judgments, which = self._holding(revision, targets["id"])
        source_of = _places(source_ids, targets["source"])
        run_ids, outputs = self._outputs(revision, targets["id"], source_of)
        scale = self._project.scale
        values = judgments["value"].astype(np.float64)  # None becomes NaN
        memory = Memory(
            sources=tuple(sources["text"].tolist()),
            targets=tuple(targets["text"].tolist()),
            offsets=_offsets(source_of, len(source_ids)),
            judgments=Judgments(
                target=_places(targets["id"], judgments["target"]),
                points=_points(values, scale),
                judge=self._judge[which],
                system=self._system[which],
                seconds=judgments["seconds"].astype(np.float64),
                revision=judgments["event"],
                is_recheck=judgments["is_recheck"].astype(bool),
            ),
            judges=self._judges,
            systems=self._systems,
            items=tuple(items["text"].tolist()),
            item_offsets=_offsets(_places(source_ids, items["source"]), len(source_ids)),
            verdicts=self._verdicts_on(judgments["id"], items["id"]),
            outputs=outputs,
            kind=Sser.name,
            scale=scale,
            revision=revision,
        )
        return StoredMemory(
            memory, source_ids, targets["id"], judgments["id"], items["id"], run_ids, self._state(revision)
        )

    def _state(self, revision: int) -> str:
        """As `events.state_of`, without the connection, which may be closed by now."""
        passed = int(np.searchsorted(self._events["id"], revision, side="right"))
        return name_state(revision, self._events["uid"][passed - 1] if passed else "")

    def _there(self, rows: Rows, table: sa.Table, revision: int) -> Rows:
        """The rows that had come and were not taken away."""
        return _chosen(rows, (rows["event"] <= revision) & ~np.isin(rows["id"], self._gone(table, revision)))

    def _gone(self, table: sa.Table, revision: int) -> Ints:
        marks = self._marks
        inside = (marks["event"] <= revision) & (marks["kind"] == table.name)
        marked, is_gone = marks["row"][inside][::-1], marks["is_gone"][inside][::-1].astype(bool)
        marked, last = np.unique(marked, return_index=True)  # the first of the reversed ones is the last that was said
        lost: Ints = marked[is_gone[last]]
        return lost

    def _holding(self, revision: int, targets: Ints) -> tuple[Rows, Bools]:
        """The judgments that hold on some targets."""
        rows = self._judgments
        is_there = (rows["event"] <= revision) & ~np.isin(rows["id"], self._gone(JUDGMENTS, revision))
        holds = are_current(rows["id"], rows["replaces"], is_there) & np.isin(rows["target"], targets)
        return _chosen(rows, holds), holds

    def _verdicts_on(self, judgments: Ints, items: Ints) -> Verdicts:
        rows = _within(_within(self._verdicts, "judgment", judgments), "item", items)
        judgment, item = _places(judgments, rows["judgment"]), _places(items, rows["item"])
        verdict = np.array([ITEM_CLASSES.index(name) for name in rows["verdict"].tolist()], dtype=np.int64)
        order = np.lexsort((item, judgment))
        return Verdicts(judgment[order], item[order], verdict[order])

    @cached_property
    def _runs(self) -> tuple[Rows, Rows, Rows]:
        """Systems, runs and outputs, which not every figure needs."""
        systems = sa.select(SYSTEMS.c.id, SYSTEMS.c.event, SYSTEMS.c.name)
        runs = sa.select(RUNS.c.id, RUNS.c.event, RUNS.c.system, RUNS.c.name).join(SYSTEMS)
        names = ("id", "event", "run", "target", "document", "position")
        home = OUTPUTS.join(RUNS, RUNS.c.id == OUTPUTS.c.run).join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        outputs = sa.select(*(OUTPUTS.c[name] for name in names)).select_from(home)
        own = SYSTEMS.c.project == self._project.id
        return (
            self._read(systems.where(own), "id"),
            self._read(runs.where(own), "id"),
            self._read(outputs.where(own), "run", "position"),
        )

    def _outputs(self, revision: int, targets: Ints, source_of: Ints) -> tuple[tuple[int, ...], tuple[Outputs, ...]]:
        all_systems, all_runs, all_outputs = self._runs
        systems = self._there(all_systems, SYSTEMS, revision)
        runs = _within(self._there(all_runs, RUNS, revision), "system", systems["id"])
        rows = _within(self._there(all_outputs, OUTPUTS, revision), "target", targets)
        names = dict(zip(systems["id"].tolist(), systems["name"].tolist(), strict=True))
        outputs = []
        for number, event, system, name in zip(*(runs[key].tolist() for key in runs), strict=True):
            own = _chosen(rows, rows["run"] == number)
            places = _places(targets, own["target"])
            documents = tuple(own["document"].tolist())
            outputs.append(Outputs(names[system], name, event, source_of[places], places, documents))
        return tuple(runs["id"].tolist()), tuple(outputs)

    def _read(self, query: sa.Select[Any], *order: str) -> Rows:
        """Columns by name, ordered by some of them: whole numbers as such, with -1 for None, and all else as it is."""
        cursor = self._connection.execute(query).cursor
        assert cursor is not None  # a query has rows
        # as the driver gives them: rows of SQLAlchemy take as long to make as these take to read
        rows = cursor.fetchall()
        columns: list[Any] = list(zip(*rows, strict=True)) if rows else [()] * len(query.selected_columns)
        arrays: Rows = {}
        for column, values in zip(query.selected_columns, columns, strict=True):
            if isinstance(column.type, sa.Integer):
                filled = values if column.nullable is False else [-1 if value is None else value for value in values]
                arrays[column.name] = np.array(filled, dtype=np.int64)
            else:
                arrays[column.name] = np.array(values, dtype=object)
        # here, because a database would sort whole texts
        places = np.lexsort([arrays[name] for name in reversed(order)])
        return arrays if (np.diff(places) == 1).all() else {name: column[places] for name, column in arrays.items()}

    def _named(self, table: sa.Table, ids: NDArray[Any]) -> tuple[tuple[str, ...], Ints]:
        """Names in the order of their numbers, and which of them each of `ids` is; -1 for none."""
        query = sa.select(table.c.id, table.c.name).where(table.c.project == self._project.id).order_by(table.c.id)
        names = {row.id: row.name for row in self._connection.execute(query)}
        places = {number: place for place, number in enumerate(names)}
        return tuple(names.values()), np.array([places.get(number, -1) for number in ids.tolist()], dtype=np.int64)


def _points(values: Floats, scale: Scale) -> Floats:
    """As `Scale.points`, of many: what is perfect is exactly 10, however the numbers are rounded."""
    points: Floats = np.where(values == scale.high, POINTS, POINTS * (values - scale.low) / (scale.high - scale.low))
    return points


def _chosen(rows: Rows, which: Bools) -> Rows:
    return {name: column[which] for name, column in rows.items()}


def _within(rows: Rows, column: str, ids: Ints) -> Rows:
    """The rows whose column names one of `ids`."""
    return _chosen(rows, np.isin(rows[column], ids))


def _places(ids: Ints, wanted: Ints) -> Ints:
    """Where each of the wanted numbers stands among `ids`, which need not be sorted but hold all of them."""
    if not len(wanted):
        return np.zeros(0, dtype=np.int64)
    order = np.argsort(ids, kind="stable")
    places: Ints = order[np.searchsorted(ids, wanted, sorter=order)]
    return places


def _offsets(owners: Ints, count: int) -> Ints:
    return np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=count))]).astype(np.int64)
