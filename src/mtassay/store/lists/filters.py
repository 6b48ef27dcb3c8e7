"""Filters as conditions of SQL: the targets that they mean at present, found, counted, or looked up in one source."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import sqlalchemy as sa

from mtassay.conditions import ROUNDING
from mtassay.human.filters import Filter, thirds_by_difficulty
from mtassay.human.scales import POINTS
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import present
from mtassay.store.judging.holding import current_judgments
from mtassay.store.lists.sources import SourceFigures, source_figures
from mtassay.store.lists.text_conditions import holds
from mtassay.store.schema import ITEMS, JUDGES, JUDGMENTS, OUTPUTS, RUNS, SOURCES, SYSTEMS, TARGETS, VERDICTS


@dataclass(frozen=True)
class FoundTarget:
    """A target that was asked for, with its source and what people think of it."""

    target: int
    source: int
    source_text: str
    text: str
    judgments: int
    points: float | None


def select_targets(
    connection: sa.Connection, project: Project, chosen: Filter, limit: int | None = None
) -> tuple[FoundTarget, ...]:
    """The targets that a filter means, by source; scores are means, 0 to 10."""
    scores = _scores(project)
    query = (
        sa.select(TARGETS.c.id, SOURCES.c.id, SOURCES.c.text, TARGETS.c.text, scores.c.count, scores.c.value)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .outerjoin(scores, scores.c.target == TARGETS.c.id)
        .where(*_conditions(connection, project, chosen))
        .order_by(SOURCES.c.id, TARGETS.c.id)
    )
    return tuple(
        FoundTarget(
            target, source, source_text, text, count or 0, None if value is None else project.scale.points(value)
        )
        for target, source, source_text, text, count, value in connection.execute(query.limit(limit))
    )


def count_selected(
    connection: sa.Connection, project: Project, chosen: Filter, figures: SourceFigures | None = None
) -> dict[int, int]:
    """How many targets of each source a filter means; sources in order.

    Sources without targets are there, with 0, where their text alone meets the filter. `figures` are those of all
    sources at present, where somebody has them: a filter by difficulty takes long without.
    """
    # by what targets themselves say of their source: in that order the index on it has them, and nothing is sorted
    query = sa.select(TARGETS.c.source, sa.func.count())
    query = query.where(*_conditions(connection, project, chosen, figures=figures))
    counts: dict[int, int] = dict(connection.execute(query.group_by(TARGETS.c.source)).all())
    if chosen.is_about_texts:
        for source in connection.scalars(_own_sources(project, chosen.source, *chosen.words)):
            counts.setdefault(source, 0)
    return dict(sorted(counts.items()))


def selected_of(
    connection: sa.Connection, project: Project, chosen: Filter, source: int, figures: SourceFigures | None = None
) -> set[int]:
    """The targets of one source that a filter means; `figures` as for `count_selected`."""
    conditions = _conditions(connection, project, chosen, source, figures)
    return set(connection.scalars(sa.select(TARGETS.c.id).where(*conditions)))


def _scores(project: Project) -> sa.Subquery:
    """Mean values and counts of judgments by target."""
    query = sa.select(
        JUDGMENTS.c.target,
        sa.func.count().label("count"),
        sa.func.avg(JUDGMENTS.c.value).label("value"),
    ).where(JUDGMENTS.c.project == project.id, ~JUDGMENTS.c.is_recheck, current_judgments())
    return query.group_by(JUDGMENTS.c.target).subquery()


def _conditions(
    connection: sa.Connection,
    project: Project,
    chosen: Filter,
    source: int | None = None,
    figures: SourceFigures | None = None,
) -> Iterable[sa.ColumnElement[bool]]:
    """What holds for the rows of targets that a filter means; all of them, or those of one source."""
    here = sa.true() if source is None else SOURCES.c.id == source
    yield TARGETS.c.source.in_(_own_sources(project, chosen.source).where(here, *_source_conditions(project, chosen)))
    yield present(TARGETS)
    if words := chosen.words:
        # no join with sources: their texts would be looked at once for each target; and all words at once first, so
        # that nothing is asked word by word of the targets of a source that has them all
        in_source = TARGETS.c.source.in_(_own_sources(project, *words).where(here))
        in_either = [
            TARGETS.c.source.in_(_own_sources(project, word).where(here)) | holds(TARGETS, word) for word in words
        ]
        yield in_source | (sa.and_(*in_either) if len(words) > 1 else holds(TARGETS, words[0]))
    if chosen.difficulty is not None:
        yield TARGETS.c.source.in_(_one_third(figures or source_figures(connection, project), chosen.difficulty))
    if chosen.system is not None:
        yield TARGETS.c.id.in_(_made_by(project, chosen.system, source))
    if chosen.is_about_judgments:
        yield TARGETS.c.id.in_(_judged(project, chosen, source))
    if chosen.verdict is not None:
        item, verdict = chosen.verdict
        yield TARGETS.c.id.in_(
            sa.select(JUDGMENTS.c.target)
            .join(VERDICTS, VERDICTS.c.judgment == JUDGMENTS.c.id)
            .join(ITEMS, ITEMS.c.id == VERDICTS.c.item)
            .where(VERDICTS.c.item == item, VERDICTS.c.verdict == verdict, JUDGMENTS.c.project == project.id)
            .where(present(ITEMS), ~JUDGMENTS.c.is_recheck, current_judgments())
        )
    in_groups = source is None and connection.dialect.name == "postgresql"
    yield from _score_conditions(project, chosen, in_groups=in_groups)


def _own_sources(project: Project, *words: str | None) -> sa.Select[int]:
    """The sources of a project whose texts hold all words that are any."""
    query = sa.select(SOURCES.c.id).where(SOURCES.c.project == project.id, present(SOURCES))
    return query.where(*(holds(SOURCES, word) for word in words if word is not None))


def _source_conditions(project: Project, chosen: Filter) -> Iterable[sa.ColumnElement[bool]]:
    if chosen.source_number is not None:
        yield SOURCES.c.id == chosen.source_number
    if chosen.document is not None:
        by_output = (
            sa.select(TARGETS.c.source)
            .join(OUTPUTS, OUTPUTS.c.target == TARGETS.c.id)
            .where(OUTPUTS.c.document == chosen.document, present(OUTPUTS))
        )
        yield (SOURCES.c.document == chosen.document) | SOURCES.c.id.in_(by_output)


def _one_third(figures: SourceFigures, difficulty: str) -> sa.BindParameter[Any]:
    """The sources of a third; ranked here, because databases round means and thirds in ways of their own."""
    numbers = sorted(thirds_by_difficulty(figures.source.tolist(), figures.points, figures.judged)[difficulty])
    # written into the statement: databases limit how many values it may be given
    third: sa.BindParameter[Any] = sa.bindparam("third", numbers, expanding=True, literal_execute=True)
    return third


def _made_by(project: Project, system: str, source: int | None) -> sa.CompoundSelect[int]:
    """The targets that runs of a system produced, or that a judgment says are its; of a source, where one is named."""
    number = sa.select(SYSTEMS.c.id).where(SYSTEMS.c.project == project.id, SYSTEMS.c.name == system)
    runs = sa.select(RUNS.c.id).where(RUNS.c.system == number.where(present(SYSTEMS)).scalar_subquery(), present(RUNS))
    produced = sa.select(OUTPUTS.c.target).where(present(OUTPUTS))
    # no project: its index would lead to all of its judgments
    said = sa.select(JUDGMENTS.c.id).where(JUDGMENTS.c.system == number.scalar_subquery())
    if source is None:
        produced = produced.where(OUTPUTS.c.run.in_(runs))
    else:
        # numbers with nothing added: else SQLite chooses the index that leads to all outputs of the system
        produced = produced.where(OUTPUTS.c.target.in_(_targets_of(source)), (OUTPUTS.c.run + 0).in_(runs))
        said = said.where(JUDGMENTS.c.target.in_(_targets_of(source)))
    # the judgments of the system first: what holds is asked of these alone
    return sa.union_all(produced, sa.select(JUDGMENTS.c.target).where(JUDGMENTS.c.id.in_(said), current_judgments()))


def _targets_of(source: int) -> sa.Select[int]:
    return sa.select(TARGETS.c.id).where(TARGETS.c.source == source)


def _judged(project: Project, chosen: Filter, source: int | None) -> sa.Select[int]:
    """The targets with a judgment of the judge and the days that are meant; of a source, where one is named."""
    judged = sa.select(JUDGMENTS.c.target).where(current_judgments())
    judge: sa.ColumnElement[int] = JUDGMENTS.c.judge
    # one condition that an index can answer: SQLite might choose the one that leads to all judgments of a project
    if source is not None:
        judged = judged.where(JUDGMENTS.c.target.in_(_targets_of(source)))
        judge = JUDGMENTS.c.judge + 0
    elif chosen.judge is None:
        judged = judged.where(JUDGMENTS.c.project == project.id)
    if chosen.judge is not None:
        person = sa.select(JUDGES.c.id).where(JUDGES.c.project == project.id, JUDGES.c.name == chosen.judge)
        judged = judged.where(judge == person.scalar_subquery())
    if chosen.since is not None:
        judged = judged.where(JUDGMENTS.c.at >= _begin(chosen.since))
    if chosen.until is not None:
        # there is no day behind the last
        end = JUDGMENTS.c.at.is_not(None)
        judged = judged.where(end if chosen.until == date.max else JUDGMENTS.c.at < _begin(chosen.until, days=1))
    return judged


def _score_conditions(project: Project, chosen: Filter, *, in_groups: bool) -> Iterable[sa.ColumnElement[bool]]:
    """Asked target by target, so that scores are looked up only of those that meet all other conditions."""
    own = sa.select(JUDGMENTS.c.target).where(JUDGMENTS.c.target == TARGETS.c.id)
    own = own.where(~JUDGMENTS.c.is_recheck, current_judgments()).correlate(TARGETS)
    if chosen.judged is not None:
        is_judged = own.where(JUDGMENTS.c.value.is_not(None)).exists()
        yield is_judged if chosen.judged else ~is_judged
    low, high = _bounds(project, chosen)
    if low is None and high is None:
        return
    if in_groups:
        # PostgreSQL takes 1.4 s for the means of 100,000 targets one by one
        scores = _scores(project)
        within = sa.select(scores.c.target)
        within = within if low is None else within.where(scores.c.value >= low)
        yield TARGETS.c.id.in_(within if high is None else within.where(scores.c.value <= high))
        return
    mean = own.with_only_columns(sa.func.avg(JUDGMENTS.c.value)).scalar_subquery()
    if low is not None and high is not None:
        yield mean.between(low, high)  # two comparisons would look the scores up twice
    elif low is not None:
        yield mean >= low
    else:
        yield mean <= high


def _bounds(project: Project, chosen: Filter) -> tuple[float | None, float | None]:
    """The values between which a mean lies, both included, on the scale of the project."""
    scale = project.scale
    rounding = ROUNDING * (scale.high - scale.low) / POINTS

    def values(*bounds: tuple[float | None, int]) -> list[float]:
        return [scale.from_points(bound) + sign * rounding for bound, sign in bounds if bound is not None]

    low, high = values((chosen.lowest, -1), (chosen.above, 1)), values((chosen.highest, 1), (chosen.below, -1))
    return max(low, default=None), min(high, default=None)


def _begin(day: date, days: int = 0) -> datetime:
    return datetime.combine(day, time(), UTC) + timedelta(days=days)
