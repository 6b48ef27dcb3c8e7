"""Judging queues of new systems: drawn once and kept, handed out to judges, closed."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from mtassay.errors import Conflict, InputError, NotFound, Remedy
from mtassay.store.contents.projects import Project
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import LATEST, present
from mtassay.store.judging.dealing import DEALT, choose_judge, dealt_numbers
from mtassay.store.judging.holding import current_judgments
from mtassay.store.judging.questions import ANYONE
from mtassay.store.schema import (
    JUDGES,
    JUDGMENTS,
    QUEUE_ASSIGNMENTS,
    QUEUE_CLOSINGS,
    QUEUE_ITEMS,
    QUEUE_JUDGES,
    QUEUE_REFERENCES,
    QUEUES,
    RUNS,
    SYSTEMS,
    TARGETS,
)


@dataclass(frozen=True)
class NewItem:
    """A translation to be queued: what was drawn for it, how likely it is to come early, and whom it was dealt to."""

    target: int
    uniform: float
    size: float
    dealt: int = -1


@dataclass(frozen=True, kw_only=True)
class QueuedItem:
    """A translation at its place in a queue, the first of which is 1.

    `judge` is who is asked for it: ANYONE, a name, or None while nobody is. `is_left_out` says that nobody could give
    it a score, or that it was deleted since. `dealt` is whom it was dealt to when the queue was drawn, by the place in
    `StoredQueue.dealt_to`, -1 where it was nobody in particular.
    """

    id: int
    target: int
    place: int
    uniform: float
    size: float
    judge: str | None
    is_left_out: bool
    dealt: int = -1


@dataclass(frozen=True, kw_only=True)
class StoredQueue:
    """A queue as of a revision, its items in their order.

    `revision` is that of the memory which predictions are made from; `drawn` the one that drew the queue. `judges` are
    those that it is spread over; where there are none, anybody may judge it. `dealt_to` are those whose scores its
    predictions are of, however it was handed over since.
    """

    id: int
    system: str
    run: int
    run_name: str
    seed: int
    revision: int
    drawn: int
    is_closed: bool
    settings: Mapping[str, Any]
    judges: tuple[str, ...]
    items: tuple[QueuedItem, ...]
    dealt_to: tuple[str, ...] = ()

    @property
    def arguments(self) -> str:
        """The system, and its run where that has a name, as commands take them."""
        return arguments_of(self.system, self.run_name)

    @property
    def about(self) -> dict[str, str]:
        """What errors say they are about."""
        return {"system": self.system, "run": self.run_name}

    @property
    def asked(self) -> tuple[QueuedItem, ...]:
        """The items that somebody is asked for."""
        return tuple(item for item in self.items if item.judge is not None and not item.is_left_out)

    def asked_of(self, judge: str) -> tuple[int, ...]:
        """The targets that a judge is asked for, judged or not, in their order."""
        return tuple(item.target for item in self.asked if item.judge in (ANYONE, judge))


@dataclass(frozen=True)
class Answered:
    """A score that counts, of a translation of a queue, on the project's scale and in points of 0 to 10."""

    target: int
    judge: str
    value: float
    points: float


def arguments_of(system: str, run: str | None) -> str:
    """A system, and its run where one is named, as commands take them."""
    return shlex.join([system, *(("--run", run) if run else ())])


