"""Judging: one translation at a time, by keyboard; nothing that a judge said is lost or counted twice."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

from fastapi import Depends, Form, Query, Request

from mtassay.errors import InputError, SettingError
from mtassay.human.consistency import consistency
from mtassay.human.pace import LONGEST_PAUSE, minutes_left
from mtassay.human.protocols.base import LegendEntry, legend
from mtassay.human.protocols.sser import Sser
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.judging.answers import (
    UNDONE_WITHIN,
    Answer,
    AnsweredElsewhere,
    recent_seconds,
    save_answer,
    take_back,
)
from mtassay.store.judging.body import AnswerBody
from mtassay.store.judging.context import JudgingScope, coming, queue_number, stops, system_number, system_of_scope
from mtassay.store.judging.drafts import Draft, find_draft, keep_draft, put_off, set_flag
from mtassay.store.judging.questions import ask, rechecked_memory, target_of_judgment
from mtassay.store.judging.rules import JudgingRules, judging_rules
from mtassay.store.people.accounts import Role
from mtassay.web.pages.judge.progress_boxes import Box, progress_boxes
from mtassay.web.pages.judge.question_view import (
    Feedback,
    ScoreButton,
    ShownQuestion,
    say_saved,
    score_buttons,
    show_question,
)
from mtassay.web.safety.blind_numbers import BlindNumbers, blind_numbers
from mtassay.web.serving.failures import Refusal
from mtassay.web.serving.routes import Context, Done, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Judging")

_AHEAD = 20
_MOST_AHEAD = 50
_NUMBER = 2**62


@dataclass(frozen=True)
class Asked:
    """What an address says of who judges what."""

    system: str
    queue: str
    unknown: bool | None
    recheck: int
    of: str
    seed: int
    judge: str


async def asked(
    system: Annotated[str, Query(max_length=300)] = "",
    queue: Annotated[str, Query(max_length=300)] = "",
    unknown: bool | None = None,
    recheck: Annotated[int, Query(ge=0, le=100_000)] = 0,
    of: Annotated[str, Query(max_length=200)] = "",
    seed: Annotated[int, Query(ge=0, lt=2**31)] = 0,
    judge: Annotated[str, Query(max_length=200)] = "",
) -> Asked:
    """The part of an address that all routes of judging have."""
    return Asked(system, queue, unknown, recheck, of, seed, judge)


AskedFor = Annotated[Asked, Depends(asked)]


@dataclass(frozen=True)
class JudgingContext:
    """Who judges what in which project; `query` is how addresses say it, without names of systems.

    `numbers` are those of translations as this visitor may see them.
    """

    project: Project
    judge: str
    scope: JudgingScope
    round: str
    query: str
    numbers: BlindNumbers


@dataclass(frozen=True)
class RecheckReport:
    """What rechecks say of the scores that were stored before; differences are in points of 10."""

    rechecks: int
    difference: float
    distance: float
    exact: float
    near: float
    old_sser: float
    new_sser: float


@dataclass(frozen=True)
class Judge:
    """The judging page: the question, what came of the answer before it, and how far the judge is."""

    project_id: int
    project_name: str
    source_language: str
    target_language: str
    judge: str
    can_rename: bool
    query: str
    kind: str
    is_open: bool
    has_guidelines: bool
    scale: str
    legend: list[LegendEntry]
    scores: list[ScoreButton]
    low: float
    high: float
    question: ShownQuestion | None
    said: Feedback | None
    number: int | None
    done: int
    total: int
    minutes_left: float | None
    next_undone: int | None
    ahead: list[int]
    boxes: list[Box]
    report: RecheckReport | None
    longest_pause: float


@dataclass(frozen=True)
class JudgeQuestion:
    """One question, for a page that is open already; None where none of those ahead is open any more.

    `passed` are those ahead that were answered meanwhile, or deleted.
    """

    project_id: int
    source_language: str
    target_language: str
    query: str
    kind: str
    scale: str
    scores: list[ScoreButton]
    low: float
    high: float
    question: ShownQuestion | None
    said: Feedback | None
    passed: list[int]


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


@ROUTES.page("/projects/{id}/judge", may=Role.JUDGE, template="judge/page.html")
def judge(
    context: Context,
    id: int,
    asked: AskedFor,
    at: Annotated[int, Query(ge=0, lt=_NUMBER)] = 0,
    after: Annotated[int, Query(ge=0, lt=_NUMBER)] = 0,
) -> Judge:
    """What a judge is asked next, or what stands `at` a translation; `after` an answer, what came of it."""
    with context.database.reading() as connection:
        way = _way(context, connection, id, asked)
        rules = judging_rules(connection, way.project)
        found = stops(connection, way.project, way.judge, way.scope, rules.seed)
        targets = [place.target for place in found]
        said = _said(connection, way, after) if after else None
        question = _question(connection, way, rules, way.numbers.find(at)) if at else None
        for target in coming(found) if question is None else ():
            question = _question(connection, way, rules, target)
            if question is not None:  # else it was deleted since the list was made
                break
        current = None if question is None else question.target
        left = [way.numbers.show(target) for target in coming(found, current)]
        done = sum(one.is_done for one in found)
        pace = recent_seconds(connection, way.project, way.judge)
        is_over = way.round and done and question is None
        report = _report(connection, way) if is_over and _may_compare(context, way, rules) else None
    return Judge(
        way.project.id,
        way.project.name,
        way.project.source_language,
        way.project.target_language,
        way.judge,
        context.configuration.is_local,
        way.query,
        _kind(way),
        rules.is_open,
        bool(rules.guidelines.strip()),
        way.project.scale.spec,
        list(legend(Sser.on(way.project.scale).keys)),
        score_buttons(way.project.scale),
        way.project.scale.low,
        way.project.scale.high,
        _blind_question(way, question),
        said,
        targets.index(current) + 1 if current in targets else None,
        done,
        len(found),
        minutes_left(pace, len(found) - done),
        left[0] if left else None,
        left[:_AHEAD],
        [_blind_box(way, box) for box in progress_boxes(found, current)],
        report,
        LONGEST_PAUSE,
    )


@ROUTES.page("/projects/{id}/judge/question", may=Role.JUDGE, template="judge/question.html")
def judge_question(
    context: Context,
    id: int,
    asked: AskedFor,
    ahead: Annotated[str, Query(max_length=2000, description="Numbers of translations, with commas between")] = "",
    at: Annotated[int, Query(ge=0, lt=_NUMBER)] = 0,
    after: Annotated[int, Query(ge=0, lt=_NUMBER)] = 0,
) -> JudgeQuestion:
    """The first of some translations that is still open, or the one `at` a number, open or not."""
    passed: list[int] = []
    question = None
    with context.database.reading() as connection:
        way = _way(context, connection, id, asked)
        rules = judging_rules(connection, way.project)
        if at:
            question = _question(connection, way, rules, way.numbers.find(at))
        else:
            for number in _numbers(ahead):
                question = _question(connection, way, rules, way.numbers.find(number), only_open=True)
                if question is not None:
                    break
                passed.append(number)
        said = _said(connection, way, after) if after else None
    scale = way.project.scale
    return JudgeQuestion(
        way.project.id,
        way.project.source_language,
        way.project.target_language,
        way.query,
        _kind(way),
        scale.spec,
        score_buttons(scale),
        scale.low,
        scale.high,
        _blind_question(way, question),
        said,
        passed,
    )


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


@ROUTES.action("/projects/{id}/judge/answer", may=Role.JUDGE)
def answer(
    context: Context,
    id: int,
    asked: AskedFor,
    items: ItemFields,
    target: Annotated[int, Form(ge=1, lt=_NUMBER)],
    value: Annotated[float, Form(allow_inf_nan=False)],
    token: Annotated[str, Form(min_length=32, max_length=32, pattern="^[0-9a-f]{32}$")],
    version: Annotated[int, Form(ge=0, lt=_NUMBER)] = 0,
    verdicts: Verdicts = [],  # noqa: B006  # FastAPI copies it
    comment: Annotated[str, Form(max_length=10_000)] = "",
    seconds: Annotated[float, Form(ge=0, le=86_400, allow_inf_nan=False)] = 0.0,
) -> Done[SavedAnswer]:
    """Store an answer. The same token again changes nothing; 409 where the same judge answered elsewhere meanwhile."""
    body = AnswerBody(value, {**items, **_verdicts(verdicts)})
    with context.database.answering(judge_name(context, asked.judge)) as connection:
        way = _way(context, connection, id, asked)
        given = Answer(way.numbers.find(target), body, token, version, comment, seconds)
        try:
            system = system_of_scope(connection, way.scope)
            saved = save_answer(connection, way.project, way.judge, given, round=way.round, system=system)
        except AnsweredElsewhere as error:
            raise _both_versions(given, error) from None
    result = SavedAnswer(target, saved.judgment, saved.revision, saved.is_new)
    return Done(result, _address(way, after=saved.judgment))


@ROUTES.action("/projects/{id}/judge/draft", may=Role.JUDGE)
def draft(
    context: Context,
    id: int,
    asked: AskedFor,
    items: ItemFields,
    target: Annotated[int, Form(ge=1, lt=_NUMBER)],
    value: Annotated[float | None, Form(allow_inf_nan=False)] = None,
    version: Annotated[int, Form(ge=0, lt=_NUMBER)] = 0,
    verdicts: Verdicts = [],  # noqa: B006  # FastAPI copies it
    comment: Annotated[str, Form(max_length=10_000)] = "",
    seconds: Annotated[float, Form(ge=0, le=86_400, allow_inf_nan=False)] = 0.0,
) -> Done[KeptDraft]:
    """Keep what was chosen so far, for this judge alone."""
    kept = Draft(AnswerBody(value, {**items, **_verdicts(verdicts)}), comment, seconds, version)
    with context.database.answering(judge_name(context, asked.judge)) as connection:
        way = _way(context, connection, id, asked)
        at = keep_draft(connection, way.project, way.judge, way.numbers.find(target), kept, way.round)
    return Done(KeptDraft(target, at.isoformat()), _address(way, at=target))


@ROUTES.action("/projects/{id}/judge/skip", may=Role.JUDGE)
def skip(context: Context, id: int, asked: AskedFor, target: Annotated[int, Form(ge=1, lt=_NUMBER)]) -> Done[KeptDraft]:
    """Put a translation off: it is asked after all others."""
    with context.database.answering(judge_name(context, asked.judge)) as connection:
        way = _way(context, connection, id, asked)
        put_off(connection, way.project, way.judge, way.numbers.find(target), way.round)
    return Done(KeptDraft(target, datetime.now(UTC).isoformat()), _address(way))


@ROUTES.action("/projects/{id}/judge/undo", may=Role.JUDGE)
def undo(
    context: Context, id: int, asked: AskedFor, revision: Annotated[int, Form(ge=0, lt=_NUMBER)] = 0
) -> Done[TakenBackAnswer]:
    """Take back the last answer of this judge, or the one of a revision; what it said is a draft again."""
    with context.database.writing() as connection:
        way = _way(context, connection, id, asked)
        since = datetime.now(UTC) - UNDONE_WITHIN
        taken = take_back(connection, way.project, way.judge, revision or None, since, way.round)
    number = way.numbers.show(taken.target)
    return Done(TakenBackAnswer(number, taken.value), _address(way, at=number))


@ROUTES.action("/projects/{id}/judge/revise", may=Role.JUDGE)
def revise(
    context: Context,
    id: int,
    asked: AskedFor,
    target: Annotated[int, Form(ge=1, lt=_NUMBER)],
    is_needed: Annotated[bool, Form()] = True,
) -> Done[KeptDraft]:
    """Flag an answer that contradicts another one, to be looked at again; or keep it as it is."""
    with context.database.answering(judge_name(context, asked.judge)) as connection:
        way = _way(context, connection, id, asked)
        found = way.numbers.find(target)
        set_flag(connection, way.project, way.judge, found, is_flagged=is_needed, round=way.round)
    location = _address(way, at=target) if is_needed else _address(way)
    return Done(KeptDraft(target, datetime.now(UTC).isoformat()), location)


def judge_name(context: Context, said: str) -> str:
    """Who judges: on a server with accounts who is signed in; else as the person says, or as the system knows."""
    account = context.visitor.account
    if account is not None:
        if said and said != account.name:
            raise Refusal(
                403,
                "Another judge",
                f"Nothing was done: this is of {said!r}, and you are signed in as {account.name!r}. Sign in as them.",
            )
        return account.name
    name = said.strip() or context.visitor.judge
    if not name.isprintable():
        raise SettingError(f"{name!r} is no name: it has characters that cannot be shown")
    return name


def _way(context: Context, connection: "sa.Connection", id: int, asked: Asked) -> JudgingContext:
    project = project_of(connection, id)
    judge = judge_name(context, asked.judge)
    # a judge who has heard of a system could ask for what it wrote
    by_name = context.visitor.may(Role.MANAGER)
    secret = context.state.secret
    # who sees the database sees its numbers; at somebody's own machine everybody does
    targets = BlindNumbers(None) if by_name else blind_numbers(secret, project.id, "targets")
    systems = BlindNumbers(None) if context.configuration.is_local else blind_numbers(secret, project.id, "systems")
    named = _find_numbered(asked.system, systems)
    system = system_number(connection, project, named, by_name=by_name) if named else None
    queue = queue_number(connection, project, asked.queue, by_name=by_name) if asked.queue else None
    unknown = system is None if asked.unknown is None else asked.unknown
    whose = (asked.of or judge) if asked.recheck else ""
    scope = JudgingScope(system, queue, unknown, asked.recheck, whose, asked.seed)
    parts: dict[str, str] = {}
    if asked.judge:
        parts["judge"] = judge
    if asked.recheck:
        parts |= {"recheck": str(asked.recheck)} | ({"of": whose} if asked.of else {})
        parts |= {"seed": str(asked.seed)} if asked.seed else {}
    elif queue is not None:
        parts["queue"] = f"~{queue}"
    else:
        parts |= {"system": f"~{systems.show(system)}"} if system is not None else {}
        parts |= {"unknown": "yes" if unknown else "no"} if asked.unknown is not None else {}
    return JudgingContext(project, judge, scope, scope.round(judge), urlencode(parts), targets)


def _find_numbered(name: str, numbers: BlindNumbers) -> str:
    """`~NUMBER` with the number of the database; names as they are."""
    number = next(_numbers(name[1:]), None) if name.startswith("~") else None
    return name if number is None else f"~{numbers.find(number)}"


def _blind_question(way: JudgingContext, question: ShownQuestion | None) -> ShownQuestion | None:
    return None if question is None else replace(question, target=way.numbers.show(question.target))


def _blind_box(way: JudgingContext, box: Box) -> Box:
    return replace(box, target=way.numbers.show(box.target), targets=[way.numbers.show(one) for one in box.targets])


def _blind_said(way: JudgingContext, said: Feedback | None) -> Feedback | None:
    if said is None:
        return None
    other = said.contradiction
    if other is not None and other.target is not None:
        other = replace(other, target=way.numbers.show(other.target))
    return replace(said, target=way.numbers.show(said.target), contradiction=other)


def _kind(way: JudgingContext) -> str:
    if way.round:
        return "recheck"
    return "queue" if way.scope.queue is not None else "all"


def _address(way: JudgingContext, **more: int) -> str:
    query = "&".join(part for part in (way.query, urlencode(more)) if part)
    return f"/projects/{way.project.id}/judge" + (f"?{query}" if query else "")


def _question(
    connection: "sa.Connection", way: JudgingContext, rules: JudgingRules, target: int, *, only_open: bool = False
) -> ShownQuestion | None:
    found = ask(connection, way.project, target, way.judge, round=way.round)
    if found is None or (only_open and way.scope.is_done(found)):
        return None
    draft = find_draft(connection, way.project, way.judge, target, way.round)
    return show_question(found, draft, way.project.scale, shows_scores=way.scope.shows_scores(found, rules))


def _said(connection: "sa.Connection", way: JudgingContext, judgment: int) -> Feedback | None:
    """What is told of an answer that was just given: its own judge, and not in a recheck, which should not be led."""
    if way.round:
        return None
    target = target_of_judgment(connection, way.project, judgment)
    found = None if target is None else ask(connection, way.project, target, way.judge)
    if found is None or found.own is None or found.own.judgment != judgment:
        return None
    return _blind_said(way, say_saved(found, way.judge, way.project.scale))


def _may_compare(context: Context, way: JudgingContext, rules: JudgingRules) -> bool:
    """Whether differences from earlier scores may be told: of a single recheck they are somebody's score."""
    return way.scope.of == way.judge or rules.is_open or context.visitor.may(Role.MANAGER)


def _report(connection: "sa.Connection", way: JudgingContext) -> RecheckReport | None:
    scope = way.scope
    memory = rechecked_memory(connection, way.project, way.judge, scope.of, scope.recheck_seed)
    try:
        found = consistency(memory)
    except InputError:  # what was rechecked has been deleted or corrected since
        return None
    accord = found.accord
    return RecheckReport(
        accord.units, accord.difference, accord.distance, accord.exact, accord.near, found.old_sser, found.new_sser
    )


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


def _numbers(text: str) -> Iterator[int]:
    for part in text.split(",")[:_MOST_AHEAD]:
        if part.isascii() and part.isdecimal() and len(part) < 19:
            yield int(part)


def _verdicts(given: list[str]) -> dict[int, str]:
    return dict(_verdict(one) for one in given)


def _verdict(text: str) -> tuple[int, str]:
    number, _, verdict = text.partition(":")
    if not (number.isascii() and number.isdecimal() and len(number) < 19 and verdict):
        raise InputError(f"{text[:50]!r} says nothing of an information item; write NUMBER:CLASS")
    return int(number), verdict
