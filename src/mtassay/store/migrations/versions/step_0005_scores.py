"""Scores of a target in the index that leads to its judgments, so that a search by scores reads no judgments."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_index("ix_judgments_target_is_recheck_value", "judgments", ["target", "is_recheck", "value"])
    op.drop_index("ix_judgments_target", "judgments")
