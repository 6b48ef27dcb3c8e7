"""Who can sign in."""

from collections.abc import Sequence

from mtassay.reports.document import Document, Table
from mtassay.store.people.accounts import Account

_NAMES = ("name", "role", "state")


def accounts_document(accounts: Sequence[Account]) -> Document:
    """A row for each account."""
    rows = [(account.name, str(account.role), "open" if account.is_active else "closed") for account in accounts]
    return Document("Accounts", (Table.of(_NAMES, rows, frozenset(_NAMES)),))
