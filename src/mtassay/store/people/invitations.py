"""Invitations: links that let one person into one project, once, until they expire or are revoked.

The database knows digests of their tokens only, so that a link is shown once, when it is made. To open one changes
nothing; `accept` does.
"""

import hmac
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Any

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound, SettingError
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.judging.questions import judge_names
from mtassay.store.people.accounts import Account, Role, add_account
from mtassay.store.people.members import let_in
from mtassay.store.people_tables import ACCOUNTS, INVITATIONS

LIFETIME = timedelta(days=7)
"""How long a link can be used, unless said otherwise."""

LONGEST = timedelta(days=90)
"""No link can be used for longer."""

_LONGEST_LABEL = 100
_TOKEN_BYTES = 16
_UNKNOWN = "this link is not valid; copy all of it, or ask whoever sent it for a new one"
_ASK_AGAIN = "ask whoever sent it for a new one"


class InvitationState(StrEnum):
    """What became of an invitation."""

    OPEN = "open"
    USED = "used"
    EXPIRED = "expired"
    REVOKED = "revoked"


@dataclass(frozen=True, kw_only=True)
class Invitation:
    """A link, without its token. `label` says for whom it is, `inviter` who made it, `joined` who used it."""

    id: int
    project: int
    role: Role
    label: str
    inviter: str
    created: datetime
    expires: datetime
    state: InvitationState
    joined: str


def invite(
    connection: sa.Connection,
    project: Project,
    role: Role,
    who: str,
    *,
    inviter: Account | None = None,
    label: str = "",
    lifetime: timedelta = LIFETIME,
    now: datetime | None = None,
) -> tuple[Invitation, str]:
    """Make an invitation, and the token of its link, which can be shown this once: it is nowhere else.

    `role` is that of an account which is opened by it; somebody who has one keeps theirs.
    """
    shown = " ".join(label.split())
    if len(shown) > _LONGEST_LABEL or not shown.isprintable():
        raise SettingError(f"{label[:50]!r} cannot say for whom a link is; take up to {_LONGEST_LABEL} characters")
    if role is Role.ADMINISTRATOR:
        raise SettingError(
            "a link makes nobody an administrator; invite a judge or a manager, and change the role then"
        )
    if not timedelta(0) < lifetime <= LONGEST:
        raise SettingError(f"a link can be used for 1 to {LONGEST.days} days")
    token, at = secrets.token_urlsafe(_TOKEN_BYTES), _moment(now)
    values = {
        "project": project.id,
        "secret": _digest(token),
        "role": role.value,
        "label": shown,
        "inviter": None if inviter is None else inviter.id,
        "created": at,
        "expires": at + lifetime,
    }
    events.record(connection, None, EventKind.INVITATION, who, {"name": shown, "project": project.name})
    number = connection.execute(sa.insert(INVITATIONS).returning(INVITATIONS.c.id), values).scalar_one()
    return _invitation(connection.execute(_query().where(INVITATIONS.c.id == number)).one(), at), token


def invitations(connection: sa.Connection, project: Project, now: datetime | None = None) -> tuple[Invitation, ...]:
    """All invitations to a project, also those that are over, the newest first."""
    rows = connection.execute(_query().where(INVITATIONS.c.project == project.id).order_by(INVITATIONS.c.id.desc()))
    return tuple(_invitation(row, _moment(now)) for row in rows)


def invitation_of(connection: sa.Connection, project: Project, number: int, now: datetime | None = None) -> Invitation:
    """An invitation to a project by its number."""
    chosen = _query().where(INVITATIONS.c.project == project.id, INVITATIONS.c.id == number)
    # more than 63 bits a database cannot look for
    row = connection.execute(chosen).first() if 0 < number < 2**63 else None
    if row is None:
        raise NotFound(f"there is no invitation {number} to this project")
    return _invitation(row, _moment(now))


def revoke(
    connection: sa.Connection, project: Project, number: int, who: str, now: datetime | None = None
) -> Invitation:
    """Let a link open nothing any more; one that is over stays as it is."""
    known = invitation_of(connection, project, number, now)
    if known.state is not InvitationState.OPEN:
        return known
    events.record(connection, None, EventKind.REVOCATION, who, {"name": known.label, "project": project.name})
    connection.execute(sa.update(INVITATIONS).where(INVITATIONS.c.id == known.id).values(is_revoked=True))
    return invitation_of(connection, project, number, now)


