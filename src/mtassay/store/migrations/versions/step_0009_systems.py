"""An index on the judgments that name a system, which a search by system asks for."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    has_system = sa.text("system IS NOT NULL")
    op.create_index(
        "ix_judgments_system", "judgments", ["system"], sqlite_where=has_system, postgresql_where=has_system
    )
