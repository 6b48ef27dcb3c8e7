"""How far a campaign is, seat by seat."""

from collections import defaultdict
from collections.abc import Container
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from statistics import median

import sqlalchemy as sa

from mtassay.store.campaign_tables import (
    ANSWERS,
    ASSIGNMENTS,
    CAMPAIGN_TASK_ITEMS,
    CAMPAIGN_TASKS,
    EXCLUSIONS,
    SEAT_LINKS,
    SEAT_RELEASES,
    SEATS,
)
from mtassay.store.campaigns.campaigns import StoredCampaign, TaskKind
from mtassay.store.campaigns.seat_work import answers_on_items, current_answers
from mtassay.store.history.events import present

_IDLE = timedelta(days=2)


class SeatState(StrEnum):
    """What a seat is doing."""

    UNOPENED = "unopened"
    WORKING = "working"
    IDLE = "idle"
    DONE = "done"
    RELEASED = "released"
    EXCLUDED = "excluded"


@dataclass(frozen=True, kw_only=True)
class SeatProgress:
    """A seat, and how far it is, in answers; `seconds` is the median of its answers, `last` when it last answered.

    Of work that went to others it was asked as much as it answered. `work_done` and `work_asked` leave out what only
    checks or trains the judge.
    """

    id: int
    number: int
    judge: str
    expertise: str
    state: SeatState
    reason: str
    done: int
    asked: int
    work_done: int
    work_asked: int
    seconds: float | None
    last: datetime | None
    linked: datetime | None
    """When the link was made that leads there, None where none does."""

    @property
    def has_link(self) -> bool:
        """Whether a link leads there."""
        return self.linked is not None


def seat_progress(
    connection: sa.Connection, campaign: StoredCampaign, now: datetime | None = None
) -> tuple[SeatProgress, ...]:
    """All seats of a campaign, by number."""
    at = datetime.now(UTC) if now is None else now
    seats = connection.execute(
        sa.select(SEATS).where(SEATS.c.campaign == campaign.id, present(SEATS)).order_by(SEATS.c.number)
    ).all()
    own = sa.select(SEATS.c.id).where(SEATS.c.campaign == campaign.id)
    asked: defaultdict[int, int] = defaultdict(int)
    work_asked: defaultdict[int, int] = defaultdict(int)
    work_done: defaultdict[int, int] = defaultdict(int)
    present_tasks = set()
    counted = (
        sa.select(
            ASSIGNMENTS.c.seat,
            CAMPAIGN_TASKS.c.protocol,
            CAMPAIGN_TASKS.c.kind,
            ASSIGNMENTS.c.task,
            sa.func.count().label("items"),
        )
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ASSIGNMENTS.c.task)
        .join(CAMPAIGN_TASK_ITEMS, CAMPAIGN_TASK_ITEMS.c.task == ASSIGNMENTS.c.task)
        .where(ASSIGNMENTS.c.seat.in_(own), present(ASSIGNMENTS))
        .group_by(ASSIGNMENTS.c.seat, CAMPAIGN_TASKS.c.protocol, CAMPAIGN_TASKS.c.kind, ASSIGNMENTS.c.task)
    )
    for row in connection.execute(counted):
        present_tasks.add((row.seat, row.task))
        wanted = row.items if answers_on_items(campaign.protocols[row.protocol]) else 1
        asked[row.seat] += wanted
        work_asked[row.seat] += wanted if row.kind == TaskKind.WORK.value else 0
    seconds: defaultdict[int, list[float]] = defaultdict(list)
    last: dict[int, datetime] = {}
    columns = (ANSWERS.c.seat, ANSWERS.c.task, ANSWERS.c.seconds, ANSWERS.c.at, CAMPAIGN_TASKS.c.kind)
    said = (
        sa.select(*columns)
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ANSWERS.c.task)
        .where(ANSWERS.c.seat.in_(own), current_answers())
    )
    for row in connection.execute(said.order_by(ANSWERS.c.id)):
        is_work = row.kind == TaskKind.WORK.value
        work_done[row.seat] += is_work
        if (row.seat, row.task) not in present_tasks:
            asked[row.seat] += 1
            work_asked[row.seat] += is_work
        seconds[row.seat].append(row.seconds)
        last[row.seat] = row.at
    reasons = dict(
        connection.execute(
            sa.select(EXCLUSIONS.c.seat, EXCLUSIONS.c.reason).where(EXCLUSIONS.c.seat.in_(own), present(EXCLUSIONS))
        ).all()
    )
    released = set(
        connection.scalars(sa.select(SEAT_RELEASES.c.seat).where(SEAT_RELEASES.c.seat.in_(own), present(SEAT_RELEASES)))
    )
    linked = dict(
        connection.execute(
            sa.select(SEAT_LINKS.c.seat, SEAT_LINKS.c.created).where(
                SEAT_LINKS.c.seat.in_(own), ~SEAT_LINKS.c.is_revoked, SEAT_LINKS.c.expires > at
            )
        ).all()
    )
    progress = []
    for seat in seats:
        done = len(seconds[seat.id])
        timed = [value for value in seconds[seat.id] if value > 0]
        progress.append(
            SeatProgress(
                id=seat.id,
                number=seat.number,
                judge=seat.judge,
                expertise=seat.expertise,
                state=_left(seat.id, reasons, released) or _state(done, asked[seat.id], last.get(seat.id), at),
                reason=reasons.get(seat.id, ""),
                done=done,
                asked=asked[seat.id],
                work_done=work_done[seat.id],
                work_asked=work_asked[seat.id],
                seconds=median(timed) if timed else None,
                last=last.get(seat.id),
                linked=linked.get(seat.id),
            )
        )
    return tuple(progress)


def _left(seat: int, excluded: Container[int], released: Container[int]) -> SeatState | None:
    if seat in excluded:
        return SeatState.EXCLUDED
    return SeatState.RELEASED if seat in released else None


def _state(done: int, asked: int, last: datetime | None, now: datetime) -> SeatState:
    if done >= asked:
        return SeatState.DONE
    if last is None:
        return SeatState.UNOPENED
    return SeatState.IDLE if now - last > _IDLE else SeatState.WORKING
