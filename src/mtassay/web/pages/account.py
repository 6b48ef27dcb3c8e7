"""What a person can change of their own account: the password, and keys for programs."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Form

from mtassay.errors import NotFound
from mtassay.store.people import accounts, api_keys, sessions
from mtassay.store.people.accounts import Role
from mtassay.store.people.api_keys import ApiKey
from mtassay.web.safety.gate import session_cookie
from mtassay.web.safety.password_attempts import try_password
from mtassay.web.serving.failures import Refusal
from mtassay.web.serving.routes import Context, Done, Routes

ROUTES = Routes("Account")


@dataclass(frozen=True)
class KeyRow:
    """A key, without its secret."""

    id: int
    label: str
    created: str
    last_used: str | None
    is_revoked: bool


@dataclass(frozen=True)
class OwnAccount:
    """Who is signed in, and their keys."""

    name: str
    role: Role
    keys: list[KeyRow]


@dataclass(frozen=True)
class NewKey:
    """A key that was just made; its secret is shown this once."""

    key: KeyRow
    secret: str


@dataclass(frozen=True)
class PasswordChanged:
    """All sessions but this one have ended."""

    name: str


@ROUTES.page("/account", may=Role.JUDGE, template="account.html")
def account(context: Context) -> OwnAccount:
    """Who is asking, and which keys they have."""
    assert context.visitor.role is not None
    with context.database.reading() as connection:
        keys = api_keys.keys(connection, _account_id(context))
    return OwnAccount(context.visitor.name, context.visitor.role, [_row(key) for key in keys])


@ROUTES.action("/account/password", may=Role.JUDGE, twin=False)
def change_password(
    context: Context,
    current: Annotated[str, Form(max_length=1000)],
    password: Annotated[str, Form(max_length=1000)],
) -> Done[PasswordChanged]:
    """Set a new password; whoever is signed in elsewhere under this name has to sign in again."""
    own = context.visitor.account
    if own is None:
        raise NotFound("there is no account to change: no password is needed on this computer")
    if try_password(context, own.name, current) is None:  # whoever took over a session could guess here, too
        raise Refusal(403, "Password not changed", "The current password is wrong. Type it again.")
    with context.database.writing() as connection:
        accounts.change_password(connection, own, password, own.name)
        token = sessions.begin_session(connection, own.id)
    return Done(PasswordChanged(own.name), "/account", session_cookie(context.configuration, token))


# not an action: the secret can be shown only in the answer to this very request
@ROUTES.form("/account/keys", may=Role.JUDGE, template="new_key.html", twin=False)
def add_key(context: Context, label: Annotated[str, Form(min_length=1, max_length=100)]) -> NewKey:
    """Make a key that may do what this account may."""
    with context.database.writing(in_turn=False) as connection:
        key, secret = api_keys.add_key(connection, _account_id(context), label)
    return NewKey(_row(key), secret)


@ROUTES.action("/account/keys/{id}/revoke", may=Role.JUDGE)
def revoke_key(context: Context, id: int) -> Done[OwnAccount]:
    """Make a key useless, at once."""
    with context.database.writing(in_turn=False) as connection:
        api_keys.revoke_key(connection, _account_id(context), id)
    return Done(account(context), "/account")


def _account_id(context: Context) -> int | None:
    return None if context.visitor.account is None else context.visitor.account.id


def _row(key: ApiKey) -> KeyRow:
    used = None if key.last_used is None else key.last_used.isoformat()
    return KeyRow(key.id, key.label, key.created.isoformat(), used, key.is_revoked)
