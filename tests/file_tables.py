"""Tables read from the text of a file."""

import pytest

from mtassay import InputError
from mtassay.corpus.formats.base import FILE_FORMATS, Table


def read(spec: str, text: str | bytes) -> Table:
    """The table that a format, perhaps with settings, makes of a file `f`."""
    return FILE_FORMATS.create(spec).read(text.encode() if isinstance(text, str) else text, "f")


def texts(table: Table) -> dict[str, list[str | None]]:
    """The texts of each column."""
    return {column.name: list(column.texts) for column in table.columns}


def refused(spec: str, text: str | bytes) -> str:
    """Why the file is refused."""
    with pytest.raises(InputError) as caught:
        read(spec, text)
    return str(caught.value)
