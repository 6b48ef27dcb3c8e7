"""Open work that goes to others: of a judge who left, or to judges who came."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from mtassay.campaigns.assignment import Seat, assign
from mtassay.campaigns.judge_names import check_judges
from mtassay.campaigns.tasks import Bundle, Task
from mtassay.errors import Conflict
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.leases import abandoned_seats, add_leases, settle_leases
from mtassay.store.campaigns.progress import SeatState, seat_progress
from mtassay.store.campaigns.seats import (
    FEWER_CONTROLS,
    AssignedTask,
    assigned_tasks,
    find_seat,
    hand_over,
    include_seat,
    next_seat_number,
    open_controls,
)
from mtassay.store.history.events import history

_BY_RULE = "mtassay"
"""Who the history says gave work to another seat where nobody decided it."""


@dataclass(frozen=True, kw_only=True)
class Released:
    """What went to others: so many tasks, and among them what was open of so many documents that had been begun.

    Where documents are judged as a whole they are asked as a whole again: `answers` are those that stay on them.
    """

    tasks: int
    begun: int
    answers: int
    segments: bool
    """Whether there are no documents, so that segments were begun."""

    def in_words(self) -> str:
        """What a manager should know."""
        tasks = "1 task" if self.tasks == 1 else f"{self.tasks:,} tasks"
        said = f"{tasks} went to others" if self.tasks else "Nothing was open that could go to others"
        if not self.begun:
            return f"{said}."
        what = "segment" if self.segments else "document"
        documents = f"1 {what}" if self.begun == 1 else f"{self.begun:,} {what}s"
        said += f", with what was open of {documents} already begun"
        if not self.answers:
            return f"{said}."
        answers = (
            "1 answer stays as a second opinion"
            if self.answers == 1
            else (f"{self.answers:,} answers stay as second opinions")
        )
        return f"{said}. Such documents are asked as a whole, because they are judged in context; {answers}."


def release_seats(connection: sa.Connection, campaign: StoredCampaign, numbers: Sequence[int], who: str) -> Released:
    """Give all that some seats have not done to others; these seats get nothing more."""
    if campaign.is_crowd:
        return _reseat(connection, campaign, numbers, who)
    seats = {find_seat(connection, campaign, number).id for number in numbers}
    others = [other for other in _working(connection, campaign) if other not in numbers]
    if not others:
        which = f"seat {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} seats"
        raise Conflict(f"{campaign.name} has no other seat that could take the work of {which}; add one")
    tasks = assigned_tasks(connection, campaign)
    taken = _open_tasks(tasks, seats)
    released = _released(tasks, taken, seats)
    _deal(connection, campaign, tasks, taken, others, (), who, leaving=numbers, told=_told(numbers, released))
    return released


def settle_abandoned_seats(connection: sa.Connection, campaign: StoredCampaign, now: datetime | None = None) -> None:
    """Let what is open of seats of a crowd whose judges did not come back be another seat each."""
    seats = abandoned_seats(connection, campaign, now)
    if not seats:
        return
    tasks = assigned_tasks(connection, campaign)
    left = [number for own, number in seats if _open_tasks(tasks, {own})]
    if left:
        release_seats(connection, campaign, left, _BY_RULE)
    settle_leases(connection, tuple(own for own, _ in seats))


def _reseat(connection: sa.Connection, campaign: StoredCampaign, numbers: Sequence[int], who: str) -> Released:
    """Make a seat of all that each of some seats has not done, with the controls of it: whoever comes next is checked.

    Others of a crowd have their seats by now, all of a size, and get nothing more.
    """
    seats = {find_seat(connection, campaign, number).id for number in numbers}
    tasks = assigned_tasks(connection, campaign)
    taken = _open_tasks(tasks, seats)
    released = _released(tasks, taken, seats)
    controls = open_controls(connection, [(task.task, task.seat) for task in taken])
    placed: dict[int, list[tuple[int, int]]] = {}
    for seat, place, number in ((each.seat, each.place, each.task) for each in taken):
        placed.setdefault(seat, []).append((place, number))
    for control in controls:
        placed[control.seat].append((control.place, control.task))
    first = next_seat_number(connection, campaign)
    given = {first + place: [task for _, task in sorted(own)] for place, own in enumerate(placed.values())}
    told = _told(numbers, released)
    hand_over(connection, campaign, taken, given, [""] * len(given), who, leaving=numbers, told=told)
    add_leases(connection, campaign)
    return released


def _open_tasks(tasks: Sequence[AssignedTask], seats: Collection[int]) -> list[AssignedTask]:
    return [task for task in tasks if task.is_there and not task.is_done and task.seat in seats]


def _released(tasks: Sequence[AssignedTask], taken: Sequence[AssignedTask], seats: Collection[int]) -> Released:
    begun = {_document(task) for task in tasks if task.is_begun and task.seat in seats}
    return Released(
        tasks=len(taken),
        begun=len(begun & {_document(task) for task in taken}),
        answers=sum(task.answered for task in taken),
        segments=all(task.block.startswith("segment ") for task in taken),
    )


def _told(numbers: Sequence[int], released: Released) -> dict[str, int]:
    return {
        "released": len(numbers),
        "begun": released.begun,
        "kept": released.answers,
        "segments": int(released.segments),
    }


def told_release(summary: Mapping[str, Any]) -> Released | None:
    """What an event of the history says of a release; None where it was none."""
    if "released" not in summary:
        return None
    parts = {
        name: int(summary.get(key, 0)) for name, key in (("tasks", "tasks"), ("begun", "begun"), ("answers", "kept"))
    }
    return Released(**parts, segments=bool(summary.get("segments")))


def told_controls(summary: Mapping[str, Any]) -> str:
    """What an event of the history says of controls that left with their tasks, as a sentence; empty where none did."""
    fewer = int(summary.get(FEWER_CONTROLS, 0))
    return (
        ""
        if not fewer
        else "1 seat has fewer controls now."
        if fewer == 1
        else f"{fewer:,} seats have fewer controls now."
    )


def last_told_controls(connection: sa.Connection, campaign: StoredCampaign) -> str:
    """The same of the last event of the project of a campaign."""
    (event,) = history(connection, campaign.project, limit=1)
    return told_controls(event.summary)


def take_in_again(connection: sa.Connection, campaign: StoredCampaign, number: int, who: str) -> None:
    """Let the answers of an excluded seat count again, or give a released one its share of what nobody has begun."""
    seat = find_seat(connection, campaign, number)
    if seat.state is SeatState.EXCLUDED:
        include_seat(connection, campaign, number, who)
    elif seat.state is SeatState.RELEASED and campaign.is_crowd:
        raise Conflict(f"what was open of seat {number} is another seat by now; undo that in the history instead")
    elif seat.state is SeatState.RELEASED:
        tasks = assigned_tasks(connection, campaign)
        takers = [*_working(connection, campaign), number]
        _deal(
            connection,
            campaign,
            tasks,
            _not_begun(campaign, tasks),
            takers,
            (),
            who,
            returning=[number],
            told={"returned": 1},
        )
    else:
        raise Conflict(f"seat {number} of {campaign.name} is neither excluded nor released, so that it is in already")


def add_seats(connection: sa.Connection, campaign: StoredCampaign, judges: Sequence[str], who: str) -> list[int]:
    """Make seats, and deal what nobody has begun anew among all; returns their numbers.

    `judges` are their names, empty where they are not known yet.
    """
    if campaign.is_crowd:
        raise Conflict(
            f"the seats of {campaign.name} were made beforehand, all of a size, and more of them would ask for nothing "
            "more; make another campaign"
        )
    seated = [seat.judge for seat in seat_progress(connection, campaign)]
    names = check_judges([*seated, *judges])[len(seated) :]
    tasks = assigned_tasks(connection, campaign)
    taken = _not_begun(campaign, tasks)
    return _deal(connection, campaign, tasks, taken, _working(connection, campaign), names, who)


def _not_begun(campaign: StoredCampaign, tasks: Sequence[AssignedTask]) -> list[AssignedTask]:
    """What can go to others; where judges see all systems on a document, a document that was begun stays whole."""
    begun = {_group(campaign, task) for task in tasks if task.is_begun or task.was_read}
    return [task for task in tasks if task.is_there and _group(campaign, task) not in begun]


def _group(campaign: StoredCampaign, task: AssignedTask) -> tuple[object, ...]:
    """What stands together at a seat and stays so: all of a document, or a task alone."""
    is_within = campaign.settings.get("spread") == "within"
    return (task.protocol, task.block, task.seat) if is_within else (task.assignment,)


def _working(connection: sa.Connection, campaign: StoredCampaign) -> list[int]:
    seats = seat_progress(connection, campaign)
    return [seat.number for seat in seats if seat.state not in (SeatState.EXCLUDED, SeatState.RELEASED)]


def _deal(
    connection: sa.Connection,
    campaign: StoredCampaign,
    tasks: Sequence[AssignedTask],
    taken: Sequence[AssignedTask],
    numbers: Iterable[int],
    judges: Sequence[str],
    who: str,
    *,
    leaving: Sequence[int] = (),
    returning: Sequence[int] = (),
    told: Mapping[str, int] | None = None,
) -> list[int]:
    progress = seat_progress(connection, campaign)
    ids = {seat.number: seat.id for seat in progress}
    first = next_seat_number(connection, campaign)
    seats = [Seat(number) for number in (*numbers, *range(first, first + len(judges)))]
    by_id = {ids[seat.number]: seat for seat in seats if seat.number in ids}
    open_tasks = {task.assignment for task in taken}
    for task in tasks:
        seat = by_id.get(task.seat)
        if seat is not None and task.is_there and task.assignment not in open_tasks:
            seat.take(_bundle((task,)))
        elif seat is not None and task.was_read:
            seat.items |= _bundle((task,)).items  # it knows the questions, though the task went to others
    asks_questions = any(protocol.asks_questions for protocol in campaign.protocols)
    given: dict[int, list[int]] = {seat.number: [] for seat in seats}
    groups: dict[tuple[object, ...], list[AssignedTask]] = {}
    for task in taken:
        groups.setdefault(_group(campaign, task), []).append(task)
    for group in groups.values():
        bundle = _bundle(group)
        if asks_questions and all(not bundle.items.isdisjoint(seat.items) for seat in seats):
            raise Conflict(
                f"everybody who is left has read {bundle.block} in another version and knows its questions; add a seat "
                "first"
            )
        for _, seat in assign([bundle], seats, campaign.seed):
            given[seat.number] += [task.task for task in group]
    return hand_over(connection, campaign, taken, given, judges, who, leaving=leaving, returning=returning, told=told)


def _document(task: AssignedTask) -> tuple[object, ...]:
    return task.protocol, task.block, task.seat


def _bundle(tasks: Sequence[AssignedTask]) -> Bundle:
    """Tasks of a seat as the fold knows them."""
    systems = tuple(sorted({system for task in tasks for system in task.systems}))
    block = tasks[0].block
    # by another protocol the same text may be asked again, so that it counts as another
    own = tuple(Task(block, tuple((task.protocol << 48) + item for item in task.items), task.units) for task in tasks)
    return Bundle(f"task {tasks[0].task}", block, own, systems, block)
