"""The database of a project: sources, their translations, and all that is known of one; deleting, and the way back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

from fastapi import Form, Query

from mtassay.errors import InputError, NotFound
from mtassay.human.neighbours import nearest_first
from mtassay.store.contents.items import judged_items
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.history.deletions import deletions
from mtassay.store.history.event_kinds import EventKind, why_lasting
from mtassay.store.history.events import Event, history, state_of
from mtassay.store.history.target_history import Change, TargetChange, history_of, judgments_on
from mtassay.store.history.undo import undo
from mtassay.store.judging.questions import judge_names
from mtassay.store.lists.search import clean_search, parse_search, parse_words, write_search
from mtassay.store.lists.selections import (
    Selection,
    count_selected,
    delete_sources,
    delete_targets,
    select_targets,
    selected_of,
)
from mtassay.store.lists.sources import SourceFigures, SourceOrder, SourceRow, list_sources, source_figures
from mtassay.store.lists.targets import TargetRow, source_text, targets_of
from mtassay.store.people.accounts import Role
from mtassay.web.figures import Computed, Figure, Ready, is_quick
from mtassay.web.pages.history.event_words import did
from mtassay.web.pages.projects.rows import ProjectRow, one_row
from mtassay.web.serving.routes import Context, Done, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Database")

_SOURCE_FIGURES = Figure[SourceFigures]("figures of sources", keep=20)
"""So many targets can be ranked while somebody waits for the page."""

_SOURCES = 50
_TARGETS = 100
_SEARCH = 500
_FAR_POINTS = 3.0
_TARGET_ORDERS = ("score", "stored", "distance")
_LONGEST = 300
_MOST = 2**63 - 1
"""What databases can hold as a number."""

Number = Annotated[int | None, Query(ge=0, le=_MOST)]
FormNumber = Annotated[int | None, Form(ge=0, le=_MOST)]
Search = Annotated[str, Query(max_length=_SEARCH)]
FormSearch = Annotated[str, Form(max_length=_SEARCH)]


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
class BarPart:
    """A part of a bar, in shares of its length."""

    verdict: str
    count: int
    start: float
    share: float


@dataclass(frozen=True)
class ItemRow:
    """An information item, and how often each class was said of it."""

    id: int
    text: str
    verdicts: int
    parts: list[BarPart]


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Conditions:
    """What is selected, condition by condition, as the form has it."""

    words: str
    judge: str
    system: str
    lowest: float | None
    highest: float | None
    since: str
    until: str
    judged: str


@dataclass(frozen=True)
class DatabasePage:
    """Three panes: sources, the targets of one of them, and one of these.

    `problem` says what is wrong with the search. `after` asks for the next sources, empty where there are none.
    `waits_for` is the address to ask again after a second, where an order or rank of a large project is not known yet:
    sources are listed as they were stored then.
    """

    project: ProjectRow
    search: str
    problem: str
    conditions: Conditions
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


@dataclass(frozen=True)
class Deleted:
    """What was taken away, and the revision that brings it back when it is undone."""

    revision: int


@dataclass(frozen=True)
class Undone:
    """What was taken back, and the revisions that did it."""

    revisions: list[int]
    by: list[int]


@dataclass(frozen=True)
class DeletionRow:
    """A deletion: how much it took in words, and some of its texts, each with its source."""

    revision: int
    at: datetime
    who: str
    words: str
    texts: list[list[str]]
    more: int


@dataclass(frozen=True)
class DeletedPage:
    """What was deleted and is not back, the newest first; `before` asks for older ones."""

    project: ProjectRow
    search: str
    deletions: list[DeletionRow]
    before: int | None
    done: Step | None


@ROUTES.page("/projects/{project}/database", may=Role.MANAGER, template="database/page.html")
def database(
    context: Context,
    project: int,
    search: Search = "",
    order: SourceOrder = SourceOrder.STORED,
    after: Annotated[str, Query(max_length=20)] = "",
    source: Number = None,
    target: Number = None,
    by: Annotated[str, Query(max_length=20)] = "score",
    every: bool = False,
    item: Number = None,
    verdict: Annotated[str, Query(max_length=20)] = "",
    rank: bool = False,
    judge: Annotated[str, Query(max_length=200)] = "",
    system: Annotated[str, Query(max_length=200)] = "",
    lowest: Annotated[str, Query(max_length=20)] = "",
    highest: Annotated[str, Query(max_length=20)] = "",
    since: Annotated[str, Query(max_length=10)] = "",
    until: Annotated[str, Query(max_length=10)] = "",
    judged: Annotated[str, Query(max_length=10)] = "",
    done: Number = None,
) -> DatabasePage:
    """Sources and their translations, as far as they are searched for, with one of each in detail.

    `search` has words and conditions, such as `score:<3` or `judge:anna`; `judge` to `judged` are the same conditions
    one by one. `by` is the order of targets: score, stored, or distance to the chosen one.
    """
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        row = _row(context, stored)
        selection, problem = _selection(search, judge, system, lowest, highest, since, until, judged)
        found = None if selection.is_everything else count_selected(connection, stored, selection)
        needs_figures = order is not SourceOrder.STORED
        figures = _figures(context, connection, stored, row, is_wanted=needs_figures or rank)
        waits = figures is None and (needs_figures or rank)
        is_ordered = not (waits and needs_figures)
        listed = (
            list_sources(connection, stored, order, after, _SOURCES, found, figures)
            if is_ordered
            else list_sources(connection, stored, SourceOrder.STORED, "", _SOURCES, found)
        )
        chosen = source if source is not None else listed.rows[0].id if listed.rows else None
        rows: tuple[TargetRow, ...] = ()
        one_source = None
        if chosen is not None:
            text = source_text(connection, stored, chosen)
            rows = targets_of(connection, stored, chosen)
            one_source = _one_source(connection, stored, chosen, text, rows, listed.rows, figures)
        filtered = replace(selection, verdict=(item, verdict)) if item is not None and verdict else selection
        shown = rows
        if chosen is not None and not filtered.is_everything:
            wanted = selected_of(connection, stored, filtered, chosen)
            shown = tuple(one for one in rows if one.id in wanted)
        one_target = None
        if target is not None and one_source is not None:
            one_target = _one_target(connection, stored, one_source, rows, target)
        events = history(connection, stored.id, limit=1)
        finished = history(connection, stored.id, revision=done) if done is not None and done > 0 else ()
        judges = judge_names(connection, stored)
    targets = _ordered(shown, by, one_target)
    item_text = next((one.text for one in one_source.items if one.id == item), "") if one_source else ""
    return DatabasePage(
        row,
        _shown_search(search, selection, problem),
        problem,
        _conditions(selection),
        order,
        list(SourceOrder),
        [_source_item(one) for one in listed.rows],
        not after,
        listed.after if is_ordered else "",
        None if found is None else len(found),
        None if found is None else sum(found.values()),
        one_source,
        by if by in _TARGET_ORDERS else "score",
        targets if every else targets[:_TARGETS],
        len(targets),
        verdict if item_text else "",
        item_text,
        one_target,
        3 if target is not None else 2 if source is not None else 1,
        list(judges),
        next((_step(event) for event in events), None),
        next((_step(event) for event in finished), None),
        f"/projects/{stored.id}/database?{context.request.url.query}" if waits else "",
    )


@ROUTES.action("/projects/{project}/database/delete", may=Role.MANAGER)
def delete(
    context: Context,
    project: int,
    targets: Annotated[list[int] | None, Form()] = None,
    whole_source: FormNumber = None,
    found: Annotated[bool, Form()] = False,
    search: FormSearch = "",
    source: FormNumber = None,
) -> Done[Deleted]:
    """Take away targets, or all that a search finds (`found`), or a source with its targets; each can be undone.

    `source` is where to go on.
    """
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        if whole_source is not None:
            source_text(connection, stored, whole_source)
            revision = delete_sources(connection, stored, [whole_source], context.visitor.name)
            source = None
        else:
            selection = parse_search(search) if found else Selection()
            if found and selection.is_everything:
                raise InputError("nothing was deleted: an empty search would mean all of the project")
            wanted = None if found else set(targets or ())
            there = [
                one.target
                for one in select_targets(connection, stored, selection)
                if wanted is None or one.target in wanted
            ]
            revision = delete_targets(connection, stored, there, context.visitor.name)
    return Done(Deleted(revision), _address(stored.id, search=search, source=source, done=revision))


@ROUTES.action("/projects/{project}/database/undo", may=Role.MANAGER)
def undo_changes(
    context: Context,
    project: int,
    revisions: Annotated[list[int], Form()],
    search: FormSearch = "",
    source: FormNumber = None,
    target: FormNumber = None,
    deleted: Annotated[bool, Form()] = False,
) -> Done[Undone]:
    """Take steps back, and go on where one was; with `deleted`, on the page of what was deleted."""
    if not revisions or not all(0 < revision <= _MOST for revision in revisions):
        raise InputError("nothing was undone: name the revisions, such as 7 and 8")
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        made = undo(connection, stored.id, revisions, context.visitor.name)
    location = _address(stored.id, search=search, source=source, target=target, done=made[-1], deleted=deleted)
    return Done(Undone(sorted(set(revisions)), list(made)), location)


@ROUTES.page("/projects/{project}/database/deleted", may=Role.MANAGER, template="database/deleted.html")
def deleted(
    context: Context,
    project: int,
    search: Search = "",
    before: Number = None,
    done: Number = None,
) -> DeletedPage:
    """What was deleted and can be restored, found by words of the source or the translation."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        found = deletions(connection, stored, parse_words(search), before)
        finished = history(connection, stored.id, revision=done) if done is not None and done > 0 else ()
    rows = [
        DeletionRow(
            one.event.revision,
            one.event.at,
            one.event.who,
            _counted(one.event),
            [[source[:_LONGEST], target[:_LONGEST]] for source, target in one.texts],
            one.found - len(one.texts),
        )
        for one in found
    ]
    return DeletedPage(
        _row(context, stored),
        search,
        rows,
        rows[-1].revision if len(rows) == 20 else None,
        next((_step(event) for event in finished), None),
    )


