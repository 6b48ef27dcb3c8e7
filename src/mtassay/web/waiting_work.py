"""What waits for a judge: how many translations of which queue or project, and how long they take at the own pace."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mtassay.human.pace import minutes_left
from mtassay.store.contents.projects import Project
from mtassay.store.judging.answers import recent_seconds
from mtassay.store.judging.context import queues_for
from mtassay.web.project_rows import ProjectRow

if TYPE_CHECKING:
    import sqlalchemy as sa


@dataclass(frozen=True, kw_only=True)
class WaitingWork:
    """A queue that asks the judge, or where `queue` is None, what nobody has judged of a project.

    `minutes` is None for a judge whose pace is not known yet.
    """

    project: int
    project_name: str
    source_language: str
    target_language: str
    queue: int | None
    total: int
    left: int
    minutes: float | None
    address: str


def waiting_work(
    connection: "sa.Connection", judge: str, projects: Sequence[Project], rows: Sequence[ProjectRow] = ()
) -> list[WaitingWork]:
    """The queues of `projects` that ask this judge, then the `rows` of projects without one that anybody may judge."""
    asked: list[WaitingWork] = []
    others: list[WaitingWork] = []
    row_of = {row.id: row for row in rows}
    for project in projects:
        work: list[tuple[int | None, int, int]] = [
            (number, total, total - done)
            for number, total, done in queues_for(connection, project, judge)
            if done < total
        ]
        row = row_of.get(project.id)
        if not work and row is not None and row.judged < row.translations:
            work = [(None, row.translations, row.translations - row.judged)]
        if not work:
            continue
        # who has judged nothing here yet is as fast as elsewhere, as far as anybody knows
        pace = recent_seconds(connection, project, judge) or recent_seconds(connection, None, judge)
        for queue, total, left in work:
            (others if queue is None else asked).append(
                WaitingWork(
                    project=project.id,
                    project_name=project.name,
                    source_language=project.source_language,
                    target_language=project.target_language,
                    queue=queue,
                    total=total,
                    left=left,
                    minutes=minutes_left(pace, left),
                    address=f"/projects/{project.id}/judge" + ("" if queue is None else f"?queue=~{queue}"),
                )
            )
    return asked + others
