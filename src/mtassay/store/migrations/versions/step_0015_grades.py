"""Grades: what answers to questions on a document are worth, one for all that gave the same answer."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "grades",
        sa.Column("id", ID, nullable=False),
        sa.Column("campaign", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("question", ID, nullable=False),
        sa.Column("answer", sa.String(64), nullable=False),
        sa.Column("grade", sa.Float(53), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_grades_campaign"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_grades_event"),
        sa.ForeignKeyConstraint(["question"], ["campaign_items.id"], name="fk_grades_question"),
        sa.PrimaryKeyConstraint("id", name="pk_grades"),
    )
    for column in ("campaign", "event", "question"):
        op.create_index(f"ix_grades_{column}", "grades", [column], unique=False)
