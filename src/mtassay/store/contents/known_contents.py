"""What a project holds of a collection that is to be added, by the keys of its texts."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Collection as Collection_
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from mtassay.human.collection import Collection
from mtassay.store.contents.items import items_cut_away
from mtassay.store.contents.keys import text_key
from mtassay.store.contents.projects import Project
from mtassay.store.history import events
from mtassay.store.history.event_kinds import BY_JUDGES
from mtassay.store.history.events import gone
from mtassay.store.schema import (
    EVENTS,
    ITEMS,
    JUDGES,
    JUDGMENTS,
    OUTPUTS,
    SOURCES,
    SYSTEMS,
    TARGETS,
    VERDICTS,
)

_FEW = 10_000


@dataclass(frozen=True)
class StoredJudgment:
    """A judgment that the project holds, or held; its number is 0 where it is being added."""

    number: int
    value: float | None
    replaces: int | None
    is_from_file: bool


class KnownContents:
    """The sources, targets, items, systems and judgments of a project, as far as a collection has to do with them."""

    def __init__(
        self, connection: sa.Connection, project: Project, collection: Collection, keys: Sequence[str]
    ) -> None:
        """`keys` are those of the sources of the collection."""
        self._connection, self._project = connection, project
        in_project = sa.select(SOURCES.c.id).where(SOURCES.c.project == project.id)
        self.extra: dict[str, str] = {}
        for event in reversed(events.history(connection, project.id)):
            self.extra.update({} if event.undone_by else event.summary.get("extra", {}))
        self.sources: dict[str, int] = self._by_name(SOURCES, SOURCES.c.key)
        self.judges: dict[str, int] = self._by_name(JUDGES, JUDGES.c.name)
        self.systems: dict[str, int] = self._by_name(SYSTEMS, SYSTEMS.c.name)
        # a new system is small beside what is known, and what it has nothing to do with need not be read
        wanted = {
            (self.sources[key], text_key(target.text))
            for key, source in zip(keys, collection.sources, strict=True)
            for target in source.targets
            if key in self.sources
        }
        pair = sa.tuple_(TARGETS.c.source, TARGETS.c.key)
        of_project = sa.true() if len(wanted) <= _FEW else TARGETS.c.source.in_(in_project)
        self.targets: dict[tuple[int, str], int] = {
            (row.source, row.key): row.id
            for some in _batches(wanted)
            for row in self.rows(TARGETS, of_project & some(pair), "id", "source", "key")
        }
        has_judgments = any(target.judgments for source in collection.sources for target in source.targets)
        judged = sorted(self.targets.values()) if has_judgments else []
        self.items: dict[int, dict[str, tuple[int, str]]] = {}
        self.lost_items: dict[tuple[int, str, str], int] = {}
        lost = set(connection.scalars(gone(ITEMS.name)))
        for row in self.rows(ITEMS, ITEMS.c.source.in_(in_project), "id", "source", "label", "text"):
            if row.id in lost:
                self.lost_items[row.source, row.label, row.text] = row.id
            else:
                self.items.setdefault(row.source, {})[row.label] = (row.id, row.text)
        # judgments that correct each other belong together, under the first part of the uid of the first of them
        self.chains: dict[str, list[StoredJudgment]] = {}
        chains: dict[int | None, str] = {}
        columns = (JUDGMENTS.c.id, JUDGMENTS.c.uid, JUDGMENTS.c.value, JUDGMENTS.c.replaces, EVENTS.c.kind)
        query = sa.select(*columns).join(EVENTS, EVENTS.c.id == JUDGMENTS.c.event)
        query = query.where(JUDGMENTS.c.project == project.id).order_by(JUDGMENTS.c.id)
        for some in _batches(judged):
            for number, uid, value, replaces, kind in connection.execute(query.where(some(JUDGMENTS.c.target))):
                stored = StoredJudgment(number, value, replaces, kind not in BY_JUDGES)
                chains[number] = chains.get(replaces) or uid.split("/")[0]
                self.chains.setdefault(chains[number], []).append(stored)
        uids = {
            judgment.uid.split("/")[0]
            for source in collection.sources
            for target in source.targets
            for judgment in target.judgments
            if judgment.uid
        }
        self.homes: dict[str, int] = {
            row.uid: row.target
            for some in _batches(uids)
            for row in self.rows(
                JUDGMENTS, (JUDGMENTS.c.project == project.id) & some(JUDGMENTS.c.uid), "uid", "target"
            )
        }
        self.cut_away: set[int] = items_cut_away(connection, project)
        self.verdicts: dict[int, list[tuple[int, str]]] = {}
        query = sa.select(VERDICTS).join(JUDGMENTS, JUDGMENTS.c.id == VERDICTS.c.judgment)
        for some in _batches(judged):
            for row in connection.execute(query.where(some(JUDGMENTS.c.target))):
                self.verdicts.setdefault(row.judgment, []).append((row.item, row.verdict))
        self.gone: dict[str, set[int]] = {
            table.name: set(connection.scalars(gone(table.name)))
            for table in (SOURCES, ITEMS, TARGETS, SYSTEMS, OUTPUTS, JUDGMENTS)
        }

    def _by_name(self, table: sa.Table, name: sa.ColumnElement[str]) -> dict[str, int]:
        query = sa.select(name, table.c.id).where(table.c.project == self._project.id)
        return {row[0]: row[1] for row in self._connection.execute(query)}

    def rows(self, table: sa.Table, condition: sa.ColumnElement[bool], *columns: str) -> Iterable[Any]:
        query = sa.select(*(table.c[column] for column in columns)).where(condition)
        return self._connection.execute(query.order_by(table.c.id))


def _batches(values: Collection_[Any]) -> Iterator[Callable[[sa.ColumnElement[Any]], sa.ColumnElement[bool]]]:
    """Conditions on a column that hold for `values`, a few at a time as databases want it; for many, one for all."""
    if len(values) > _FEW:
        yield lambda column: sa.true()
        return
    listed = list(values)
    for start in range(0, len(listed), 500):
        yield lambda column, some=listed[start : start + 500]: column.in_(some)  # type: ignore[misc]  # of a lambda
