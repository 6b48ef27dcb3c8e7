"""Campaigns: what is asked of whom, links for judges, and their answers."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", ID, nullable=False),
        sa.Column("project", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("settings", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("seed", ID, nullable=False),
        sa.Column("revision", ID, nullable=False),
        sa.Column("guidelines", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["project"], ["projects.id"], name="fk_campaigns_project"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_campaigns_event"),
        sa.PrimaryKeyConstraint("id", name="pk_campaigns"),
    )
    op.create_index("ix_campaigns_project", "campaigns", ["project"], unique=False)
    op.create_index("ix_campaigns_event", "campaigns", ["event"], unique=False)
    op.create_table(
        "campaign_states",
        sa.Column("id", ID, nullable=False),
        sa.Column("campaign", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_campaign_states_campaign"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_campaign_states_event"),
        sa.PrimaryKeyConstraint("id", name="pk_campaign_states"),
    )
    op.create_index("ix_campaign_states_campaign", "campaign_states", ["campaign"], unique=False)
    op.create_index("ix_campaign_states_event", "campaign_states", ["event"], unique=False)
    op.create_table(
        "campaign_items",
        sa.Column("id", ID, nullable=False),
        sa.Column("campaign", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("target", ID, nullable=True),
        sa.Column("document", sa.Text(), server_default="", nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("source_text", sa.Text(), server_default="", nullable=False),
        sa.Column("reference_text", sa.Text(), server_default="", nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_campaign_items_campaign"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_campaign_items_event"),
        sa.ForeignKeyConstraint(["target"], ["targets.id"], name="fk_campaign_items_target"),
        sa.PrimaryKeyConstraint("id", name="pk_campaign_items"),
    )
    op.create_index("ix_campaign_items_campaign", "campaign_items", ["campaign"], unique=False)
    op.create_index("ix_campaign_items_event", "campaign_items", ["event"], unique=False)
    op.create_index("ix_campaign_items_target", "campaign_items", ["target"], unique=False)
    op.create_table(
        "campaign_outputs",
        sa.Column("id", ID, nullable=False),
        sa.Column("item", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("system", ID, nullable=False),
        sa.ForeignKeyConstraint(["item"], ["campaign_items.id"], name="fk_campaign_outputs_item"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_campaign_outputs_event"),
        sa.ForeignKeyConstraint(["system"], ["systems.id"], name="fk_campaign_outputs_system"),
        sa.PrimaryKeyConstraint("id", name="pk_campaign_outputs"),
        sa.UniqueConstraint("item", "system", name="uq_campaign_outputs_item_system"),
    )
    op.create_index("ix_campaign_outputs_event", "campaign_outputs", ["event"], unique=False)
    op.create_index("ix_campaign_outputs_system", "campaign_outputs", ["system"], unique=False)
    op.create_table(
        "campaign_tasks",
        sa.Column("id", ID, nullable=False),
        sa.Column("campaign", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("protocol", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("block", sa.Text(), server_default="", nullable=False),
        sa.Column("units", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_campaign_tasks_campaign"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_campaign_tasks_event"),
        sa.PrimaryKeyConstraint("id", name="pk_campaign_tasks"),
    )
    op.create_index("ix_campaign_tasks_campaign", "campaign_tasks", ["campaign"], unique=False)
    op.create_index("ix_campaign_tasks_event", "campaign_tasks", ["event"], unique=False)
    op.create_table(
        "campaign_task_items",
        sa.Column("task", ID, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("item", ID, nullable=False),
        sa.ForeignKeyConstraint(["task"], ["campaign_tasks.id"], name="fk_campaign_task_items_task"),
        sa.ForeignKeyConstraint(["item"], ["campaign_items.id"], name="fk_campaign_task_items_item"),
        sa.PrimaryKeyConstraint("task", "place", name="pk_campaign_task_items"),
    )
    op.create_index("ix_campaign_task_items_item", "campaign_task_items", ["item"], unique=False)
    op.create_table(
        "seats",
        sa.Column("id", ID, nullable=False),
        sa.Column("campaign", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("judge", sa.Text(), server_default="", nullable=False),
        sa.Column("expertise", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_seats_campaign"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_seats_event"),
        sa.PrimaryKeyConstraint("id", name="pk_seats"),
        sa.UniqueConstraint("campaign", "number", name="uq_seats_campaign_number"),
    )
    op.create_index("ix_seats_event", "seats", ["event"], unique=False)
    op.create_table(
        "assignments",
        sa.Column("id", ID, nullable=False),
        sa.Column("task", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("seat", ID, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["task"], ["campaign_tasks.id"], name="fk_assignments_task"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_assignments_event"),
        sa.ForeignKeyConstraint(["seat"], ["seats.id"], name="fk_assignments_seat"),
        sa.PrimaryKeyConstraint("id", name="pk_assignments"),
        sa.UniqueConstraint("task", "seat", name="uq_assignments_task_seat"),
    )
    op.create_index("ix_assignments_event", "assignments", ["event"], unique=False)
    op.create_index("ix_assignments_seat", "assignments", ["seat"], unique=False)
    op.create_table(
        "answers",
        sa.Column("id", ID, nullable=False),
        sa.Column("project", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("task", ID, nullable=False),
        sa.Column("item", ID, nullable=True),
        sa.Column("seat", ID, nullable=False),
        sa.Column("judge", sa.Text(), server_default="", nullable=False),
        sa.Column("uid", sa.String(length=64), nullable=False),
        sa.Column("body", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("seconds", sa.Float(53), server_default="0", nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("comment", sa.Text(), server_default="", nullable=False),
        sa.Column("replaces", ID, nullable=True),
        sa.Column("judgment", ID, nullable=True),
        sa.ForeignKeyConstraint(["project"], ["projects.id"], name="fk_answers_project"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_answers_event"),
        sa.ForeignKeyConstraint(["task"], ["campaign_tasks.id"], name="fk_answers_task"),
        sa.ForeignKeyConstraint(["item"], ["campaign_items.id"], name="fk_answers_item"),
        sa.ForeignKeyConstraint(["seat"], ["seats.id"], name="fk_answers_seat"),
        sa.ForeignKeyConstraint(["replaces"], ["answers.id"], name="fk_answers_replaces"),
        sa.ForeignKeyConstraint(["judgment"], ["judgments.id"], name="fk_answers_judgment"),
        sa.PrimaryKeyConstraint("id", name="pk_answers"),
        sa.UniqueConstraint("project", "uid", name="uq_answers_project_uid"),
    )
    op.create_index("ix_answers_event", "answers", ["event"], unique=False)
    op.create_index("ix_answers_task", "answers", ["task"], unique=False)
    op.create_index("ix_answers_item", "answers", ["item"], unique=False)
    op.create_index("ix_answers_seat", "answers", ["seat"], unique=False)
    op.create_index("ix_answers_replaces", "answers", ["replaces"], unique=False)
    op.create_index("ix_answers_judgment", "answers", ["judgment"], unique=False)
    op.create_table(
        "reused",
        sa.Column("id", ID, nullable=False),
        sa.Column("campaign", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("item", ID, nullable=False),
        sa.Column("protocol", sa.Integer(), nullable=False),
        sa.Column("answer", ID, nullable=True),
        sa.Column("judgment", ID, nullable=True),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_reused_campaign"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_reused_event"),
        sa.ForeignKeyConstraint(["item"], ["campaign_items.id"], name="fk_reused_item"),
        sa.ForeignKeyConstraint(["answer"], ["answers.id"], name="fk_reused_answer"),
        sa.ForeignKeyConstraint(["judgment"], ["judgments.id"], name="fk_reused_judgment"),
        sa.PrimaryKeyConstraint("id", name="pk_reused"),
    )
    for column in ("campaign", "event", "item", "answer", "judgment"):
        op.create_index(f"ix_reused_{column}", "reused", [column], unique=False)
    op.create_table(
        "exclusions",
        sa.Column("id", ID, nullable=False),
        sa.Column("seat", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["seat"], ["seats.id"], name="fk_exclusions_seat"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_exclusions_event"),
        sa.PrimaryKeyConstraint("id", name="pk_exclusions"),
    )
    op.create_index("ix_exclusions_seat", "exclusions", ["seat"], unique=False)
    op.create_index("ix_exclusions_event", "exclusions", ["event"], unique=False)
    op.create_table(
        "seat_links",
        sa.Column("id", ID, nullable=False),
        sa.Column("seat", ID, nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.Column("last_used", sa.DateTime(), nullable=True),
        sa.Column("is_revoked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["seat"], ["seats.id"], name="fk_seat_links_seat"),
        sa.PrimaryKeyConstraint("id", name="pk_seat_links"),
        sa.UniqueConstraint("secret", name="uq_seat_links_secret"),
    )
    op.create_index("ix_seat_links_seat", "seat_links", ["seat"], unique=False)
    op.create_table(
        "seat_sessions",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("seat", ID, nullable=False),
        sa.Column("begun", sa.DateTime(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["seat"], ["seats.id"], name="fk_seat_sessions_seat"),
        sa.PrimaryKeyConstraint("token", name="pk_seat_sessions"),
    )
    op.create_index("ix_seat_sessions_seat", "seat_sessions", ["seat"], unique=False)
    op.create_index("ix_seat_sessions_expires", "seat_sessions", ["expires"], unique=False)
    op.create_table(
        "seat_drafts",
        sa.Column("id", ID, nullable=False),
        sa.Column("seat", ID, nullable=False),
        sa.Column("task", ID, nullable=False),
        sa.Column("item", ID, server_default="0", nullable=False),
        sa.Column("body", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("comment", sa.Text(), server_default="", nullable=False),
        sa.Column("seconds", sa.Float(53), server_default="0", nullable=False),
        sa.Column("is_skipped", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["seat"], ["seats.id"], name="fk_seat_drafts_seat"),
        sa.ForeignKeyConstraint(["task"], ["campaign_tasks.id"], name="fk_seat_drafts_task"),
        sa.PrimaryKeyConstraint("id", name="pk_seat_drafts"),
        sa.UniqueConstraint("seat", "task", "item", name="uq_seat_drafts_seat_task_item"),
    )
    op.create_index("ix_seat_drafts_task", "seat_drafts", ["task"], unique=False)
