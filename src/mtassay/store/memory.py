"""The memory as of a revision, read from the database into arrays."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa

from mtassay.human.collection import ITEM_CLASSES
from mtassay.human.memory import Ints, Judgments, Memory, Outputs, Verdicts
from mtassay.store.events import LATEST, latest, present
from mtassay.store.projects import Project
from mtassay.store.schema import ITEMS, JUDGES, JUDGMENTS, OUTPUTS, RUNS, SOURCES, SYSTEMS, TARGETS, VERDICTS


@dataclass(frozen=True, eq=False)
class StoredMemory:
    """A memory, and the database's numbers of what is in it."""

    memory: Memory
    source_ids: Ints
    target_ids: Ints
    judgment_ids: Ints
    item_ids: Ints
    run_ids: tuple[int, ...]


def load_memory(connection: sa.Connection, project: Project, revision: int | None = None) -> StoredMemory:
    """All of a project, as of a revision or now."""
    until = LATEST if revision is None else revision
    source_ids, source_texts = _columns(connection, _sources(project, until), 2)
    target_ids, target_sources, target_texts = _columns(connection, _targets(project, until), 3)
    item_ids, item_sources, item_texts = _columns(connection, _items(project, until), 3)
    names = {
        table: dict(connection.execute(sa.select(table.c.id, table.c.name).where(table.c.project == project.id)).all())
        for table in (JUDGES, SYSTEMS)
    }
    sources, targets, items = _ints(source_ids), _ints(target_ids), _ints(item_ids)
    columns = _columns(connection, judgment_rows(project, until), 8)
    judgments = Judgments(
        target=_places(targets, columns[1]),
        points=_points(project, columns[2]),
        judge=_numbers(columns[3], names[JUDGES]),
        system=_numbers(columns[4], names[SYSTEMS]),
        seconds=np.array([np.nan if value is None else value for value in columns[5]], dtype=np.float64),
        revision=_ints(columns[6]),
        is_recheck=np.array(columns[7], dtype=bool),
    )
    judgment_ids = _ints(columns[0])
    verdict_columns = _columns(connection, _verdicts(project, until), 3)
    verdicts = Verdicts(
        _places(judgment_ids, verdict_columns[0]),
        _places(items, verdict_columns[1]),
        np.array([ITEM_CLASSES.index(verdict) for verdict in verdict_columns[2]], dtype=np.int64),
    )
    run_ids, outputs = _outputs(connection, project, until, targets, _places(sources, target_sources))
    memory = Memory(
        sources=tuple(source_texts),
        targets=tuple(target_texts),
        offsets=_offsets(sources, target_sources),
        judgments=judgments,
        judges=tuple(names[JUDGES].values()),
        systems=tuple(names[SYSTEMS].values()),
        items=tuple(item_texts),
        item_offsets=_offsets(sources, item_sources),
        verdicts=verdicts,
        outputs=outputs,
        scale=project.scale,
        revision=latest(connection, project.id) if revision is None else revision,
    )
    return StoredMemory(memory, sources, targets, judgment_ids, items, run_ids)


def current_judgments(revision: int = LATEST) -> sa.ColumnElement[bool]:
    """The condition that a judgment holds: there, and not replaced by one that is there."""
    later = sa.alias(JUDGMENTS)
    gone = sa.select(later.c.replaces).where(
        later.c.replaces.is_not(None), later.c.event <= revision, later.c.id.not_in(_gone_judgments(revision))
    )
    return sa.and_(present(JUDGMENTS, revision), JUDGMENTS.c.id.not_in(gone))


def _gone_judgments(revision: int) -> sa.Select[int]:
    from mtassay.store.events import gone

    return gone("judgments", revision)


def judgment_rows(project: Project, revision: int) -> sa.Select[Any]:
    """The judgments that hold on targets that are there, the oldest first."""
    columns = ("id", "target", "value", "judge", "system", "seconds", "event", "is_recheck")
    return (
        sa.select(*(JUDGMENTS.c[name] for name in columns))
        .join(TARGETS, TARGETS.c.id == JUDGMENTS.c.target)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .where(JUDGMENTS.c.project == project.id, current_judgments(revision))
        .where(present(TARGETS, revision), present(SOURCES, revision))
        .order_by(JUDGMENTS.c.id)
    )


