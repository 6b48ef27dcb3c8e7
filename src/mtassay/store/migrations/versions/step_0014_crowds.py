"""Crowds: one address for many judges, the seats that they hold for a while, and how many an address took."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "crowd_addresses",
        sa.Column("id", ID, nullable=False),
        sa.Column("campaign", ID, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.Column("is_revoked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_crowd_addresses_campaign"),
        sa.PrimaryKeyConstraint("id", name="pk_crowd_addresses"),
        sa.UniqueConstraint("secret", name="uq_crowd_addresses_secret"),
    )
    op.create_index("ix_crowd_addresses_campaign", "crowd_addresses", ["campaign"], unique=False)
    op.create_table(
        "seat_leases",
        sa.Column("seat", ID, nullable=False),
        sa.Column("campaign", ID, nullable=False),
        sa.Column("holder", sa.String(64), nullable=True),
        sa.Column("lease_from", sa.DateTime(), nullable=False),
        sa.Column("lease_until", sa.DateTime(), nullable=False),
        sa.Column("is_settled", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["seat"], ["seats.id"], name="fk_seat_leases_seat"),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_seat_leases_campaign"),
        sa.PrimaryKeyConstraint("seat", name="pk_seat_leases"),
        sa.UniqueConstraint("campaign", "holder", name="uq_seat_leases_campaign_holder"),
    )
    op.create_table(
        "crowd_starts",
        sa.Column("id", ID, nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_crowd_starts"),
    )
    op.create_index("ix_crowd_starts_subject", "crowd_starts", ["subject"], unique=False)
