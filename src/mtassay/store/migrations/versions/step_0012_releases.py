"""Seats whose judges left, and the language in which a source was first written."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "seat_releases",
        sa.Column("id", ID, nullable=False),
        sa.Column("seat", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.ForeignKeyConstraint(["seat"], ["seats.id"], name="fk_seat_releases_seat"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_seat_releases_event"),
        sa.PrimaryKeyConstraint("id", name="pk_seat_releases"),
    )
    op.create_index("ix_seat_releases_seat", "seat_releases", ["seat"], unique=False)
    op.create_index("ix_seat_releases_event", "seat_releases", ["event"], unique=False)
    op.add_column("campaign_items", sa.Column("original_language", sa.Text(), server_default="", nullable=False))
