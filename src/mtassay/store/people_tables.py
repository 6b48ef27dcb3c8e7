"""The tables of who may come in, and to which projects. Their rows change and go, and no figure depends on them."""

import sqlalchemy as sa

from mtassay.store.columns import ID, METADATA, UtcTime, key, text

ACCOUNTS = sa.Table(
    "accounts",
    METADATA,
    key(),
    sa.Column("name", sa.String(100), nullable=False),
    # what makes two names the same: letters in whatever case and Unicode form
    sa.Column("key", sa.String(200), nullable=False, unique=True),
    sa.Column("password", sa.String(200), nullable=False),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("is_active", sa.Boolean, nullable=False, default=True, server_default=sa.true()),
    sa.Column("created", UtcTime, nullable=False),
    sqlite_autoincrement=True,  # jobs and files name their owner by this number
)

SESSIONS = sa.Table(
    "sessions",
    METADATA,
    sa.Column("token", sa.String(64), primary_key=True),  # a digest: who reads the table cannot use it
    sa.Column("account", ID, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("begun", UtcTime, nullable=False),
    sa.Column("touched", UtcTime, nullable=False),
    sa.Column("expires", UtcTime, nullable=False, index=True),
    sa.Column("lifetime", sa.Float(53), nullable=False),  # seconds
)

API_KEYS = sa.Table(
    "api_keys",
    METADATA,
    key(),
    sa.Column("account", ID, sa.ForeignKey("accounts.id"), nullable=True, index=True),  # None: whoever is local
    sa.Column("secret", sa.String(64), nullable=False, unique=True),  # a digest
    text("label"),
    sa.Column("created", UtcTime, nullable=False),
    sa.Column("last_used", UtcTime, nullable=True),
    sa.Column("is_revoked", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
)

SIGN_IN_FAILURES = sa.Table(
    "sign_in_failures",
    METADATA,
    key(),
    # a digest of a name or an address: people type passwords where names belong
    sa.Column("subject", sa.String(64), nullable=False, index=True),
    sa.Column("at", UtcTime, nullable=False),
    sa.Column("counts_until", UtcTime, nullable=False, index=True),
)

MEMBERSHIPS = sa.Table(
    "memberships",
    METADATA,
    sa.Column("account", ID, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("project", ID, sa.ForeignKey("projects.id"), primary_key=True, index=True),
    sa.Column("since", UtcTime, nullable=False),
)

INVITATIONS = sa.Table(
    "invitations",
    METADATA,
    key(),
    sa.Column("project", ID, sa.ForeignKey("projects.id"), nullable=False, index=True),
    sa.Column("secret", sa.String(64), nullable=False, unique=True),  # a digest
    sa.Column("role", sa.String(16), nullable=False),  # of the account that it opens
    text("label"),  # for whom it is
    sa.Column("inviter", ID, sa.ForeignKey("accounts.id"), nullable=True, index=True),  # None: whoever is local
    sa.Column("created", UtcTime, nullable=False),
    sa.Column("expires", UtcTime, nullable=False),
    sa.Column("is_revoked", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("used", UtcTime, nullable=True),
    sa.Column("account", ID, sa.ForeignKey("accounts.id"), nullable=True, index=True),  # who used it
    sqlite_autoincrement=True,  # pages name an invitation by this number
)
