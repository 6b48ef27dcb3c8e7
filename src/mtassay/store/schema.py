"""The tables. Rows are added and never changed: `event` says when, and `marks` what was taken away since.

What is computed from them holds as of any revision, a revision being the number of an event. Tables without `event`
from `kept_files` on, and those of `people_tables`, serve the people who come by browser or program: their rows change
and go, and no figure depends on them.
"""

import sqlalchemy as sa

from mtassay.human.protocols.sser import Sser
from mtassay.store.campaign_tables import CAMPAIGN_ROWS, CROWD_STARTS, SEAT_SESSIONS
from mtassay.store.columns import ID, UtcTime, key, link, mapping, text
from mtassay.store.columns import METADATA as METADATA  # complete once this module is imported
from mtassay.store.people_tables import INVITATIONS, SESSIONS, SIGN_IN_FAILURES

SSER = Sser.name
"""The protocol by which people judge: a score, and a class for each information item."""

EVENTS = sa.Table(
    "events",
    METADATA,
    key(),
    sa.Column("uid", sa.String(32), nullable=False, unique=True),
    # no foreign key: the first event of a project comes before the project
    sa.Column("project", ID, nullable=True, index=True),
    sa.Column("at", UtcTime, nullable=False),
    text("who"),
    sa.Column("kind", sa.String(32), nullable=False),
    mapping("summary"),
    link("undoes", "events", optional=True),
    # of those alone that undo others, which are few; all other events are entered without them
    *(
        sa.Index(
            name,
            *columns,
            sqlite_where=sa.text("undoes IS NOT NULL"),
            postgresql_where=sa.text("undoes IS NOT NULL"),
        )
        for name, *columns in (("ix_events_project_undoes", "project", "undoes"), ("ix_events_undoes", "undoes"))
    ),
    sqlite_autoincrement=True,  # a number that was given out is never given again
)

