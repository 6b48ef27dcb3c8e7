"""Parts of a project: searched for, chosen by conditions, taken away."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

import sqlalchemy as sa

from mtassay.errors import InputError
from mtassay.store.contents.projects import Project
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import present
from mtassay.store.judging.holding import current_judgments
from mtassay.store.lists.text_conditions import holds
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
    query = (
        sa.select(TARGETS.c.id, SOURCES.c.id, SOURCES.c.text, TARGETS.c.text, scores.c.count, scores.c.value)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .outerjoin(scores, scores.c.target == TARGETS.c.id)
        .where(*_conditions(connection, project, selection))
        .order_by(SOURCES.c.id, TARGETS.c.id)
    )
    return tuple(
        Found(target, source, source_text, text, count or 0, None if value is None else project.scale.points(value))
        for target, source, source_text, text, count, value in connection.execute(query.limit(limit))
    )


def count_selected(connection: sa.Connection, project: Project, selection: Selection) -> dict[int, int]:
    """How many targets of each source a selection means; sources in order.

    Sources without targets are there, with 0, where their text alone meets the selection.
    """
    # by what targets themselves say of their source: in that order the index on it has them, and nothing is sorted
    query = sa.select(TARGETS.c.source, sa.func.count()).where(*_conditions(connection, project, selection))
    counts: dict[int, int] = dict(connection.execute(query.group_by(TARGETS.c.source)).all())
    if selection.is_about_texts:
        for source in connection.scalars(_own_sources(project, selection.source, *_words(selection))):
            counts.setdefault(source, 0)
    return dict(sorted(counts.items()))


def selected_of(connection: sa.Connection, project: Project, selection: Selection, source: int) -> set[int]:
    """The targets of one source that a selection means."""
    return set(connection.scalars(sa.select(TARGETS.c.id).where(*_conditions(connection, project, selection, source))))


def delete_targets(connection: sa.Connection, project: Project, targets: Sequence[int], who: str) -> int:
    """Take targets away, with their judgments and with the places they hold in outputs; returns the revision."""
    if not targets:
        raise InputError("nothing to delete: the selection is empty")
    event = events.record(connection, project.id, EventKind.DELETE, who)
    counts = {"targets": len(targets), **_take_away_with(connection, event, targets)}
    events.summarize(connection, event, counts)
    return event


def delete_sources(connection: sa.Connection, project: Project, sources: Sequence[int], who: str) -> int:
    """Take sources away with all that belongs to them; returns the revision."""
    if not sources:
        raise InputError("nothing to delete: the selection is empty")
    event = events.record(connection, project.id, EventKind.DELETE, who)
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
    event = events.record(connection, project.id, EventKind.DELETE, who)
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
    event = events.record(connection, project.id, EventKind.DELETE, who, {"judgments": len(judgments)})
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
        found.extend(connection.scalars(query.order_by(table.c.id)))
    return found


def _scores(project: Project) -> sa.Subquery:
    """Mean values and counts of judgments by target."""
    query = sa.select(
        JUDGMENTS.c.target,
        sa.func.count().label("count"),
        sa.func.avg(JUDGMENTS.c.value).label("value"),
    ).where(JUDGMENTS.c.project == project.id, ~JUDGMENTS.c.is_recheck, current_judgments())
    return query.group_by(JUDGMENTS.c.target).subquery()


def _conditions(
    connection: sa.Connection, project: Project, selection: Selection, source: int | None = None
) -> Iterable[sa.ColumnElement[bool]]:
    """What holds for the rows of targets that a selection means; all of them, or those of one source."""
    here = sa.true() if source is None else SOURCES.c.id == source
    yield TARGETS.c.source.in_(_own_sources(project, selection.source).where(here))
    yield present(TARGETS)
    if words := _words(selection):
        # no join with sources: their texts would be looked at once for each target; and all words at once first, so
        # that nothing is asked word by word of the targets of a source that has them all
        in_source = TARGETS.c.source.in_(_own_sources(project, *words).where(here))
        in_either = [
            TARGETS.c.source.in_(_own_sources(project, word).where(here)) | holds(TARGETS, word) for word in words
        ]
        yield in_source | (sa.and_(*in_either) if len(words) > 1 else holds(TARGETS, words[0]))
    if selection.system is not None:
        yield TARGETS.c.id.in_(
            sa.select(OUTPUTS.c.target)
            .join(RUNS, RUNS.c.id == OUTPUTS.c.run)
            .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
            .where(SYSTEMS.c.project == project.id, SYSTEMS.c.name == selection.system)
            .where(present(SYSTEMS), present(RUNS), present(OUTPUTS))
        )
    if selection.judge is not None or selection.since is not None or selection.until is not None:
        yield TARGETS.c.id.in_(_judged(project, selection, source))
    if selection.verdict is not None:
        item, verdict = selection.verdict
        yield TARGETS.c.id.in_(
            sa.select(JUDGMENTS.c.target)
            .join(VERDICTS, VERDICTS.c.judgment == JUDGMENTS.c.id)
            .where(VERDICTS.c.item == item, VERDICTS.c.verdict == verdict, JUDGMENTS.c.project == project.id)
            .where(~JUDGMENTS.c.is_recheck, current_judgments())
        )
    in_groups = source is None and connection.dialect.name == "postgresql"
    yield from _score_conditions(project, selection, in_groups=in_groups)


def _score_conditions(project: Project, selection: Selection, *, in_groups: bool) -> Iterable[sa.ColumnElement[bool]]:
    """Asked target by target, so that scores are looked up only of those that meet all other conditions."""
    own = sa.select(JUDGMENTS.c.target).where(JUDGMENTS.c.target == TARGETS.c.id)
    own = own.where(~JUDGMENTS.c.is_recheck, current_judgments()).correlate(TARGETS)
    if selection.judged is not None:
        is_judged = own.where(JUDGMENTS.c.value.is_not(None)).exists()
        yield is_judged if selection.judged else ~is_judged
    low, high = (
        None if bound is None else project.scale.from_points(bound) for bound in (selection.lowest, selection.highest)
    )
    if in_groups and (low, high) != (None, None):
        # PostgreSQL takes 1.4 s for the means of 100,000 targets one by one
        scores = _scores(project)
        chosen = sa.select(scores.c.target)
        chosen = chosen if low is None else chosen.where(scores.c.value >= low)
        yield TARGETS.c.id.in_(chosen if high is None else chosen.where(scores.c.value <= high))
        return
    mean = own.with_only_columns(sa.func.avg(JUDGMENTS.c.value)).scalar_subquery()
    if low is not None and high is not None:
        yield mean.between(low, high)  # two comparisons would look the scores up twice
    elif low is not None:
        yield mean >= low
    elif high is not None:
        yield mean <= high


def _words(selection: Selection) -> tuple[str, ...]:
    """What must occur in the source or in the target."""
    return selection.words if selection.text is None else (*selection.words, selection.text)


def _own_sources(project: Project, *words: str | None) -> sa.Select[int]:
    """The sources of a project whose texts hold all words that are any."""
    query = sa.select(SOURCES.c.id).where(SOURCES.c.project == project.id, present(SOURCES))
    return query.where(*(holds(SOURCES, word) for word in words if word is not None))


def _judged(project: Project, selection: Selection, source: int | None) -> sa.Select[int]:
    """The targets with a judgment of the judge and the days that are meant; of a source, where one is named."""
    judged = sa.select(JUDGMENTS.c.target).where(current_judgments())
    judge: sa.ColumnElement[int] = JUDGMENTS.c.judge
    # one condition that an index can answer: SQLite might choose the one that leads to all judgments of a project
    if source is not None:
        judged = judged.where(JUDGMENTS.c.target.in_(sa.select(TARGETS.c.id).where(TARGETS.c.source == source)))
        judge = JUDGMENTS.c.judge + 0
    elif selection.judge is None:
        judged = judged.where(JUDGMENTS.c.project == project.id)
    if selection.judge is not None:
        person = sa.select(JUDGES.c.id).where(JUDGES.c.project == project.id, JUDGES.c.name == selection.judge)
        judged = judged.where(judge == person.scalar_subquery())
    if selection.since is not None:
        judged = judged.where(JUDGMENTS.c.at >= _begin(selection.since))
    if selection.until is not None:
        judged = judged.where(JUDGMENTS.c.at < _begin(selection.until + timedelta(days=1)))
    return judged


def _begin(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
