"""Campaigns as they are stored: made once with all that they ask, then run, paused and closed."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, get_args

import sqlalchemy as sa

from mtassay.errors import Conflict, InputError, MtassayError, NotFound, SettingError
from mtassay.human.protocols.base import PROTOCOLS, Body, Context, Protocol
from mtassay.settings import did_you_mean
from mtassay.store.campaign_tables import (
    ANSWERS,
    ASSIGNMENTS,
    CAMPAIGN_ITEMS,
    CAMPAIGN_OUTPUTS,
    CAMPAIGN_STATES,
    CAMPAIGN_TASK_ITEMS,
    CAMPAIGN_TASKS,
    CAMPAIGNS,
    REUSED,
    SEATS,
)
from mtassay.store.columns import ID
from mtassay.store.contents.collection_writer import new_numbers
from mtassay.store.contents.projects import Project
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import present

LONGEST_NAME = 200
_VERSION = 1
"""Of what campaigns are made of: one of a later version asks what this one does not know."""

_NEWER = "use the version of mtassay that it was made with"
_BATCH = 2000


class CampaignState(StrEnum):
    """Whether judges can work; `DRAFT` until somebody starts it."""

    DRAFT = "draft"
    RUNNING = "running"
    PAUSED = "paused"
    CLOSED = "closed"


class ItemKind(StrEnum):
    """What a text is."""

    OUTPUT = "output"
    REFERENCE = "reference"
    DEGRADED = "degraded"
    TRAINING = "training"
    QUESTION = "question"


class TaskKind(StrEnum):
    """Why something is asked. What is no work enters no mean, no memory and no search."""

    WORK = "work"
    REPEAT = "repeat"
    CONTROL = "control"
    TRAINING = "training"


@dataclass(frozen=True, kw_only=True)
class NewItem:
    """A text to ask about, frozen as it is shown; `systems` are the numbers of those that wrote it.

    What no system wrote is no target of the project; `made_of` is the place of the output that it was made of
    or stands for.
    """

    target: int | None
    document: str
    position: int
    source_text: str
    reference_text: str
    text: str
    systems: tuple[int, ...]
    original_language: str = ""
    kind: ItemKind = ItemKind.OUTPUT
    made_of: int | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class NewTask:
    """A task, by the places of its items, and of the seats that are asked for it.

    `made_of` is the place of the task that it repeats or checks.
    """

    protocol: int
    block: str
    units: int
    items: tuple[int, ...]
    seats: tuple[int, ...]
    kind: TaskKind = TaskKind.WORK
    made_of: int | None = None


@dataclass(frozen=True)
class NewReused:
    """What is known of an item, by its place, so that the protocol of a place need not ask about it."""

    item: int
    protocol: int
    answer: int | None
    judgment: int | None


@dataclass(frozen=True, kw_only=True)
class NewAnswer:
    """An answer that is there already, by the places of its task, of its seat, and of the item that it is about.

    `item` is None where it is about all of the task.
    """

    task: int
    seat: int
    item: int | None
    body: Body
    seconds: float
    at: datetime
    comment: str


@dataclass(frozen=True, kw_only=True)
class NewCampaign:
    """All that a campaign is made of."""

    name: str
    protocols: tuple[Protocol, ...]
    context: Context
    settings: Mapping[str, Any]
    seed: int
    guidelines: str
    items: Sequence[NewItem]
    tasks: Sequence[NewTask]
    judges: Sequence[str]
    """The name of the judge of each seat, empty where it is not known yet."""
    expertise: str
    reused: Sequence[NewReused] = ()
    revision: int | None = None
    """As of when things are known; now where it is None."""
    answers: Sequence[NewAnswer] = ()
    """What another tool asked; a campaign that has any is closed from the start."""


@dataclass(frozen=True, kw_only=True)
class StoredCampaign:
    """A campaign as it is now."""

    id: int
    project: int
    name: str
    state: CampaignState
    protocols: tuple[Protocol, ...]
    context: Context
    settings: Mapping[str, Any]
    seed: int
    guidelines: str
    problem: str = ""
    """Why this version cannot open it; empty where it can."""

    @property
    def is_crowd(self) -> bool:
        """Whether strangers come by one address, and each holds a seat for a while."""
        return bool(self.settings.get("crowd"))


def add_campaign(connection: sa.Connection, project: Project, new: NewCampaign, who: str) -> StoredCampaign:
    """Store a campaign with everything that it asks, as one event; it is a draft until it is started."""
    name = " ".join(new.name.split())
    if not name or len(name) > LONGEST_NAME:
        raise InputError(f"a campaign needs a name of up to {LONGEST_NAME} characters")
    if any(known.name == name for known in campaigns(connection, project)):
        raise Conflict(f"there is a campaign {name!r} in this project already; give this one another name")
    told = [
        {"spec": protocol.spec, "version": protocol.version, "signature": signature_of(protocol)}
        for protocol in new.protocols
    ]
    summary = {"name": name, "seats": len(new.judges), "tasks": len(new.tasks)}
    revision = events.latest(connection, project.id) if new.revision is None else new.revision
    kind = EventKind.CAMPAIGN_IMPORT if new.answers else EventKind.CAMPAIGN
    summary |= {"answers": len(new.answers)} if new.answers else {}
    event = events.record(connection, project.id, kind, who, summary)
    row = {
        "project": project.id,
        "event": event,
        "name": name,
        "settings": {**new.settings, "version": _VERSION, "protocols": told, "context": new.context},
        "seed": new.seed,
        "revision": revision,
        "guidelines": new.guidelines,
    }
    campaign = connection.execute(sa.insert(CAMPAIGNS).returning(CAMPAIGNS.c.id), row).scalar_one()
    items = _add_items(connection, campaign, event, new.items)
    seats = new_numbers(connection, SEATS, len(new.judges))
    seat_rows = [
        {"id": seat, "campaign": campaign, "event": event, "number": number, "judge": judge, "expertise": new.expertise}
        for number, (seat, judge) in enumerate(zip(seats, new.judges, strict=True), 1)
    ]
    _insert(connection, SEATS, seat_rows)
    tasks = _add_tasks(connection, campaign, event, new.tasks, items, seats)
    reused = [
        {
            "campaign": campaign,
            "event": event,
            "item": items[known.item],
            "protocol": known.protocol,
            "answer": known.answer,
            "judgment": known.judgment,
        }
        for known in new.reused
    ]
    _insert(connection, REUSED, reused)
    if new.answers:
        rows = [
            {
                "project": project.id,
                "event": event,
                "task": tasks[answer.task],
                "item": None if answer.item is None else items[answer.item],
                "seat": seats[answer.seat],
                "judge": new.judges[answer.seat],
                "uid": secrets.token_hex(16),
                # bodies name items by their places
                "body": new.protocols[new.tasks[answer.task].protocol].renumbered(
                    answer.body, lambda place: str(items[int(place)]), str
                ),
                "seconds": answer.seconds,
                "at": answer.at,
                "comment": answer.comment,
            }
            for answer in new.answers
        ]
        _insert(connection, ANSWERS, rows)
        closed = {"campaign": campaign, "event": event, "state": CampaignState.CLOSED.value}
        connection.execute(sa.insert(CAMPAIGN_STATES), closed)
    return find_campaign(connection, project, name)


def signature_of(protocol: Protocol) -> str:
    """What another person needs to ask the same way."""
    parts = [protocol.name, f"v:{protocol.version}", *(f"{key}:{value}" for key, value in protocol.signature_items())]
    return "|".join(parts)


def campaigns(connection: sa.Connection, project: Project) -> tuple[StoredCampaign, ...]:
    """The campaigns of a project, the oldest first; also those that this version cannot open."""
    query = sa.select(CAMPAIGNS).where(CAMPAIGNS.c.project == project.id, present(CAMPAIGNS)).order_by(CAMPAIGNS.c.id)
    return tuple(_stored(connection, row) for row in connection.execute(query))


def find_campaign(connection: sa.Connection, project: Project, name: str) -> StoredCampaign:
    """A campaign of a project by its name."""
    known = campaigns(connection, project)
    campaign = next((each for each in known if each.name == name), None)
    if campaign is None:
        names = [each.name for each in known]
        there = f"there are: {', '.join(names)}" if names else "there is none yet"
        raise NotFound(f"there is no campaign {name[:100]!r} in this project{did_you_mean(name, names)}; {there}")
    return _openable(campaign)


def campaign_of(connection: sa.Connection, number: int) -> StoredCampaign:
    """A campaign by its number."""
    # more than 63 bits a database cannot look for
    row = connection.execute(_CAMPAIGN, {"number": number}).first() if 0 < number < 2**63 else None
    if row is None:
        raise NotFound("this campaign is not there any more; it may have been undone")
    return _openable(_stored(connection, row))


def set_state(connection: sa.Connection, campaign: StoredCampaign, state: CampaignState, who: str) -> None:
    """Start, pause, resume or close a campaign; what is closed stays so unless that is undone."""
    if campaign.state == state:
        return
    if campaign.state == CampaignState.CLOSED:
        raise Conflict(f"{campaign.name} is closed; undo the closing in the history to go on")
    if state == CampaignState.DRAFT:
        raise Conflict(f"{campaign.name} has been started and is no draft any more; pause it instead")
    summary = {"name": campaign.name, "state": state.value}
    event = events.record(connection, campaign.project, EventKind.CAMPAIGN_STATE, who, summary)
    connection.execute(sa.insert(CAMPAIGN_STATES), {"campaign": campaign.id, "event": event, "state": state.value})


def state_column() -> sa.ScalarSelect[str]:
    """The state of a campaign as a column; none for a draft."""
    last = sa.select(CAMPAIGN_STATES.c.state).where(
        CAMPAIGN_STATES.c.campaign == CAMPAIGNS.c.id, present(CAMPAIGN_STATES)
    )
    return last.order_by(CAMPAIGN_STATES.c.id.desc()).limit(1).correlate(CAMPAIGNS).scalar_subquery()


# made once: every request of a judge asks for both
_NUMBER = sa.bindparam("number", type_=ID)
_CAMPAIGN = sa.select(CAMPAIGNS).where(CAMPAIGNS.c.id == _NUMBER, present(CAMPAIGNS))
_STATE = sa.select(state_column()).select_from(CAMPAIGNS).where(CAMPAIGNS.c.id == _NUMBER)


def _stored(connection: sa.Connection, row: Any) -> StoredCampaign:
    state = connection.scalar(_STATE, {"number": row.id})
    stored = {"id": row.id, "project": row.project, "name": row.name, "settings": row.settings}
    stored |= {"seed": row.seed, "guidelines": row.guidelines}
    try:
        return StoredCampaign(
            **stored, state=_state(state), protocols=protocols_of(row.settings), context=_context(row.settings)
        )
    except MtassayError as error:
        # what a newer version made is listed all the same, and nothing else waits for it
        known = CampaignState(state) if state in list(CampaignState) else CampaignState.PAUSED
        return StoredCampaign(**stored, state=known, protocols=(), context="none", problem=str(error))


def _openable(campaign: StoredCampaign) -> StoredCampaign:
    if campaign.problem:
        raise Conflict(f"{campaign.name} cannot be opened: {campaign.problem}")
    return campaign


def _state(state: str | None) -> CampaignState:
    if state is not None and state not in list(CampaignState):
        raise Conflict(f"it is {state[:40]!r}, which this mtassay does not know; {_NEWER}")
    return CampaignState(state or CampaignState.DRAFT)


def _context(settings: Mapping[str, Any]) -> Context:
    context = settings.get("context", "none")
    if context not in get_args(Context):
        raise Conflict(f"it shows the context {context!r}, which this mtassay does not know; {_NEWER}")
    known: Context = context
    return known


def protocols_of(settings: Mapping[str, Any]) -> tuple[Protocol, ...]:
    """The protocols that a campaign asks by, refused where this version does not know them."""
    if settings.get("version", _VERSION) != _VERSION:
        raise Conflict(f"it is made as this mtassay does not know; {_NEWER}")
    protocols = []
    for told in settings.get("protocols", []):
        try:
            protocol = PROTOCOLS.create(told["spec"])
        except SettingError as error:
            raise Conflict(
                f"it asks by {told['spec']!r}, which this mtassay does not know ({error}); {_NEWER}"
            ) from None
        if told["version"] != protocol.version:
            raise Conflict(
                f"it asks by version {told['version']} of {protocol.name}, and this mtassay knows version "
                f"{protocol.version}; {_NEWER}"
            )
        protocols.append(protocol)
    return tuple(protocols)


def _add_items(connection: sa.Connection, campaign: int, event: int, items: Sequence[NewItem]) -> list[int]:
    numbers = new_numbers(connection, CAMPAIGN_ITEMS, len(items))
    rows = [
        {
            "id": number,
            "campaign": campaign,
            "event": event,
            "kind": item.kind.value,
            "target": item.target,
            "document": item.document,
            "position": item.position,
            "source_text": item.source_text,
            "reference_text": item.reference_text,
            "text": item.text,
            "original_language": item.original_language,
            "made_of": None if item.made_of is None else numbers[item.made_of],
            "detail": dict(item.detail),
        }
        for number, item in zip(numbers, items, strict=True)
    ]
    _insert(connection, CAMPAIGN_ITEMS, rows)
    outputs = [
        {"item": number, "event": event, "system": system}
        for number, item in zip(numbers, items, strict=True)
        for system in item.systems
    ]
    _insert(connection, CAMPAIGN_OUTPUTS, outputs)
    return numbers


def _add_tasks(
    connection: sa.Connection,
    campaign: int,
    event: int,
    tasks: Sequence[NewTask],
    items: Sequence[int],
    seats: Sequence[int],
) -> list[int]:
    # what others are made of is stored before them, wherever it stands at a seat
    stored = sorted(range(len(tasks)), key=lambda place: tasks[place].made_of is not None)
    numbers = dict(zip(stored, new_numbers(connection, CAMPAIGN_TASKS, len(tasks)), strict=True))
    rows, inside, assigned = [], [], []
    places = dict.fromkeys(seats, 0)
    for planned, task in enumerate(tasks):
        number = numbers[planned]
        rows.append(
            {
                "id": number,
                "campaign": campaign,
                "event": event,
                "protocol": task.protocol,
                "kind": task.kind.value,
                "block": task.block,
                "units": task.units,
                "made_of": None if task.made_of is None else numbers[task.made_of],
            }
        )
        inside += [{"task": number, "place": place, "item": items[item]} for place, item in enumerate(task.items, 1)]
        # further tries of training keep their places free, and are given to whoever needs them
        for seat in seats if task.kind is TaskKind.TRAINING else [seats[place] for place in task.seats]:
            places[seat] += 1
            if not task.seats:
                continue
            assigned.append({"task": number, "event": event, "seat": seat, "place": places[seat]})
    _insert(connection, CAMPAIGN_TASKS, sorted(rows, key=lambda row: row["id"]))
    _insert(connection, CAMPAIGN_TASK_ITEMS, inside)
    _insert(connection, ASSIGNMENTS, assigned)
    return [numbers[place] for place in range(len(tasks))]


def _insert(connection: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    for start in range(0, len(rows), _BATCH):
        connection.execute(sa.insert(table), rows[start : start + _BATCH])