def add_queue(
    connection: sa.Connection,
    project: Project,
    run: int,
    items: Sequence[NewItem],
    who: str,
    *,
    seed: int,
    revision: int,
    settings: Mapping[str, Any],
    references: Mapping[int, Sequence[str]] | None = None,
    dealt_to: Sequence[str] = (),
) -> StoredQueue:
    """Store a queue, which is open then; items stand by uniform / size, and nobody is asked yet.

    Where they were dealt to judges, they stand as they are given, and the queue is spread over these judges. A run has
    one open queue at most: what a second one asked would be no sample for the first.
    """
    if not items:
        raise InputError(
            "every output was judged before, so there is nothing to queue; see its estimate", remedy=Remedy.SEE_ESTIMATE
        )
    _check_names(dealt_to)
    known = queue_of_run(connection, project, run)
    if known is not None and not known.is_closed:
        raise Conflict(
            f"{known.system} has an open queue already, drawn at revision {known.drawn} with seed {known.seed}; "
            "judge it, or close it first",
            remedy=Remedy.CLOSE_QUEUE,
            about=known.about,
        )
    event = events.record(connection, project.id, EventKind.QUEUE, who, {"items": len(items), "seed": seed})
    settings = dict(settings)
    # a tie goes to the item that was numbered first
    order = sorted(range(len(items)), key=lambda place: (items[place].uniform / items[place].size, place))
    if dealt_to:
        order = list(range(len(items)))
        settings[DEALT] = [items[place].dealt for place in order]
    row = {"run": run, "event": event, "seed": seed, "revision": revision, "settings": settings}
    number: int = connection.execute(sa.insert(QUEUES).returning(QUEUES.c.id), row).scalar_one()
    rows = [
        {
            "queue": number,
            "event": event,
            "target": items[place].target,
            "position": position,
            "uniform": items[place].uniform,
            "size": items[place].size,
        }
        for position, place in enumerate(order, start=1)
    ]
    connection.execute(sa.insert(QUEUE_ITEMS), rows)
    if dealt_to:
        _spread(connection, number, event, dealt_to)
    texts = [
        {"queue": number, "source": source, "text": text}
        for source, texts in (references or {}).items()
        for text in texts
    ]
    if texts:
        connection.execute(sa.insert(QUEUE_REFERENCES), texts)
    queue = queue_of_run(connection, project, run)
    assert queue is not None  # just stored
    events.summarize(connection, event, {"system": queue.system, "items": len(items), "seed": seed})
    return queue


def queue_of_run(
    connection: sa.Connection, project: Project, run: int, revision: int | None = None
) -> StoredQueue | None:
    """The last queue of a run, open or closed, as it was at a revision; None where it had none."""
    until = LATEST if revision is None else revision
    row = connection.execute(
        sa.select(QUEUES, SYSTEMS.c.name.label("system"), RUNS.c.name.label("run_name"))
        .join(RUNS, RUNS.c.id == QUEUES.c.run)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(SYSTEMS.c.project == project.id, QUEUES.c.run == run)
        .where(present(QUEUES, until), present(RUNS, until), present(SYSTEMS, until))
        .order_by(QUEUES.c.id.desc())
        .limit(1)
    ).first()
    if row is None:
        return None
    # by the names of rows, which change where somebody is forgotten; they hold however the queue was handed over since
    drawn_for = sa.select(QUEUE_JUDGES.c.judge).where(QUEUE_JUDGES.c.queue == row.id, QUEUE_JUDGES.c.event == row.event)
    dealt_to = tuple(connection.scalars(drawn_for.order_by(QUEUE_JUDGES.c.id)))
    closing = sa.select(QUEUE_CLOSINGS.c.id).where(QUEUE_CLOSINGS.c.queue == row.id, present(QUEUE_CLOSINGS, until))
    return StoredQueue(
        id=row.id,
        system=row.system,
        run=row.run,
        run_name=row.run_name,
        seed=row.seed,
        revision=row.revision,
        drawn=row.event,
        is_closed=connection.scalar(closing) is not None,
        settings=row.settings,
        judges=tuple(sorted(_judges(connection, row.id, until).values())),
        items=_items(connection, row.id, until, dealt_numbers(row.settings, len(dealt_to))),
        dealt_to=dealt_to,
    )


def open_queues(connection: sa.Connection, project: Project, revision: int | None = None) -> tuple[StoredQueue, ...]:
    """The open queues of all runs of a project as it was at a revision, the oldest run first."""
    runs = connection.scalars(
        sa.select(QUEUES.c.run)
        .distinct()
        .join(RUNS, RUNS.c.id == QUEUES.c.run)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(SYSTEMS.c.project == project.id)
        .order_by(QUEUES.c.run)
    ).all()
    queues = (queue_of_run(connection, project, run, revision) for run in runs)
    return tuple(queue for queue in queues if queue is not None and not queue.is_closed)


def references_of(connection: sa.Connection, queue: StoredQueue) -> dict[int, tuple[str, ...]]:
    """The references that predictions of a queue use, by the numbers of their sources."""
    query = sa.select(QUEUE_REFERENCES.c.source, QUEUE_REFERENCES.c.text).where(QUEUE_REFERENCES.c.queue == queue.id)
    references: dict[int, tuple[str, ...]] = {}
    for source, text in connection.execute(query.order_by(QUEUE_REFERENCES.c.id)):
        references[source] = (*references.get(source, ()), text)
    return references


