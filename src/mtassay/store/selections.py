"""Parts of a project: searched for, chosen by conditions, taken away."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import sqlalchemy as sa

from mtassay.errors import InputError
from mtassay.store import events
from mtassay.store.events import present
from mtassay.store.memory import current_judgments
from mtassay.store.projects import Project
from mtassay.store.schema import ITEMS, JUDGES, JUDGMENTS, OUTPUTS, RUNS, SOURCES, SYSTEMS, TARGETS, VERDICTS


@dataclass(frozen=True)
class Found:
    """A target that was asked for, with its source and what people think of it."""

    target: int
    source: int
    source_text: str
    text: str
    judgments: int
    points: float | None


@dataclass(frozen=True)
class Selection:
    """Which targets are meant: all conditions must hold, and those that are None are none.

    `words` must all occur, each in the source or in the target. `since` and `until` are days, in UTC, of a judgment
    that holds; with `judge`, of that judge. `verdict` is one that somebody gave on the item of a number.
    """

    text: str | None = None
    source: str | None = None
    system: str | None = None
    judge: str | None = None
    lowest: float | None = None
    highest: float | None = None
    judged: bool | None = None
    words: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    verdict: tuple[int, str] | None = None

    @property
    def is_everything(self) -> bool:
        """Whether nothing was asked for."""
        return self == Selection()

    @property
    def is_about_texts(self) -> bool:
        """Whether the text of a source alone can meet it."""
        return self == Selection(text=self.text, source=self.source, words=self.words)


def select_targets(
    connection: sa.Connection, project: Project, selection: Selection, limit: int | None = None
) -> tuple[Found, ...]:
    """The targets that a selection means, by source; scores are means, 0 to 10."""
    scores = _scores(project)
    query = _chosen(
        project,
        selection,
        scores,
        sa.select(TARGETS.c.id, SOURCES.c.id, SOURCES.c.text, TARGETS.c.text, scores.c.count, scores.c.value)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .outerjoin(scores, scores.c.target == TARGETS.c.id),
    ).order_by(SOURCES.c.id, TARGETS.c.id)
    return tuple(
        Found(target, source, source_text, text, count or 0, None if value is None else project.scale.points(value))
        for target, source, source_text, text, count, value in connection.execute(query.limit(limit))
    )


def count_selected(connection: sa.Connection, project: Project, selection: Selection) -> dict[int, int]:
    """How many targets of each source a selection means; sources in order.

    Sources without targets are there, with 0, where their text alone meets the selection.
    """
    plain = sa.select(SOURCES.c.id, sa.func.count(TARGETS.c.id)).group_by(SOURCES.c.id)
    # means of all targets would be thrown away but for those of one judge
    of_judge = None if selection.judge is None else JUDGMENTS.c.target.in_(_judged(project, selection))
    scores = _scores(project, of_judge)
    if selection.is_about_texts:
        query = plain.select_from(SOURCES).outerjoin(TARGETS, (TARGETS.c.source == SOURCES.c.id) & present(TARGETS))
        query = query.where(SOURCES.c.project == project.id, present(SOURCES))
        for condition in _conditions(project, selection, scores.c.value):
            query = query.where(condition)
    else:
        query = plain.select_from(TARGETS).join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        if (selection.lowest, selection.highest, selection.judged) != (None, None, None):
            # from the scores to their targets where only those with a score are meant: the other way round a database
            # has to sort all scores first
            needs_score = selection.judged or (selection.lowest, selection.highest) != (None, None)
            query = query.join(scores, scores.c.target == TARGETS.c.id, isouter=not needs_score)
        query = _chosen(project, selection, scores, query)
    return dict(connection.execute(query.order_by(SOURCES.c.id)).all())


def selected_of(connection: sa.Connection, project: Project, selection: Selection, source: int) -> set[int]:
    """The targets of one source that a selection means."""
    scores = _scores(project, JUDGMENTS.c.target.in_(sa.select(TARGETS.c.id).where(TARGETS.c.source == source)))
    query = sa.select(TARGETS.c.id).join(SOURCES, SOURCES.c.id == TARGETS.c.source)
    query = query.outerjoin(scores, scores.c.target == TARGETS.c.id).where(SOURCES.c.id == source)
    return set(connection.scalars(_chosen(project, selection, scores, query)))


def delete_targets(connection: sa.Connection, project: Project, targets: Sequence[int], who: str) -> int:
    """Take targets away, with their judgments and with the places they hold in outputs; returns the revision."""
    if not targets:
        raise InputError("nothing to delete: the selection is empty")
    event = events.record(connection, project.id, "delete", who)
    counts = {"targets": len(targets), **_take_away_with(connection, event, targets)}
    events.summarize(connection, event, counts)
    return event


def delete_sources(connection: sa.Connection, project: Project, sources: Sequence[int], who: str) -> int:
    """Take sources away with all that belongs to them; returns the revision."""
    if not sources:
        raise InputError("nothing to delete: the selection is empty")
    event = events.record(connection, project.id, "delete", who)
    events.mark(connection, event, "sources", sources, is_gone=True)
    items = _numbers(connection, ITEMS, ITEMS.c.source, sources)
    events.mark(connection, event, "items", items, is_gone=True)
    targets = _numbers(connection, TARGETS, TARGETS.c.source, sources)
    counts = {"sources": len(sources), "targets": len(targets), **_take_away_with(connection, event, targets)}
    events.summarize(connection, event, counts)
    return event


def delete_system(connection: sa.Connection, project: Project, system: str, who: str) -> int:
    """Take a system and its runs away; what people said of its outputs stays in the memory."""
    query = sa.select(SYSTEMS.c.id).where(SYSTEMS.c.project == project.id, SYSTEMS.c.name == system, present(SYSTEMS))
    number = connection.scalar(query)
    if number is None:
        raise InputError(f"there is no system {system!r} in the project")
    event = events.record(connection, project.id, "delete", who)
    runs = _numbers(connection, RUNS, RUNS.c.system, [number])
    outputs = _numbers(connection, OUTPUTS, OUTPUTS.c.run, runs)
    for kind, rows in (("systems", [number]), ("runs", runs), ("outputs", outputs)):
        events.mark(connection, event, kind, rows, is_gone=True)
    events.summarize(connection, event, {"system": system, "runs": len(runs), "outputs": len(outputs)})
    return event


def delete_judgments(connection: sa.Connection, project: Project, judgments: Sequence[int], who: str) -> int:
    """Take judgments away, with those that they corrected, which would hold again; returns the revision."""
    if not judgments:
        raise InputError("nothing to delete: the selection is empty")
    event = events.record(connection, project.id, "delete", who, {"judgments": len(judgments)})
    query = sa.select(JUDGMENTS.c.id, JUDGMENTS.c.replaces).where(
        JUDGMENTS.c.project == project.id, JUDGMENTS.c.replaces.is_not(None)
    )
    replaced = {row.id: row.replaces for row in connection.execute(query)}
    lost: dict[int, None] = {}
    for judgment in judgments:
        number: int | None = judgment
        while number is not None:
            lost[number] = None
            number = replaced.get(number)
    there = set(
        connection.scalars(sa.select(JUDGMENTS.c.id).where(JUDGMENTS.c.project == project.id, present(JUDGMENTS)))
    )
    events.mark(connection, event, "judgments", [number for number in lost if number in there], is_gone=True)
    return event


def judgments_of(connection: sa.Connection, project: Project, judge: str) -> tuple[int, ...]:
    """The judgments of one judge that hold."""
    query = (
        sa.select(JUDGMENTS.c.id)
        .join(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .where(JUDGMENTS.c.project == project.id, JUDGES.c.name == judge, current_judgments())
    )
    return tuple(connection.scalars(query))


def _take_away_with(connection: sa.Connection, event: int, targets: Sequence[int]) -> dict[str, int]:
    """Mark targets and what hangs on them as gone; returns how much that was."""
    judgments = _numbers(connection, JUDGMENTS, JUDGMENTS.c.target, targets)
    outputs = _numbers(connection, OUTPUTS, OUTPUTS.c.target, targets)
    for kind, rows in (("targets", targets), ("judgments", judgments), ("outputs", outputs)):
        events.mark(connection, event, kind, rows, is_gone=True)
    return {"judgments": len(judgments), "outputs": len(outputs)}


def _numbers(
    connection: sa.Connection, table: sa.Table, column: sa.ColumnElement[int], owners: Sequence[int]
) -> list[int]:
    """The rows of a table that belong to `owners` and are there."""
    found: list[int] = []
    for start in range(0, len(owners), 500):  # databases limit how many values a statement may have
        query = sa.select(table.c.id).where(column.in_(owners[start : start + 500]), present(table))
        found.extend(connection.scalars(query))
    return found


def _scores(project: Project, of: sa.ColumnElement[bool] | None = None) -> sa.Subquery:
    """Mean values and counts of judgments by target; of some judgments, where not of all in a project."""
    query = sa.select(
        JUDGMENTS.c.target,
        sa.func.count().label("count"),
        sa.func.avg(JUDGMENTS.c.value).label("value"),
    ).where(~JUDGMENTS.c.is_recheck, current_judgments())
    query = query.where(JUDGMENTS.c.project == project.id if of is None else of)
    return query.group_by(JUDGMENTS.c.target).subquery()


def _chosen(project: Project, selection: Selection, scores: sa.Subquery, query: sa.Select[Any]) -> sa.Select[Any]:
    """The rows of a query on sources and targets that a selection means."""
    query = query.where(SOURCES.c.project == project.id, present(SOURCES), present(TARGETS))
    for condition in _conditions(project, selection, scores.c.value):
        query = query.where(condition)
    return query


def _conditions(
    project: Project, selection: Selection, value: sa.ColumnElement[float]
) -> Iterable[sa.ColumnElement[bool]]:
    if selection.text is not None:
        yield TARGETS.c.text.icontains(selection.text, autoescape=True) | SOURCES.c.text.icontains(
            selection.text, autoescape=True
        )
    if selection.source is not None:
        yield SOURCES.c.text.icontains(selection.source, autoescape=True)
    if selection.system is not None:
        yield TARGETS.c.id.in_(
            sa.select(OUTPUTS.c.target)
            .join(RUNS, RUNS.c.id == OUTPUTS.c.run)
            .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
            .where(SYSTEMS.c.project == project.id, SYSTEMS.c.name == selection.system)
            .where(present(SYSTEMS), present(RUNS), present(OUTPUTS))
        )
    for word in selection.words:
        yield TARGETS.c.text.icontains(word, autoescape=True) | SOURCES.c.text.icontains(word, autoescape=True)
    if selection.judge is not None or selection.since is not None or selection.until is not None:
        yield TARGETS.c.id.in_(_judged(project, selection))
    if selection.verdict is not None:
        item, verdict = selection.verdict
        yield TARGETS.c.id.in_(
            sa.select(JUDGMENTS.c.target)
            .join(VERDICTS, VERDICTS.c.judgment == JUDGMENTS.c.id)
            .where(VERDICTS.c.item == item, VERDICTS.c.verdict == verdict, JUDGMENTS.c.project == project.id)
            .where(~JUDGMENTS.c.is_recheck, current_judgments())
        )
    if selection.lowest is not None:
        yield value >= project.scale.from_points(selection.lowest)
    if selection.highest is not None:
        yield value <= project.scale.from_points(selection.highest)
    if selection.judged is not None:
        yield value.is_not(None) if selection.judged else value.is_(None)


def _judged(project: Project, selection: Selection) -> sa.Select[int]:
    """The targets with a judgment of the judge and the days that are meant."""
    judged = sa.select(JUDGMENTS.c.target).where(current_judgments())
    if selection.judge is None:
        judged = judged.where(JUDGMENTS.c.project == project.id)
    else:
        # no condition on the project of judgments, which is their judge's: SQLite would take the index of that
        judge = sa.select(JUDGES.c.id).where(JUDGES.c.project == project.id, JUDGES.c.name == selection.judge)
        judged = judged.where(JUDGMENTS.c.judge == judge.scalar_subquery())
    if selection.since is not None:
        judged = judged.where(JUDGMENTS.c.at >= _begin(selection.since))
    if selection.until is not None:
        judged = judged.where(JUDGMENTS.c.at < _begin(selection.until + timedelta(days=1)))
    return judged


def _begin(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