def _row(context: Context, project: Project) -> ProjectRow:
    """The project; counts of a large one may be some seconds old."""
    row = one_row(context.figures, project, may_be_old=True)
    return one_row(context.figures, project) if is_quick(row.translations) else row


def _figures(
    context: Context, connection: "sa.Connection", project: Project, row: ProjectRow, *, is_wanted: bool
) -> SourceFigures | None:
    """Those of all sources: computed where that is quick, begun where they are wanted; None while nobody has them."""

    def compute(own: "sa.Connection") -> Computed[SourceFigures]:
        return Computed(state_of(own, project.id), source_figures(own, project))

    # not that of the row, which has its own connection: somebody may have come between the two
    state = state_of(connection, project.id)
    size = row.translations
    answer = context.figures.ask(
        connection, _SOURCE_FIGURES, project.id, state, size, compute, is_wanted=is_wanted, may_be_old=True
    )
    return answer.value if isinstance(answer, Ready) else None


def _selection(
    search: str, judge: str, system: str, lowest: str, highest: str, since: str, until: str, judged: str
) -> tuple[Selection, str]:
    """What is searched for, and what is wrong with it: then nothing is."""
    try:
        selection = parse_search(search)
        selection = replace(
            selection,
            judge=clean_search(judge) or selection.judge,
            system=clean_search(system) or selection.system,
            lowest=_number(lowest, selection.lowest),
            highest=_number(highest, selection.highest),
            since=_day(since, selection.since),
            until=_day(until, selection.until),
            judged={"yes": True, "no": False}.get(judged, selection.judged),
        )
    except InputError as error:
        return Selection(), str(error)
    return selection, ""


