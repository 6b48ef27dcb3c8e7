"""A copy of a database that anything may be tried on: nobody waits for it, and nothing of it is kept."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mtassay.store.archives.backups import back_up
from mtassay.store.database import Database


@contextmanager
def rehearsal(database: Database) -> Iterator[Database]:
    """All of a database as it is at this moment, in a file that only this user can read and that goes with the block.

    Trying it on the database itself and taking it back would hold the turn to write meanwhile.
    """
    with tempfile.TemporaryDirectory(prefix="mtassay-rehearsal-") as folder:
        file = Path(folder) / "copy.db"
        back_up(database, file)
        copy = Database(str(file))
        try:
            yield copy
        finally:
            copy.close()
