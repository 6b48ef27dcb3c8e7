"""Joining a project by a link: what it invites to, and the form that accepts it.

Opening the link changes nothing, because programs that look at mail open links too. It takes the token out of the
address into a cookie, which this page alone is sent.
"""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Form

from mtassay.errors import Conflict, NotFound
from mtassay.store.people import sessions
from mtassay.store.people.accounts import Role
from mtassay.store.people.invitations import accept, accept_with_new_account, find_invitation, project_invited_to
from mtassay.web.addresses import JOIN
from mtassay.web.safety.gate import session_cookie
from mtassay.web.safety.link_attempts import checked_link
from mtassay.web.serving.routes import Context, Done, Routes

ROUTES = Routes("Joining")

_SECONDS = 3600


@dataclass(frozen=True)
class Join:
    """What a link invites to; `account` is who is signed in, empty where nobody is."""

    project_name: str
    role: Role
    inviter: str
    expires: str
    account: str


@dataclass(frozen=True)
class Joined:
    """Who is a member of what now."""

    name: str
    project: int


@ROUTES.door(f"{JOIN}/{{token}}", may=None)
def open_link(context: Context, token: str) -> Done[Join]:
    """Take the token out of the address, where it would stay in histories and on screens."""
    _refuse_local(context)
    with checked_link(context) as connection:
        find_invitation(connection, token)
    return Done(join(context, token), JOIN, _cookie(context, token, _SECONDS))


@ROUTES.page(JOIN, may=None, template="join.html", twin=False)
def join_form(context: Context) -> Join:
    """What the link that was opened invites to."""
    _refuse_local(context)
    return join(context, _token(context))


@ROUTES.action(JOIN, may=None, twin=False)
def join_project(
    context: Context,
    name: Annotated[str, Form(max_length=200)] = "",
    password: Annotated[str, Form(max_length=1000)] = "",
) -> Done[Joined]:
    """Accept the invitation: with the account that is signed in, or with a new one of this name and password."""
    _refuse_local(context)
    token, account = _token(context), context.visitor.account
    with checked_link(context) as connection:
        find_invitation(connection, token)
    with context.database.writing() as connection:
        if account is not None:
            _, project = accept(connection, token, account)
            cookie = _cookie(context, "", 0)
        else:
            account, project = accept_with_new_account(connection, token, name, password)
            sessions.end_session(connection, context.visitor.session)
            cookie = session_cookie(context.configuration, sessions.begin_session(connection, account.id))
    manages = account.role.includes(Role.MANAGER)
    return Done(Joined(account.name, project.id), f"/projects/{project.id}" if manages else "/judge", cookie)


def join(context: Context, token: str) -> Join:
    """What a token invites to."""
    with checked_link(context) as connection:
        invitation = find_invitation(connection, token)
        project = project_invited_to(connection, invitation)
    account = context.visitor.account
    expires = invitation.expires.isoformat()
    return Join(project.name, invitation.role, invitation.inviter, expires, "" if account is None else account.name)


def _refuse_local(context: Context) -> None:
    if context.configuration.is_local:
        raise Conflict("there is no need to join here: this server answers only this computer, and shows all projects")


def _token(context: Context) -> str:
    token = context.request.cookies.get(_cookie_name(context), "")
    if not token:
        raise NotFound("no invitation is open in this browser; open your invitation link again")
    return token[:100]


def _cookie(context: Context, token: str, seconds: int) -> str:
    secure = "; Secure" if context.configuration.is_encrypted else ""
    return f"{_cookie_name(context)}={token}; Path={JOIN}; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}"


def _cookie_name(context: Context) -> str:
    # browsers do not tell ports apart
    return f"mtassay-invitation-{context.configuration.port}"
