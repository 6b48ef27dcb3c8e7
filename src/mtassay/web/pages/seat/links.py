"""The link of a seat: what its campaign asks, and the form that starts.

Opening the link changes nothing, because programs that look at mail open links too. It takes the token out of the
address into a cookie, which this page alone is sent.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from mtassay.errors import NotFound
from mtassay.store.campaigns.campaigns import CampaignState
from mtassay.store.campaigns.links import SESSION_LIFETIME, begin_seat_session, seat_of_link
from mtassay.store.campaigns.seat_work import OpenSeat, seat_tasks
from mtassay.store.contents.projects import project_of
from mtassay.web.addresses import SEAT, SEAT_LINK
from mtassay.web.markdown import render_markdown
from mtassay.web.pages.seat.context import language_cookie, openable_seat
from mtassay.web.pages.seat.views import seconds_of, write_time
from mtassay.web.safety.link_attempts import checked_link
from mtassay.web.serving.failures import WordedRefusal
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.words.catalogue import LANGUAGES, Words, words_of

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Seats")

_SECONDS = 3600


@dataclass(frozen=True, kw_only=True)
class SeatStart:
    """What a link asks for; `parts` says by which protocols, in words."""

    words: Words
    campaign_name: str
    judge: str
    state: str
    parts: list[str]
    answers: int
    """How many are left."""
    time: str
    is_begun: bool
    practice: int
    """How many of them come first and count for nothing."""
    source_language: str
    target_language: str
    guidelines: Markup
    languages: dict[str, str]


@dataclass(frozen=True)
class Chosen:
    """A language."""

    language: str


@ROUTES.door(f"{SEAT_LINK}/{{token}}", may=None)
def open_seat_link(context: Context, token: str) -> Done[Chosen]:
    """Take the token out of the address, where it would stay in histories and on screens."""
    _find(context, token)
    return Done(Chosen(context.visitor.language), SEAT_LINK, _cookie(context, token))


@ROUTES.page(SEAT_LINK, may=None, template="seat/start.html", twin=False)
def seat_start(context: Context) -> SeatStart:
    """What the link that was opened asks for."""
    words = words_of(context.visitor.language)
    number = _find(context, _token(context))
    with context.database.reading() as connection:
        seat = openable_seat(connection, number, words)
        return _start(connection, seat, words)


@ROUTES.action(SEAT_LINK, may=None, twin=False)
def start_seat(context: Context) -> Done[Chosen]:
    """Begin at the seat, in this browser."""
    token = _token(context)
    _find(context, token)
    with context.database.writing() as connection:
        session = begin_seat_session(connection, token)
    configuration = context.configuration
    secure = "; Secure" if configuration.is_encrypted else ""
    age = round(SESSION_LIFETIME.total_seconds())
    cookie = f"{configuration.seat_cookie}={session}; Path={SEAT}; HttpOnly; SameSite=Lax; Max-Age={age}{secure}"
    return Done(Chosen(context.visitor.language), SEAT, cookie)


@ROUTES.door(f"{SEAT_LINK}/language/{{language}}", may=None)
def choose_start_language(context: Context, language: str) -> Done[Chosen]:
    """Read in another language, before starting."""
    return Done(Chosen(language), SEAT_LINK, language_cookie(language))


def _start(connection: "sa.Connection", seat: OpenSeat, words: Words) -> SeatStart:
    campaign = seat.campaign
    project = project_of(connection, campaign.project)
    tasks = seat_tasks(connection, seat)
    asked = sorted({task.protocol for task in tasks})
    names = [campaign.protocols[place] for place in asked]
    return SeatStart(
        words=words,
        campaign_name=campaign.name,
        judge=seat.judge,
        state="released" if seat.is_released and campaign.state is CampaignState.RUNNING else campaign.state.value,
        parts=[words.known(f"{protocol.name}.part", protocol.title) for protocol in names],
        answers=sum(task.wanted - task.answered for task in tasks),
        time=write_time(seconds_of(tasks, campaign.protocols), words),
        is_begun=any(task.answered for task in tasks),
        practice=campaign.settings.get("training", 0),
        source_language=project.source_language,
        target_language=project.target_language,
        guidelines=render_markdown(campaign.guidelines),
        languages=dict(LANGUAGES),
    )


def _find(context: Context, token: str) -> int:
    """The seat of a link; all links that lead nowhere sound the same."""
    try:
        with checked_link(context) as connection:
            return seat_of_link(connection, token[:100])
    except NotFound:
        words = words_of(context.visitor.language)
        raise WordedRefusal(404, words("failure.link.title"), words("failure.link")) from None


def _token(context: Context) -> str:
    token = context.request.cookies.get(_cookie_name(context), "")
    if not token:
        words = words_of(context.visitor.language)
        raise WordedRefusal(404, words("failure.no-link.title"), words("failure.no-link"))
    return token[:100]


def _cookie(context: Context, token: str) -> str:
    secure = "; Secure" if context.configuration.is_encrypted else ""
    return f"{_cookie_name(context)}={token}; Path={SEAT_LINK}; HttpOnly; SameSite=Lax; Max-Age={_SECONDS}{secure}"


def _cookie_name(context: Context) -> str:
    # browsers do not tell ports apart
    return f"mtassay-seat-link-{context.configuration.port}"
