"""Controls of campaigns: what a text or a task was made of."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    number = "INTEGER" if op.get_bind().dialect.name == "sqlite" else "BIGINT"
    for table in ("campaign_items", "campaign_tasks"):
        # as one statement, because SQLite can add a constraint with its column alone
        op.execute(
            f"ALTER TABLE {table} ADD COLUMN made_of {number} CONSTRAINT fk_{table}_made_of REFERENCES {table} (id)"
        )
        op.create_index(f"ix_{table}_made_of", table, ["made_of"], unique=False)
    op.add_column("campaign_items", sa.Column("detail", sa.JSON(), server_default="{}", nullable=False))
