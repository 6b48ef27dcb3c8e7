"""Members: who was let into which project. Administrators see every project, and need not be let in.

Letting people in and shutting them out are events of no project, as those of accounts are: an archive of the project
names none of them.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from mtassay.errors import NotFound
from mtassay.store.contents.projects import Project
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.people.accounts import Account, account_from_row, take_links_back
from mtassay.store.people_tables import ACCOUNTS, INVITATIONS, MEMBERSHIPS
from mtassay.store.work.jobs import forget_jobs_about

# made once: every request asks it
_PROJECTS = sa.select(MEMBERSHIPS.c.project).where(MEMBERSHIPS.c.account == sa.bindparam("account"))


@dataclass(frozen=True)
class Member:
    """An account that sees a project, and since when."""

    account: Account
    since: datetime


def projects_of(connection: sa.Connection, account: int) -> frozenset[int]:
    """The numbers of the projects that an account was let into."""
    return frozenset(connection.scalars(_PROJECTS, {"account": account}))


def members(connection: sa.Connection, project: Project) -> tuple[Member, ...]:
    """Who was let into a project, by name; those whose accounts are closed, too."""
    query = sa.select(ACCOUNTS, MEMBERSHIPS.c.since).join(MEMBERSHIPS, MEMBERSHIPS.c.account == ACCOUNTS.c.id)
    rows = connection.execute(query.where(MEMBERSHIPS.c.project == project.id).order_by(ACCOUNTS.c.key))
    return tuple(Member(account_from_row(row), row.since) for row in rows)


def let_in(connection: sa.Connection, project: Project, account: Account, who: str) -> bool:
    """Let somebody see a project; False where they were let in before."""
    if project.id in projects_of(connection, account.id):
        return False
    events.record(connection, None, EventKind.LETTING_IN, who, {"name": account.name, "project": project.name})
    values = {"account": account.id, "project": project.id, "since": datetime.now(UTC)}
    connection.execute(sa.insert(MEMBERSHIPS), values)
    return True


def shut_out(connection: sa.Connection, project: Project, account: Account, who: str) -> None:
    """Let somebody see a project no more.

    Their jobs on it end, what those made is gone, and links to it that they made open nothing.
    """
    chosen = sa.delete(MEMBERSHIPS).where(MEMBERSHIPS.c.account == account.id, MEMBERSHIPS.c.project == project.id)
    if connection.execute(chosen).rowcount == 0:
        raise NotFound(f"{account.name} is no member of {project.name}, so nothing was changed")
    events.record(connection, None, EventKind.SHUTTING_OUT, who, {"name": account.name, "project": project.name})
    forget_jobs_about(connection, project.id, account.owner)
    take_links_back(connection, account.id, INVITATIONS.c.project == project.id)
