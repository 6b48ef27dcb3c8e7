"""Who may see which project, links that invite to one, and projects that are archived or deleted.

Removing a project for good looks for what names its rows, row by row: by an index now, no longer in all projects.

Until now everybody with an account saw every project, so that everybody is a member of what is there.
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_LOOKED_FOR = (
    *((table, "event") for table in ("sources", "items", "targets", "systems", "runs", "outputs", "judges")),
    *((table, "event") for table in ("queues", "queue_items", "queue_judges", "queue_assignments", "queue_closings")),
    *(("judging_rules", "event"), ("verdicts", "item"), ("queue_references", "source"), ("drafts", "target")),
)


def upgrade() -> None:
    op.add_column("projects", sa.Column("is_archived", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("projects", sa.Column("deleted", sa.DateTime(), nullable=True))
    op.create_table(
        "memberships",
        sa.Column("account", ID, nullable=False),
        sa.Column("project", ID, nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_memberships_account"),
        sa.ForeignKeyConstraint(["project"], ["projects.id"], name="fk_memberships_project"),
        sa.PrimaryKeyConstraint("account", "project", name="pk_memberships"),
    )
    op.create_index("ix_memberships_project", "memberships", ["project"], unique=False)
    op.create_table(
        "invitations",
        sa.Column("id", ID, nullable=False),
        sa.Column("project", ID, nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("label", sa.Text(), server_default="", nullable=False),
        sa.Column("inviter", ID, nullable=True),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.Column("is_revoked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("used", sa.DateTime(), nullable=True),
        sa.Column("account", ID, nullable=True),
        sa.ForeignKeyConstraint(["project"], ["projects.id"], name="fk_invitations_project"),
        sa.ForeignKeyConstraint(["inviter"], ["accounts.id"], name="fk_invitations_inviter"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_invitations_account"),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
        sa.UniqueConstraint("secret", name="uq_invitations_secret"),
        sqlite_autoincrement=True,
    )
    for column in ("project", "inviter", "account"):
        op.create_index(f"ix_invitations_{column}", "invitations", [column], unique=False)
    for table, column in _LOOKED_FOR:
        op.create_index(f"ix_{table}_{column}", table, [column], unique=False)
    is_undo = sa.text("undoes IS NOT NULL")
    op.create_index(
        "ix_events_undoes", "events", ["undoes"], unique=False, sqlite_where=is_undo, postgresql_where=is_undo
    )
    _let_everybody_in(op.get_bind())


def _let_everybody_in(connection: sa.Connection) -> None:
    accounts, projects = (sa.table(name, sa.column("id")) for name in ("accounts", "projects"))
    columns = [sa.column("account"), sa.column("project"), sa.column("since", sa.DateTime())]
    now = sa.literal(datetime.now(UTC).replace(tzinfo=None), sa.DateTime())
    everybody = sa.select(accounts.c.id, projects.c.id, now).join_from(accounts, projects, sa.true())
    connection.execute(sa.insert(sa.table("memberships", *columns)).from_select(columns, everybody))
