"""What alembic runs for every step: the connection comes from `store/migration.py`."""

from alembic import context

from mtassay.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"], target_metadata=METADATA, transaction_per_migration=False
)
context.run_migrations()
