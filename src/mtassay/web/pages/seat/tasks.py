"""The page of a seat: what its judge is asked next, how far they are, and thanks at the end."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated

from fastapi import Query
from markupsafe import Markup

from mtassay.campaigns.controls.seat_checks import seat_checks
from mtassay.campaigns.controls.verdict import Verdict
from mtassay.human.pace import LONGEST_PAUSE, minutes_left
from mtassay.store.campaigns.campaigns import CampaignState
from mtassay.store.campaigns.links import end_seat_session
from mtassay.store.campaigns.seat_work import SeatTask, next_task, seat_seconds, seat_tasks
from mtassay.store.contents.projects import project_of
from mtassay.web.addresses import SEAT
from mtassay.web.markdown import render_markdown
from mtassay.web.pages.seat.context import (
    NUMBER,
    AtSeat,
    Question,
    at_seat,
    find_question,
    language_cookie,
    open_cards,
    open_questions,
)
from mtassay.web.pages.seat.views import (
    SeatBox,
    ShownKeys,
    ShownTaskOfSeat,
    answer_keys,
    common_keys,
    progress_boxes,
    seconds_of,
    show_question,
    write_time,
)
from mtassay.web.safety.crowd_secrets import completion_code
from mtassay.web.seat_numbers import CARDS
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.serving.visitor import LinkRole
from mtassay.web.words.catalogue import LANGUAGES, Entry, Words, words_of

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Seats")

_guidelines = lru_cache(maxsize=64)(render_markdown)  # every page of every judge has them
_AHEAD = 40
"""Numbers of questions that a page has; it keeps twenty of them for when the connection is lost."""
_RECENT = 20
_MOST_AHEAD = 50

SeatName = Annotated[str, Query(max_length=100)]
"""Which seat a page was made for."""


@dataclass(frozen=True)
class Thanks:
    """What was done at a seat: sentences for each protocol, and all of it in one."""

    words: str
    parts: list[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class SeatPage:
    """A seat: the question that is asked, or why there is none; `ended` is the key of the words for that."""

    words: Words
    script_words: dict[str, Entry]
    seat_name: str
    campaign_name: str
    source_language: str
    target_language: str
    question: ShownTaskOfSeat | None
    ended: str
    thanks: Thanks | None
    code: str
    """What a judge of a crowd hands in to be paid, once all is done."""
    boxes: list[SeatBox]
    done: int
    total: int
    minutes_left: float | None
    time_left: str
    ahead: list[int]
    has_more: bool
    answer_keys: str
    common_keys: list[ShownKeys]
    longest_pause: float
    guidelines: Markup
    languages: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class SeatQuestion:
    """One question, for a page that is open already; none where all of those ahead are answered."""

    words: Words
    source_language: str
    target_language: str
    question: ShownTaskOfSeat | None


@dataclass(frozen=True, kw_only=True)
class SeatGuidelines:
    """What the judges of a campaign should know."""

    words: Words
    campaign_name: str
    html: Markup
    languages: dict[str, str]


@dataclass(frozen=True)
class Left:
    """A judge who has left the seat for now."""

    words: Words
    languages: dict[str, str]


@ROUTES.page(SEAT, may=LinkRole.SEAT, template="seat/page.html", twin=False)
def seat_page(
    context: Context,
    at: Annotated[int, Query(ge=0, lt=NUMBER)] = 0,
    after: Annotated[int, Query(ge=0, lt=NUMBER)] = 0,
    judge: SeatName = "",
) -> SeatPage:
    """What a judge is asked next, behind the question that was answered; or the question `at` a number."""
    with context.database.reading() as connection:
        sitting = at_seat(context, connection, judge)
        campaign = sitting.seat.campaign
        tasks = seat_tasks(connection, sitting.seat)
        ended = _ended(sitting)
        question = None if ended else _chosen(connection, sitting, tasks, at, after)
        shown = None if question is None else show_question(connection, sitting, tasks, question)
        left = [] if ended else list(open_questions(connection, sitting, tasks, question))
        seconds = seat_seconds(connection, sitting.seat)
        boxes = progress_boxes(connection, sitting, tasks, question)
        project = project_of(connection, campaign.project)
        code = _code(context, connection, sitting) if tasks and all(task.is_done for task in tasks) else ""
    done, total = sum(task.answered for task in tasks), sum(task.wanted for task in tasks)
    is_done = not ended and shown is None
    guess = minutes_left(seconds[:_RECENT], total - done)
    if guess is None:
        guess = seconds_of([task for task in tasks if not task.is_done], campaign.protocols) / 60
    words = sitting.words
    return SeatPage(
        words=words,
        script_words=words.of_script(at_a_seat=True),
        seat_name=sitting.name,
        campaign_name=campaign.name,
        source_language=project.source_language,
        target_language=project.target_language,
        question=shown,
        ended=ended,
        thanks=_thanks(sitting, tasks, seconds) if is_done else None,
        code=code,
        boxes=boxes,
        done=done,
        total=total,
        minutes_left=guess,
        time_left=words("time.left", time=write_time(60 * guess, words)) if done < total else "",
        ahead=[other.number for other in left[:_AHEAD]],
        has_more=len(left) > _AHEAD,
        answer_keys=answer_keys(campaign.protocols),
        common_keys=common_keys(words),
        longest_pause=LONGEST_PAUSE,
        guidelines=_guidelines(campaign.guidelines),
        languages=dict(LANGUAGES),
    )


@ROUTES.page(f"{SEAT}/question", may=LinkRole.SEAT, template="seat/question.html", twin=False)
def seat_question(
    context: Context,
    ahead: Annotated[str, Query(max_length=2000)] = "",
    at: Annotated[int, Query(ge=0, lt=NUMBER)] = 0,
    judge: SeatName = "",
) -> SeatQuestion:
    """The first of some questions that is still open, or the one `at` a number, open or not."""
    with context.database.reading() as connection:
        sitting = at_seat(context, connection, judge)
        tasks = seat_tasks(connection, sitting.seat)
        question = None
        if not _ended(sitting):
            question = find_question(sitting, tasks, at) if at else _first_open(connection, sitting, tasks, ahead)
        shown = None if question is None else show_question(connection, sitting, tasks, question)
        project = project_of(connection, sitting.seat.campaign.project)
    return SeatQuestion(
        words=sitting.words,
        source_language=project.source_language,
        target_language=project.target_language,
        question=shown,
    )


@ROUTES.page(f"{SEAT}/guidelines", may=LinkRole.SEAT, template="seat/guidelines.html", twin=False)
def seat_guidelines(context: Context) -> SeatGuidelines:
    """The guidelines of the campaign."""
    with context.database.reading() as connection:
        sitting = at_seat(context, connection, "")
    campaign = sitting.seat.campaign
    return SeatGuidelines(
        words=sitting.words,
        campaign_name=campaign.name,
        html=_guidelines(campaign.guidelines),
        languages=dict(LANGUAGES),
    )


@ROUTES.door(f"{SEAT}/language/{{language}}", may=LinkRole.SEAT)
def choose_seat_language(context: Context, language: str) -> Done[str]:
    """Read in another language from now on."""
    return Done(language, SEAT, language_cookie(language))


@ROUTES.form(f"{SEAT}/leave", may=LinkRole.SEAT, template="seat/left.html", twin=False)
def leave_seat(context: Context) -> Left:
    """End the session of this browser; the link leads back to the seat."""
    with context.database.writing(in_turn=False) as connection:
        end_seat_session(connection, context.visitor.session)
    return Left(words_of(context.visitor.language), dict(LANGUAGES))


def _ended(sitting: AtSeat) -> str:
    """Why nothing is asked; empty where something may be."""
    state = sitting.seat.campaign.state
    if sitting.seat.is_excluded:
        return "excluded"
    if state is not CampaignState.RUNNING:
        return state.value
    return "released" if sitting.seat.is_released else ""


def _code(context: Context, connection: "sa.Connection", sitting: AtSeat) -> str:
    """The completion code of a seat of a crowd that is done; whoever was excluded or left gets none."""
    seat = sitting.seat
    if not seat.campaign.is_crowd or seat.is_excluded or seat.is_released:
        return ""
    check = seat_checks(connection, seat.campaign).get(seat.number)
    is_doubted = check is not None and check.verdict.verdict is Verdict.FAILED
    return completion_code(context.state.secret, seat.campaign.id, seat.id, is_doubted=is_doubted)


def _chosen(
    connection: "sa.Connection", sitting: AtSeat, tasks: tuple[SeatTask, ...], number: int, after: int
) -> Question | None:
    if number:
        return find_question(sitting, tasks, number)
    is_known = any(task.place == after // CARDS for task in tasks)  # else it was given to others
    before = find_question(sitting, tasks, after) if is_known else None
    if before is not None and not before.task.is_done:  # the rest of the document comes first
        return next(open_questions(connection, sitting, tasks, before), None)
    task = next_task(tasks, None if before is None else before.task.task)
    return None if task is None else Question(task, open_cards(connection, sitting, task)[0])


def _first_open(
    connection: "sa.Connection", sitting: AtSeat, tasks: tuple[SeatTask, ...], ahead: str
) -> Question | None:
    known = {task.place for task in tasks}
    if "," in ahead:  # a page that asks what is next, and not for a certain question to keep
        left = (task for task in tasks if not task.is_done and not task.is_put_off)
        trained = next((task for task in left if task.is_training), None)
        if trained is not None:  # a new try comes before all that the page knows of
            return Question(trained, 0)
    for text in ahead.split(",")[:_MOST_AHEAD]:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0
        question = find_question(sitting, tasks, number) if number // CARDS in known else None
        if question is None or question.task.is_done:
            continue
        if question.card in open_cards(connection, sitting, question.task):
            return question
    return None


def _thanks(sitting: AtSeat, tasks: tuple[SeatTask, ...], seconds: list[float]) -> Thanks:
    words, protocols = sitting.words, sitting.seat.campaign.protocols
    parts = []
    for place in sorted({task.protocol for task in tasks}):
        protocol = protocols[place]
        count = sum(task.answered for task in tasks if task.protocol == place)
        parts.append((words.known(f"{protocol.name}.part", protocol.title), words("thanks.answers", n=count)))
    said = words("thanks.words", n=sum(task.answered for task in tasks))
    if not seconds:
        return Thanks(words("thanks.no-time", words=said), parts)
    return Thanks(words("thanks.time", words=said, time=write_time(sum(seconds), words)), parts)
