"""What judges send: answers, drafts, what is put off or taken back. Nothing is lost or counted twice."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Depends, Form, Request

from mtassay.errors import InputError
from mtassay.store.judging.answers import (
    LONGEST_SECONDS,
    UNDONE_WITHIN,
    Answer,
    AnsweredElsewhere,
    save_answer,
    take_back,
)
from mtassay.store.judging.body import AnswerBody, protocol_of
from mtassay.store.judging.checks import LONGEST_COMMENT
from mtassay.store.judging.context import system_of_scope
from mtassay.store.judging.drafts import Draft, keep_draft, put_off, set_flag
from mtassay.store.people.accounts import Role
from mtassay.web.pages.judge.context import NUMBER, AskedFor, JudgingContext, judge_name, judging_context
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


async def _form_fields(request: Request) -> list[tuple[str, str]] | None:
    """All that a form sends: which fields an answer has, the protocol knows. None where it is no form but JSON."""
    if not request.headers.get("content-type", "").startswith(("application/x-www-form", "multipart/")):
        return None
    fields = (await request.form()).multi_items()
    return [(name, value) for name, value in fields if isinstance(value, str)]


FormFields = Annotated[list[tuple[str, str]] | None, Depends(_form_fields)]
GivenBody = Annotated[
    dict[str, Any] | None, Form(description="The answer as the protocol has it, in the place of the fields of a form")
]


@ROUTES.action("/projects/{project}/judge/answer", may=Role.JUDGE)
def answer(
    context: Context,
    project: int,
    asked: AskedFor,
    fields: FormFields,
    target: Annotated[int, Form(ge=1, lt=NUMBER)],
    token: Annotated[str, Form(min_length=32, max_length=32, pattern="^[0-9a-f]{32}$")],
    version: Annotated[int, Form(ge=0, lt=NUMBER)] = 0,
    body: GivenBody = None,
    comment: Annotated[str, Form(max_length=LONGEST_COMMENT)] = "",
    seconds: Annotated[float, Form(ge=0, le=LONGEST_SECONDS, allow_inf_nan=False)] = 0.0,
) -> Done[SavedAnswer]:
    """Store an answer. The same token again changes nothing; 409 where the same judge answered elsewhere meanwhile."""
    with context.database.answering(judge_name(context, asked.judge)) as connection:
        judging = judging_context(context, connection, project, asked)
        given = Answer(judging.numbers.find(target), _body(judging, fields, body), token, version, comment, seconds)
        try:
            system = system_of_scope(connection, judging.scope)
            saved = save_answer(connection, judging.project, judging.judge, given, round=judging.round, system=system)
        except AnsweredElsewhere as error:
            raise _both_versions(given, error) from None
    result = SavedAnswer(target, saved.judgment, saved.revision, saved.is_new)
    return Done(result, judging.address(after=saved.judgment))


@ROUTES.action("/projects/{project}/judge/draft", may=Role.JUDGE)
def draft(
    context: Context,
    project: int,
    asked: AskedFor,
    fields: FormFields,
    target: Annotated[int, Form(ge=1, lt=NUMBER)],
    version: Annotated[int, Form(ge=0, lt=NUMBER)] = 0,
    body: GivenBody = None,
    comment: Annotated[str, Form(max_length=LONGEST_COMMENT)] = "",
    seconds: Annotated[float, Form(ge=0, le=LONGEST_SECONDS, allow_inf_nan=False)] = 0.0,
) -> Done[KeptDraft]:
    """Keep what was chosen so far, for this judge alone."""
    with context.database.answering(judge_name(context, asked.judge)) as connection:
        judging = judging_context(context, connection, project, asked)
        kept = Draft(_body(judging, fields, body), comment, seconds, version)
        at = keep_draft(connection, judging.project, judging.judge, judging.numbers.find(target), kept, judging.round)
    return Done(KeptDraft(target, at.isoformat()), judging.address(at=target))


@ROUTES.action("/projects/{project}/judge/skip", may=Role.JUDGE)
def skip(
    context: Context, project: int, asked: AskedFor, target: Annotated[int, Form(ge=1, lt=NUMBER)]
) -> Done[KeptDraft]:
    """Put a translation off: it is asked after all others."""
    with context.database.answering(judge_name(context, asked.judge)) as connection:
        judging = judging_context(context, connection, project, asked)
        put_off(connection, judging.project, judging.judge, judging.numbers.find(target), judging.round)
    return Done(KeptDraft(target, datetime.now(UTC).isoformat()), judging.address())


@ROUTES.action("/projects/{project}/judge/undo", may=Role.JUDGE)
def undo(
    context: Context, project: int, asked: AskedFor, revision: Annotated[int, Form(ge=0, lt=NUMBER)] = 0
) -> Done[TakenBackAnswer]:
    """Take back the last answer of this judge, or the one of a revision; what it said is a draft again."""
    with context.database.writing() as connection:
        judging = judging_context(context, connection, project, asked)
        since = datetime.now(UTC) - UNDONE_WITHIN
        taken = take_back(connection, judging.project, judging.judge, revision or None, since, judging.round)
    number = judging.numbers.show(taken.target)
    return Done(TakenBackAnswer(number, taken.value), judging.address(at=number))


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
        judging = judging_context(context, connection, project, asked)
        number = judging.numbers.find(target)
        set_flag(connection, judging.project, judging.judge, number, is_flagged=is_needed, round=judging.round)
    location = judging.address(at=target) if is_needed else judging.address()
    return Done(KeptDraft(target, datetime.now(UTC).isoformat()), location)


def _body(judging: JudgingContext, fields: list[tuple[str, str]] | None, body: dict[str, Any] | None) -> AnswerBody:
    """What was answered: as JSON by a program, or by the fields of a form."""
    if body is not None:
        return AnswerBody.read(body)
    if fields is None:  # an answer that stands elsewhere must not pass for one that says nothing
        raise InputError('what was answered is missing; programs send it as "body", such as {"value": 8}')
    return AnswerBody.read(protocol_of(judging.project).read_form(fields))


def _both_versions(given: Answer, error: AnsweredElsewhere) -> Refusal:
    stored = error.stored
    details = {
        "yours": {**given.body.json, "comment": given.comment},
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
