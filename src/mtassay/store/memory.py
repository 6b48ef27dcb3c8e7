"""The memory as of a revision, read from the database into arrays."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa

from mtassay.human.collection import ITEM_CLASSES
from mtassay.human.memory import Floats, Ints, Judgments, Memory, Outputs, Verdicts
from mtassay.human.scales import POINTS
from mtassay.store.events import LATEST, gone, latest, present
from mtassay.store.projects import Project
from mtassay.store.schema import (
    ITEMS,
    JUDGES,
    JUDGMENTS,
    MARKED,
    MARKS,
    OUTPUTS,
    RUNS,
    SOURCES,
    SYSTEMS,
    TARGETS,
    VERDICTS,
)


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
    """All of a project, as of a revision or now.

    Rows are filtered here and not by the database, which takes several times as long for a large project.
    """
    until = LATEST if revision is None else revision
    taken = _gone(connection, until)
    sources, (source_texts,) = _rows(connection, SOURCES, (SOURCES.c.text,), project, until, taken)
    targets, (target_texts, target_sources) = _rows(
        connection, TARGETS, (TARGETS.c.text, TARGETS.c.source), project, until, taken, within=(1, sources)
    )
    items, (item_texts, item_sources, _) = _rows(
        connection,
        ITEMS,
        (ITEMS.c.text, ITEMS.c.source, ITEMS.c.start),
        project,
        until,
        taken,
        within=(1, sources),
        by=2,
    )
    judgment_ids, judgments, judges, systems = _judgments(connection, project, until, taken, targets)
    run_ids, outputs = _outputs(connection, project, until, taken, targets, _places(sources, target_sources))
    memory = Memory(
        sources=tuple(source_texts),
        targets=tuple(target_texts),
        offsets=_offsets(sources, target_sources),
        judgments=judgments,
        judges=judges,
        systems=systems,
        items=tuple(item_texts),
        item_offsets=_offsets(sources, item_sources),
        verdicts=_verdicts(connection, project, judgment_ids, items),
        outputs=outputs,
        scale=project.scale,
        revision=latest(connection, project.id) if revision is None else revision,
    )
    return StoredMemory(memory, sources, targets, judgment_ids, items, run_ids)


def current_judgments(revision: int = LATEST) -> sa.ColumnElement[bool]:
    """The condition that a judgment holds: there, and not replaced by one that is there."""
    later = sa.alias(JUDGMENTS)
    replaced = sa.select(later.c.replaces).where(
        later.c.replaces.is_not(None), later.c.event <= revision, later.c.id.not_in(gone("judgments", revision))
    )
    return sa.and_(present(JUDGMENTS, revision), JUDGMENTS.c.id.not_in(replaced))


def _gone(connection: sa.Connection, revision: int) -> dict[str, Ints]:
    """The rows of each kind that are taken away."""
    state: dict[tuple[str, int], bool] = {}
    query = sa.select(MARKS.c.kind, MARKS.c.row, MARKS.c.is_gone).where(MARKS.c.event <= revision)
    for kind, row, is_gone in connection.execute(query.order_by(MARKS.c.id)):
        state[kind, row] = is_gone
    return {
        kind: _ints(sorted(row for (marked, row), is_gone in state.items() if marked == kind and is_gone))
        for kind in MARKED
    }


def _rows(
    connection: sa.Connection,
    table: sa.Table,
    columns: tuple[sa.ColumnElement[Any], ...],
    project: Project,
    revision: int,
    gone: Mapping[str, Ints],
    within: tuple[int, Ints] | None = None,
    by: int | None = None,
) -> tuple[Ints, list[list[Any]]]:
    """The numbers and the columns of rows that are there, in order: of their source, of the column `by`, of time.

    `within` says which column names the source, and which sources there are.
    """
    query = sa.select(table.c.id, *columns).where(table.c.event <= revision)
    if within is None:
        query = query.where(table.c.project == project.id)
    else:
        query = query.join(SOURCES, SOURCES.c.id == table.c.source).where(SOURCES.c.project == project.id)
    numbers, *values = _columns(connection, query, 1 + len(columns))
    ids = _ints(numbers)
    keep = ~np.isin(ids, gone[table.name])
    keys: list[Any] = [ids]
    if by is not None:
        keys.append(_ints(values[by]))
    if within is not None:
        owners = _ints(values[within[0]])
        keep &= np.isin(owners, within[1])
        keys.append(owners)
    order = np.lexsort(keys)
    order = order[keep[order]]
    return ids[order], [[column[place] for place in order.tolist()] for column in values]


def _judgments(
    connection: sa.Connection, project: Project, revision: int, gone: Mapping[str, Ints], targets: Ints
) -> tuple[Ints, Judgments, tuple[str, ...], tuple[str, ...]]:
    """The judgments that hold on targets that are there, the oldest first, and the names that they use."""
    names = ("id", "target", "value", "judge", "system", "seconds", "event", "is_recheck", "replaces")
    query = sa.select(*(JUDGMENTS.c[name] for name in names)).where(
        JUDGMENTS.c.project == project.id, JUDGMENTS.c.event <= revision
    )
    columns = dict(zip(names, _columns(connection, query.order_by(JUDGMENTS.c.id), len(names)), strict=True))
    ids = _ints(columns["id"])
    holds = ~np.isin(ids, gone["judgments"])
    replaced = _ints([-1 if number is None else number for number in columns["replaces"]])
    holds &= ~np.isin(ids, replaced[holds])
    holds &= np.isin(_ints(columns["target"]), targets)
    judges, judge = _named(connection, JUDGES, project, columns["judge"])
    systems, system = _named(connection, SYSTEMS, project, columns["system"])
    scale = project.scale
    values = _floats(columns["value"])
    judgments = Judgments(
        target=_places(targets, _ints(columns["target"])[holds]),
        points=POINTS * (values[holds] - scale.low) / (scale.high - scale.low),
        judge=judge[holds],
        system=system[holds],
        seconds=_floats(columns["seconds"])[holds],
        revision=_ints(columns["event"])[holds],
        is_recheck=np.array(columns["is_recheck"], dtype=bool)[holds],
    )
    return ids[holds], judgments, judges, systems


def _verdicts(connection: sa.Connection, project: Project, judgments: Ints, items: Ints) -> Verdicts:
    query = (
        sa.select(VERDICTS.c.judgment, VERDICTS.c.item, VERDICTS.c.verdict)
        .join(JUDGMENTS, JUDGMENTS.c.id == VERDICTS.c.judgment)
        .where(JUDGMENTS.c.project == project.id)
    )
    columns = _columns(connection, query, 3)
    judgment, item = _ints(columns[0]), _ints(columns[1])
    verdict = _ints([ITEM_CLASSES.index(name) for name in columns[2]])
    keep = np.isin(judgment, judgments) & np.isin(item, items)
    places = _places(judgments, judgment[keep]), _places(items, item[keep])
    order = np.lexsort((places[1], places[0]))
    return Verdicts(places[0][order], places[1][order], verdict[keep][order])


def _outputs(
    connection: sa.Connection,
    project: Project,
    revision: int,
    gone: Mapping[str, Ints],
    targets: Ints,
    source_of: Ints,
) -> tuple[tuple[int, ...], tuple[Outputs, ...]]:
    runs = connection.execute(
        sa.select(RUNS.c.id, SYSTEMS.c.name.label("system"), RUNS.c.name, RUNS.c.event)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(SYSTEMS.c.project == project.id, present(SYSTEMS, revision), present(RUNS, revision))
        .order_by(RUNS.c.id)
    ).all()
    query = (
        sa.select(OUTPUTS.c.id, OUTPUTS.c.run, OUTPUTS.c.position, OUTPUTS.c.target, OUTPUTS.c.document)
        .join(RUNS, RUNS.c.id == OUTPUTS.c.run)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(SYSTEMS.c.project == project.id, OUTPUTS.c.event <= revision)
    )
    ids, run_column, positions, target_column, documents = _columns(connection, query, 5)
    run_of, target_of = _ints(run_column), _ints(target_column)
    keep = ~np.isin(_ints(ids), gone["outputs"]) & np.isin(target_of, targets)
    order = np.lexsort((_ints(positions), run_of))
    order = order[keep[order]]
    outputs = []
    for run in runs:
        chosen = order[run_of[order] == run.id]
        places = _places(targets, target_of[chosen])
        homes = tuple(documents[place] for place in chosen.tolist())
        outputs.append(Outputs(run.system, run.name, run.event, source_of[places], places, homes))
    return tuple(run.id for run in runs), tuple(outputs)


def _columns(connection: sa.Connection, query: sa.Select[Any], count: int) -> list[tuple[Any, ...]]:
    rows = connection.execute(query).all()
    return list(zip(*rows, strict=True)) if rows else [()] * count


def _ints(values: Any) -> Ints:
    return np.array(values, dtype=np.int64)


def _floats(values: Any) -> Floats:
    return np.array(values, dtype=np.float64)  # None becomes NaN


def _places(ids: Ints, wanted: Any) -> Ints:
    """Where each of the wanted numbers stands among `ids`, which need not be sorted but hold all of them."""
    order = np.argsort(ids, kind="stable")
    places: Ints = order[np.searchsorted(ids, _ints(wanted), sorter=order)] if len(ids) else _ints(wanted)
    return places


def _offsets(sources: Ints, owners: Any) -> Ints:
    counts = np.bincount(_places(sources, owners), minlength=len(sources)) if len(owners) else np.zeros(len(sources))
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


def _named(
    connection: sa.Connection, table: sa.Table, project: Project, ids: tuple[int | None, ...]
) -> tuple[tuple[str, ...], Ints]:
    """Names in the order of their numbers, and for each of `ids` which name it is; -1 for None."""
    query = sa.select(table.c.id, table.c.name).where(table.c.project == project.id).order_by(table.c.id)
    names = {row.id: row.name for row in connection.execute(query)}
    places = {number: place for place, number in enumerate(names)}
    return tuple(names.values()), _ints([-1 if number is None else places[number] for number in ids])
