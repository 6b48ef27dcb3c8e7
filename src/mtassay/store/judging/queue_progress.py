"""How far a judging queue is, and how fast each of its judges is."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from statistics import median

import sqlalchemy as sa

from mtassay.store.contents.projects import Project
from mtassay.store.judging.holding import current_judgments
from mtassay.store.judging.questions import ANYONE
from mtassay.store.judging.queues import StoredQueue, open_queues
from mtassay.store.schema import JUDGES, JUDGMENTS, QUEUE_ITEMS


@dataclass(frozen=True)
class JudgeProgress:
    """What a judge of a queue has done of what they are asked for; where anybody may judge, `asked` is None.

    `seconds` is their median for one judgment, `last` when they gave the last one; None where that is unknown.
    """

    judge: str
    asked: int | None
    done: int
    seconds: float | None
    last: datetime | None


@dataclass(frozen=True)
class QueueProgress:
    """An open queue: how many items have a score of those that are asked for, and by whom."""

    queue: StoredQueue
    asked: int
    done: int
    judges: tuple[JudgeProgress, ...]


def queue_progress(connection: sa.Connection, project: Project) -> tuple[QueueProgress, ...]:
    """How far the open queues of a project are."""
    return tuple(_progress(connection, queue) for queue in open_queues(connection, project))


def _progress(connection: sa.Connection, queue: StoredQueue) -> QueueProgress:
    queued = sa.select(QUEUE_ITEMS.c.target).where(QUEUE_ITEMS.c.queue == queue.id)
    query = (
        sa.select(JUDGMENTS.c.target, JUDGES.c.name, JUDGMENTS.c.seconds, JUDGMENTS.c.at)
        .outerjoin(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .where(JUDGMENTS.c.target.in_(queued), JUDGMENTS.c.value.is_not(None), ~JUDGMENTS.c.is_recheck)
        .where(current_judgments())
    )
    asked = {item.target: item.judge for item in queue.asked}
    rows = [row for row in connection.execute(query) if row.target in asked]
    scored = {row.target for row in rows}
    seconds: dict[str, list[float]] = defaultdict(list)
    last: dict[str, datetime] = {}
    given: dict[str, set[int]] = defaultdict(set)
    for row in rows:
        name = row.name or ""
        given[name].add(row.target)
        if row.seconds:  # 0 where nobody measured
            seconds[name].append(row.seconds)
        if row.at is not None:
            last[name] = max(row.at, last.get(name, row.at))
    judges = []
    for name in queue.judges or sorted(given):
        own = {target for target, judge in asked.items() if judge == name}
        judges.append(
            JudgeProgress(
                name,
                len(own) if queue.judges else None,
                len(own & scored) if queue.judges else len(given[name]),
                median(seconds[name]) if seconds[name] else None,
                last.get(name),
            )
        )
    open_to_all = {target for target, judge in asked.items() if judge == ANYONE}
    if queue.judges and open_to_all:  # judged before it was spread over people
        judges.append(JudgeProgress("", len(open_to_all), len(open_to_all & scored), None, None))
    return QueueProgress(queue, len(asked), len(scored), tuple(judges))
