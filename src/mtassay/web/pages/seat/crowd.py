"""The one address of a campaign whose judges are strangers: what it asks, and the form that gives them a seat.

As with the link of a seat, opening it changes nothing, and takes what is secret out of the address into a cookie that
this page alone is sent. Who comes from another service is known by what it calls them, `?worker=…`, as a digest; all
others by what is drawn for their browser. So each has one seat.
"""

import secrets
from typing import TYPE_CHECKING, Annotated

from fastapi import Query

from mtassay.campaigns.handing_over import settle_abandoned_seats
from mtassay.errors import NotFound
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign, campaign_of
from mtassay.store.campaigns.crowd_addresses import campaign_of_address
from mtassay.store.campaigns.leases import (
    NoFreeSeat,
    TooManySeats,
    abandoned_seats,
    has_free_seat,
    seat_of_holder,
    take_seat,
    usual_seat,
)
from mtassay.web.addresses import CROWD, SEAT
from mtassay.web.pages.seat.context import Chosen, language_cookie, openable_seat, seat_session_cookie
from mtassay.web.pages.seat.start import SeatStart, start_of
from mtassay.web.safety.crowd_secrets import worker_digest
from mtassay.web.safety.link_attempts import checked_link
from mtassay.web.safety.password_attempts import address_of
from mtassay.web.serving.failures import WordedRefusal
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.words.catalogue import words_of

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Seats")

_SECONDS = 86_400
_BETWEEN = "."
"""Between the token and the digest in the cookie; neither has it."""
_DIGEST = 64


@ROUTES.door(f"{CROWD}/{{token}}", may=None)
def open_crowd_address(
    context: Context, token: str, worker: Annotated[str, Query(max_length=200)] = ""
) -> Done[Chosen]:
    """Take token and worker out of the address, where they would stay in histories and on screens."""
    number = _find(context, token)
    known_token, known_holder = _kept(context)
    if worker:
        holder = worker_digest(context.state.secret, number, worker)
    elif known_token == token:  # the same browser again
        holder = known_holder
    else:
        holder = secrets.token_hex(_DIGEST // 2)
    return Done(Chosen(context.visitor.language), CROWD, _cookie(context, f"{token}{_BETWEEN}{holder}"))


@ROUTES.page(CROWD, may=None, template="seat/start.html", twin=False)
def crowd_start(context: Context) -> SeatStart:
    """What whoever comes by the address that was opened is asked."""
    words = words_of(context.visitor.language)
    token, holder = _opened(context)
    number = _find(context, token)
    with context.database.reading() as connection:
        campaign = campaign_of(connection, number)
        own = seat_of_holder(connection, campaign, holder)
        seat = own if own is not None else usual_seat(connection, campaign)
        if seat is None:
            raise _refusal(context, 409, "crowd-full")
        stranger = _state_for_others(connection, campaign) if own is None else ""
        return start_of(connection, openable_seat(connection, seat, words), words, CROWD, stranger)


@ROUTES.action(CROWD, may=None, twin=False)
def take_crowd_seat(context: Context) -> Done[Chosen]:
    """Take a seat, or come back to one's own, in this browser."""
    token, holder = _opened(context)
    number = _find(context, token)
    with context.database.reading() as connection:
        is_abandoned = bool(abandoned_seats(connection, campaign_of(connection, number)))
    if is_abandoned:
        with context.database.writing() as connection:
            settle_abandoned_seats(connection, campaign_of(connection, number))
    try:
        with context.database.answering(f"crowd {holder}") as connection:
            campaign = campaign_of(connection, number)
            session = take_seat(connection, campaign, holder, address_of(context))
    except TooManySeats:
        raise _refusal(context, 429, "crowd-many") from None
    except NoFreeSeat:
        raise _refusal(context, 409, "crowd-full") from None
    return Done(Chosen(context.visitor.language), SEAT, seat_session_cookie(context, session))


@ROUTES.door(f"{CROWD}/language/{{language}}", may=None)
def choose_crowd_language(context: Context, language: str) -> Done[Chosen]:
    """Read in another language, before starting."""
    return Done(Chosen(language), CROWD, language_cookie(language))


def _state_for_others(connection: "sa.Connection", campaign: StoredCampaign) -> str:
    """The state of a campaign for somebody who has no seat, and may get none."""
    if campaign.state is CampaignState.PAUSED:
        return "waiting"
    if campaign.state is not CampaignState.RUNNING:
        return campaign.state.value
    is_open = has_free_seat(connection, campaign) or bool(abandoned_seats(connection, campaign))
    return campaign.state.value if is_open else "full"


def _find(context: Context, token: str) -> int:
    """The campaign of an address; all that lead nowhere sound the same."""
    try:
        with checked_link(context) as connection:
            return campaign_of_address(connection, token[:100])
    except NotFound:
        raise _refusal(context, 404, "link") from None


def _opened(context: Context) -> tuple[str, str]:
    token, holder = _kept(context)
    if not token:
        raise _refusal(context, 404, "no-link")
    return token, holder


def _kept(context: Context) -> tuple[str, str]:
    """What the cookie says; nothing where it is none of ours."""
    token, _, holder = context.request.cookies.get(_cookie_name(context), "")[:200].partition(_BETWEEN)
    is_digest = len(holder) == _DIGEST and holder.isascii() and holder.isalnum()
    return (token, holder) if is_digest else ("", "")


def _refusal(context: Context, status: int, key: str) -> WordedRefusal:
    words = words_of(context.visitor.language)
    return WordedRefusal(status, words(f"failure.{key}.title"), words(f"failure.{key}"))


def _cookie(context: Context, value: str) -> str:
    secure = "; Secure" if context.configuration.is_encrypted else ""
    return f"{_cookie_name(context)}={value}; Path={CROWD}; HttpOnly; SameSite=Lax; Max-Age={_SECONDS}{secure}"


def _cookie_name(context: Context) -> str:
    return f"mtassay-crowd-{context.configuration.port}"
