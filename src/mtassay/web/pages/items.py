"""The information items of a source: where it is cut, and what became of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import Form

from mtassay.errors import InputError
from mtassay.human.clauses import propose_items
from mtassay.human.collection import item_starts
from mtassay.human.cuts import cut_at
from mtassay.store.contents.items import JudgedItem, cut_items, judged_items, plan_cut
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.lists.targets import source_text
from mtassay.store.people.accounts import Role
from mtassay.web.serving.routes import Context, Done, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Information items")

_LONGEST = 100_000


@dataclass(frozen=True)
class ProjectName:
    """A project, and the languages of its texts."""

    id: int
    name: str
    source_language: str


@dataclass(frozen=True)
class Piece:
    """A word, or a character of a script without blanks; see `human.cuts.CutPiece`."""

    text: str
    is_apart: bool
    begins: bool
    is_left_out: bool


@dataclass(frozen=True)
class CutItem:
    """An item of the cut that is looked at, and how many verdicts it has; `state` is kept, back or new."""

    text: str
    verdicts: int
    state: str


@dataclass(frozen=True)
class LostItem:
    """An item that would go, with so many verdicts."""

    text: str
    verdicts: int


@dataclass(frozen=True)
class Effect:
    """What saving the cut would do: to items, and to verdicts that people gave."""

    items: list[CutItem]
    lost: list[LostItem]
    kept_verdicts: int
    lost_verdicts: int
    is_same: bool
    problem: str


@dataclass(frozen=True, kw_only=True)
class Items:
    """A source, and a cut of it: that which is stored, the proposal by clauses, or one that is being looked at.

    `lines` is the cut as text, an item a line. `has_items` says that the source is cut already.
    """

    project: ProjectName
    source: int
    text: str
    has_items: bool
    is_proposal: bool
    pieces: list[Piece]
    proposal: list[Piece]
    lines: str
    effect: Effect


@dataclass(frozen=True)
class Cut:
    """The items of a source as they are now, and the revision that an undo takes back."""

    source: int
    items: list[str]
    revision: int | None


@ROUTES.page("/projects/{project}/sources/{source}/items", may=Role.MANAGER, template="items.html")
def items(context: Context, project: int, source: int, propose: bool = False) -> Items:
    """Where a source is cut; with `propose`, or where it is not cut yet, where its clauses end."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        text = source_text(connection, stored, source)
        known = judged_items(connection, source)
        takes_proposal = propose or not known
        texts = propose_items(text, stored.source_language) if takes_proposal else [item.text for item in known]
        return _items(connection, stored, source, text, known, texts, is_proposal=takes_proposal)


@ROUTES.form("/projects/{project}/sources/{source}/items/check", may=Role.MANAGER, template="items.html")
def check_items(
    context: Context, project: int, source: int, lines: Annotated[str, Form(max_length=_LONGEST)] = ""
) -> Items:
    """What a cut would do, an item a line, before it is saved."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        text = source_text(connection, stored, source)
        known = judged_items(connection, source)
        return _items(connection, stored, source, text, known, _texts(lines), is_proposal=False)


@ROUTES.action("/projects/{project}/sources/{source}/items", may=Role.MANAGER)
def save_items(
    context: Context, project: int, source: int, lines: Annotated[str, Form(max_length=_LONGEST)] = ""
) -> Done[Cut]:
    """Cut a source, for all its translations; what was said of items whose text stays is kept."""
    texts = _texts(lines)
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        is_same = plan_cut(connection, stored, source, texts).is_same
        revision = None if is_same else cut_items(connection, stored, source, texts, context.visitor.name)
    location = f"/projects/{stored.id}/database?source={source}"
    return Done(Cut(source, texts, revision), location if revision is None else f"{location}&done={revision}")


def _texts(lines: str) -> list[str]:
    return [line.strip() for line in lines.splitlines() if line.strip()]


def _items(
    connection: "sa.Connection",
    project: Project,
    source: int,
    text: str,
    known: Sequence[JudgedItem],
    texts: Sequence[str],
    *,
    is_proposal: bool,
) -> Items:
    proposal = propose_items(text, project.source_language)
    inside = [part for part in texts if " ".join(part.split()) in text]
    return Items(
        project=ProjectName(project.id, project.name, project.source_language),
        source=source,
        text=text,
        has_items=bool(known),
        is_proposal=is_proposal,
        pieces=_pieces(text, inside),
        proposal=_pieces(text, proposal),
        lines="\n".join(texts),
        effect=_effect(connection, project, source, known, texts),
    )


def _pieces(text: str, texts: Sequence[str]) -> list[Piece]:
    plain = [" ".join(part.split()) for part in texts]
    placed = list(zip(item_starts(text, plain), plain, strict=True))
    return [Piece(piece.text, piece.is_apart, piece.begins, piece.is_left_out) for piece in cut_at(text, placed)]


def _effect(
    connection: "sa.Connection", project: Project, source: int, known: Sequence[JudgedItem], texts: Sequence[str]
) -> Effect:
    try:
        plan = plan_cut(connection, project, source, texts)
    except InputError as error:
        return Effect([], [], 0, 0, is_same=False, problem=str(error))
    counts = {item.id: item.verdicts for item in known}
    kept = {item.id for item in plan.kept}
    lost = [LostItem(item.text, counts.get(item.id, 0)) for item in plan.lost]
    return Effect(
        [
            CutItem(text, 0, "new")
            if item is None
            else CutItem(text, counts.get(item.id, 0), "kept" if item.id in kept else "back")
            for text, item in zip(plan.texts, plan.stored, strict=True)
        ],
        lost,
        sum(counts[item.id] for item in plan.kept),
        sum(item.verdicts for item in lost),
        plan.is_same,
        "",
    )
