"""People of a project: who was let in, and links that invite more of them. For its managers."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from fastapi import Form

from mtassay.errors import Conflict, NotFound, SettingError
from mtassay.store.contents.projects import project_of
from mtassay.store.people.accounts import Role, account_of, find_account
from mtassay.store.people.invitations import (
    Invitation,
    InvitationState,
    invitation_of,
    invitations,
    invite,
    revoke,
)
from mtassay.store.people.members import Member, let_in, members, shut_out
from mtassay.web.addresses import JOIN
from mtassay.web.serving.routes import Context, Done, Routes

ROUTES = Routes("People")

ROLES = (Role.JUDGE, Role.MANAGER)
"""What a link can make somebody."""


@dataclass(frozen=True)
class MemberRow:
    """Somebody who sees the project."""

    id: int
    name: str
    role: Role
    is_active: bool
    since: str


@dataclass(frozen=True, kw_only=True)
class InvitationRow:
    """An invitation, without its link: that is shown once, when it is made."""

    id: int
    label: str
    role: Role
    inviter: str
    created: str
    expires: str
    state: InvitationState
    joined: str


@dataclass(frozen=True)
class People:
    """Who was let into a project, and its invitations, those that wait before those that are over."""

    project_id: int
    project_name: str
    members: list[MemberRow]
    waiting: list[InvitationRow]
    over: list[InvitationRow]


@dataclass(frozen=True)
class NewLink:
    """A link that was just made; it is shown this once."""

    project_id: int
    project_name: str
    invitation: InvitationRow
    link: str


@ROUTES.page("/projects/{project}/people", may=Role.MANAGER, template="people/page.html")
def people(context: Context, project: int) -> People:
    """Who sees a project, and whom links invite."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        rows = [_invitation_row(invitation) for invitation in invitations(connection, stored)]
        return People(
            stored.id,
            stored.name,
            [_member_row(member) for member in members(connection, stored)],
            [row for row in rows if row.state is InvitationState.OPEN],
            [row for row in rows if row.state is not InvitationState.OPEN],
        )


# not an action: the link can be shown only in the answer to this very request
@ROUTES.form("/projects/{project}/invitations", may=Role.MANAGER, template="people/new_link.html")
def invite_by_link(
    context: Context,
    project: int,
    label: Annotated[str, Form(max_length=100)] = "",
    role: Annotated[Role, Form()] = Role.JUDGE,
    days: Annotated[int, Form(ge=1, le=90)] = 7,
) -> NewLink:
    """Make a link that lets one person in, once, within some days; `role` is for those who have no account yet."""
    return _make_link(context, project, label, role, days)


@ROUTES.form("/projects/{project}/invitations/{id}/renew", may=Role.MANAGER, template="people/new_link.html")
def renew_link(context: Context, project: int, id: int, days: Annotated[int, Form(ge=1, le=90)] = 7) -> NewLink:
    """Make a new link in the place of one that was lost or is over, which opens nothing from then on."""
    with context.database.reading() as connection:
        known = invitation_of(connection, project_of(connection, project), id)
    return _make_link(context, project, known.label, known.role, days, replaces=id)


@ROUTES.action("/projects/{project}/invitations/{id}/revoke", may=Role.MANAGER)
def revoke_link(context: Context, project: int, id: int) -> Done[InvitationRow]:
    """Let a link open nothing any more."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        revoked = revoke(connection, stored, id, context.visitor.name)
    return Done(_invitation_row(revoked), f"/projects/{stored.id}/people")


@ROUTES.action("/projects/{project}/members", may=Role.MANAGER)
def add_member(
    context: Context, project: int, name: Annotated[str, Form(min_length=1, max_length=200)]
) -> Done[People]:
    """Let in somebody who has an account."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        try:
            account = find_account(connection, name)
        except NotFound:  # its words would name accounts that a manager has nothing to do with
            raise NotFound(
                f"there is no account {name[:100]!r}; write the whole name, or invite them by a link"
            ) from None
        let_in(connection, stored, account, context.visitor.name)
    return Done(people(context, project), f"/projects/{stored.id}/people")


@ROUTES.action("/projects/{project}/members/{id}/remove", may=Role.MANAGER)
def remove_member(context: Context, project: int, id: int) -> Done[MemberRow]:
    """Shut somebody out of a project: what they judged stays, and they see it no more."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        # only of members, so that nobody learns which other accounts there are
        known = next((member for member in members(connection, stored) if member.account.id == id), None)
        if known is None:
            raise NotFound(f"nobody with number {id} is a member of this project")
        shut_out(connection, stored, known.account, context.visitor.name)
    is_own = context.visitor.account is not None and context.visitor.account.id == id
    sees_still = not is_own or context.visitor.may(Role.ADMINISTRATOR)
    return Done(_member_row(known), f"/projects/{stored.id}/people" if sees_still else "/projects")


def _make_link(
    context: Context, project: int, label: str, role: Role, days: int, *, replaces: int | None = None
) -> NewLink:
    if context.configuration.is_local:
        raise Conflict("nobody else can reach this server, so a link would not work; start it for others first")
    if role not in ROLES:
        raise SettingError(f"a link cannot make somebody {role}; choose {' or '.join(ROLES)}")
    visitor = context.visitor
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        if replaces is not None:
            old = revoke(connection, stored, replaces, visitor.name)
            if old.state is InvitationState.USED:  # a moment ago, perhaps
                raise Conflict(f"{old.joined or 'somebody'} has used this link; for somebody else, make another one")
        # forgotten, perhaps, since the request began
        inviter = None if visitor.account is None else account_of(connection, visitor.account.id)
        made, token = invite(
            connection, stored, role, visitor.name, inviter=inviter, label=label, lifetime=timedelta(days=days)
        )
    return NewLink(stored.id, stored.name, _invitation_row(made), f"{context.configuration.origin}{JOIN}/{token}")


def _member_row(member: Member) -> MemberRow:
    account = member.account
    return MemberRow(account.id, account.name, account.role, account.is_active, member.since.isoformat())


def _invitation_row(invitation: Invitation) -> InvitationRow:
    return InvitationRow(
        id=invitation.id,
        label=invitation.label,
        role=invitation.role,
        inviter=invitation.inviter,
        created=invitation.created.isoformat(),
        expires=invitation.expires.isoformat(),
        state=invitation.state,
        joined=invitation.joined,
    )