PROJECTS = sa.Table(
    "projects",
    METADATA,
    key(),
    link("event", "events"),
    sa.Column("name", sa.String(200), nullable=False, unique=True),
    text("source_language"),
    text("target_language"),
    sa.Column("scale", sa.JSON, nullable=False),
    sa.Column("by_place", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    mapping("settings"),
    # what events say of the project at present, beside its name and languages
    sa.Column("is_archived", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("deleted", UtcTime, nullable=True),
)

SOURCES = sa.Table(
    "sources",
    METADATA,
    key(),
    link("project", "projects"),
    link("event", "events", index=True),
    sa.Column("key", sa.String(32), nullable=False),
    text("text"),
    text("document"),
    sa.Column("position", sa.Integer, nullable=True),
    text("original_language"),
    mapping("extra"),
    text("folded"),  # the text as searches compare it
    sa.UniqueConstraint("project", "key"),
)

ITEMS = sa.Table(
    "items",
    METADATA,
    key(),
    sa.Column("source", ID, sa.ForeignKey("sources.id"), nullable=False, index=True),
    link("event", "events", index=True),
    sa.Column("label", sa.String(200), nullable=False),
    # where it begins in the source: an order that holds however often a source is cut anew
    sa.Column("start", sa.Integer, nullable=False),
    text("text"),
    mapping("extra"),
)

TARGETS = sa.Table(
    "targets",
    METADATA,
    key(),
    link("source", "sources"),
    link("event", "events", index=True),
    sa.Column("key", sa.String(32), nullable=False),
    text("text"),
    mapping("extra"),
    text("folded"),
    sa.UniqueConstraint("source", "key"),
)

SYSTEMS = sa.Table(
    "systems",
    METADATA,
    key(),
    link("project", "projects"),
    link("event", "events", index=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.UniqueConstraint("project", "name"),
)

RUNS = sa.Table(
    "runs",
    METADATA,
    key(),
    sa.Column("system", ID, sa.ForeignKey("systems.id"), nullable=False, index=True),
    link("event", "events", index=True),
    text("name"),
)

OUTPUTS = sa.Table(
    "outputs",
    METADATA,
    key(),
    link("run", "runs"),
    link("event", "events", index=True),
    sa.Column("position", sa.Integer, nullable=False),
    text("document"),
    sa.Column("target", ID, sa.ForeignKey("targets.id"), nullable=False, index=True),
    sa.UniqueConstraint("run", "position"),
)

JUDGES = sa.Table(
    "judges",
    METADATA,
    key(),
    link("project", "projects"),
    link("event", "events", index=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.UniqueConstraint("project", "name"),
)

JUDGMENTS = sa.Table(
    "judgments",
    METADATA,
    key(),
    sa.Column("project", ID, sa.ForeignKey("projects.id"), nullable=False, index=True),
    link("target", "targets"),
    sa.Column("event", ID, sa.ForeignKey("events.id"), nullable=False, index=True),
    # made by whoever hands the judgment in: handing it in twice adds it once
    sa.Column("uid", sa.String(64), nullable=False),
    # the name of the protocol by which it was given
    sa.Column("kind", sa.String(32), nullable=False, default=SSER, server_default=SSER),
    sa.Column("judge", ID, sa.ForeignKey("judges.id"), nullable=True, index=True),
    link("system", "systems", optional=True),
    sa.Column("value", sa.Float(53), nullable=True),
    sa.Column("at", UtcTime, nullable=True),
    sa.Column("seconds", sa.Float(53), nullable=True),
    text("comment"),
    sa.Column("is_recheck", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    # of a recheck, the draw that it belongs to; empty for what counts, and for rechecks of files that name none
    sa.Column("round", sa.String(32), nullable=False, default="", server_default=""),
    sa.Column("replaces", ID, sa.ForeignKey("judgments.id"), nullable=True, index=True),
    mapping("extra"),
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
    sa.Column("judgment", ID, sa.ForeignKey("judgments.id"), primary_key=True),
    sa.Column("item", ID, sa.ForeignKey("items.id"), primary_key=True, index=True),
    sa.Column("verdict", sa.String(32), nullable=False),
)

MARKS = sa.Table(
    "marks",
    METADATA,
    key(),
    sa.Column("event", ID, sa.ForeignKey("events.id"), nullable=False, index=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("row", ID, nullable=False),
    sa.Column("is_gone", sa.Boolean, nullable=False),
    sa.Index("ix_marks_kind_row", "kind", "row"),
)

QUEUES = sa.Table(
    "queues",
    METADATA,
    key(),
    sa.Column("run", ID, sa.ForeignKey("runs.id"), nullable=False, index=True),
    link("event", "events", index=True),
    sa.Column("seed", ID, nullable=False),
    # the revision of the memory that predictions are made from, however long judging takes
    sa.Column("revision", ID, nullable=False),
    mapping("settings"),
)

QUEUE_ITEMS = sa.Table(
    "queue_items",
    METADATA,
    key(),
    link("queue", "queues"),
    link("event", "events", index=True),
    sa.Column("target", ID, sa.ForeignKey("targets.id"), nullable=False, index=True),
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
    key(),
    sa.Column("queue", ID, sa.ForeignKey("queues.id"), nullable=False, index=True),
    link("event", "events", index=True),
    # a name and not a row of judges, who are there from their first judgment on
    text("judge"),
)

QUEUE_ASSIGNMENTS = sa.Table(
    "queue_assignments",
    METADATA,
    key(),
    sa.Column("item", ID, sa.ForeignKey("queue_items.id"), nullable=False, index=True),
    link("event", "events", index=True),
    text("judge"),  # empty where anybody may judge it
)

QUEUE_CLOSINGS = sa.Table(
    "queue_closings",
    METADATA,
    key(),
    sa.Column("queue", ID, sa.ForeignKey("queues.id"), nullable=False, index=True),
    link("event", "events", index=True),
)

QUEUE_REFERENCES = sa.Table(
    "queue_references",
    METADATA,
    key(),
    sa.Column("queue", ID, sa.ForeignKey("queues.id"), nullable=False, index=True),
    link("source", "sources", index=True),
    text("text"),
)

JUDGING_RULES = sa.Table(
    "judging_rules",
    METADATA,
    key(),
    sa.Column("project", ID, sa.ForeignKey("projects.id"), nullable=False, index=True),
    link("event", "events", index=True),
    text("guidelines"),
    sa.Column("is_open", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("seed", ID, nullable=False, default=0, server_default="0"),
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
        *CAMPAIGN_ROWS,
    )
}
"""Tables whose rows can be taken away and brought back."""

KEPT_FILES = sa.Table(
    "kept_files",
    METADATA,
    key(),
    sa.Column("uid", sa.String(32), nullable=False, unique=True),
    sa.Column("owner", sa.String(100), nullable=False, index=True),
    text("name"),
    sa.Column("size", ID, nullable=False),
    sa.Column("media_type", sa.String(200), nullable=False),
    sa.Column("created", UtcTime, nullable=False),
    sa.Column("expires", UtcTime, nullable=False, index=True),
)

KEPT_FILE_CHUNKS = sa.Table(
    "kept_file_chunks",
    METADATA,
    sa.Column("file", ID, sa.ForeignKey("kept_files.id"), primary_key=True),
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
)

JOBS = sa.Table(
    "jobs",
    METADATA,
    key(),
    sa.Column("uid", sa.String(32), nullable=False, unique=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("owner", sa.String(100), nullable=False, index=True),
    text("title"),
    sa.Column("state", sa.String(16), nullable=False, index=True),
    mapping("arguments"),
    sa.Column("result", sa.JSON(none_as_null=True), nullable=True),
    sa.Column("done", ID, nullable=False, default=0, server_default="0"),
    sa.Column("total", ID, nullable=False, default=0, server_default="0"),
    text("message"),
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
    key(),
    link("project", "projects"),
    # a name, as in queues: a judge is there from the first judgment on
    sa.Column("judge", sa.String(200), nullable=False),
    sa.Column("round", sa.String(32), nullable=False, default="", server_default=""),
    link("target", "targets", index=True),
    # the judgment that it would correct; no foreign key, because 0 stands for none
    sa.Column("version", ID, nullable=False, default=0, server_default="0"),
    sa.Column("value", sa.Float(53), nullable=True),
    mapping("verdicts"),
    text("comment"),
    sa.Column("seconds", sa.Float(53), nullable=False, default=0.0, server_default="0"),
    sa.Column("is_skipped", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("is_flagged", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("at", UtcTime, nullable=False),
    sa.UniqueConstraint("project", "judge", "round", "target"),
)

TRANSIENT = (
    CROWD_STARTS,
    INVITATIONS,
    JOBS,
    KEPT_FILE_CHUNKS,
    KEPT_FILES,
    SEAT_SESSIONS,
    SESSIONS,
    SIGN_IN_FAILURES,
)
"""Tables of which no backup is made; rows that name others stand before them.

Not of invitations, either: a link that was used or revoked would open the door again.
"""
