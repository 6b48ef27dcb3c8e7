"""What is said of a project where many are listed: counts that need no text, and its last event."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from mtassay.store.contents.projects import Project, projects
from mtassay.store.history.events import gone, name_state, present
from mtassay.store.judging.holding import current_judgments
from mtassay.store.schema import EVENTS, JUDGMENTS, PROJECTS, SOURCES, SYSTEMS, TARGETS


@dataclass(frozen=True)
class Activity:
    """The last event of a project; its number is the present revision, `state` what stands for no other one."""

    revision: int
    state: str
    at: datetime
    who: str
    kind: str


@dataclass(frozen=True)
class Contents:
    """How much a project holds at a revision; `judged` are the translations with a score."""

    sources: int
    documents: int
    targets: int
    judged: int
    systems: tuple[str, ...]

    @property
    def judged_share(self) -> float:
        """The share of translations that were judged, 0 to 1; 0 where there are none."""
        return self.judged / self.targets if self.targets else 0.0


def last_activities(connection: sa.Connection) -> tuple[tuple[Project, Activity], ...]:
    """All projects with their last events, the one that was used last first."""
    newest = (
        sa.select(sa.func.max(EVENTS.c.id)).where(EVENTS.c.project == PROJECTS.c.id).correlate(PROJECTS)
    ).scalar_subquery()
    query = sa.select(PROJECTS.c.id.label("number"), *EVENTS.c).join(EVENTS, EVENTS.c.id == newest)
    last = {row.number: _activity(row) for row in connection.execute(query)}
    active = [(project, last[project.id]) for project in projects(connection) if project.id in last]
    return tuple(sorted(active, key=lambda entry: -entry[1].revision))


def last_activity(connection: sa.Connection, project: Project) -> Activity:
    """The last event of a project, which has one at least."""
    row = connection.execute(
        sa.select(EVENTS).where(EVENTS.c.project == project.id).order_by(EVENTS.c.id.desc()).limit(1)
    ).one()
    return _activity(row)


def _activity(event: Any) -> Activity:
    return Activity(event.id, name_state(event.id, event.uid), event.at, event.who, event.kind)


def contents(connection: sa.Connection, project: Project) -> Contents:
    """What a project holds now. Takes time with the size of the project; it changes only with its revision."""
    # Conditions on numbers alone: with those on events, which all hold now, indexes would not do, and every text would
    # be read.
    is_source = (SOURCES.c.project == project.id) & SOURCES.c.id.not_in(gone(SOURCES.name))
    sources, documents = connection.execute(
        sa.select(sa.func.count(), sa.func.count(sa.func.nullif(SOURCES.c.document, "").distinct()))
        .select_from(SOURCES)
        .where(is_source)
    ).one()
    targets = (
        sa.select(sa.func.count())
        .select_from(TARGETS)
        .where(TARGETS.c.source.in_(sa.select(SOURCES.c.id).where(is_source)), TARGETS.c.id.not_in(gone(TARGETS.name)))
    )
    lost = sa.select(TARGETS.c.id).where(TARGETS.c.source.in_(gone(SOURCES.name)))
    judged = sa.select(sa.func.count(JUDGMENTS.c.target.distinct())).where(
        JUDGMENTS.c.project == project.id,
        JUDGMENTS.c.value.is_not(None),
        JUDGMENTS.c.is_recheck.is_(False),
        current_judgments(),
        JUDGMENTS.c.target.not_in(gone(TARGETS.name)),
        JUDGMENTS.c.target.not_in(lost),
    )
    systems = sa.select(SYSTEMS.c.name).where(SYSTEMS.c.project == project.id, present(SYSTEMS)).order_by(SYSTEMS.c.id)
    return Contents(
        sources,
        documents,
        connection.scalar(targets) or 0,
        connection.scalar(judged) or 0,
        tuple(connection.scalars(systems)),
    )
