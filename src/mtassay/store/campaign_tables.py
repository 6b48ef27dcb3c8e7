"""The tables of campaigns: what is asked of whom, and what was answered. Rows are added and never changed.

From `seat_links` on, tables say how judges come in and what they have begun: their rows change and go, and no figure
depends on them.
"""

import sqlalchemy as sa

from mtassay.store.columns import ID, METADATA, UtcTime, key, link, mapping, text

CAMPAIGNS = sa.Table(
    "campaigns",
    METADATA,
    key(),
    sa.Column("project", ID, sa.ForeignKey("projects.id"), nullable=False, index=True),
    link("event", "events", index=True),
    sa.Column("name", sa.String(200), nullable=False),
    # protocols with their versions, context, how outputs were spread and drawn
    mapping("settings"),
    sa.Column("seed", ID, nullable=False),
    # the revision of the memory that known judgments are taken from
    sa.Column("revision", ID, nullable=False),
    text("guidelines"),
)

CAMPAIGN_STATES = sa.Table(
    "campaign_states",
    METADATA,
    key(),
    sa.Column("campaign", ID, sa.ForeignKey("campaigns.id"), nullable=False, index=True),
    link("event", "events", index=True),
    sa.Column("state", sa.String(16), nullable=False),
)

CAMPAIGN_ITEMS = sa.Table(
    "campaign_items",
    METADATA,
    key(),
    sa.Column("campaign", ID, sa.ForeignKey("campaigns.id"), nullable=False, index=True),
    link("event", "events", index=True),
    sa.Column("kind", sa.String(16), nullable=False),
    link("target", "targets", optional=True, index=True),
    text("document"),
    # its place in the test set: texts of one document are shown in this order
    sa.Column("position", sa.Integer, nullable=False),
    # frozen as they are shown, whatever becomes of the project
    text("source_text"),
    text("reference_text"),
    text("text"),
    text("original_language"),  # in which the source was first written, empty where nobody knows
    # the output that a control was made of or stands for, and what else is known of it, such as the place that was
    # made worse
    link("made_of", "campaign_items", optional=True, index=True),
    mapping("detail"),
)

CAMPAIGN_OUTPUTS = sa.Table(
    "campaign_outputs",
    METADATA,
    key(),
    link("item", "campaign_items"),
    link("event", "events", index=True),
    sa.Column("system", ID, sa.ForeignKey("systems.id"), nullable=False, index=True),
    sa.UniqueConstraint("item", "system"),
)