def _shown_search(search: str, selection: Selection, problem: str) -> str:
    """As somebody wrote it, unless the form of conditions says more."""
    try:
        is_whole = problem or parse_search(search) == selection
    except InputError:
        is_whole = True
    return search if is_whole else write_search(selection)


def _number(text: str, otherwise: float | None) -> float | None:
    if not text.strip():
        return otherwise
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise InputError(f"{text!r} is no score; write a number of 0 to 10") from None


def _day(text: str, otherwise: date | None) -> date | None:
    if not text.strip():
        return otherwise
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError(f"{text!r} is no day; write it as 2026-05-01") from None


def _conditions(selection: Selection) -> Conditions:
    return Conditions(
        write_search(Selection(words=selection.words, source=selection.source)),
        selection.judge or "",
        selection.system or "",
        selection.lowest,
        selection.highest,
        "" if selection.since is None else selection.since.isoformat(),
        "" if selection.until is None else selection.until.isoformat(),
        {None: "", True: "yes", False: "no"}[selection.judged],
    )


def _source_item(row: SourceRow) -> SourceItem:
    return SourceItem(row.id, row.text[:_LONGEST], row.targets, row.judged, row.points, row.error_share, row.found)


def _one_source(
    connection: "sa.Connection",
    project: Project,
    number: int,
    text: str,
    targets: Sequence[TargetRow],
    listed: Sequence[SourceRow],
    figures: SourceFigures | None,
) -> OneSource:
    (row,) = [one for one in listed if one.id == number] or list_sources(
        connection, project, found={number: len(targets)}
    ).rows
    items = judged_items(connection, number)
    rank = None if figures is None else figures.rank(number)
    return OneSource(
        number,
        text,
        row.targets,
        row.judged,
        sum(one.is_reference for one in targets),
        row.points,
        [
            ItemRow(
                one.id,
                one.text,
                one.verdicts,
                [BarPart(part.verdict, part.count, part.start, part.share) for part in one.parts],
            )
            for one in items
        ],
        row.verdicts,
        row.error_rate,
        None if rank is None else rank[0],
        None if rank is None else rank[1],
        figures is not None,
    )


