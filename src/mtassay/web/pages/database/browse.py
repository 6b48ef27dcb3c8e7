"""The database of a project: sources, their translations, and all that is known of one; deleting."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from fastapi import Form, Query
from pydantic import Field

from mtassay.errors import InputError
from mtassay.human.filters import Filter, parse_search, write_search
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.contents.removal import delete_sources, delete_targets
from mtassay.store.history.events import history, state_of
from mtassay.store.judging.questions import judge_names
from mtassay.store.lists.filters import count_selected, select_targets, selected_of
from mtassay.store.lists.sources import SourceFigures, SourceOrder, list_sources, source_figures
from mtassay.store.lists.targets import TargetRow, source_text, targets_of
from mtassay.store.people.accounts import Role
from mtassay.web.figures import Computed, FigureKind, Ready
from mtassay.web.filter_fields import LONGEST_SEARCH, FilterFields
from mtassay.web.pages.database.view import (
    MOST,
    TARGET_ORDERS,
    DatabasePage,
    address,
    one_source,
    one_target,
    ordered_targets,
    project_row,
    source_item,
    step,
)
from mtassay.web.project_rows import ProjectRow
from mtassay.web.serving.routes import Context, Done, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Database")

_SOURCE_FIGURES = FigureKind[SourceFigures]("figures of sources", keep=20)
_SOURCES = 50
_TARGETS = 100

FormNumber = Annotated[int | None, Form(ge=0, le=MOST)]


class Browsing(FilterFields):
    """What is looked at: a filter, and one source and one target of what it means.

    `by` is the order of targets: score, stored, or distance to the chosen one. `item` and `verdict` leave the targets
    of which somebody gave this verdict on that item.
    """

    order: SourceOrder = SourceOrder.STORED
    after: str = Field("", max_length=20)
    source: int | None = Field(None, ge=0, le=MOST)
    target: int | None = Field(None, ge=0, le=MOST)
    by: str = Field("score", max_length=20)
    every: bool = False
    item: int | None = Field(None, ge=0, le=MOST)
    verdict: str = Field("", max_length=20)
    rank: bool = False
    done: int | None = Field(None, ge=0, le=MOST)


@dataclass(frozen=True)
class Deleted:
    """What was taken away, and the revision that brings it back when it is undone."""

    revision: int


@ROUTES.page("/projects/{project}/database", may=Role.MANAGER, template="database/page.html")
def database(context: Context, project: int, asked: Annotated[Browsing, Query()]) -> DatabasePage:
    """Sources and their translations, as far as they are searched for, with one of each in detail.

    `search` has words and conditions, such as `score:<3` or `judge:anna`; `system` to `judged` are the same conditions
    one by one.
    """
    order, done = asked.order, asked.done
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        row = project_row(context, stored)
        chosen, problem = _chosen(asked)
        present = None if chosen.difficulty is None else _present_figures(context, connection, stored)
        matches = None if chosen.is_everything else count_selected(connection, stored, chosen, present)
        needs_figures = order is not SourceOrder.STORED
        figures = _figures(context, connection, stored, row, is_wanted=needs_figures or asked.rank)
        waits = figures is None and (needs_figures or asked.rank)
        is_ordered = not (waits and needs_figures)
        listed = (
            list_sources(connection, stored, order, asked.after, _SOURCES, matches, figures)
            if is_ordered
            else list_sources(connection, stored, SourceOrder.STORED, "", _SOURCES, matches)
        )
        number = asked.source if asked.source is not None else listed.rows[0].id if listed.rows else None
        rows: tuple[TargetRow, ...] = ()
        source = None
        if number is not None:
            text = source_text(connection, stored, number)
            rows = targets_of(connection, stored, number)
            source = one_source(connection, stored, number, text, rows, listed.rows, figures)
        of_source = chosen
        if asked.item is not None and asked.verdict:  # for the pane of targets alone
            of_source = replace(chosen, verdict=(asked.item, asked.verdict))
        shown = rows
        if number is not None and not of_source.is_everything:
            wanted = selected_of(connection, stored, of_source, number, present)
            shown = tuple(row for row in rows if row.id in wanted)
        target = None
        if asked.target is not None and source is not None:
            target = one_target(connection, stored, source, rows, asked.target)
        events = history(connection, stored.id, limit=1)
        finished = history(connection, stored.id, revision=done) if done is not None and done > 0 else ()
        judges = judge_names(connection, stored)
    targets = ordered_targets(shown, asked.by, target)
    item_text = next((item.text for item in source.items if item.id == asked.item), "") if source else ""
    return DatabasePage(
        project=row,
        search=_shown_search(asked.search, chosen, problem),
        problem=problem,
        conditions=chosen,
        form_search=write_search(_without_fields(chosen)),
        order=order,
        orders=list(SourceOrder),
        sources=[source_item(row) for row in listed.rows],
        is_first=not asked.after,
        after=listed.after if is_ordered else "",
        found_sources=None if matches is None else len(matches),
        found_targets=None if matches is None else sum(matches.values()),
        source=source,
        by=asked.by if asked.by in TARGET_ORDERS else "score",
        targets=targets if asked.every else targets[:_TARGETS],
        shown_of=len(targets),
        verdict=asked.verdict if item_text else "",
        item=item_text,
        target=target,
        pane=3 if asked.target is not None else 2 if asked.source is not None else 1,
        judges=list(judges),
        last=next((step(event) for event in events), None),
        done=next((step(event) for event in finished), None),
        waits_for=f"/projects/{stored.id}/database?{context.request.url.query}" if waits else "",
    )


@ROUTES.action("/projects/{project}/database/delete", may=Role.MANAGER)
def delete(
    context: Context,
    project: int,
    targets: Annotated[list[int] | None, Form()] = None,
    whole_source: FormNumber = None,
    found: Annotated[bool, Form()] = False,
    search: Annotated[str, Form(max_length=LONGEST_SEARCH)] = "",
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
            chosen = parse_search(search) if found else Filter()
            if found and chosen.is_everything:
                raise InputError("nothing was deleted: an empty search would mean all of the project")
            wanted = None if found else set(targets or ())
            there = [
                target.target
                for target in select_targets(connection, stored, chosen)
                if wanted is None or target.target in wanted
            ]
            revision = delete_targets(connection, stored, there, context.visitor.name)
    return Done(Deleted(revision), address(stored.id, search=search, source=source, done=revision))


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


def _present_figures(context: Context, connection: "sa.Connection", project: Project) -> SourceFigures:
    """Those of the present state, however long it takes: by older ones, a search would show others than it deletes."""

    def compute() -> SourceFigures:
        return source_figures(connection, project)

    return context.figures.find(_SOURCE_FIGURES, project.id, state_of(connection, project.id), compute)


def _chosen(asked: Browsing) -> tuple[Filter, str]:
    """What is searched for, and what is wrong with it: then nothing is."""
    try:
        return asked.filter, ""
    except InputError as error:
        return Filter(), str(error)


def _shown_search(search: str, chosen: Filter, problem: str) -> str:
    """As somebody wrote it, unless the form of conditions says more."""
    return search if problem or parse_search(search) == chosen else write_search(chosen)


def _without_fields(chosen: Filter) -> Filter:
    """What the form of conditions has no fields for."""
    return replace(chosen, judge=None, system=None, lowest=None, highest=None, since=None, until=None, judged=None)
