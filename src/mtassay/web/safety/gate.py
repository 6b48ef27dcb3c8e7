"""What every request passes before any page sees it: the right host, the right origin, a size, and who is asking."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import Response

from mtassay.errors import MtassayError
from mtassay.store.campaigns.leases import needs_renewal, renew_lease
from mtassay.store.campaigns.links import seat_of_session
from mtassay.store.people.accounts import Account, Role
from mtassay.store.people.api_keys import find_key, touch_key
from mtassay.store.people.members import projects_of
from mtassay.store.people.sessions import find_session, touch_session
from mtassay.web.addresses import CROWD, JOIN, SEAT, SEAT_LINK
from mtassay.web.serving.failures import Refusal, answer_failure
from mtassay.web.serving.state import ServerState
from mtassay.web.serving.visitor import Visitor
from mtassay.web.words.catalogue import choose_language

if TYPE_CHECKING:
    import sqlalchemy as sa

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

API = "/api/"
SIGN_IN = "/sign-in"
LANGUAGE_COOKIE = "mtassay-language"
_FORMS_OF_STRANGERS = (SIGN_IN, JOIN, SEAT_LINK, CROWD)
_SAFE = ("GET", "HEAD", "OPTIONS")
_FORWARDED = ("forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip")
_SPARE_BYTES = 1024**2
"""For what forms hold beside files."""
_STRANGERS_BYTES = 64 * 1024
"""Of those who have not signed in: a name and a password."""
_FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")
_JSON_BYTES = 16 * 1024**2
"""Of anything but forms: it is read as a whole, while nobody else is answered."""
_SEAT_BYTES = 64 * 1024
"""Of those at a seat: an answer."""
_TOO_MUCH_OF_STRANGERS = "Nothing was read: this is more than a name and a password. Sign in first."
_TOO_MUCH_JSON = f"Nothing was read: this server takes up to {_JSON_BYTES >> 20} MB of JSON at once. Send it in parts."
_TOO_MUCH_OF_SEATS = f"Nothing was read: an answer has up to {_SEAT_BYTES >> 10} kB. Shorten the comment."
_PATIENCE_SECONDS, _SLOWEST_BYTES_PER_SECOND = 30.0, 2048
"""A request that comes more slowly is one that only keeps a connection busy."""

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # not no-referrer, which would make browsers send "Origin: null" with forms
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Gate:
    """Lets in what may come in, says who it is, and puts the headers of safety on every answer."""

    def __init__(self, app: Any, state: ServerState) -> None:
        self.app = app
        self.state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # we speak no WebSocket
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)
        visitor, is_new = Visitor(language=_language(scope["path"], headers)), False
        try:
            self._check(scope, headers)
            visitor, is_new = await self._visitor(scope["path"], headers)
            if visitor.is_stranger and scope["method"] not in _SAFE and scope["path"] not in _FORMS_OF_STRANGERS:
                raise Refusal(401, "Not signed in", "Nothing was done. Sign in and try again.")
            refusal = None
        except (Refusal, MtassayError) as error:
            refusal = error
        scope.setdefault("state", {}).update(visitor=visitor)
        send = self._with_headers(scope, send, visitor.session if is_new else None)
        if scope["method"] == "HEAD":  # whatever can be looked at can be asked about: no route has to say so
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        if refusal is not None:
            response: Response = answer_failure(
                self.state, scope["path"], visitor, refusal, is_form=scope["method"] == "POST"
            )
            await response(scope, receive, send)
            return
        is_form = headers.get("content-type", "").lower().startswith(_FORMS)
        await self.app(scope, self._limited(receive, *self._most(visitor, is_form=is_form)), send)

    def _check(self, scope: Scope, headers: Headers) -> None:
        """Refuse requests that were meant for somebody else, or that a foreign page made this browser send."""
        configuration = self.state.configuration
        host = headers.get("host", "")
        if not configuration.accepts_host(host):
            cure = (
                f"Open {configuration.origin} instead."
                if configuration.public_url or not configuration.is_local
                else "To be reached under another name, the server has to be started with that name as its public "
                "address, which turns accounts on."
            )
            raise Refusal(421, "Wrong address", f"This server does not answer to {host[:100]!r}. {cure}")
        if configuration.is_local and _is_forwarded(headers):
            raise Refusal(
                403,
                "Reached through a proxy",
                "This server was started for people at this machine, who need no password, and a proxy hands it "
                "requests of others. Start it with its public address, which turns accounts on.",
            )
        if scope["method"] not in _SAFE:
            self._check_origin(scope, headers, host)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._most_bytes:
            raise self._too_large()

    def _check_origin(self, scope: Scope, headers: Headers, host: str) -> None:
        configuration = self.state.configuration
        own = configuration.origin if configuration.public_url else f"{scope.get('scheme', 'http')}://{host}"
        origin, is_api = headers.get("origin"), scope["path"].startswith(API)
        if origin is None:
            referer = headers.get("referer", "")
            fits = is_api or headers.get("sec-fetch-site") == "same-origin" or referer.startswith(f"{own}/")
        else:
            fits = origin.lower() == own.lower()
        if not fits:
            raise Refusal(
                403, "Sent from elsewhere", "Nothing was done: the request did not come from a page of this server."
            )

    def _most(self, visitor: Visitor, *, is_form: bool) -> tuple[int, Refusal]:
        """How many bytes somebody may send, and what they are told who send more."""
        if visitor.is_stranger:
            return _STRANGERS_BYTES, Refusal(413, "Too large", _TOO_MUCH_OF_STRANGERS)
        if visitor.seat:
            return _SEAT_BYTES, Refusal(413, "Too large", _TOO_MUCH_OF_SEATS)
        if is_form:
            return self._most_bytes, self._too_large()
        return _JSON_BYTES, Refusal(413, "Too large", _TOO_MUCH_JSON)

    @property
    def _most_bytes(self) -> int:
        return self.state.configuration.most_upload_bytes + _SPARE_BYTES

    def _too_large(self) -> Refusal:
        most = self.state.configuration.most_upload_bytes
        return Refusal(
            413,
            "Too large",
            f"Nothing was read: this server takes up to {most // 1_000_000} MB at once. Split the file, or use the "
            "command line, which takes more.",
        )

    def _limited(self, receive: Receive, most: int, too_large: Refusal) -> Receive:
        """The same body, as far as it is within the limit, whatever its length was said to be, and comes in time."""
        seen, begun, is_whole = 0, time.monotonic(), False

        async def counted() -> Message:
            nonlocal seen, is_whole
            if is_whole:  # only the end of the connection is waited for
                return await receive()
            left = begun + _PATIENCE_SECONDS + seen / _SLOWEST_BYTES_PER_SECOND - time.monotonic()
            try:
                message = await asyncio.wait_for(receive(), max(left, 0.0))
            except TimeoutError:
                raise Refusal(408, "Too slow", "Nothing was done: the request took too long to arrive.") from None
            seen += len(message.get("body", b""))
            is_whole = not message.get("more_body", False)
            if seen > most:
                raise too_large
            return message

        return counted

    async def _visitor(self, path: str, headers: Headers) -> tuple[Visitor, bool]:
        """Who is asking, and whether they have to be given a cookie."""
        if path.startswith("/static/"):
            return Visitor(), False
        if path.startswith(API):
            scheme, _, key = headers.get("authorization", "").partition(" ")
            if scheme.lower() != "bearer" or not key.strip():
                raise Refusal(
                    401, "No key", "Programs send a key as `Authorization: Bearer KEY`. Make one under Account."
                )
            return await run_in_threadpool(self._program, key.strip()), False
        if is_of_seats(path):
            return await run_in_threadpool(self._judge_at_a_seat, path, headers), False
        # not by http.cookies, which reads none where another server of this machine has set one that it does not like
        session = cookie_parser(headers.get("cookie", "")).get(self.state.configuration.session_cookie, "")[:200]
        if self.state.configuration.is_local:
            own = session or secrets.token_urlsafe(32)
            visitor = Visitor("local", Role.ADMINISTRATOR, session=own, language=_language(path, headers))
            return visitor, not session
        if session:
            person = await run_in_threadpool(self._person, session)
            return replace(person, language=_language(path, headers)), False
        # somebody before signing in: forms need something to tie their token to
        return Visitor(session=secrets.token_urlsafe(32), language=_language(path, headers)), True

    def _judge_at_a_seat(self, path: str, headers: Headers) -> Visitor:
        """Who came by the link of a seat: whatever else this browser may do, these pages do not know of it."""
        session = cookie_parser(headers.get("cookie", "")).get(self.state.configuration.seat_cookie, "")[:200]
        language = _language(path, headers)
        if not session:
            return Visitor(language=language)
        with self.state.database.looking() as connection:
            sitting = seat_of_session(connection, session)
        if sitting is None:
            return Visitor(session=session, language=language)
        if needs_renewal(sitting.leased_until):
            with self.state.database.writing(in_turn=False) as connection:
                renew_lease(connection, sitting.seat)
        return Visitor(session=session, seat=sitting.seat, language=language)

    def _person(self, session: str) -> Visitor:
        with self.state.database.looking() as connection:
            signed_in = find_session(connection, session)
            projects = _projects(connection, None if signed_in is None else signed_in.account)
        if signed_in is None:
            return Visitor(session=session)
        if signed_in.needs_touch():
            with self.state.database.writing(in_turn=False) as connection:
                touch_session(connection, session)
        return Visitor(signed_in.account.name, signed_in.account.role, signed_in.account, session, projects)

    def _program(self, key: str) -> Visitor:
        with self.state.database.looking() as connection:
            known_key = find_key(connection, key)
            projects = _projects(connection, None if known_key is None else known_key.account)
        if known_key is None or (known_key.account is None) != self.state.configuration.is_local:
            raise Refusal(401, "Key not valid", "This server does not know the key. It may be revoked: make a new one.")
        if known_key.needs_touch():
            with self.state.database.writing(in_turn=False) as connection:
                touch_key(connection, known_key)
        if known_key.account is None:
            return Visitor("local", Role.ADMINISTRATOR)
        return Visitor(known_key.account.name, known_key.account.role, known_key.account, projects=projects)

    def _with_headers(self, scope: Scope, send: Send, new_session: str | None) -> Send:
        configuration = self.state.configuration

        async def completed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith(
                    (f"{JOIN}/", f"{SEAT_LINK}/", f"{CROWD}/")
                ):  # no page with a form stands there
                    headers["Referrer-Policy"] = "no-referrer"
                headers.setdefault("Cache-Control", "no-store")
                if configuration.is_encrypted:
                    headers["Strict-Transport-Security"] = "max-age=31536000"
                if new_session is not None and "set-cookie" not in headers:
                    headers.append("Set-Cookie", session_cookie(configuration, new_session))
            await send(message)

        return completed


def is_of_seats(path: str) -> bool:
    """Whether a page belongs to seats alone."""
    return path == SEAT or path.startswith(f"{SEAT}/")


def _language(path: str, headers: Headers) -> str:
    """The language of pages for judges of campaigns, as they chose it, or as their browser says."""
    if not path.startswith((f"{SEAT}/", f"{SEAT_LINK}/", f"{CROWD}/")) and path not in (SEAT, SEAT_LINK, CROWD):
        return "en"
    chosen = cookie_parser(headers.get("cookie", "")).get(LANGUAGE_COOKIE, "")
    return choose_language(chosen, headers.get("accept-language", ""))


def _without_body(send: Send) -> Send:
    async def head(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return head


def _projects(connection: "sa.Connection", account: Account | None) -> frozenset[int]:
    """The projects that somebody was let into; of administrators, who see all, it need not be known."""
    if account is None or account.role.includes(Role.ADMINISTRATOR):
        return frozenset()
    return projects_of(connection, account.id)


def _is_forwarded(headers: Headers) -> bool:
    return any(name in _FORWARDED or name.startswith("x-forwarded-") for name in headers)


def session_cookie(configuration: Any, value: str, *, seconds: int | None = None) -> str:
    """The cookie of a session, out of reach of scripts and of other sites' forms."""
    age = "" if seconds is None else f"; Max-Age={seconds}"
    secure = "; Secure" if configuration.is_encrypted else ""
    return f"{configuration.session_cookie}={value}; Path=/; HttpOnly; SameSite=Lax{secure}{age}"
