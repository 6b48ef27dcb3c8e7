"""One file for each step of the schema; alembic runs them in order."""
