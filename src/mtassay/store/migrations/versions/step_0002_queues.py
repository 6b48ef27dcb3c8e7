"""Judging queues of new systems: which outputs people judge, in which order, and who."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "queues",
        sa.Column("id", ID, nullable=False),
        sa.Column("run", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("seed", ID, nullable=False),
        sa.Column("revision", ID, nullable=False),
        sa.Column("settings", sa.JSON(), server_default="{}", nullable=False),
        sa.ForeignKeyConstraint(["run"], ["runs.id"], name="fk_queues_run"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_queues_event"),
        sa.PrimaryKeyConstraint("id", name="pk_queues"),
    )
    op.create_index("ix_queues_run", "queues", ["run"], unique=False)
    op.create_table(
        "queue_items",
        sa.Column("id", ID, nullable=False),
        sa.Column("queue", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("target", ID, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("uniform", sa.Float(precision=53), nullable=False),
        sa.Column("size", sa.Float(precision=53), nullable=False),
        sa.ForeignKeyConstraint(["queue"], ["queues.id"], name="fk_queue_items_queue"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_queue_items_event"),
        sa.ForeignKeyConstraint(["target"], ["targets.id"], name="fk_queue_items_target"),
        sa.PrimaryKeyConstraint("id", name="pk_queue_items"),
        sa.UniqueConstraint("queue", "position", name="uq_queue_items_queue_position"),
        sa.UniqueConstraint("queue", "target", name="uq_queue_items_queue_target"),
    )
    op.create_index("ix_queue_items_target", "queue_items", ["target"], unique=False)
    op.create_table(
        "queue_judges",
        sa.Column("id", ID, nullable=False),
        sa.Column("queue", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("judge", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["queue"], ["queues.id"], name="fk_queue_judges_queue"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_queue_judges_event"),
        sa.PrimaryKeyConstraint("id", name="pk_queue_judges"),
    )
    op.create_index("ix_queue_judges_queue", "queue_judges", ["queue"], unique=False)
    op.create_table(
        "queue_assignments",
        sa.Column("id", ID, nullable=False),
        sa.Column("item", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("judge", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["item"], ["queue_items.id"], name="fk_queue_assignments_item"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_queue_assignments_event"),
        sa.PrimaryKeyConstraint("id", name="pk_queue_assignments"),
    )
    op.create_index("ix_queue_assignments_item", "queue_assignments", ["item"], unique=False)
    op.create_table(
        "queue_closings",
        sa.Column("id", ID, nullable=False),
        sa.Column("queue", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.ForeignKeyConstraint(["queue"], ["queues.id"], name="fk_queue_closings_queue"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_queue_closings_event"),
        sa.PrimaryKeyConstraint("id", name="pk_queue_closings"),
    )
    op.create_index("ix_queue_closings_queue", "queue_closings", ["queue"], unique=False)
    op.create_table(
        "queue_references",
        sa.Column("id", ID, nullable=False),
        sa.Column("queue", ID, nullable=False),
        sa.Column("source", ID, nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["queue"], ["queues.id"], name="fk_queue_references_queue"),
        sa.ForeignKeyConstraint(["source"], ["sources.id"], name="fk_queue_references_source"),
        sa.PrimaryKeyConstraint("id", name="pk_queue_references"),
    )
    op.create_index("ix_queue_references_queue", "queue_references", ["queue"], unique=False)