CAMPAIGN_TASKS = sa.Table(
    "campaign_tasks",
    METADATA,
    key(),
    sa.Column("campaign", ID, sa.ForeignKey("campaigns.id"), nullable=False, index=True),
    link("event", "events", index=True),
    # the place of the protocol in the settings of the campaign
    sa.Column("protocol", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    text("block"),
    sa.Column("units", sa.Integer, nullable=False),
    # the task that it repeats, or that has the plain outputs of what was made worse
    link("made_of", "campaign_tasks", optional=True, index=True),
)

CAMPAIGN_TASK_ITEMS = sa.Table(
    "campaign_task_items",
    METADATA,
    sa.Column("task", ID, sa.ForeignKey("campaign_tasks.id"), primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("item", ID, sa.ForeignKey("campaign_items.id"), nullable=False, index=True),
)

SEATS = sa.Table(
    "seats",
    METADATA,
    key(),
    link("campaign", "campaigns"),
    link("event", "events", index=True),
    sa.Column("number", sa.Integer, nullable=False),
    text("judge"),  # empty as long as nobody is named
    sa.Column("expertise", sa.String(16), nullable=False),
    sa.UniqueConstraint("campaign", "number"),
)

ASSIGNMENTS = sa.Table(
    "assignments",
    METADATA,
    key(),
    link("task", "campaign_tasks"),
    link("event", "events", index=True),
    sa.Column("seat", ID, sa.ForeignKey("seats.id"), nullable=False, index=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.UniqueConstraint("task", "seat"),
)

ANSWERS = sa.Table(
    "answers",
    METADATA,
    key(),
    link("project", "projects"),
    link("event", "events", index=True),
    sa.Column("task", ID, sa.ForeignKey("campaign_tasks.id"), nullable=False, index=True),
    # the item of a document that it is about; none where it is about all items of the task
    sa.Column("item", ID, sa.ForeignKey("campaign_items.id"), nullable=True, index=True),
    sa.Column("seat", ID, sa.ForeignKey("seats.id"), nullable=False, index=True),
    text("judge"),
    # drawn by whoever hands the answer in: handing it in twice adds it once
    sa.Column("uid", sa.String(64), nullable=False),
    mapping("body"),
    sa.Column("seconds", sa.Float(53), nullable=False, default=0.0, server_default="0"),
    sa.Column("at", UtcTime, nullable=False),
    text("comment"),
    sa.Column("replaces", ID, sa.ForeignKey("answers.id"), nullable=True, index=True),
    # what it is in the memory of the project, by the same event; none by other protocols than that of the memory
    link("judgment", "judgments", optional=True, index=True),
    sa.UniqueConstraint("project", "uid"),
)

REUSED = sa.Table(
    "reused",
    METADATA,
    key(),
    link("campaign", "campaigns", index=True),
    link("event", "events", index=True),
    link("item", "campaign_items", index=True),
    # the place of the protocol in the settings of the campaign
    sa.Column("protocol", sa.Integer, nullable=False),
    # what was known of the item before the campaign: an answer of an earlier one, or else a judgment
    link("answer", "answers", optional=True, index=True),
    link("judgment", "judgments", optional=True, index=True),
)

EXCLUSIONS = sa.Table(
    "exclusions",
    METADATA,
    key(),
    sa.Column("seat", ID, sa.ForeignKey("seats.id"), nullable=False, index=True),
    link("event", "events", index=True),
    text("reason"),
)

GRADES = sa.Table(
    "grades",
    METADATA,
    key(),
    link("campaign", "campaigns", index=True),
    link("event", "events", index=True),
    link("question", "campaign_items", index=True),
    # of the answer, so that one grade serves all that gave it; the last that is there holds
    sa.Column("answer", sa.String(64), nullable=False),
    sa.Column("grade", sa.Float(53), nullable=False),
)

SEAT_RELEASES = sa.Table(
    "seat_releases",
    METADATA,
    key(),
    # whoever sat there left: what was open went to others, and nothing more is asked there
    sa.Column("seat", ID, sa.ForeignKey("seats.id"), nullable=False, index=True),
    link("event", "events", index=True),
)

SEAT_LINKS = sa.Table(
    "seat_links",
    METADATA,
    key(),
    sa.Column("seat", ID, sa.ForeignKey("seats.id"), nullable=False, index=True),
    sa.Column("secret", sa.String(64), nullable=False, unique=True),  # a digest: a link is shown once, when it is made
    sa.Column("created", UtcTime, nullable=False),
    sa.Column("expires", UtcTime, nullable=False),
    sa.Column("last_used", UtcTime, nullable=True),
    sa.Column("is_revoked", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
)

SEAT_SESSIONS = sa.Table(
    "seat_sessions",
    METADATA,
    sa.Column("token", sa.String(64), primary_key=True),  # a digest
    sa.Column("seat", ID, sa.ForeignKey("seats.id"), nullable=False, index=True),
    sa.Column("begun", UtcTime, nullable=False),
    sa.Column("expires", UtcTime, nullable=False, index=True),
)

SEAT_DRAFTS = sa.Table(
    "seat_drafts",
    METADATA,
    key(),
    link("seat", "seats"),
    sa.Column("task", ID, sa.ForeignKey("campaign_tasks.id"), nullable=False, index=True),
    # no foreign key, because 0 stands for all items of the task
    sa.Column("item", ID, nullable=False, default=0, server_default="0"),
    mapping("body"),
    text("comment"),
    sa.Column("seconds", sa.Float(53), nullable=False, default=0.0, server_default="0"),
    sa.Column("is_skipped", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("at", UtcTime, nullable=False),
    sa.UniqueConstraint("seat", "task", "item"),
)

CROWD_ADDRESSES = sa.Table(
    "crowd_addresses",
    METADATA,
    key(),
    sa.Column("campaign", ID, sa.ForeignKey("campaigns.id"), nullable=False, index=True),
    sa.Column("secret", sa.String(64), nullable=False, unique=True),  # a digest, as of links
    sa.Column("created", UtcTime, nullable=False),
    sa.Column("expires", UtcTime, nullable=False),
    sa.Column("is_revoked", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
)

SEAT_LEASES = sa.Table(
    "seat_leases",
    METADATA,
    sa.Column("seat", ID, sa.ForeignKey("seats.id"), primary_key=True),
    link("campaign", "campaigns"),
    # a digest of whoever has the seat; it stays when the lease ends, until somebody else takes the seat
    sa.Column("holder", sa.String(64), nullable=True),
    # as leases of jobs have it: a clock that is moved back ends one too
    sa.Column("lease_from", UtcTime, nullable=False),
    sa.Column("lease_until", UtcTime, nullable=False),
    # what was open went to another seat: once, so that the history can undo it
    sa.Column("is_settled", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.UniqueConstraint("campaign", "holder"),
)

CROWD_STARTS = sa.Table(
    "crowd_starts",
    METADATA,
    key(),
    sa.Column("subject", sa.String(64), nullable=False, index=True),  # a digest of a network address
    sa.Column("at", UtcTime, nullable=False),
)

CAMPAIGN_ROWS = (
    CAMPAIGNS,
    CAMPAIGN_STATES,
    CAMPAIGN_ITEMS,
    CAMPAIGN_OUTPUTS,
    CAMPAIGN_TASKS,
    SEATS,
    ASSIGNMENTS,
    ANSWERS,
    REUSED,
    EXCLUSIONS,
    GRADES,
    SEAT_RELEASES,
)
"""Tables of campaigns whose rows can be taken away and brought back."""

JUDGES_COME_IN = (SEAT_SESSIONS, SEAT_LINKS, SEAT_LEASES, SEAT_DRAFTS)
"""Tables that no figure depends on; rows that name others stand before them."""
