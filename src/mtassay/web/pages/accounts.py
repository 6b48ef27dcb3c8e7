"""Accounts: who may come in, and with which role. For administrators."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import Form

from mtassay.errors import NotFound
from mtassay.store.people import accounts as stored
from mtassay.store.people.accounts import Account, Role
from mtassay.web.serving.routes import Context, Done, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Accounts")

_NAME = Form(min_length=1, max_length=100)
_PASSWORD = Form(min_length=1, max_length=1000)


@dataclass(frozen=True)
class AccountRow:
    """One account."""

    id: int
    name: str
    role: Role
    is_active: bool
    created: str


@dataclass(frozen=True)
class Accounts:
    """All accounts, and the roles there are."""

    accounts: list[AccountRow]
    roles: list[Role]


@ROUTES.page("/accounts", may=Role.ADMINISTRATOR, template="accounts.html")
def accounts(context: Context) -> Accounts:
    """All accounts, also those that were closed."""
    with context.database.reading() as connection:
        stored_accounts = stored.accounts(connection)
    return Accounts([_row(account) for account in stored_accounts], list(Role))


@ROUTES.action("/accounts", may=Role.ADMINISTRATOR)
def add_account(
    context: Context,
    name: Annotated[str, _NAME],
    password: Annotated[str, _PASSWORD],
    role: Annotated[Role, Form()] = Role.JUDGE,
) -> Done[AccountRow]:
    """Let somebody in; they change the password themselves later."""
    with context.database.writing() as connection:
        account = stored.add_account(connection, name, password, role, context.visitor.name)
    return Done(_row(account), "/accounts")


@ROUTES.action("/accounts/{id}/role", may=Role.ADMINISTRATOR)
def change_role(context: Context, id: int, role: Annotated[Role, Form()]) -> Done[AccountRow]:
    """Give an account another role, at once and for all its sessions."""
    with context.database.writing() as connection:
        account = stored.change_role(connection, _find(connection, id), role, context.visitor.name)
    return Done(_row(account), "/accounts")


@ROUTES.action("/accounts/{id}/active", may=Role.ADMINISTRATOR)
def set_active(context: Context, id: int, is_active: Annotated[bool, Form()]) -> Done[AccountRow]:
    """Close an account, which ends its sessions and keys, or open it again."""
    with context.database.writing() as connection:
        account = stored.set_active(connection, _find(connection, id), is_active, context.visitor.name)
    return Done(_row(account), "/accounts")


@ROUTES.action("/accounts/{id}/password", may=Role.ADMINISTRATOR)
def reset_password(context: Context, id: int, password: Annotated[str, _PASSWORD]) -> Done[AccountRow]:
    """Set a new password for somebody who forgot theirs; all their sessions end."""
    with context.database.writing() as connection:
        account = _find(connection, id)
        stored.change_password(connection, account, password, context.visitor.name)
    return Done(_row(account), "/accounts")


def _find(connection: "sa.Connection", id: int) -> Account:
    account = stored.account_of(connection, id)
    if account is None:
        raise NotFound(f"there is no account {id}")
    return account


def _row(account: Account) -> AccountRow:
    return AccountRow(account.id, account.name, account.role, account.is_active, account.created.isoformat())