def _sources(project: Project, revision: int) -> sa.Select[Any]:
    return (
        sa.select(SOURCES.c.id, SOURCES.c.text)
        .where(SOURCES.c.project == project.id, present(SOURCES, revision))
        .order_by(SOURCES.c.id)
    )


def _targets(project: Project, revision: int) -> sa.Select[Any]:
    return (
        sa.select(TARGETS.c.id, TARGETS.c.source, TARGETS.c.text)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .where(SOURCES.c.project == project.id, present(SOURCES, revision), present(TARGETS, revision))
        .order_by(TARGETS.c.source, TARGETS.c.id)
    )


def _items(project: Project, revision: int) -> sa.Select[Any]:
    return (
        sa.select(ITEMS.c.id, ITEMS.c.source, ITEMS.c.text)
        .join(SOURCES, SOURCES.c.id == ITEMS.c.source)
        .where(SOURCES.c.project == project.id, present(SOURCES, revision), present(ITEMS, revision))
        .order_by(ITEMS.c.source, ITEMS.c.start, ITEMS.c.id)
    )


def _verdicts(project: Project, revision: int) -> sa.Select[Any]:
    judgments = judgment_rows(project, revision).order_by(None).subquery()
    return (
        sa.select(VERDICTS.c.judgment, VERDICTS.c.item, VERDICTS.c.verdict)
        .join(judgments, judgments.c.id == VERDICTS.c.judgment)
        .join(ITEMS, ITEMS.c.id == VERDICTS.c.item)
        .where(present(ITEMS, revision))
        .order_by(VERDICTS.c.judgment, ITEMS.c.start, ITEMS.c.id)
    )


def _outputs(
    connection: sa.Connection, project: Project, revision: int, targets: Ints, source_of: Ints
) -> tuple[tuple[int, ...], tuple[Outputs, ...]]:
    runs = connection.execute(
        sa.select(RUNS.c.id, SYSTEMS.c.name.label("system"), RUNS.c.name, RUNS.c.event)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(SYSTEMS.c.project == project.id, present(SYSTEMS, revision), present(RUNS, revision))
        .order_by(RUNS.c.id)
    ).all()
    rows = connection.execute(
        sa.select(OUTPUTS.c.run, OUTPUTS.c.target, OUTPUTS.c.document)
        .join(RUNS, RUNS.c.id == OUTPUTS.c.run)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(SYSTEMS.c.project == project.id, present(OUTPUTS, revision))
        .order_by(OUTPUTS.c.run, OUTPUTS.c.position)
    )
    grouped: dict[int, list[tuple[int, str]]] = {run.id: [] for run in runs}
    for run, target, document in rows:
        if run in grouped:
            grouped[run].append((target, document))
    outputs = []
    for run in runs:
        places = _places(targets, [target for target, _ in grouped[run.id]])
        documents = tuple(document for _, document in grouped[run.id])
        outputs.append(Outputs(run.system, run.name, run.event, source_of[places], places, documents))
    return tuple(run.id for run in runs), tuple(outputs)


def _columns(connection: sa.Connection, query: sa.Select[Any], count: int) -> list[tuple[Any, ...]]:
    rows = connection.execute(query).all()
    return list(zip(*rows, strict=True)) if rows else [()] * count


def _ints(values: Any) -> Ints:
    return np.array(values, dtype=np.int64)


def _places(ids: Ints, wanted: Any) -> Ints:
    """Where each of the wanted numbers stands among `ids`, which need not be sorted but hold all of them."""
    order = np.argsort(ids, kind="stable")
    places: Ints = order[np.searchsorted(ids, _ints(wanted), sorter=order)] if len(ids) else _ints(wanted)
    return places


def _offsets(sources: Ints, owners: Any) -> Ints:
    counts = np.bincount(_places(sources, owners), minlength=len(sources)) if len(owners) else np.zeros(len(sources))
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


def _points(project: Project, values: Any) -> Any:
    return np.array([np.nan if value is None else project.scale.points(value) for value in values], dtype=np.float64)


def _numbers(ids: Any, names: dict[int, str]) -> Ints:
    places = {number: place for place, number in enumerate(names)}
    return _ints([-1 if number is None else places[number] for number in ids])
