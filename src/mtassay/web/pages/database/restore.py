"""What was deleted from a project, and the way back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Form, Query

from mtassay.errors import InputError
from mtassay.human.filters import parse_words
from mtassay.store.contents.projects import project_of
from mtassay.store.history.deletions import deletions
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo
from mtassay.store.people.accounts import Role
from mtassay.web.filter_fields import LONGEST_SEARCH
from mtassay.web.pages.database.view import (
    LONGEST,
    MOST,
    Step,
    address,
    deleted_in_words,
    project_row,
    step,
)
from mtassay.web.project_rows import ProjectRow
from mtassay.web.serving.routes import Context, Done, Routes

ROUTES = Routes("Database")

Number = Annotated[int | None, Query(ge=0, le=MOST)]
FormNumber = Annotated[int | None, Form(ge=0, le=MOST)]


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


@ROUTES.action("/projects/{project}/database/undo", may=Role.MANAGER)
def undo_changes(
    context: Context,
    project: int,
    revisions: Annotated[list[int], Form()],
    search: Annotated[str, Form(max_length=LONGEST_SEARCH)] = "",
    source: FormNumber = None,
    target: FormNumber = None,
    deleted: Annotated[bool, Form()] = False,
) -> Done[Undone]:
    """Take steps back, and go on where one was; with `deleted`, on the page of what was deleted."""
    if not revisions or not all(0 < revision <= MOST for revision in revisions):
        raise InputError("nothing was undone: name the revisions, such as 7 and 8")
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        made = undo(connection, stored.id, revisions, context.visitor.name)
    location = address(stored.id, search=search, source=source, target=target, done=made[-1], deleted=deleted)
    return Done(Undone(sorted(set(revisions)), list(made)), location)


@ROUTES.page("/projects/{project}/database/deleted", may=Role.MANAGER, template="database/deleted.html")
def deleted(
    context: Context,
    project: int,
    search: Annotated[str, Query(max_length=LONGEST_SEARCH)] = "",
    before: Number = None,
    done: Number = None,
) -> DeletedPage:
    """What was deleted and can be restored, found by words of the source or the translation."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        listed = deletions(connection, stored, parse_words(search), before)
        finished = history(connection, stored.id, revision=done) if done is not None and done > 0 else ()
    rows = [
        DeletionRow(
            deletion.event.revision,
            deletion.event.at,
            deletion.event.who,
            deleted_in_words(deletion.event),
            [[source[:LONGEST], target[:LONGEST]] for source, target in deletion.texts],
            deletion.count - len(deletion.texts),
        )
        for deletion in listed
    ]
    return DeletedPage(
        project_row(context, stored),
        search,
        rows,
        rows[-1].revision if len(rows) == 20 else None,
        next((step(event) for event in finished), None),
    )
