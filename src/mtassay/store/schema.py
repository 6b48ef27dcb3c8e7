"""The tables. Rows are added and never changed: `event` says when, and `marks` what was taken away since.

What is computed from them holds as of any revision, a revision being the number of an event. Tables without `event`
from `accounts` on serve the people who come by browser or program: their rows change and go, and no figure depends on
them.
"""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.types import TypeDecorator

from mtassay.human.protocols.sser import Sser

SSER = Sser.name
"""The protocol by which people judge: a score, and a class for each information item."""

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


# as wide as PostgreSQL has them; SQLite counts rows by plain INTEGER only
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _key() -> sa.Column[int]:
    return sa.Column("id", _ID, primary_key=True)


def _link(name: str, table: str, *, optional: bool = False) -> sa.Column[int]:
    return sa.Column(name, _ID, sa.ForeignKey(f"{table}.id"), nullable=optional)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False, default="", server_default="")


def _mapping(name: str) -> sa.Column[dict[str, Any]]:
    """What has no column of its own: unknown attributes of imported files, details of answers."""
    return sa.Column(name, sa.JSON, nullable=False, default=dict, server_default="{}")


EVENTS = sa.Table(
    "events",
    METADATA,
    _key(),
    sa.Column("uid", sa.String(32), nullable=False, unique=True),
    # no foreign key: the first event of a project comes before the project
    sa.Column("project", _ID, nullable=True, index=True),
    sa.Column("at", UtcTime, nullable=False),
    _text("who"),
    sa.Column("kind", sa.String(32), nullable=False),
    _mapping("summary"),
    _link("undoes", "events", optional=True),
    # of those alone that undo others, which are few; all other events are entered without it
    sa.Index(
        "ix_events_project_undoes",
        "project",
        "undoes",
        sqlite_where=sa.text("undoes IS NOT NULL"),
        postgresql_where=sa.text("undoes IS NOT NULL"),
    ),
    sqlite_autoincrement=True,  # a number that was given out is never given again
)

