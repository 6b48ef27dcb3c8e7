"""The open judging queues of a project, as its page shows them: done, left and pace of each judge."""

from dataclasses import dataclass
from datetime import datetime

from mtassay.store.judging.queue_progress import JudgeProgress, QueueProgress


@dataclass(frozen=True, kw_only=True)
class QueueJudgeRow:
    """A judge of a queue. Where anybody may judge it, `left` is None; `minutes_left` is a guess from the pace."""

    name: str
    done: int
    left: int | None
    seconds: float | None
    minutes_left: float | None
    last_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class QueueRow:
    """A queue of a system's run."""

    id: int
    run: int
    system: str
    run_name: str
    asked: int
    done: int
    is_open_to_all: bool
    judges: list[QueueJudgeRow]


def queue_row(progress: QueueProgress) -> QueueRow:
    """How far a queue is."""
    queue = progress.queue
    return QueueRow(
        id=queue.id,
        run=queue.run,
        system=queue.system,
        run_name=queue.run_name,
        asked=progress.asked,
        done=progress.done,
        is_open_to_all=not queue.judges,
        judges=[_judge_row(judge) for judge in progress.judges],
    )


def _judge_row(judge: JudgeProgress) -> QueueJudgeRow:
    left = None if judge.asked is None else judge.asked - judge.done
    is_known = left is not None and judge.seconds is not None
    return QueueJudgeRow(
        name=judge.judge,
        done=judge.done,
        left=left,
        seconds=judge.seconds,
        minutes_left=(left or 0) * (judge.seconds or 0.0) / 60 if is_known else None,
        last_at=judge.last,
    )
