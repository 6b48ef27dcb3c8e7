"""Who is asking."""

import getpass
from dataclasses import dataclass
from enum import StrEnum

from mtassay.store.people.accounts import Account, Role

LOCAL_OWNER = "local"


class LinkRole(StrEnum):
    """What a link alone gives, below all roles of accounts: none of them includes it, and it includes none."""

    SEAT = "seat"


@dataclass(frozen=True)
class Visitor:
    """A person at a browser, or a program with a key; `role` is None for one who has not signed in.

    `session` is what their cookie says; a program has none. `projects` are those that the account was let into. `seat`
    is the number of the seat of a campaign that a link let them to, 0 for all others; `language` is that of its pages.
    """

    name: str = ""
    role: Role | None = None
    account: Account | None = None
    session: str = ""
    projects: frozenset[int] = frozenset()
    seat: int = 0
    language: str = "en"

    @property
    def is_stranger(self) -> bool:
        """Whether nobody knows who they are."""
        return self.role is None and not self.seat

    @property
    def owner(self) -> str:
        """Whose jobs and files theirs are."""
        if self.seat:
            return f"seat:{self.seat}"
        return LOCAL_OWNER if self.account is None else self.account.owner

    @property
    def is_local(self) -> bool:
        """Somebody at this machine, who needs no account."""
        return self.role is not None and self.account is None

    @property
    def judge(self) -> str:
        """As whom they judge where they say nothing else: by their account, or as the system knows who runs it."""
        if self.account is not None:
            return self.account.name
        try:
            return getpass.getuser()
        except (KeyError, OSError):  # a user without a name
            return "somebody"

    def sees(self, project: int) -> bool:
        """Whether they may know of a project: they were let in, or they are administrators."""
        return project in self.projects or self.may(Role.ADMINISTRATOR)

    def may(self, role: Role | LinkRole | None) -> bool:
        """Whether they may do what needs this role; None is for everybody."""
        if isinstance(role, LinkRole):
            return self.seat > 0
        return role is None or (self.role is not None and self.role.includes(role))
