"""What judging in the browser needs: rules of a project, and answers on their way."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "judging_rules",
        sa.Column("id", ID, nullable=False),
        sa.Column("project", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("guidelines", sa.Text(), server_default="", nullable=False),
        sa.Column("is_open", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("seed", ID, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["project"], ["projects.id"], name="fk_judging_rules_project"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_judging_rules_event"),
        sa.PrimaryKeyConstraint("id", name="pk_judging_rules"),
    )
    # what a judge has judged, and how quickly, is asked for with every page of judging
    op.create_index("ix_judgments_judge", "judgments", ["judge"], unique=False)
    op.create_index("ix_judging_rules_project", "judging_rules", ["project"], unique=False)
    op.create_table(
        "drafts",
        sa.Column("id", ID, nullable=False),
        sa.Column("project", ID, nullable=False),
        sa.Column("judge", sa.String(length=200), nullable=False),
        sa.Column("slot", sa.String(length=32), server_default="", nullable=False),
        sa.Column("target", ID, nullable=False),
        sa.Column("version", ID, server_default="0", nullable=False),
        sa.Column("value", sa.Float(precision=53), nullable=True),
        sa.Column("verdicts", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("comment", sa.Text(), server_default="", nullable=False),
        sa.Column("seconds", sa.Float(precision=53), server_default="0", nullable=False),
        sa.Column("is_skipped", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_flagged", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["project"], ["projects.id"], name="fk_drafts_project"),
        sa.ForeignKeyConstraint(["target"], ["targets.id"], name="fk_drafts_target"),
        sa.PrimaryKeyConstraint("id", name="pk_drafts"),
        sa.UniqueConstraint("project", "judge", "slot", "target", name="uq_drafts_project_judge_slot_target"),
    )
