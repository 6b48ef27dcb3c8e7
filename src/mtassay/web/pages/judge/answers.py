"""What judges send: answers, drafts, what is put off or taken back. Nothing is lost or counted twice."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, Form, Request

from mtassay.errors import InputError
from mtassay.store.judging.answers import UNDONE_WITHIN, Answer, AnsweredElsewhere, save_answer, take_back
from mtassay.store.judging.body import AnswerBody
from mtassay.store.judging.context import system_of_scope
from mtassay.store.judging.drafts import Draft, keep_draft, put_off, set_flag
from mtassay.store.people.accounts import Role
from mtassay.web.pages.judge.context import NUMBER, AskedFor, judge_name, judging_context
from mtassay.web.serving.failures import Refusal
from mtassay.web.serving.routes import Context, Done, Routes

ROUTES = Routes("Judging")


@dataclass(frozen=True)
class SavedAnswer:
    """An answer that is stored: its number, which is the version that a correction names."""

    target: int
    judgment: int
    revision: int
    is_new: bool


@dataclass(frozen=True)
class KeptDraft:
    """When a draft was kept."""

    target: int
    at: str


@dataclass(frozen=True)
class TakenBackAnswer:
    """An answer that was undone, and is a draft again."""

    target: int
    value: float


async def _item_fields(request: Request) -> dict[int, str]:
    """The classes of items as a form sends them, `item-NUMBER=CLASS`: their names depend on the question."""
    if not request.headers.get("content-type", "").startswith(("application/x-www-form", "multipart/")):
        return {}
    fields = (await request.form()).multi_items()
    return dict(
        _verdict(f"{name.removeprefix('item-')}:{value}")
        for name, value in fields
        if name.startswith("item-") and isinstance(value, str) and value
    )


ItemFields = Annotated[dict[int, str], Depends(_item_fields)]
Verdicts = Annotated[list[str], Form(max_length=1000, description="NUMBER:CLASS, one for each information item")]


@ROUTES.action("/projects/{project}/judge/answer", may=Role.JUDGE)
def answer(
    context: Context,
    project: int,
    asked: AskedFor,
    items: ItemFields,
    target: Annotated[int, Form(ge=1, lt=NUMBER)],
    value: Annotated[float, Form(allow_inf_nan=False)],
    token: Annotated[str, Form(min_length=32, max_length=32, pattern="^[0-9a-f]{32}$")],
    version: Annotated[int, Form(ge=0, lt=NUMBER)] = 0,
    verdicts: Verdicts = [],  # noqa: B006  # FastAPI copies it
    comment: Annotated[str, Form(max_length=10_000)] = "",
    seconds: Annotated[float, Form(ge=0, le=86_400, allow_inf_nan=False)] = 0.0,
) -> Done[SavedAnswer]:
    """Store an answer. The same token again changes nothing; 409 where the same judge answered elsewhere meanwhile."""
    body = AnswerBody(value, {**items, **_verdicts(verdicts)})
    with context.database.answering(judge_name(context, asked.judge)) as connection:
        way = judging_context(context, connection, project, asked)
        given = Answer(way.numbers.find(target), body, token, version, comment, seconds)
        try:
            system = system_of_scope(connection, way.scope)
            saved = save_answer(connection, way.project, way.judge, given, round=way.round, system=system)
        except AnsweredElsewhere as error:
            raise _both_versions(given, error) from None
    result = SavedAnswer(target, saved.judgment, saved.revision, saved.is_new)
    return Done(result, way.address(after=saved.judgment))


@ROUTES.action("/projects/{project}/judge/draft", may=Role.JUDGE)
def draft(
    context: Context,
    project: int,
    asked: AskedFor,
    items: ItemFields,
    target: Annotated[int, Form(ge=1, lt=NUMBER)],
    value: Annotated[float | None, Form(allow_inf_nan=False)] = None,
    version: Annotated[int, Form(ge=0, lt=NUMBER)] = 0,
    verdicts: Verdicts = [],  # noqa: B006  # FastAPI copies it
    comment: Annotated[str, Form(max_length=10_000)] = "",
    seconds: Annotated[float, Form(ge=0, le=86_400, allow_inf_nan=False)] = 0.0,
) -> Done[KeptDraft]:
    """Keep what was chosen so far, for this judge alone."""
    kept = Draft(AnswerBody(value, {**items, **_verdicts(verdicts)}), comment, seconds, version)
    with context.database.answering(judge_name(context, asked.judge)) as connection:
        way = judging_context(context, connection, project, asked)
        at = keep_draft(connection, way.project, way.judge, way.numbers.find(target), kept, way.round)
    return Done(KeptDraft(target, at.isoformat()), way.address(at=target))


@ROUTES.action("/projects/{project}/judge/skip", may=Role.JUDGE)
def skip(
    context: Context, project: int, asked: AskedFor, target: Annotated[int, Form(ge=1, lt=NUMBER)]
) -> Done[KeptDraft]:
    """Put a translation off: it is asked after all others."""
    with context.database.answering(judge_name(context, asked.judge)) as connection:
        way = judging_context(context, connection, project, asked)
        put_off(connection, way.project, way.judge, way.numbers.find(target), way.round)
    return Done(KeptDraft(target, datetime.now(UTC).isoformat()), way.address())


@ROUTES.action("/projects/{project}/judge/undo", may=Role.JUDGE)
def undo(
    context: Context, project: int, asked: AskedFor, revision: Annotated[int, Form(ge=0, lt=NUMBER)] = 0
) -> Done[TakenBackAnswer]:
    """Take back the last answer of this judge, or the one of a revision; what it said is a draft again."""
    with context.database.writing() as connection:
        way = judging_context(context, connection, project, asked)
        since = datetime.now(UTC) - UNDONE_WITHIN
        taken = take_back(connection, way.project, way.judge, revision or None, since, way.round)
    number = way.numbers.show(taken.target)
    return Done(TakenBackAnswer(number, taken.value), way.address(at=number))


@ROUTES.action("/projects/{project}/judge/revise", may=Role.JUDGE)
def revise(
    context: Context,
    project: int,
    asked: AskedFor,
    target: Annotated[int, Form(ge=1, lt=NUMBER)],
    is_needed: Annotated[bool, Form()] = True,
) -> Done[KeptDraft]:
    """Flag an answer that contradicts another one, to be looked at again; or keep it as it is."""
    with context.database.answering(judge_name(context, asked.judge)) as connection:
        way = judging_context(context, connection, project, asked)
        found = way.numbers.find(target)
        set_flag(connection, way.project, way.judge, found, is_flagged=is_needed, round=way.round)
    location = way.address(at=target) if is_needed else way.address()
    return Done(KeptDraft(target, datetime.now(UTC).isoformat()), location)


def _both_versions(given: Answer, error: AnsweredElsewhere) -> Refusal:
    stored = error.stored
    details = {
        "yours": {"value": given.body.value, "comment": given.comment},
        "stored": None
        if stored is None
        else {
            "judgment": stored.judgment,
            "value": stored.value,
            "comment": stored.comment,
            "at": None if stored.at is None else stored.at.isoformat(),
        },
    }
    message = str(error)
    return Refusal(409, "Not saved", message[:1].upper() + message[1:] + ".", details)


def _verdicts(given: list[str]) -> dict[int, str]:
    return dict(_verdict(one) for one in given)


def _verdict(text: str) -> tuple[int, str]:
    number, _, verdict = text.partition(":")
    if not (number.isascii() and number.isdecimal() and len(number) < 19 and verdict):
        raise InputError(f"{text[:50]!r} says nothing of an information item; write NUMBER:CLASS")
    return int(number), verdict
