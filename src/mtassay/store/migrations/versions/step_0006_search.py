"""Texts without the differences that searches overlook, so that no database has to know letters beyond ASCII."""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_ROWS = 5000


def upgrade() -> None:
    for name in ("sources", "targets"):
        op.add_column(name, sa.Column("folded", sa.Text(), server_default="", nullable=False))
        _fill(op.get_bind(), sa.table(name, sa.column("id"), sa.column("text"), sa.column("folded")))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def _fill(connection: sa.Connection, table: sa.TableClause) -> None:
    texts = sa.select(table.c.id, table.c.text).order_by(table.c.id).limit(_ROWS)
    filled = sa.update(table).where(table.c.id == sa.bindparam("number")).values(folded=sa.bindparam("new"))
    last = 0
    while rows := connection.execute(texts.where(table.c.id > last)).all():
        connection.execute(filled, [{"number": number, "new": _folded(text)} for number, text in rows])
        last = rows[-1][0]
