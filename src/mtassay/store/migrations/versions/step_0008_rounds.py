"""Rounds of rechecks in a column of their own, which were the beginnings of uids; judgments name their protocol."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_ROUND = re.compile("(recheck-[0-9a-f]{16})-")
_OLD, _NEW = "uq_drafts_project_judge_slot_target", "uq_drafts_project_judge_round_target"


def upgrade() -> None:
    # dropped and added: SQLite cannot change what a column has where nothing is said, and nobody ever used it
    op.drop_column("judgments", "kind")
    op.add_column("judgments", sa.Column("kind", sa.String(length=32), server_default="sser", nullable=False))
    op.add_column("judgments", sa.Column("round", sa.String(length=32), server_default="", nullable=False))
    _fill(op.get_bind())
    op.alter_column("drafts", "slot", new_column_name="round")
    if op.get_bind().dialect.name == "sqlite":
        # the table is made anew, because SQLite cannot change the name of a constraint
        with op.batch_alter_table("drafts") as drafts:
            drafts.drop_constraint(_OLD, type_="unique")
            drafts.create_unique_constraint(_NEW, ["project", "judge", "round", "target"])
    else:
        op.execute(f"ALTER TABLE drafts RENAME CONSTRAINT {_OLD} TO {_NEW}")


def _fill(connection: sa.Connection) -> None:
    table = sa.table("judgments", *(sa.column(name) for name in ("id", "uid", "is_recheck", "round")))
    rows = connection.execute(sa.select(table.c.id, table.c.uid).where(table.c.is_recheck)).all()
    begun = [(number, _ROUND.match(uid)) for number, uid in rows]
    filled = [{"number": number, "new": match[1]} for number, match in begun if match is not None]
    if filled:
        update = sa.update(table).where(table.c.id == sa.bindparam("number")).values(round=sa.bindparam("new"))
        connection.execute(update, filled)
