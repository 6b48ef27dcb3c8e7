"""Files that people send: read from memory, whatever they are called, and never from the server's disk."""

from dataclasses import dataclass

from mtassay.corpus import limits
from mtassay.corpus.file_specs import FileSpec
from mtassay.corpus.formats.base import Format, Table
from mtassay.corpus.packed import unpack
from mtassay.corpus.table_files import choose_format
from mtassay.corpus.tables import check_table
from mtassay.errors import InputError

MOST_NAME_CHARACTERS = 200
MOST_UNPACKED_BYTES = 256 * 1024**2
MOST_ROWS = 200_000
MOST_COLUMNS = 1_000
MOST_CELLS = 5_000_000
MOST_SEGMENT_CHARACTERS = 100_000


@dataclass(frozen=True)
class Upload:
    """A file as it came: what it is called there, and what is in it."""

    name: str
    content: bytes


@dataclass(frozen=True)
class ReadUpload:
    """A file that was understood: its format and its table."""

    name: str
    format: Format
    table: Table


def clean_name(name: str | None) -> str:
    """A name for people to read: without folders and control characters, and not too long."""
    last = (name or "").replace("\\", "/").rpartition("/")[2]
    printable = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in last)
    return printable[-MOST_NAME_CHARACTERS:].strip() or "file"


def read_upload(upload: Upload, sheet: str | None = None) -> ReadUpload:
    """The table in a file, within the limits of the server."""
    shown = upload.name
    with limits.lowered(MOST_UNPACKED_BYTES, MOST_CELLS):
        data = unpack(upload.content, shown)
        format = choose_format(FileSpec(shown, sheet), data)
        table = format.read(data, shown, sheet)
        if len(table.columns) > MOST_COLUMNS:
            raise InputError(
                f"{shown}: {len(table.columns):,} columns, and the workbench takes up to {MOST_COLUMNS:,}; is the "
                "delimiter wrong? Otherwise take out those that are not needed"
            )
        check_table(table, shown)
    if len(table) > MOST_ROWS:
        raise InputError(
            f"{shown}: {len(table):,} rows, and the workbench takes up to {MOST_ROWS:,}; split the file, or use the "
            "command line, which takes more"
        )
    for column in table.columns:
        for number, text in enumerate(column.texts):
            if text is not None and len(text) > MOST_SEGMENT_CHARACTERS:
                raise InputError(
                    f"{shown}, row {table.first_row + number}, column {column.name}: {len(text):,} characters in one "
                    f"segment, and the workbench takes up to {MOST_SEGMENT_CHARACTERS:,}; is it a whole document?"
                )
    return ReadUpload(shown, format, table)
