"""Seats that are added, left, excluded and taken in again, and the work that goes from one to another."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound
from mtassay.store.campaign_tables import (
    ANSWERS,
    ASSIGNMENTS,
    CAMPAIGN_OUTPUTS,
    CAMPAIGN_TASK_ITEMS,
    CAMPAIGN_TASKS,
    EXCLUSIONS,
    SEAT_DRAFTS,
    SEAT_RELEASES,
    SEATS,
)
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign, TaskKind
from mtassay.store.campaigns.links import revoke_links
from mtassay.store.campaigns.progress import SeatProgress, SeatState, seat_progress
from mtassay.store.campaigns.seat_work import answers_on_items, current_answers
from mtassay.store.campaigns.training_answers import TRAINING_TRIES
from mtassay.store.contents.collection_writer import new_numbers
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import gone_among, mark, present

FEWER_CONTROLS = "fewer_controls"
"""Where the history tells how many seats have fewer controls since work went to others."""


@dataclass(frozen=True, kw_only=True)
class AssignedTask:
    """A task at a seat: how many answers it takes and how many the seat gave; `is_there` says that it still has it.

    `was_read` says that the seat has read a document that is read only once, whether it answered or not.
    """

    assignment: int
    task: int
    seat: int
    protocol: int
    block: str
    units: int
    items: tuple[int, ...]
    systems: tuple[int, ...]
    wanted: int
    answered: int
    is_there: bool
    was_read: bool
    place: int

    @property
    def is_begun(self) -> bool:
        """Whether the seat has answered something of it."""
        return self.answered > 0

    @property
    def is_done(self) -> bool:
        """Whether nothing of it is open."""
        return self.answered >= self.wanted


def find_seat(connection: sa.Connection, campaign: StoredCampaign, number: int) -> SeatProgress:
    """A seat by its number in the campaign."""
    seats = seat_progress(connection, campaign)
    seat = next((seat for seat in seats if seat.number == number), None)
    if seat is None:
        raise NotFound(f"{campaign.name} has no seat {number}; it has {len(seats)}")
    return seat


def exclude_seat(connection: sa.Connection, campaign: StoredCampaign, number: int, reason: str, who: str) -> None:
    """Leave the answers of a seat out of results, with a reason; nothing of them goes, and its link ends."""
    seat = find_seat(connection, campaign, number)
    if not reason.strip():
        raise Conflict("say why the seat is excluded: results tell how many were, and why")
    if seat.reason:
        return
    # the reason stands in its row alone, where it goes with a person who is forgotten
    summary = {"campaign": campaign.name, "seat": number}
    event = events.record(connection, campaign.project, EventKind.EXCLUSION, who, summary)
    connection.execute(sa.insert(EXCLUSIONS), {"seat": seat.id, "event": event, "reason": reason.strip()})
    revoke_links(connection, seat.id)


def include_seat(connection: sa.Connection, campaign: StoredCampaign, number: int, who: str) -> None:
    """Let the answers of an excluded seat count again."""
    seat = find_seat(connection, campaign, number)
    query = sa.select(EXCLUSIONS.c.id).where(EXCLUSIONS.c.seat == seat.id, present(EXCLUSIONS))
    rows = list(connection.scalars(query))
    if rows:
        summary = {"campaign": campaign.name, "seat": number, "included": True}
        event = events.record(connection, campaign.project, EventKind.EXCLUSION, who, summary)
        mark(connection, event, EXCLUSIONS.name, rows, is_gone=True)


def assigned_tasks(connection: sa.Connection, campaign: StoredCampaign) -> list[AssignedTask]:
    """All that seats are or were asked for, in the order of their places; controls are no work for others."""
    query = (
        sa.select(ASSIGNMENTS, CAMPAIGN_TASKS.c.protocol, CAMPAIGN_TASKS.c.block, CAMPAIGN_TASKS.c.units)
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ASSIGNMENTS.c.task)
        .where(CAMPAIGN_TASKS.c.campaign == campaign.id, CAMPAIGN_TASKS.c.kind == TaskKind.WORK.value)
        .order_by(ASSIGNMENTS.c.place, ASSIGNMENTS.c.id)
    )
    rows = connection.execute(query).all()
    lost = gone_among(connection, ASSIGNMENTS.name, (row.id for row in rows))
    of_campaign = sa.select(CAMPAIGN_TASKS.c.id).where(CAMPAIGN_TASKS.c.campaign == campaign.id)
    inside: dict[int, list[int]] = {}
    for task, item in connection.execute(
        sa.select(CAMPAIGN_TASK_ITEMS.c.task, CAMPAIGN_TASK_ITEMS.c.item).where(
            CAMPAIGN_TASK_ITEMS.c.task.in_(of_campaign)
        )
    ):
        inside.setdefault(task, []).append(item)
    systems: dict[int, set[int]] = {}
    for item, system in connection.execute(
        sa.select(CAMPAIGN_OUTPUTS.c.item, CAMPAIGN_OUTPUTS.c.system)
        .join(CAMPAIGN_TASK_ITEMS, CAMPAIGN_TASK_ITEMS.c.item == CAMPAIGN_OUTPUTS.c.item)
        .where(CAMPAIGN_TASK_ITEMS.c.task.in_(of_campaign))
    ):
        systems.setdefault(item, set()).add(system)
    counted = (
        sa.select(ANSWERS.c.task, ANSWERS.c.seat, sa.func.count().label("answers"))
        .where(ANSWERS.c.task.in_(of_campaign), current_answers())
        .group_by(ANSWERS.c.task, ANSWERS.c.seat)
    )
    said = {(row.task, row.seat): row.answers for row in connection.execute(counted)}
    read = _read_at_seats(connection, campaign)
    return [
        AssignedTask(
            assignment=row.id,
            task=row.task,
            seat=row.seat,
            protocol=row.protocol,
            block=row.block,
            units=row.units,
            items=tuple(inside[row.task]),
            systems=tuple(sorted({system for item in inside[row.task] for system in systems.get(item, ())})),
            wanted=len(inside[row.task]) if answers_on_items(campaign.protocols[row.protocol]) else 1,
            answered=said.get((row.task, row.seat), 0),
            is_there=row.id not in lost,
            was_read=(row.task, row.seat) in read,
            place=row.place,
        )
        for row in rows
    ]


def _read_at_seats(connection: sa.Connection, campaign: StoredCampaign) -> set[tuple[int, int]]:
    """Tasks and seats that have read their document: what was begun or ever answered says so."""
    if not any(protocol.asks_questions for protocol in campaign.protocols):
        return set()
    return {
        (row.task, row.seat)
        for table in (SEAT_DRAFTS, ANSWERS)
        for row in connection.execute(
            sa.select(table.c.task, table.c.seat, table.c.body, CAMPAIGN_TASKS.c.protocol)
            .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == table.c.task)
            .where(CAMPAIGN_TASKS.c.campaign == campaign.id)
        )
        if campaign.protocols[row.protocol].was_read(row.body)
    }


def next_seat_number(connection: sa.Connection, campaign: StoredCampaign) -> int:
    """The number of a new seat: behind all that there ever were, also those whose making was undone."""
    last = connection.scalar(sa.select(sa.func.max(SEATS.c.number)).where(SEATS.c.campaign == campaign.id))
    return (last or 0) + 1


def hand_over(
    connection: sa.Connection,
    campaign: StoredCampaign,
    taken: Sequence[AssignedTask],
    given: Mapping[int, Sequence[int]],
    new_judges: Sequence[str],
    who: str,
    *,
    leaving: Sequence[int] = (),
    returning: Sequence[int] = (),
    told: Mapping[str, int] | None = None,
) -> list[int]:
    """Take open tasks from seats and give tasks to others, behind what they have; returns the numbers of new seats.

    `given` has tasks by the number of the seat in the campaign; new seats are numbered behind those that there are.
    `leaving` and `returning` are the numbers of seats that get nothing more from now on, or again. The history keeps
    what is `told` besides.
    """
    if campaign.state is CampaignState.CLOSED:
        raise Conflict(f"{campaign.name} is closed; undo the closing in the history to go on")
    seats = seat_progress(connection, campaign)
    first = next_seat_number(connection, campaign)
    numbers = list(range(first, first + len(new_judges)))
    summary = {"campaign": campaign.name, "tasks": len(taken), "seats": len(new_judges), **(told or {})}
    event = events.record(connection, campaign.project, EventKind.RELEASE, who, summary)
    ids = {seat.number: seat.id for seat in seats}
    expertise = seats[0].expertise if seats else "bilingual"
    for number, judge, own in zip(numbers, new_judges, new_numbers(connection, SEATS, len(new_judges)), strict=True):
        ids[number] = own
        seat_row = {"id": own, "campaign": campaign.id, "event": event, "number": number, "judge": judge}
        connection.execute(sa.insert(SEATS), {**seat_row, "expertise": expertise})
    back_at = {(task, ids[number]) for number, tasks in given.items() for task in tasks}
    moved = [(task.task, task.seat) for task in taken if (task.task, task.seat) not in back_at]
    before = _controls_and_work(connection, campaign)
    lost = [*(task.assignment for task in taken), *_controls_of(connection, moved, is_there=True)]
    mark(connection, event, ASSIGNMENTS.name, lost, is_gone=True)
    query = sa.select(ASSIGNMENTS.c.id, ASSIGNMENTS.c.task, ASSIGNMENTS.c.seat, ASSIGNMENTS.c.place).where(
        ASSIGNMENTS.c.seat.in_(list(ids.values()))
    )
    training = _training(connection, campaign)
    # new tries of training have places of their own, before all work
    known, places = {}, dict.fromkeys(ids.values(), TRAINING_TRIES * len(training))
    for row in connection.execute(query):
        known[row.task, row.seat] = row.id
        places[row.seat] = max(places[row.seat], row.place)
    rows, back, new = [], [], set()
    for number in numbers:  # whoever comes is trained first, as all were
        for place, task in enumerate(training, 1):
            rows.append({"task": task, "event": event, "seat": ids[number], "place": place})
    for number, tasks in given.items():
        seat = ids[number]
        for task in tasks:
            if (task, seat) in known:
                back.append(known[task, seat])
            elif (task, seat) not in new:  # of a task for two, both may fall to the last seat that is left
                places[seat] += 1
                new.add((task, seat))
                rows.append({"task": task, "event": event, "seat": seat, "place": places[seat]})
    if rows:
        connection.execute(sa.insert(ASSIGNMENTS), rows)
    back += _controls_of(connection, back_at, is_there=False)  # they check whoever has the plain output again
    mark(connection, event, ASSIGNMENTS.name, sorted(set(back)), is_gone=False)
    away = {seat.id for seat in seats if seat.state in (SeatState.EXCLUDED, SeatState.RELEASED)}
    away = away.difference(ids[number] for number in returning).union(ids[number] for number in leaving)
    fewer = _with_fewer_controls(before, _controls_and_work(connection, campaign), away)
    if fewer:
        events.summarize(connection, event, {**summary, FEWER_CONTROLS: fewer})
    if leaving:
        connection.execute(sa.insert(SEAT_RELEASES), [{"seat": ids[number], "event": event} for number in leaving])
    if returning:
        left = sa.select(SEAT_RELEASES.c.id).where(
            SEAT_RELEASES.c.seat.in_([ids[number] for number in returning]), present(SEAT_RELEASES)
        )
        mark(connection, event, SEAT_RELEASES.name, list(connection.scalars(left)), is_gone=True)
    return numbers


@dataclass(frozen=True)
class AssignedControl:
    """A control at a seat, and its place there."""

    task: int
    seat: int
    place: int


def open_controls(connection: sa.Connection, plain: Collection[tuple[int, int]]) -> list[AssignedControl]:
    """What checks the judge of some tasks, each at a seat, and is not answered yet."""
    chosen = ASSIGNMENTS.c.id.in_(_controls_of(connection, plain, is_there=True))
    query = sa.select(ASSIGNMENTS.c.task, ASSIGNMENTS.c.seat, ASSIGNMENTS.c.place).where(chosen)
    return [AssignedControl(row.task, row.seat, row.place) for row in connection.execute(query)]


def _training(connection: sa.Connection, campaign: StoredCampaign) -> list[int]:
    query = sa.select(CAMPAIGN_TASKS.c.id).where(
        CAMPAIGN_TASKS.c.campaign == campaign.id, CAMPAIGN_TASKS.c.kind == TaskKind.TRAINING.value
    )
    return list(connection.scalars(query.order_by(CAMPAIGN_TASKS.c.id)))[: campaign.settings.get("training", 0)]


def _controls_and_work(connection: sa.Connection, campaign: StoredCampaign) -> dict[int, tuple[int, int]]:
    """How many controls each seat has, and how many tasks of work."""
    is_work = CAMPAIGN_TASKS.c.kind == TaskKind.WORK.value
    query = (
        sa.select(
            ASSIGNMENTS.c.seat,
            sa.func.sum(sa.case((is_work, 0), else_=1)).label("controls"),
            sa.func.sum(sa.case((is_work, 1), else_=0)).label("work"),
        )
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ASSIGNMENTS.c.task)
        .where(
            CAMPAIGN_TASKS.c.campaign == campaign.id,
            CAMPAIGN_TASKS.c.kind != TaskKind.TRAINING.value,
            present(ASSIGNMENTS),
        )
        .group_by(ASSIGNMENTS.c.seat)
    )
    return {row.seat: (int(row.controls), int(row.work)) for row in connection.execute(query)}


def _with_fewer_controls(
    before: Mapping[int, tuple[int, int]], after: Mapping[int, tuple[int, int]], away: Collection[int]
) -> int:
    """How many seats have fewer controls for their work than they had, or, if they had no work, than all had."""
    all_controls, all_work = (sum(counts) for counts in zip(*before.values(), strict=True)) if before else (0, 0)
    fewer = 0
    for seat, (controls, work) in after.items():
        had, of_work = before.get(seat, (0, 0))
        if not of_work:
            had, of_work = all_controls, all_work
        # a whole control less, as shares of other numbers of tasks are never quite the same
        fewer += seat not in away and of_work > 0 and controls < had * work // of_work
    return fewer


def _controls_of(connection: sa.Connection, plain: Collection[tuple[int, int]], *, is_there: bool) -> list[int]:
    """Open controls of tasks at seats, as assignments, those that are there or that left with their tasks."""
    if not plain:
        return []
    answered = sa.select(ANSWERS.c.id).where(ANSWERS.c.task == ASSIGNMENTS.c.task, ANSWERS.c.seat == ASSIGNMENTS.c.seat)
    query = (
        sa.select(ASSIGNMENTS.c.id, CAMPAIGN_TASKS.c.made_of, ASSIGNMENTS.c.seat)
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ASSIGNMENTS.c.task)
        .where(
            CAMPAIGN_TASKS.c.made_of.is_not(None),
            ASSIGNMENTS.c.seat.in_({seat for _, seat in plain}),
            ~answered.exists(),
            present(ASSIGNMENTS) if is_there else ~present(ASSIGNMENTS),
        )
    )
    wanted = set(plain)
    return [row.id for row in connection.execute(query) if (row.made_of, row.seat) in wanted]
