"""The link of a seat: what its campaign asks, and the form that starts.

Opening the link changes nothing, because programs that look at mail open links too. It takes the token out of the
address into a cookie, which this page alone is sent.
"""

from mtassay.errors import NotFound
from mtassay.store.campaigns.links import begin_seat_session, seat_of_link
from mtassay.web.addresses import SEAT, SEAT_LINK
from mtassay.web.pages.seat.context import Chosen, language_cookie, openable_seat, seat_session_cookie
from mtassay.web.pages.seat.start import SeatStart, start_of
from mtassay.web.safety.link_attempts import checked_link
from mtassay.web.serving.failures import WordedRefusal
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.words.catalogue import words_of

ROUTES = Routes("Seats")

_SECONDS = 3600


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
        return start_of(connection, openable_seat(connection, number, words), words, SEAT_LINK)


@ROUTES.action(SEAT_LINK, may=None, twin=False)
def start_seat(context: Context) -> Done[Chosen]:
    """Begin at the seat, in this browser."""
    token = _token(context)
    _find(context, token)
    with context.database.writing() as connection:
        session = begin_seat_session(connection, token)
    return Done(Chosen(context.visitor.language), SEAT, seat_session_cookie(context, session))


@ROUTES.door(f"{SEAT_LINK}/language/{{language}}", may=None)
def choose_start_language(context: Context, language: str) -> Done[Chosen]:
    """Read in another language, before starting."""
    return Done(Chosen(language), SEAT_LINK, language_cookie(language))


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