def find_invitation(connection: sa.Connection, token: str, now: datetime | None = None) -> Invitation:
    """The invitation that a link opens; NotFound for a token that nobody gave out, Conflict for one that is over."""
    digest = _digest(token)
    row = connection.execute(_query().where(INVITATIONS.c.secret == digest)).first()
    # an index finds digests by comparing parts of them; of a token, which they tell nothing of, nothing is compared
    if row is None or not hmac.compare_digest(row.secret, digest):
        raise NotFound(_UNKNOWN)
    invitation = _invitation(row, _moment(now))
    if invitation.state is InvitationState.USED:
        raise Conflict(f"this link was used already, and works once; sign in if it was you, or {_ASK_AGAIN}")
    if invitation.state is InvitationState.EXPIRED:
        raise Conflict(f"this link could be used until {invitation.expires:%Y-%m-%d}; {_ASK_AGAIN}")
    if invitation.state is InvitationState.REVOKED:
        raise Conflict(f"this link was revoked; {_ASK_AGAIN}")
    return invitation


def project_invited_to(connection: sa.Connection, invitation: Invitation) -> Project:
    """The project of a link; Conflict where it was deleted since, because the link itself is no guess."""
    try:
        return project_of(connection, invitation.project)
    except NotFound:
        raise Conflict("this project is not there any more; ask whoever sent the link") from None


def accept(
    connection: sa.Connection, token: str, account: Account, now: datetime | None = None
) -> tuple[Invitation, Project]:
    """Let somebody into the project of a link, which is used up then. Write with a turn, so that it is used once."""
    invitation = find_invitation(connection, token, now)
    project = project_invited_to(connection, invitation)
    if not let_in(connection, project, account, account.name):
        raise Conflict(f"you are a member of {project.name} already; the link still works for somebody else")
    used = {"used": _moment(now), "account": account.id}
    chosen = sa.update(INVITATIONS).where(INVITATIONS.c.id == invitation.id, INVITATIONS.c.used.is_(None))
    if connection.execute(chosen.values(**used)).rowcount == 0:
        raise Conflict(f"this link was used a moment ago, and works once; {_ASK_AGAIN}")
    return invitation_of(connection, project, invitation.id, now), project


def accept_with_new_account(
    connection: sa.Connection, token: str, name: str, password: str, now: datetime | None = None
) -> tuple[Account, Project]:
    """Open an account under a name and a password of the person's own, and let it in.

    Judgments belong to names: whoever took that of a judge without an account would be this judge.
    """
    invitation = find_invitation(connection, token, now)
    shown = " ".join(name.split())
    judges = judge_names(connection, project_invited_to(connection, invitation))
    if shown in judges and shown != invitation.label:
        raise Conflict("somebody has judged here under this name; choose another, or ask for a link that is for you")
    account = add_account(connection, name, password, invitation.role, shown)
    _, project = accept(connection, token, account, now)
    return account, project


def _query() -> sa.Select[Any]:
    inviter, joined = ACCOUNTS.alias("inviting"), ACCOUNTS.alias("joined")
    return (
        sa.select(INVITATIONS, inviter.c.name.label("inviter_name"), joined.c.name.label("joined_name"))
        .outerjoin(inviter, inviter.c.id == INVITATIONS.c.inviter)
        .outerjoin(joined, joined.c.id == INVITATIONS.c.account)
    )


def _invitation(row: Any, now: datetime) -> Invitation:
    if row.used is not None:
        state = InvitationState.USED
    elif row.is_revoked:
        state = InvitationState.REVOKED
    else:
        state = InvitationState.OPEN if now < row.expires else InvitationState.EXPIRED
    return Invitation(
        id=row.id,
        project=row.project,
        role=Role(row.role),
        label=row.label,
        inviter=row.inviter_name or "",
        created=row.created,
        expires=row.expires,
        state=state,
        joined=row.joined_name or "",
    )


def _moment(now: datetime | None) -> datetime:
    return datetime.now(UTC) if now is None else now


def _digest(token: str) -> str:
    # no salt: 128 random bits cannot be guessed, and the row must be found by them
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
