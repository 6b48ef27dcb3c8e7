"""Projects as lists of them show them."""

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from mtassay.errors import StorageError
from mtassay.store.contents.projects import Project
from mtassay.store.lists.projects import Activity, Contents, contents, last_activities, last_activity
from mtassay.web.event_words import did
from mtassay.web.figures import FigureKind, Figures

if TYPE_CHECKING:
    import sqlalchemy as sa

_CONTENTS = FigureKind[Contents]("contents", keep=1000)


@dataclass(frozen=True, kw_only=True)
class ProjectRow:
    """A project: its languages and scale, how much it holds, and what happened last.

    `judged_share` is the share of its translations that people judged, 0 to 1.
    """

    id: int
    name: str
    source_language: str
    target_language: str
    scale: str
    by_place: bool
    sources: int
    documents: int
    translations: int
    judged: int
    judged_share: float
    systems: list[str]
    revision: int
    last_at: datetime
    last_who: str
    last_did: str


def project_rows(figures: Figures, sees: Callable[[int], bool]) -> list[ProjectRow]:
    """The projects that somebody sees, the one that was used last first; counts of large ones may be seconds old."""
    with figures.database.reading() as connection:
        active = [(project, activity) for project, activity in last_activities(connection) if sees(project.id)]
        held = [_held(connection, figures, project, activity, may_be_old=True) for project, activity in active]
    return [_row(project, activity, holds) for (project, activity), holds in zip(active, held, strict=True)]


def one_row(figures: Figures, project: Project, *, may_be_old: bool = False) -> ProjectRow:
    """One project, as it is now; with `may_be_old`, counts of a large one may be some seconds old."""
    with figures.database.reading() as connection:
        activity = last_activity(connection, project)
        return _row(project, activity, _held(connection, figures, project, activity, may_be_old=may_be_old))


class RowsAhead:
    """Counts what projects hold before anybody asks, so that the first who comes after a start does not wait for it.

    Many large projects take seconds. Each has a transaction of its own, so that no other work waits for all of them.
    """

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._count, daemon=True)

    def start(self) -> None:
        """Begin, beside whatever else goes on."""
        self._thread.start()

    def stop(self) -> None:
        """Leave the rest, and wait for the project at hand."""
        self._stopping.set()
        self._thread.join()

    def _count(self) -> None:
        # a database that cannot be read is told to whoever asks for a page
        with contextlib.suppress(StorageError):
            with self._figures.database.reading() as connection:
                active = last_activities(connection)
            for project, activity in active:
                if self._stopping.is_set():
                    return
                with self._figures.database.reading() as connection:
                    _held(connection, self._figures, project, activity, may_be_old=True)


def _held(
    connection: "sa.Connection", figures: Figures, project: Project, activity: Activity, *, may_be_old: bool
) -> Contents:
    def compute() -> Contents:
        return contents(connection, project)

    return figures.find(_CONTENTS, project.id, activity.state, compute, may_be_old=may_be_old)


def _row(project: Project, activity: Activity, held: Contents) -> ProjectRow:
    """One project with what is known of it."""
    return ProjectRow(
        id=project.id,
        name=project.name,
        source_language=project.source_language,
        target_language=project.target_language,
        scale=project.scale.spec,
        by_place=project.by_place,
        sources=held.sources,
        documents=held.documents,
        translations=held.targets,
        judged=held.judged,
        judged_share=held.judged_share,
        systems=list(held.systems),
        revision=activity.revision,
        last_at=activity.at,
        last_who=activity.who,
        last_did=did(activity.kind),
    )
