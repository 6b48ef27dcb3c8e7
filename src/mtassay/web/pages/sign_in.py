"""Signing in and out, where the server has accounts."""

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Form

from mtassay.store.people import sessions
from mtassay.store.people.accounts import Role
from mtassay.web.safety.gate import session_cookie
from mtassay.web.safety.password_attempts import try_password
from mtassay.web.serving.failures import Refusal
from mtassay.web.serving.routes import Context, Done, Routes

ROUTES = Routes("Signing in")


@dataclass(frozen=True)
class SignIn:
    """The form; `next` is where the person wanted to go."""

    next: str


@dataclass(frozen=True)
class SignedIn:
    """Who came in."""

    name: str


@dataclass(frozen=True)
class SignedOut:
    """Nobody is signed in any more in this browser."""


@ROUTES.page("/sign-in", may=None, template="sign_in.html", twin=False)
def sign_in(context: Context, next: str = "/") -> SignIn:
    """The form that asks for name and password."""
    return SignIn(_own_path(next))


@ROUTES.action("/sign-in", may=None, twin=False)
def begin_session(
    context: Context,
    name: Annotated[str, Form(max_length=200)],
    password: Annotated[str, Form(max_length=1000)],
    next: Annotated[str, Form(max_length=500)] = "/",
) -> Done[SignedIn]:
    """Check the password and begin a session under a token that nobody knew before."""
    if context.configuration.is_local:
        return Done(SignedIn(context.visitor.name), "/")
    account = try_password(context, name, password)
    if account is None:
        raise Refusal(401, "Not signed in", "Name or password is wrong. Check both, also upper and lower case.")
    with context.database.writing(in_turn=False) as connection:
        sessions.end_session(connection, context.visitor.session)
        token = sessions.begin_session(connection, account.id)
    cookie = session_cookie(context.configuration, token)
    return Done(SignedIn(account.name), _own_path(next), cookie)


@ROUTES.action("/sign-out", may=Role.JUDGE, twin=False)
def end_session(context: Context) -> Done[SignedOut]:
    """End the session here and now, also for whoever has a copy of its cookie."""
    with context.database.writing(in_turn=False) as connection:
        sessions.end_session(connection, context.visitor.session)
    return Done(SignedOut(), "/sign-in", session_cookie(context.configuration, "", seconds=0))


def _own_path(path: str) -> str:
    """A page of this server: a link to the form must not be able to lead elsewhere after it."""
    parts = urlsplit(path)
    is_own = path.startswith("/") and not parts.scheme and not parts.netloc and "\\" not in path and path.isprintable()
    return path if is_own and not path.startswith("//") else "/"
