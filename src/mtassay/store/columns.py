"""What columns of our tables are made of."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.types import TypeDecorator

METADATA = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UtcTime(TypeDecorator[datetime]):
    """A moment, kept in UTC: SQLite would forget the zone."""

    impl: type[sa.DateTime] = sa.DateTime
    cache_ok: bool = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: Any, dialect: sa.Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""Numbers of rows: as wide as PostgreSQL has them; SQLite counts rows by plain INTEGER only."""


def key() -> sa.Column[int]:
    """The number of a row."""
    return sa.Column("id", ID, primary_key=True)


def link(name: str, table: str, *, optional: bool = False, index: bool | None = None) -> sa.Column[int]:
    """The number of a row of another table.

    It needs an index, which a constraint of several columns may be that begins with it: a database looks for it
    whenever a row of the other table is removed.
    """
    return sa.Column(name, ID, sa.ForeignKey(f"{table}.id"), nullable=optional, index=index)


def text(name: str) -> sa.Column[str]:
    """A text of any length, empty where nothing is said."""
    return sa.Column(name, sa.Text, nullable=False, default="", server_default="")


def mapping(name: str) -> sa.Column[dict[str, Any]]:
    """What has no column of its own: unknown attributes of imported files, details of answers."""
    return sa.Column(name, sa.JSON, nullable=False, default=dict, server_default="{}")
