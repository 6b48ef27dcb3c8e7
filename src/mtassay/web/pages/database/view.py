"""What the pages of a database show: sources, targets, one of each in detail, and steps of the history."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from mtassay.errors import NotFound
from mtassay.human.filters import Filter
from mtassay.human.neighbours import FAR_POINTS, nearest_first
from mtassay.store.contents.items import ClassShare, judged_items
from mtassay.store.contents.projects import Project
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import Event
from mtassay.store.history.target_history import Change, TargetChange, history_of, judgments_on
from mtassay.store.history.undo import why_not_undone
from mtassay.store.lists.sources import SourceFigures, SourceOrder, SourceRow, list_sources
from mtassay.store.lists.targets import TargetRow
from mtassay.web.event_words import did
from mtassay.web.figures import is_quick
from mtassay.web.project_rows import ProjectRow, one_row
from mtassay.web.serving.routes import Context

if TYPE_CHECKING:
    import sqlalchemy as sa

LONGEST = 300
"""So many characters of a text are shown in a list."""

MOST = 2**63 - 1
"""What databases can hold as a number."""

TARGET_ORDERS = ("score", "stored", "distance")


@dataclass(frozen=True)
class SourceItem:
    """A source in the list; `found` are those of its targets that were searched for.

    `points` is the mean of its judged targets, 0 to 10, `error_share` the share of verdicts on its items that are not
    ok, 0 to 1.
    """

    id: int
    text: str
    targets: int
    judged: int
    points: float | None
    error_share: float | None
    found: int | None


@dataclass(frozen=True)
class ItemRow:
    """An information item, and how often each class was said of it."""

    id: int
    text: str
    verdicts: int
    parts: list[ClassShare]


@dataclass(frozen=True, kw_only=True)
class OneSource:
    """A source: `error_rate` is the IER of its items, 0 (best) to 100; `rank` counts from the hardest, 1.

    `rank` is None where nobody judged its items, or where ranking takes long and nobody asked for it (`is_ranked`).
    """

    id: int
    text: str
    targets: int
    judged: int
    references: int
    points: float | None
    items: list[ItemRow]
    verdicts: int
    error_rate: float | None
    rank: int | None
    ranked: int | None
    is_ranked: bool


@dataclass(frozen=True, kw_only=True)
class TargetItem:
    """A translation in the list. `spread` is how far its judgments lie apart, where that is far."""

    id: int
    text: str
    points: float | None
    spread: float | None
    judgments: int
    judges: list[str]
    last_at: datetime | None
    systems: list[str]
    is_reference: bool
    distance: int | None


@dataclass(frozen=True, kw_only=True)
class JudgmentRow:
    """What one judge says of a translation; `verdicts` are those on the items of the source, in their order."""

    judge: str
    value: float | None
    points: float | None
    verdicts: list[str]
    comment: str
    seconds: float | None
    at: datetime | None
    is_recheck: bool


@dataclass(frozen=True, kw_only=True)
class ChangeRow:
    """Something that happened to a translation; `can_undo` says that undoing its revision takes back just that."""

    revision: int
    at: datetime
    who: str
    change: Change
    by: str
    judge: str
    before: float | None
    after: float | None
    verdicts: list[str]
    undone_by: int | None
    can_undo: bool


@dataclass(frozen=True)
class OneTarget:
    """A translation with all that is known of it; `nearest` is the distance to the nearest reference, in words."""

    id: int
    text: str
    points: float | None
    systems: list[str]
    nearest: int | None
    judgments: list[JudgmentRow]
    history: list[ChangeRow]


@dataclass(frozen=True)
class Step:
    """Something that was done: in words, and whether it can be undone."""

    revision: int
    words: str
    who: str
    at: datetime
    can_undo: bool


@dataclass(frozen=True, kw_only=True)
class DatabasePage:
    """Three panes: sources, the targets of one of them, and one of these.

    `problem` says what is wrong with the search; `form_search` is what the form of conditions has no fields for.
    `after` asks for the next sources, empty where there are none. `waits_for` is the address to ask again after a
    second, where an order or rank of a large project is not known yet: sources are listed as they were stored then.
    """

    project: ProjectRow
    search: str
    problem: str
    conditions: Filter
    form_search: str
    order: SourceOrder
    orders: list[SourceOrder]
    sources: list[SourceItem]
    is_first: bool
    after: str
    found_sources: int | None
    found_targets: int | None
    source: OneSource | None
    by: str
    targets: list[TargetItem]
    shown_of: int
    verdict: str
    item: str
    target: OneTarget | None
    pane: int
    judges: list[str]
    last: Step | None
    done: Step | None
    waits_for: str


def project_row(context: Context, project: Project) -> ProjectRow:
    """The project; counts of a large one may be some seconds old."""
    row = one_row(context.figures, project, may_be_old=True)
    return one_row(context.figures, project) if is_quick(row.translations) else row


def source_item(row: SourceRow) -> SourceItem:
    """A source in the list."""
    return SourceItem(row.id, row.text[:LONGEST], row.targets, row.judged, row.points, row.error_share, row.matches)


def one_source(
    connection: "sa.Connection",
    project: Project,
    number: int,
    text: str,
    targets: Sequence[TargetRow],
    listed: Sequence[SourceRow],
    figures: SourceFigures | None,
) -> OneSource:
    """A source in detail; `listed` may have it already."""
    (row,) = [row for row in listed if row.id == number] or list_sources(
        connection, project, matches={number: len(targets)}
    ).rows
    rank = None if figures is None else figures.rank(number)
    return OneSource(
        id=number,
        text=text,
        targets=row.targets,
        judged=row.judged,
        references=sum(target.is_reference for target in targets),
        points=row.points,
        items=[
            ItemRow(item.id, item.text, item.verdicts, list(item.parts)) for item in judged_items(connection, number)
        ],
        verdicts=row.verdicts,
        error_rate=row.error_rate,
        rank=None if rank is None else rank[0],
        ranked=None if rank is None else rank[1],
        is_ranked=figures is not None,
    )


def one_target(
    connection: "sa.Connection", project: Project, source: OneSource, rows: Sequence[TargetRow], number: int
) -> OneTarget:
    """A translation in detail."""
    row = next((target for target in rows if target.id == number), None)
    if row is None:
        raise NotFound("this translation is not in the project, or it was deleted; see what was deleted to restore it")
    references = [(target.id, target.text, ()) for target in rows if target.is_reference and target.id != number]
    nearest = nearest_first(row.text, references)
    return OneTarget(
        number,
        row.text,
        row.points,
        list(row.systems),
        nearest[0].distance if nearest else None,
        [
            JudgmentRow(
                judge=judgment.judge,
                value=judgment.value,
                points=judgment.points,
                verdicts=[judgment.verdicts.get(item.id, "") for item in source.items],
                comment=judgment.comment,
                seconds=judgment.seconds,
                at=judgment.at,
                is_recheck=judgment.is_recheck,
            )
            for judgment in judgments_on(connection, project, number)
        ],
        [_change(change) for change in history_of(connection, project, number)],
    )


def _change(change: TargetChange) -> ChangeRow:
    event = change.event
    return ChangeRow(
        revision=event.revision,
        at=event.at,
        who=event.who,
        change=change.change,
        by=str(event.summary.get("system") or event.summary.get("file") or event.summary.get("from") or ""),
        judge=change.judge,
        before=change.before,
        after=change.after,
        verdicts=list(change.verdicts),
        undone_by=event.undone_by,
        can_undo=change.is_own and not why_not_undone(event),
    )


def ordered_targets(rows: Sequence[TargetRow], by: str, target: OneTarget | None) -> list[TargetItem]:
    """The translations of a source by score, as they were stored, or by distance to one of them."""
    distances: dict[int, int] = {}
    if by == "distance" and target is not None:
        neighbours = nearest_first(target.text, [(row.id, row.text, ()) for row in rows])
        distances = {neighbour.target: neighbour.distance for neighbour in neighbours}
        rows = sorted(rows, key=lambda row: (distances[row.id], row.id))
    elif by != "stored":
        rows = sorted(rows, key=lambda row: (row.points is None, -(row.points or 0.0), row.id))
    return [
        TargetItem(
            id=row.id,
            text=row.text,
            points=row.points,
            spread=row.spread if row.spread >= FAR_POINTS else None,
            judgments=row.judgments,
            judges=list(row.judges),
            last_at=row.last_at,
            systems=list(row.systems),
            is_reference=row.is_reference,
            distance=distances.get(row.id),
        )
        for row in rows
    ]


def step(event: Event) -> Step:
    """A step in words."""
    words = did(event.kind)
    if event.kind == EventKind.DELETE:
        words = f"deleted {deleted_in_words(event)}"
    elif event.kind == EventKind.UNDO:
        words = f"undid revision {event.undoes}"
    return Step(event.revision, words, event.who, event.at, not why_not_undone(event))


def deleted_in_words(event: Event) -> str:
    """How much a deletion took."""
    if "system" in event.summary:
        return f"the system {event.summary['system']}"
    for kind, noun in (("sources", "source"), ("targets", "translation"), ("judgments", "judgment")):
        count = int(event.summary.get(kind, 0))
        if count:
            return f"{count:,} {noun}{'' if count == 1 else 's'}"
    return "something"


def address(
    project: int,
    *,
    search: str = "",
    source: int | None = None,
    target: int | None = None,
    done: int | None = None,
    deleted: bool = False,
) -> str:
    """Where to go on."""
    given = {"search": search, "source": source, "target": target, "done": done}
    query = urlencode({name: value for name, value in given.items() if value not in ("", None)})
    return f"/projects/{project}/database{'/deleted' if deleted else ''}" + (f"?{query}" if query else "")