def _one_target(
    connection: "sa.Connection", project: Project, source: OneSource, rows: Sequence[TargetRow], number: int
) -> OneTarget:
    row = next((one for one in rows if one.id == number), None)
    if row is None:
        raise NotFound("this translation is not in the project, or it was deleted; see what was deleted to restore it")
    references = [(one.id, one.text, ()) for one in rows if one.is_reference and one.id != number]
    nearest = nearest_first(row.text, references)
    return OneTarget(
        number,
        row.text,
        row.points,
        list(row.systems),
        nearest[0].distance if nearest else None,
        [
            JudgmentRow(
                one.judge,
                one.value,
                one.points,
                [one.verdicts.get(item.id, "") for item in source.items],
                one.comment,
                one.seconds,
                one.at,
                one.is_recheck,
            )
            for one in judgments_on(connection, project, number)
        ],
        [_change(one) for one in history_of(connection, project, number)],
    )


def _change(one: TargetChange) -> ChangeRow:
    event = one.event
    return ChangeRow(
        event.revision,
        event.at,
        event.who,
        one.change,
        str(event.summary.get("system") or event.summary.get("file") or event.summary.get("from") or ""),
        one.judge,
        one.before,
        one.after,
        list(one.verdicts),
        event.undone_by,
        one.is_own and event.undone_by is None,
    )


def _ordered(rows: Sequence[TargetRow], by: str, target: OneTarget | None) -> list[TargetItem]:
    distances: dict[int, int] = {}
    if by == "distance" and target is not None:
        found = nearest_first(target.text, [(one.id, one.text, ()) for one in rows])
        distances = {one.target: one.distance for one in found}
        rows = sorted(rows, key=lambda one: (distances[one.id], one.id))
    elif by != "stored":
        rows = sorted(rows, key=lambda one: (one.points is None, -(one.points or 0.0), one.id))
    return [
        TargetItem(
            one.id,
            one.text,
            one.points,
            one.spread if one.spread >= _FAR_POINTS else None,
            one.judgments,
            list(one.judges),
            one.last_at,
            list(one.systems),
            one.is_reference,
            distances.get(one.id),
        )
        for one in rows
    ]


def _step(event: Event) -> Step:
    words = did(event.kind)
    if event.kind == EventKind.DELETE:
        words = f"deleted {_counted(event)}"
    elif event.kind == EventKind.UNDO:
        words = f"undid revision {event.undoes}"
    can_undo = event.undone_by is None and not why_lasting(event.kind)
    return Step(event.revision, words, event.who, event.at, can_undo)


def _counted(event: Event) -> str:
    """How much a deletion took."""
    if "system" in event.summary:
        return f"the system {event.summary['system']}"
    for kind, noun in (("sources", "source"), ("targets", "target"), ("judgments", "judgment")):
        count = int(event.summary.get(kind, 0))
        if count:
            return f"{count:,} {noun}{'' if count == 1 else 's'}"
    return "something"


def _address(
    project: int,
    *,
    search: str = "",
    source: Number = None,
    target: Number = None,
    done: Number = None,
    deleted: bool = False,
) -> str:
    given = {"search": search, "source": source, "target": target, "done": done}
    query = urlencode({name: value for name, value in given.items() if value not in ("", None)})
    return f"/projects/{project}/database{'/deleted' if deleted else ''}" + (f"?{query}" if query else "")
