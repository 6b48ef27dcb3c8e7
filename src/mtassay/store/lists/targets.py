"""The translations of one source, with what people think of them and which systems made them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from mtassay.errors import NotFound
from mtassay.human.scales import POINTS
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import present
from mtassay.store.judging.holding import current_judgments
from mtassay.store.schema import JUDGES, JUDGMENTS, OUTPUTS, RUNS, SOURCES, SYSTEMS, TARGETS


@dataclass(frozen=True, kw_only=True)
class TargetRow:
    """A translation. `points` is the mean of its judgments, 0 to 10, and `spread` how far they lie apart."""

    id: int
    text: str
    points: float | None
    spread: float
    judgments: int
    judges: tuple[str, ...]
    last_at: datetime | None
    systems: tuple[str, ...]

    @property
    def is_reference(self) -> bool:
        """Whether it serves as a reference: all who judged it found it perfect."""
        return self.points is not None and self.points >= POINTS


def source_text(connection: sa.Connection, project: Project, source: int) -> str:
    """The text of a source that is there."""
    query = sa.select(SOURCES.c.text).where(SOURCES.c.project == project.id, SOURCES.c.id == source, present(SOURCES))
    text: str | None = connection.scalar(query) if 0 < source < 2**63 else None
    if text is None:
        raise NotFound("this source is not in the project, or it was deleted")
    return text


def targets_of(connection: sa.Connection, project: Project, source: int) -> tuple[TargetRow, ...]:
    """All translations of a source, in the order in which they were stored."""
    query = sa.select(TARGETS.c.id, TARGETS.c.text).where(TARGETS.c.source == source, present(TARGETS))
    texts = dict(connection.execute(query.order_by(TARGETS.c.id)).all())
    judged = _judgments(connection, list(texts))
    systems = _systems(connection, project, list(texts))
    return tuple(
        _row(number, text, judged.get(number, []), systems.get(number, []), project) for number, text in texts.items()
    )


def _row(number: int, text: str, judged: list[Any], systems: list[str], project: Project) -> TargetRow:
    points = [project.scale.points(judgment.value) for judgment in judged if judgment.value is not None]
    dates = [judgment.at for judgment in judged if judgment.at is not None]
    return TargetRow(
        id=number,
        text=text,
        points=sum(points) / len(points) if points else None,
        spread=max(points) - min(points) if points else 0.0,
        judgments=len(judged),
        judges=tuple(dict.fromkeys(judgment.name or "" for judgment in judged)),
        last_at=max(dates, default=None),
        systems=tuple(dict.fromkeys(systems)),
    )


def _judgments(connection: sa.Connection, targets: Sequence[int]) -> dict[int, list[Any]]:
    grouped: dict[int, list[Any]] = {}
    query = (
        sa.select(JUDGMENTS.c.target, JUDGMENTS.c.value, JUDGMENTS.c.at, JUDGES.c.name)
        .outerjoin(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        # not by project, too: SQLite would choose the index that leads to all judgments of that
        .where(~JUDGMENTS.c.is_recheck, current_judgments())
        .order_by(JUDGMENTS.c.id)
    )
    for start in range(0, len(targets), 500):  # databases limit how many values a statement may have
        for row in connection.execute(query.where(JUDGMENTS.c.target.in_(targets[start : start + 500]))):
            grouped.setdefault(row.target, []).append(row)
    return grouped


def _systems(connection: sa.Connection, project: Project, targets: Sequence[int]) -> dict[int, list[str]]:
    runs = dict(
        connection.execute(
            sa.select(RUNS.c.id, SYSTEMS.c.name)
            .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
            .where(SYSTEMS.c.project == project.id, present(SYSTEMS), present(RUNS))
        ).all()
    )
    grouped: dict[int, list[str]] = {}
    query = sa.select(OUTPUTS.c.target, OUTPUTS.c.run).where(present(OUTPUTS)).order_by(OUTPUTS.c.run)
    for start in range(0, len(targets), 500):
        for target, run in connection.execute(query.where(OUTPUTS.c.target.in_(targets[start : start + 500]))):
            if run in runs:
                grouped.setdefault(target, []).append(runs[run])
    return grouped