def answers(
    connection: sa.Connection, project: Project, queue: StoredQueue, revision: int | None = None
) -> tuple[Answered, ...]:
    """Every score that counts of the queue's translations, whoever gave it, the oldest first."""
    queued = sa.select(QUEUE_ITEMS.c.target).where(QUEUE_ITEMS.c.queue == queue.id)
    query = (
        sa.select(JUDGMENTS.c.target, JUDGES.c.name, JUDGMENTS.c.value)
        .outerjoin(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .where(JUDGMENTS.c.target.in_(queued), JUDGMENTS.c.value.is_not(None), ~JUDGMENTS.c.is_recheck)
        .where(current_judgments(LATEST if revision is None else revision))
        .order_by(JUDGMENTS.c.id)
    )
    return tuple(
        Answered(target, judge or "", value, project.scale.points(value))
        for target, judge, value in connection.execute(query)
    )


def assign(
    connection: sa.Connection,
    project: Project,
    queue: StoredQueue,
    who: str,
    *,
    count: int | None = None,
    judges: Sequence[str] | None = None,
) -> int | None:
    """Ask for the first `count` items, spread over some judges; returns the revision.

    What is None stays as it is: how many are asked for, and who. Items that are judged stay with whoever judged them;
    `choose_judge` says who gets the others. None where nothing changed.
    """
    _check_open(queue)
    names = queue.judges if judges is None else tuple(dict.fromkeys(judges))
    _check_names(names)
    wanted = len(queue.asked) if count is None else count
    usable = [item for item in queue.items if not item.is_left_out]
    if not 1 <= wanted <= len(usable):
        raise InputError(f"{wanted} of {len(usable)} items cannot be asked for; give a number from 1 to {len(usable)}")
    done = {answer.target for answer in answers(connection, project, queue)}
    changed: dict[int, str] = {}
    withdrawn = []
    for number, item in enumerate(usable):
        if item.target in done and item.judge is not None:
            continue
        if number >= wanted:
            withdrawn += [item.id] if item.judge is not None else []
            continue
        judge = _judge_of(queue, item, names)
        if judge != item.judge:
            changed[item.id] = judge
    old_judges = _judges(connection, queue.id)
    if not changed and not withdrawn and set(names) == set(old_judges.values()):
        return None
    event = events.record(connection, project.id, EventKind.ASSIGNMENT, who)
    if set(names) != set(old_judges.values()):
        events.mark(connection, event, "queue_judges", old_judges, is_gone=True)
        _spread(connection, queue.id, event, names)
    old = _assignments(connection, queue.id, [*changed, *withdrawn])
    events.mark(connection, event, "queue_assignments", old, is_gone=True)
    if changed:
        connection.execute(sa.insert(QUEUE_ASSIGNMENTS), [_assignment(*change, event) for change in changed.items()])
    summary = {"system": queue.system, "asked": wanted, "judges": ", ".join(names) or "anybody"}
    events.summarize(connection, event, summary)
    return event


def close_queue(connection: sa.Connection, project: Project, queue: StoredQueue, who: str) -> int:
    """Let nobody be asked any more, so that another queue can be drawn; what was judged stays. Returns the revision."""
    _check_open(queue)
    event = events.record(connection, project.id, EventKind.CLOSING, who, {"system": queue.system})
    connection.execute(sa.insert(QUEUE_CLOSINGS), {"queue": queue.id, "event": event})
    return event


def leave_out(connection: sa.Connection, project: Project, queue: StoredQueue, places: Iterable[int], who: str) -> int:
    """List items as such that nobody can give a score: they are no outputs any more. Returns the revision.

    Somebody is asked for as many others behind them. An item that was judged cannot be left out: its score would have
    a say in which scores count.
    """
    _check_open(queue)
    by_place = {item.place: item for item in queue.items}
    done = {answer.target for answer in answers(connection, project, queue)}
    chosen: list[int] = []
    lost = 0
    for place in dict.fromkeys(places):
        item = by_place.get(place)
        if item is None:
            raise NotFound(f"the queue of {queue.system} has no item {place}; there are 1 to {len(queue.items)}")
        if item.is_left_out:
            raise Conflict(f"item {place} of the queue of {queue.system} is left out already")
        if item.target in done:
            raise Conflict(
                f"item {place} of the queue of {queue.system} has a score, and what has one cannot be left out: it "
                "would depend on scores which of them count"
            )
        chosen.append(item.id)
        lost += item.judge is not None
    if all(item.is_left_out or item.id in chosen for item in queue.items):
        raise Conflict(
            f"no item of the queue of {queue.system} would be left; close it instead",
            remedy=Remedy.CLOSE_QUEUE,
            about=queue.about,
        )
    summary = {"system": queue.system, "items": len(chosen)}
    event = events.record(connection, project.id, EventKind.NO_SCORE, who, summary)
    events.mark(connection, event, "queue_items", chosen, is_gone=True)
    idle = [item for item in queue.items if item.judge is None and not item.is_left_out and item.id not in chosen]
    rows = [_assignment(item.id, _judge_of(queue, item, queue.judges), event) for item in idle[:lost]]
    if rows:
        connection.execute(sa.insert(QUEUE_ASSIGNMENTS), rows)
    return event


def _check_names(names: Iterable[str]) -> None:
    for name in names:
        if not name.strip() or len(name) > 200 or not name.isprintable():
            raise InputError(f"{name!r} cannot be the name of a judge; take up to 200 printable characters")


def _check_open(queue: StoredQueue) -> None:
    if queue.is_closed:
        raise Conflict(
            f"the queue of {queue.system} is closed; undo its closing, or draw another one",
            remedy=Remedy.DRAW_QUEUE,
            about=queue.about,
        )


def _spread(connection: sa.Connection, queue: int, event: int, judges: Sequence[str]) -> None:
    if judges:
        rows = [{"queue": queue, "event": event, "judge": name} for name in judges]
        connection.execute(sa.insert(QUEUE_JUDGES), rows)


def _items(connection: sa.Connection, queue: int, until: int, dealt: Mapping[int, int]) -> tuple[QueuedItem, ...]:
    assigned = (
        sa.select(QUEUE_ASSIGNMENTS.c.item, QUEUE_ASSIGNMENTS.c.judge)
        .join(QUEUE_ITEMS, QUEUE_ITEMS.c.id == QUEUE_ASSIGNMENTS.c.item)
        .where(QUEUE_ITEMS.c.queue == queue, present(QUEUE_ASSIGNMENTS, until))
        .order_by(QUEUE_ASSIGNMENTS.c.id)
    )
    judges = {item: judge or ANYONE for item, judge in connection.execute(assigned)}
    there = set(
        connection.scalars(
            sa.select(QUEUE_ITEMS.c.id)
            .join(TARGETS, TARGETS.c.id == QUEUE_ITEMS.c.target)
            .where(QUEUE_ITEMS.c.queue == queue, present(QUEUE_ITEMS, until), present(TARGETS, until))
        )
    )
    query = sa.select(QUEUE_ITEMS).where(QUEUE_ITEMS.c.queue == queue).order_by(QUEUE_ITEMS.c.position)
    return tuple(
        QueuedItem(
            id=row.id,
            target=row.target,
            place=row.position,
            uniform=row.uniform,
            size=row.size,
            judge=judges.get(row.id),
            is_left_out=row.id not in there,
            dealt=dealt.get(row.position, -1),
        )
        for row in connection.execute(query)
    )


def _judges(connection: sa.Connection, queue: int, until: int = LATEST) -> dict[int, str]:
    """Those that a queue is spread over, by the numbers of their rows."""
    query = sa.select(QUEUE_JUDGES.c.id, QUEUE_JUDGES.c.judge).where(
        QUEUE_JUDGES.c.queue == queue, present(QUEUE_JUDGES, until)
    )
    return dict(connection.execute(query).all())


def _assignments(connection: sa.Connection, queue: int, items: Sequence[int]) -> list[int]:
    """The assignments of some items that hold."""
    query = (
        sa.select(QUEUE_ASSIGNMENTS.c.id, QUEUE_ASSIGNMENTS.c.item)
        .join(QUEUE_ITEMS, QUEUE_ITEMS.c.id == QUEUE_ASSIGNMENTS.c.item)
        .where(QUEUE_ITEMS.c.queue == queue, present(QUEUE_ASSIGNMENTS))
    )
    wanted = set(items)
    return [number for number, item in connection.execute(query) if item in wanted]


def _assignment(item: int, judge: str, event: int) -> dict[str, Any]:
    """The row that says who is asked; names have a column that is empty where anyone is."""
    return {"item": item, "event": event, "judge": "" if judge == ANYONE else judge}


def _judge_of(queue: StoredQueue, item: QueuedItem, judges: Sequence[str]) -> str:
    """Who of some judges is asked for an item."""
    return choose_judge(queue.seed, item.place, item.dealt, queue.dealt_to, judges)
