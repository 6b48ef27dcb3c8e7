"""Who sits where: the seat that a browser came to, and the questions that it means."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mtassay.errors import Conflict, NotFound
from mtassay.store.campaigns.links import SESSION_LIFETIME
from mtassay.store.campaigns.seat_work import OpenSeat, SeatTask, find_task, open_seat, show_task
from mtassay.web.addresses import SEAT
from mtassay.web.safety.gate import LANGUAGE_COOKIE
from mtassay.web.seat_numbers import CARDS, SeatNumbers, seat_numbers
from mtassay.web.serving.failures import WordedRefusal
from mtassay.web.serving.routes import Context
from mtassay.web.words.catalogue import LANGUAGES, Words, words_of

if TYPE_CHECKING:
    import sqlalchemy as sa

NUMBER = 2**53
_YEAR = 365 * 86_400


@dataclass(frozen=True, kw_only=True)
class AtSeat(SeatNumbers):
    """A seat, and how its browser knows it."""

    seat: OpenSeat
    words: Words

    def refusal(self, status: int, key: str) -> WordedRefusal:
        """What is not done, and why."""
        return WordedRefusal(status, self.words(f"failure.{key}.title"), self.words(f"failure.{key}"))


def at_seat(context: Context, connection: "sa.Connection", said: str) -> AtSeat:
    """The seat of this browser; refused where a page of another seat asks, whose link was opened here before."""
    words = words_of(context.visitor.language)
    try:
        seat = openable_seat(connection, context.visitor.seat, words)
    except NotFound:  # the campaign was undone
        raise WordedRefusal(401, words("failure.401.title"), words("failure.401")) from None
    known = seat_numbers(context.state.secret, seat)
    at = AtSeat(**vars(known), seat=seat, words=words)
    if said and said != at.name:
        raise at.refusal(403, "other-seat")
    return at


def openable_seat(connection: "sa.Connection", number: int, words: Words) -> OpenSeat:
    """A seat; refused for now where a newer version made its campaign: what pages keep, they send again later."""
    try:
        return open_seat(connection, number)
    except Conflict:
        raise WordedRefusal(503, words("failure.newer.title"), words("failure.newer")) from None


@dataclass(frozen=True)
class Question:
    """A task of a seat, and the card of it that is meant; 0 where the task has one answer."""

    task: SeatTask
    card: int

    @property
    def number(self) -> int:
        """How a browser knows it."""
        return self.task.place * CARDS + self.card


def find_question(at: AtSeat, tasks: Sequence[SeatTask], number: int) -> Question:
    """The question that a browser means."""
    place, card = divmod(number, CARDS)
    try:
        task = find_task(tasks, place)
    except NotFound:
        raise WordedRefusal(404, at.words("failure.404.title"), at.words("failure.404")) from None
    if task.wanted == 1:
        card = 0
    elif not 1 <= card <= task.wanted:
        card = 1
    return Question(task, card)


def open_questions(
    connection: "sa.Connection", at: AtSeat, tasks: Sequence[SeatTask], after: Question | None = None
) -> Iterator[Question]:
    """What is asked next: from behind a question on, then from the start, at last what was put off."""
    places = [task.place for task in tasks]
    start = places.index(after.task.place) if after is not None else 0
    ordered = sorted((*tasks[start:], *tasks[:start]), key=lambda task: task.is_put_off)
    for task in ordered:
        cards = [] if task.is_done else open_cards(connection, at, task)
        if after is not None and task.place == after.task.place:
            cards = [card for card in cards if card > after.card] + [card for card in cards if card < after.card]
        yield from (Question(task, card) for card in cards)


def open_cards(connection: "sa.Connection", at: AtSeat, task: SeatTask) -> list[int]:
    """The cards of a task that have no answer."""
    if task.wanted == 1:
        return [] if task.is_done else [0]
    if not task.answered:
        return list(range(1, task.wanted + 1))
    shown = show_task(connection, at.seat, task.task)
    return [place for place, item in enumerate(shown.items, 1) if not item.answer]


@dataclass(frozen=True)
class Chosen:
    """A language."""

    language: str


def seat_session_cookie(context: Context, session: str) -> str:
    """The cookie of a seat, which only its own pages are sent."""
    configuration = context.configuration
    secure = "; Secure" if configuration.is_encrypted else ""
    age = round(SESSION_LIFETIME.total_seconds())
    return f"{configuration.seat_cookie}={session}; Path={SEAT}; HttpOnly; SameSite=Lax; Max-Age={age}{secure}"


def language_cookie(language: str) -> str:
    """The cookie that remembers a language."""
    chosen = language if language in LANGUAGES else ""
    return f"{LANGUAGE_COOKIE}={chosen}; Path=/; SameSite=Lax; Max-Age={_YEAR}"
