"""Whole collections out of the database, for export and for merging."""

from collections import Counter, defaultdict
from collections.abc import Collection as Collection_
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.store.contents.keys import judgment_uid, purpose_of
from mtassay.store.contents.projects import Project
from mtassay.store.contents.run_names import run_names
from mtassay.store.history.events import LATEST, history, present, undone_events
from mtassay.store.judging.holding import current_judgments
from mtassay.store.schema import ITEMS, JUDGES, JUDGMENTS, OUTPUTS, RUNS, SOURCES, SYSTEMS, TARGETS, VERDICTS


def read_collection(
    connection: sa.Connection,
    project: Project,
    revision: int | None = None,
    targets: Collection_[int] | None = None,
) -> Collection:
    """All that a project holds as of a revision, with what its files said beyond that; or some of its targets.

    `targets` are numbers of the database; sources that have none of them are left out.
    """
    until = LATEST if revision is None else revision
    items = _items(connection, project, until)
    judgments = _without_known_uids(connection, project, _judgments(connection, project, until))
    outputs = _outputs(connection, project, until)
    grouped: dict[int, list[Target]] = defaultdict(list)
    for row in connection.execute(_of_project(TARGETS, project, until)):
        if targets is None or row.id in targets:
            target = Target(row.text, tuple(judgments[row.id]), tuple(outputs[row.id]), row.extra)
            grouped[row.source].append(target)
    query = sa.select(SOURCES).where(SOURCES.c.project == project.id, present(SOURCES, until)).order_by(SOURCES.c.id)
    sources = tuple(
        Source(
            row.text,
            document=row.document,
            position=row.position,
            original_language=row.original_language,
            items=tuple(items[row.id]),
            targets=tuple(grouped[row.id]),
            extra=row.extra,
        )
        for row in connection.execute(query)
        if targets is None or row.id in grouped
    )
    languages = project.source_language, project.target_language
    return Collection(sources, project.scale, *languages, _extra(connection, project, until))


def _extra(connection: sa.Connection, project: Project, revision: int) -> dict[str, str]:
    """What imported files said of themselves; the last word counts."""
    extra: dict[str, str] = {}
    undone = undone_events(connection, project.id, revision)
    for event in reversed(history(connection, project.id)):
        if event.revision <= revision and event.revision not in undone:
            extra.update(event.summary.get("extra", {}))
    return extra


def _without_known_uids(
    connection: sa.Connection, project: Project, judgments: dict[int, list[Judgment]]
) -> dict[int, list[Judgment]]:
    """Leave out the uids that an import of the collection would give again by itself."""
    keys = {
        row.id: (row.source_key, row.key)
        for row in connection.execute(
            sa.select(TARGETS.c.id, TARGETS.c.key, SOURCES.c.key.label("source_key"))
            .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
            .where(SOURCES.c.project == project.id)
        )
    }
    plain: dict[int, list[Judgment]] = defaultdict(list)
    for target, given in judgments.items():
        occurrences: Counter[tuple[str, ...]] = Counter()
        for judgment in given:
            parts = (*keys[target], judgment.judge, judgment.system, purpose_of(judgment.is_recheck))
            occurrences[parts] += 1
            again = judgment_uid(*parts, occurrences[parts])
            uid = judgment.uid.split("/")[0]
            plain[target].append(replace(judgment, uid="" if uid == again else uid))
    return plain


def _of_project(table: sa.Table, project: Project, revision: int) -> sa.Select[Any]:
    """The rows of a table that belongs to sources."""
    return (
        sa.select(table)
        .join(SOURCES, SOURCES.c.id == table.c.source)
        .where(SOURCES.c.project == project.id, present(table, revision))
        .order_by(table.c.id)
    )


def _items(connection: sa.Connection, project: Project, revision: int) -> dict[int, list[Item]]:
    grouped: dict[int, list[Item]] = defaultdict(list)
    for row in connection.execute(_of_project(ITEMS, project, revision).order_by(None).order_by(ITEMS.c.start)):
        grouped[row.source].append(Item(row.label, row.text, row.extra))
    return grouped


def _judgments(connection: sa.Connection, project: Project, revision: int) -> dict[int, list[Judgment]]:
    verdicts: dict[int, dict[str, str]] = defaultdict(dict)
    query = (
        sa.select(VERDICTS.c.judgment, ITEMS.c.label, VERDICTS.c.verdict)
        .join(ITEMS, ITEMS.c.id == VERDICTS.c.item)
        .join(SOURCES, SOURCES.c.id == ITEMS.c.source)
        .where(SOURCES.c.project == project.id, present(ITEMS, revision))
        .order_by(VERDICTS.c.judgment, ITEMS.c.start)
    )
    for judgment, label, verdict in connection.execute(query):
        verdicts[judgment][label] = verdict
    grouped: dict[int, list[Judgment]] = defaultdict(list)
    query = (
        sa.select(JUDGMENTS, JUDGES.c.name.label("judge_name"), SYSTEMS.c.name.label("system_name"))
        .outerjoin(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .outerjoin(SYSTEMS, SYSTEMS.c.id == JUDGMENTS.c.system)
        .where(JUDGMENTS.c.project == project.id, current_judgments(revision))
        .order_by(JUDGMENTS.c.id)
    )
    for row in connection.execute(query):
        grouped[row.target].append(
            Judgment(
                row.value,
                judge=row.judge_name or "",
                system=row.system_name or "",
                at=row.at,
                seconds=row.seconds,
                comment=row.comment,
                verdicts=verdicts[row.id],
                is_recheck=row.is_recheck,
                uid=row.uid,
                extra=row.extra,
            )
        )
    return grouped


def _outputs(connection: sa.Connection, project: Project, revision: int) -> dict[int, list[Output]]:
    names = run_names(connection, project, revision)
    grouped: dict[int, list[Output]] = defaultdict(list)
    query = (
        sa.select(OUTPUTS.c.target, SYSTEMS.c.name, OUTPUTS.c.run, OUTPUTS.c.position, OUTPUTS.c.document)
        .join(RUNS, RUNS.c.id == OUTPUTS.c.run)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(SYSTEMS.c.project == project.id, present(OUTPUTS, revision))
        .order_by(OUTPUTS.c.run, OUTPUTS.c.position)
    )
    for target, system, run, position, document in connection.execute(query):
        if run in names:
            grouped[target].append(Output(system, names[run], position, document))
    return grouped
