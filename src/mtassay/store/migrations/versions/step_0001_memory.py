"""The memory of judgments: sources, translations, judgments, and the events that made them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("id", ID, nullable=False),
        sa.Column("uid", sa.String(length=32), nullable=False),
        sa.Column("project", ID, nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("who", sa.Text(), server_default="", nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("summary", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("undoes", ID, nullable=True),
        sa.ForeignKeyConstraint(["undoes"], ["events.id"], name="fk_events_undoes"),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sa.UniqueConstraint("uid", name="uq_events_uid"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_events_project", "events", ["project"], unique=False)
    op.create_table(
        "marks",
        sa.Column("id", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("row", ID, nullable=False),
        sa.Column("is_gone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_marks_event"),
        sa.PrimaryKeyConstraint("id", name="pk_marks"),
    )
    op.create_index("ix_marks_event", "marks", ["event"], unique=False)
    op.create_index("ix_marks_kind_row", "marks", ["kind", "row"], unique=False)
    op.create_table(
        "projects",
        sa.Column("id", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("source_language", sa.Text(), server_default="", nullable=False),
        sa.Column("target_language", sa.Text(), server_default="", nullable=False),
        sa.Column("scale", sa.JSON(), nullable=False),
        sa.Column("by_place", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("settings", sa.JSON(), server_default="{}", nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_projects_event"),
        sa.PrimaryKeyConstraint("id", name="pk_projects"),
        sa.UniqueConstraint("name", name="uq_projects_name"),
    )
    op.create_table(
        "judges",
        sa.Column("id", ID, nullable=False),
        sa.Column("project", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_judges_event"),
        sa.ForeignKeyConstraint(["project"], ["projects.id"], name="fk_judges_project"),
        sa.PrimaryKeyConstraint("id", name="pk_judges"),
        sa.UniqueConstraint("project", "name", name="uq_judges_project_name"),
    )
    op.create_table(
        "sources",
        sa.Column("id", ID, nullable=False),
        sa.Column("project", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("document", sa.Text(), server_default="", nullable=False),
        sa.Column("position", sa.Integer(), nullable=True),
        sa.Column("original_language", sa.Text(), server_default="", nullable=False),
        sa.Column("extra", sa.JSON(), server_default="{}", nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_sources_event"),
        sa.ForeignKeyConstraint(["project"], ["projects.id"], name="fk_sources_project"),
        sa.PrimaryKeyConstraint("id", name="pk_sources"),
        sa.UniqueConstraint("project", "key", name="uq_sources_project_key"),
    )
    op.create_table(
        "systems",
        sa.Column("id", ID, nullable=False),
        sa.Column("project", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_systems_event"),
        sa.ForeignKeyConstraint(["project"], ["projects.id"], name="fk_systems_project"),
        sa.PrimaryKeyConstraint("id", name="pk_systems"),
        sa.UniqueConstraint("project", "name", name="uq_systems_project_name"),
    )
    op.create_table(
        "items",
        sa.Column("id", ID, nullable=False),
        sa.Column("source", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("extra", sa.JSON(), server_default="{}", nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_items_event"),
        sa.ForeignKeyConstraint(["source"], ["sources.id"], name="fk_items_source"),
        sa.PrimaryKeyConstraint("id", name="pk_items"),
    )
    op.create_index("ix_items_source", "items", ["source"], unique=False)
    op.create_table(
        "runs",
        sa.Column("id", ID, nullable=False),
        sa.Column("system", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_runs_event"),
        sa.ForeignKeyConstraint(["system"], ["systems.id"], name="fk_runs_system"),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
    )
    op.create_index("ix_runs_system", "runs", ["system"], unique=False)
    op.create_table(
        "targets",
        sa.Column("id", ID, nullable=False),
        sa.Column("source", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("extra", sa.JSON(), server_default="{}", nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_targets_event"),
        sa.ForeignKeyConstraint(["source"], ["sources.id"], name="fk_targets_source"),
        sa.PrimaryKeyConstraint("id", name="pk_targets"),
        sa.UniqueConstraint("source", "key", name="uq_targets_source_key"),
    )
    op.create_table(
        "judgments",
        sa.Column("id", ID, nullable=False),
        sa.Column("project", ID, nullable=False),
        sa.Column("target", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("uid", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=32), server_default="score", nullable=False),
        sa.Column("judge", ID, nullable=True),
        sa.Column("system", ID, nullable=True),
        sa.Column("value", sa.Float(precision=53), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=True),
        sa.Column("seconds", sa.Float(precision=53), nullable=True),
        sa.Column("comment", sa.Text(), server_default="", nullable=False),
        sa.Column("is_recheck", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("replaces", ID, nullable=True),
        sa.Column("extra", sa.JSON(), server_default="{}", nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_judgments_event"),
        sa.ForeignKeyConstraint(["judge"], ["judges.id"], name="fk_judgments_judge"),
        sa.ForeignKeyConstraint(["project"], ["projects.id"], name="fk_judgments_project"),
        sa.ForeignKeyConstraint(["replaces"], ["judgments.id"], name="fk_judgments_replaces"),
        sa.ForeignKeyConstraint(["system"], ["systems.id"], name="fk_judgments_system"),
        sa.ForeignKeyConstraint(["target"], ["targets.id"], name="fk_judgments_target"),
        sa.PrimaryKeyConstraint("id", name="pk_judgments"),
        sa.UniqueConstraint("project", "uid", name="uq_judgments_project_uid"),
    )
    op.create_index("ix_judgments_event", "judgments", ["event"], unique=False)
    op.create_index("ix_judgments_project", "judgments", ["project"], unique=False)
    op.create_index("ix_judgments_replaces", "judgments", ["replaces"], unique=False)
    op.create_index("ix_judgments_target", "judgments", ["target"], unique=False)
    op.create_table(
        "outputs",
        sa.Column("id", ID, nullable=False),
        sa.Column("run", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("document", sa.Text(), server_default="", nullable=False),
        sa.Column("target", ID, nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_outputs_event"),
        sa.ForeignKeyConstraint(["run"], ["runs.id"], name="fk_outputs_run"),
        sa.ForeignKeyConstraint(["target"], ["targets.id"], name="fk_outputs_target"),
        sa.PrimaryKeyConstraint("id", name="pk_outputs"),
        sa.UniqueConstraint("run", "position", name="uq_outputs_run_position"),
    )
    op.create_index("ix_outputs_target", "outputs", ["target"], unique=False)
    op.create_table(
        "verdicts",
        sa.Column("judgment", ID, nullable=False),
        sa.Column("item", ID, nullable=False),
        sa.Column("verdict", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["item"], ["items.id"], name="fk_verdicts_item"),
        sa.ForeignKeyConstraint(["judgment"], ["judgments.id"], name="fk_verdicts_judgment"),
        sa.PrimaryKeyConstraint("judgment", "item", name="pk_verdicts"),
    )