PROJECTS = sa.Table(
    "projects",
    METADATA,
    _key(),
    _link("event", "events"),
    sa.Column("name", sa.String(200), nullable=False, unique=True),
    _text("source_language"),
    _text("target_language"),
    sa.Column("scale", sa.JSON, nullable=False),
    sa.Column("by_place", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    _mapping("settings"),
)

SOURCES = sa.Table(
    "sources",
    METADATA,
    _key(),
    _link("project", "projects"),
    _link("event", "events"),
    sa.Column("key", sa.String(32), nullable=False),
    _text("text"),
    _text("document"),
    sa.Column("position", sa.Integer, nullable=True),
    _text("original_language"),
    _mapping("extra"),
    _text("folded"),  # the text as searches compare it
    sa.UniqueConstraint("project", "key"),
)

ITEMS = sa.Table(
    "items",
    METADATA,
    _key(),
    sa.Column("source", _ID, sa.ForeignKey("sources.id"), nullable=False, index=True),
    _link("event", "events"),
    sa.Column("label", sa.String(200), nullable=False),
    # where it begins in the source: an order that holds however often a source is cut anew
    sa.Column("start", sa.Integer, nullable=False),
    _text("text"),
    _mapping("extra"),
)

TARGETS = sa.Table(
    "targets",
    METADATA,
    _key(),
    _link("source", "sources"),
    _link("event", "events"),
    sa.Column("key", sa.String(32), nullable=False),
    _text("text"),
    _mapping("extra"),
    _text("folded"),
    sa.UniqueConstraint("source", "key"),
)

SYSTEMS = sa.Table(
    "systems",
    METADATA,
    _key(),
    _link("project", "projects"),
    _link("event", "events"),
    sa.Column("name", sa.String(200), nullable=False),
    sa.UniqueConstraint("project", "name"),
)

RUNS = sa.Table(
    "runs",
    METADATA,
    _key(),
    sa.Column("system", _ID, sa.ForeignKey("systems.id"), nullable=False, index=True),
    _link("event", "events"),
    _text("name"),
)

OUTPUTS = sa.Table(
    "outputs",
    METADATA,
    _key(),
    _link("run", "runs"),
    _link("event", "events"),
    sa.Column("position", sa.Integer, nullable=False),
    _text("document"),
    sa.Column("target", _ID, sa.ForeignKey("targets.id"), nullable=False, index=True),
    sa.UniqueConstraint("run", "position"),
)

JUDGES = sa.Table(
    "judges",
    METADATA,
    _key(),
    _link("project", "projects"),
    _link("event", "events"),
    sa.Column("name", sa.String(200), nullable=False),
    sa.UniqueConstraint("project", "name"),
)

JUDGMENTS = sa.Table(
    "judgments",
    METADATA,
    _key(),
    sa.Column("project", _ID, sa.ForeignKey("projects.id"), nullable=False, index=True),
    _link("target", "targets"),
    sa.Column("event", _ID, sa.ForeignKey("events.id"), nullable=False, index=True),
    # made by whoever hands the judgment in: handing it in twice adds it once
    sa.Column("uid", sa.String(64), nullable=False),
    # the name of the protocol by which it was given
    sa.Column("kind", sa.String(32), nullable=False, default=SSER, server_default=SSER),
    sa.Column("judge", _ID, sa.ForeignKey("judges.id"), nullable=True, index=True),
    _link("system", "systems", optional=True),
    sa.Column("value", sa.Float(53), nullable=True),
    sa.Column("at", UtcTime, nullable=True),
    sa.Column("seconds", sa.Float(53), nullable=True),
    _text("comment"),
    sa.Column("is_recheck", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    # of a recheck, the draw that it belongs to; empty for what counts, and for rechecks of files that name none
    sa.Column("round", sa.String(32), nullable=False, default="", server_default=""),
    sa.Column("replaces", _ID, sa.ForeignKey("judgments.id"), nullable=True, index=True),
    _mapping("extra"),
    sa.UniqueConstraint("project", "uid"),
    # all that a search by scores asks for
    sa.Index(None, "target", "is_recheck", "value"),
    # of those alone that name a system: most are entered without it
    sa.Index(
        "ix_judgments_system",
        "system",
        sqlite_where=sa.text("system IS NOT NULL"),
        postgresql_where=sa.text("system IS NOT NULL"),
    ),
)

VERDICTS = sa.Table(
    "verdicts",
    METADATA,
    sa.Column("judgment", _ID, sa.ForeignKey("judgments.id"), primary_key=True),
    sa.Column("item", _ID, sa.ForeignKey("items.id"), primary_key=True),
    sa.Column("verdict", sa.String(32), nullable=False),
)

MARKS = sa.Table(
    "marks",
    METADATA,
    _key(),
    sa.Column("event", _ID, sa.ForeignKey("events.id"), nullable=False, index=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("row", _ID, nullable=False),
    sa.Column("is_gone", sa.Boolean, nullable=False),
    sa.Index("ix_marks_kind_row", "kind", "row"),
)

QUEUES = sa.Table(
    "queues",
    METADATA,
    _key(),
    sa.Column("run", _ID, sa.ForeignKey("runs.id"), nullable=False, index=True),
    _link("event", "events"),
    sa.Column("seed", _ID, nullable=False),
    # the revision of the memory that predictions are made from, however long judging takes
    sa.Column("revision", _ID, nullable=False),
    _mapping("settings"),
)

QUEUE_ITEMS = sa.Table(
    "queue_items",
    METADATA,
    _key(),
    _link("queue", "queues"),
    _link("event", "events"),
    sa.Column("target", _ID, sa.ForeignKey("targets.id"), nullable=False, index=True),
    sa.Column("position", sa.Integer, nullable=False),
    # stored, because another version of a random generator could draw others
    sa.Column("uniform", sa.Float(53), nullable=False),
    sa.Column("size", sa.Float(53), nullable=False),
    sa.UniqueConstraint("queue", "position"),
    sa.UniqueConstraint("queue", "target"),
)

QUEUE_JUDGES = sa.Table(
    "queue_judges",
    METADATA,
    _key(),
    sa.Column("queue", _ID, sa.ForeignKey("queues.id"), nullable=False, index=True),
    _link("event", "events"),
    # a name and not a row of judges, who are there from their first judgment on
    _text("judge"),
)

QUEUE_ASSIGNMENTS = sa.Table(
    "queue_assignments",
    METADATA,
    _key(),
    sa.Column("item", _ID, sa.ForeignKey("queue_items.id"), nullable=False, index=True),
    _link("event", "events"),
    _text("judge"),  # empty where anybody may judge it
)

QUEUE_CLOSINGS = sa.Table(
    "queue_closings",
    METADATA,
    _key(),
    sa.Column("queue", _ID, sa.ForeignKey("queues.id"), nullable=False, index=True),
    _link("event", "events"),
)

QUEUE_REFERENCES = sa.Table(
    "queue_references",
    METADATA,
    _key(),
    sa.Column("queue", _ID, sa.ForeignKey("queues.id"), nullable=False, index=True),
    _link("source", "sources"),
    _text("text"),
)

JUDGING_RULES = sa.Table(
    "judging_rules",
    METADATA,
    _key(),
    sa.Column("project", _ID, sa.ForeignKey("projects.id"), nullable=False, index=True),
    _link("event", "events"),
    _text("guidelines"),
    sa.Column("is_open", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("seed", _ID, nullable=False, default=0, server_default="0"),
)

MARKED = {
    table.name: table
    for table in (
        SOURCES,
        ITEMS,
        TARGETS,
        SYSTEMS,
        RUNS,
        OUTPUTS,
        JUDGMENTS,
        QUEUES,
        QUEUE_ITEMS,
        QUEUE_JUDGES,
        QUEUE_ASSIGNMENTS,
        QUEUE_CLOSINGS,
        JUDGING_RULES,
    )
}
"""Tables whose rows can be taken away and brought back."""

ACCOUNTS = sa.Table(
    "accounts",
    METADATA,
    _key(),
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
    sa.Column("account", _ID, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("begun", UtcTime, nullable=False),
    sa.Column("touched", UtcTime, nullable=False),
    sa.Column("expires", UtcTime, nullable=False, index=True),
    sa.Column("lifetime", sa.Float(53), nullable=False),  # seconds
)

API_KEYS = sa.Table(
    "api_keys",
    METADATA,
    _key(),
    sa.Column("account", _ID, sa.ForeignKey("accounts.id"), nullable=True, index=True),  # None: whoever is local
    sa.Column("secret", sa.String(64), nullable=False, unique=True),  # a digest
    _text("label"),
    sa.Column("created", UtcTime, nullable=False),
    sa.Column("last_used", UtcTime, nullable=True),
    sa.Column("is_revoked", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
)

SIGN_IN_FAILURES = sa.Table(
    "sign_in_failures",
    METADATA,
    _key(),
    # a digest of a name or an address: people type passwords where names belong
    sa.Column("subject", sa.String(64), nullable=False, index=True),
    sa.Column("at", UtcTime, nullable=False),
    sa.Column("counts_until", UtcTime, nullable=False, index=True),
)

KEPT_FILES = sa.Table(
    "kept_files",
    METADATA,
    _key(),
    sa.Column("uid", sa.String(32), nullable=False, unique=True),
    sa.Column("owner", sa.String(100), nullable=False, index=True),
    _text("name"),
    sa.Column("size", _ID, nullable=False),
    sa.Column("media_type", sa.String(200), nullable=False),
    sa.Column("created", UtcTime, nullable=False),
    sa.Column("expires", UtcTime, nullable=False, index=True),
)

KEPT_FILE_CHUNKS = sa.Table(
    "kept_file_chunks",
    METADATA,
    sa.Column("file", _ID, sa.ForeignKey("kept_files.id"), primary_key=True),
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
)

JOBS = sa.Table(
    "jobs",
    METADATA,
    _key(),
    sa.Column("uid", sa.String(32), nullable=False, unique=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("owner", sa.String(100), nullable=False, index=True),
    _text("title"),
    sa.Column("state", sa.String(16), nullable=False, index=True),
    _mapping("arguments"),
    sa.Column("result", sa.JSON(none_as_null=True), nullable=True),
    sa.Column("done", _ID, nullable=False, default=0, server_default="0"),
    sa.Column("total", _ID, nullable=False, default=0, server_default="0"),
    _text("message"),
    sa.Column("created", UtcTime, nullable=False),
    sa.Column("started", UtcTime, nullable=True),
    sa.Column("finished", UtcTime, nullable=True),
    sa.Column("attempt", sa.Integer, nullable=False, default=1, server_default="1"),
    sa.Column("cancel_is_asked", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("worker", sa.String(100), nullable=True),
    # A lease has a beginning, before the moment at which it was taken, so that a clock that is moved back ends it
    # too: a dead worker would hold its job until the old time comes again.
    sa.Column("lease_from", UtcTime, nullable=True),
    sa.Column("lease_until", UtcTime, nullable=True),
    sqlite_autoincrement=True,  # a later job has a higher number, though jobs are forgotten
)

DRAFTS = sa.Table(
    "drafts",
    METADATA,
    _key(),
    _link("project", "projects"),
    # a name, as in queues: a judge is there from the first judgment on
    sa.Column("judge", sa.String(200), nullable=False),
    sa.Column("round", sa.String(32), nullable=False, default="", server_default=""),
    _link("target", "targets"),
    # the judgment that it would correct; no foreign key, because 0 stands for none
    sa.Column("version", _ID, nullable=False, default=0, server_default="0"),
    sa.Column("value", sa.Float(53), nullable=True),
    _mapping("verdicts"),
    _text("comment"),
    sa.Column("seconds", sa.Float(53), nullable=False, default=0.0, server_default="0"),
    sa.Column("is_skipped", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("is_flagged", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("at", UtcTime, nullable=False),
    sa.UniqueConstraint("project", "judge", "round", "target"),
)

TRANSIENT = (JOBS, KEPT_FILE_CHUNKS, KEPT_FILES, SESSIONS, SIGN_IN_FAILURES)
"""Tables of which no backup is made; rows that name others stand before them."""
