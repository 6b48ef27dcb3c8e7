"""Who is asking."""

import getpass
from dataclasses import dataclass

from mtassay.store.people.accounts import Account, Role

LOCAL_OWNER = "local"


@dataclass(frozen=True)
class Visitor:
    """A person at a browser, or a program with a key; `role` is None for one who has not signed in.

    `session` is what their cookie says; a program has none.
    """

    name: str = ""
    role: Role | None = None
    account: Account | None = None
    session: str = ""

    @property
    def owner(self) -> str:
        """Whose jobs and files theirs are."""
        return LOCAL_OWNER if self.account is None else f"account:{self.account.id}"

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

    def may(self, role: Role | None) -> bool:
        """Whether they may do what needs this role; None is for everybody."""
        return role is None or (self.role is not None and self.role.includes(role))
