"""An index on the few events that undo others, which every page of a project asks for."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    is_undo = sa.text("undoes IS NOT NULL")
    op.create_index(
        "ix_events_project_undoes",
        "events",
        ["project", "undoes"],
        sqlite_where=is_undo,
        postgresql_where=is_undo,
    )
