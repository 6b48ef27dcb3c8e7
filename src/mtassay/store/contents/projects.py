"""Projects: a pair of languages, a scale, and all that was collected for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from mtassay.errors import NotFound, Remedy, SettingError
from mtassay.human.scales import EVALTRANS, Scale
from mtassay.settings import did_you_mean
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.project_details import refuse_taken
from mtassay.store.schema import EVENTS, PROJECTS

_LONGEST_LANGUAGE = 100
_PROJECT = sa.select(PROJECTS).where(PROJECTS.c.id == sa.bindparam("number"))


@dataclass(frozen=True, kw_only=True)
class Project:
    """What holds for all of a project.

    `by_place` says that the same sentence at two places of a test set is two sources, for judgments that were made
    with the whole document in view; otherwise it is one, as in the EvalTrans paper. An archived project stays as it is;
    `deleted` is since when one is deleted.
    """

    id: int
    name: str
    scale: Scale = EVALTRANS
    source_language: str = ""
    target_language: str = ""
    by_place: bool = False
    is_archived: bool = False
    deleted: datetime | None = None


def add_project(
    connection: sa.Connection,
    name: str,
    who: str,
    *,
    scale: Scale = EVALTRANS,
    source_language: str = "",
    target_language: str = "",
    by_place: bool = False,
) -> Project:
    """Begin a project; its name must be new."""
    check_project_name(name)
    for language in (source_language, target_language):
        if len(language) > _LONGEST_LANGUAGE or not language.isprintable():
            raise SettingError(f"{language[:50]!r} is no language; write its code, such as de or pt-BR")
    refuse_taken(connection, name)
    event = events.record(connection, None, EventKind.PROJECT, who, {"name": name, "scale": scale.spec})
    values = {
        "event": event,
        "name": name,
        "source_language": source_language,
        "target_language": target_language,
        "scale": scale_to_json(scale),
        "by_place": by_place,
    }
    number = connection.execute(sa.insert(PROJECTS).returning(PROJECTS.c.id), values).scalar_one()
    connection.execute(sa.update(EVENTS).where(EVENTS.c.id == event).values(project=number))  # unknown before
    return Project(
        id=number,
        name=name,
        scale=scale,
        source_language=source_language,
        target_language=target_language,
        by_place=by_place,
    )


def check_project_name(name: str) -> None:
    """Refuse what cannot be the name of a project."""
    if not name.strip() or len(name) > 200 or not name.isprintable():
        raise SettingError(f"{name[:50]!r} cannot be the name of a project; take up to 200 printable characters")


def projects(connection: sa.Connection, *, archived: bool = False) -> tuple[Project, ...]:
    """All projects, the oldest first; those that are archived only where they are wanted, and none that is deleted."""
    query = sa.select(PROJECTS).where(PROJECTS.c.deleted.is_(None)).order_by(PROJECTS.c.id)
    if not archived:
        query = query.where(~PROJECTS.c.is_archived)
    return tuple(map(project_from_row, connection.execute(query)))


def find_project(connection: sa.Connection, name: str | None = None) -> Project:
    """The project of that name, archived or not, or the only one there is that is not archived."""
    stored = projects(connection, archived=name is not None)
    if name is None:
        if len(stored) == 1:
            return stored[0]
        archived = ", ".join(project.name for project in projects(connection, archived=True))
        if not stored and archived:
            raise NotFound(f"all projects are archived, {archived}; say which", remedy=Remedy.NAME_PROJECT)
        if not stored:
            raise NotFound("the database has no project yet; create one", remedy=Remedy.MAKE_PROJECT)
        names = ", ".join(project.name for project in stored)
        raise NotFound(f"the database has several projects, {names}; say which", remedy=Remedy.NAME_PROJECT)
    for project in stored:
        if project.name == name:
            return project
    known = [project.name for project in stored]
    raise NotFound(f"there is no project {name!r}{did_you_mean(name, known)}; there are {', '.join(known)}")


def project_of(connection: sa.Connection, number: int) -> Project:
    """The project of a number, as addresses of pages have it."""
    # a number that no database could hold is an error to some of them
    known = 0 < number < 2**63
    row = connection.execute(_PROJECT, {"number": number}).one_or_none() if known else None
    if row is None or row.deleted is not None:
        raise unknown_project(number)
    return project_from_row(row)


def unknown_project(number: int | str) -> NotFound:
    """What is said of a project that is not there, and of one that somebody may not know of."""
    return NotFound(f"there is no project {number}; see which there are under Projects")


def project_from_row(row: Any) -> Project:
    """A project from a row that has all columns of its table."""
    return Project(
        id=row.id,
        name=row.name,
        scale=scale_from_json(row.scale),
        source_language=row.source_language,
        target_language=row.target_language,
        by_place=row.by_place,
        is_archived=row.is_archived,
        deleted=row.deleted,
    )


def scale_to_json(scale: Scale) -> dict[str, Any]:
    """A scale as databases and archives keep it."""
    anchors = {f"{value:g}": words for value, words in scale.anchors.items()}
    return {"low": scale.low, "high": scale.high, "step": scale.step, "anchors": anchors}


def scale_from_json(stored: Mapping[str, Any]) -> Scale:
    """The scale that was kept."""
    anchors = {float(value): words for value, words in stored["anchors"].items()}
    return Scale(stored["low"], stored["high"], stored["step"], anchors)
