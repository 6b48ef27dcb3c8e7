"""The database of sources, translations and judgments; the only part that knows SQL."""

from importlib.util import find_spec

from mtassay.errors import MissingExtra

# the default install has no database, and every module of this package needs these
if find_spec("sqlalchemy") is None or find_spec("alembic") is None:
    raise MissingExtra("a database of judgments", "db")
