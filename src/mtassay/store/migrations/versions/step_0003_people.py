"""Who may come in by browser or program, what they bring, and the work that runs for them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("is_active", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("key", name="uq_accounts_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("begun", sa.DateTime(), nullable=False),
        sa.Column("touched", sa.DateTime(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.Column("lifetime", sa.Float(precision=53), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_sessions_account"),
        sa.PrimaryKeyConstraint("token", name="pk_sessions"),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"], unique=False)
    op.create_index("ix_sessions_expires", "sessions", ["expires"], unique=False)
    op.create_table(
        "api_keys",
        sa.Column("id", ID, nullable=False),
        sa.Column("account", ID, nullable=True),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("label", sa.Text(), server_default="", nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("last_used", sa.DateTime(), nullable=True),
        sa.Column("is_revoked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_api_keys_account"),
        sa.PrimaryKeyConstraint("id", name="pk_api_keys"),
        sa.UniqueConstraint("secret", name="uq_api_keys_secret"),
    )
    op.create_index("ix_api_keys_account", "api_keys", ["account"], unique=False)
    op.create_table(
        "sign_in_failures",
        sa.Column("id", ID, nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("counts_until", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sign_in_failures"),
    )
    op.create_index("ix_sign_in_failures_subject", "sign_in_failures", ["subject"], unique=False)
    op.create_index("ix_sign_in_failures_counts_until", "sign_in_failures", ["counts_until"], unique=False)
    op.create_table(
        "kept_files",
        sa.Column("id", ID, nullable=False),
        sa.Column("uid", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.String(length=100), nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("size", ID, nullable=False),
        sa.Column("media_type", sa.String(length=200), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_kept_files"),
        sa.UniqueConstraint("uid", name="uq_kept_files_uid"),
    )
    op.create_index("ix_kept_files_owner", "kept_files", ["owner"], unique=False)
    op.create_index("ix_kept_files_expires", "kept_files", ["expires"], unique=False)
    op.create_table(
        "kept_file_chunks",
        sa.Column("file", ID, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["file"], ["kept_files.id"], name="fk_kept_file_chunks_file"),
        sa.PrimaryKeyConstraint("file", "position", name="pk_kept_file_chunks"),
    )
    op.create_table(
        "jobs",
        sa.Column("id", ID, nullable=False),
        sa.Column("uid", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.String(length=100), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("arguments", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("done", ID, server_default="0", nullable=False),
        sa.Column("total", ID, server_default="0", nullable=False),
        sa.Column("message", sa.Text(), server_default="", nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=True),
        sa.Column("finished", sa.DateTime(), nullable=True),
        sa.Column("attempt", sa.Integer(), server_default="1", nullable=False),
        sa.Column("cancel_is_asked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("worker", sa.String(length=100), nullable=True),
        sa.Column("lease_from", sa.DateTime(), nullable=True),
        sa.Column("lease_until", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.UniqueConstraint("uid", name="uq_jobs_uid"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_jobs_owner", "jobs", ["owner"], unique=False)
    op.create_index("ix_jobs_state", "jobs", ["state"], unique=False)
