"""Sheets of files that people brought, read once for the many looks that they take at them."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from mtassay.corpus import limits
from mtassay.corpus.file_specs import FileSpec
from mtassay.corpus.formats.base import Format, Table
from mtassay.corpus.formats.workbook import WorkbookFormat
from mtassay.corpus.packed import unpack
from mtassay.corpus.table_files import choose_format
from mtassay.errors import InputError
from mtassay.web.serving.uploads import MOST_CELLS, MOST_UNPACKED_BYTES, Upload, read_upload

MOST_COLUMNS = 200
_MOST_CELLS_KEPT = 1_000_000
_LARGE = 1 << 20


@dataclass(frozen=True)
class Sheet:
    """A sheet of a file as a table, and the names of all sheets; a file that has none has one without a name."""

    format: Format
    table: Table
    names: tuple[str, ...]

    @property
    def cells(self) -> int:
        """How much memory it takes, roughly."""
        return len(self.table) * len(self.table.columns)


def read_sheet(upload: Upload, name: str | None = None) -> Sheet:
    """A sheet of a file; the first with something in it where none is named."""
    names: tuple[str, ...] = ()
    with limits.lowered(MOST_UNPACKED_BYTES, MOST_CELLS):
        data = unpack(upload.content, upload.name)
        format = choose_format(FileSpec(upload.name), data)
        if isinstance(format, WorkbookFormat):
            names = tuple(format.sheet_names(data, upload.name))
    first: InputError | None = None
    for sheet_name in (name,) if name is not None else names or (None,):
        try:
            read = read_upload(upload, sheet_name)
        except InputError as error:
            first = first or error
            continue
        if len(read.table.columns) > MOST_COLUMNS:
            raise InputError(
                f"{upload.name}: {len(read.table.columns):,} columns, and the workbench shows up to {MOST_COLUMNS}; "
                "take out those that are not needed, or use the command line, which takes more"
            )
        return Sheet(read.format, read.table, names)
    assert first is not None
    raise first


class RecentSheets:
    """The sheets that were read last: a large one, or several small ones.

    One is read at a time, so that the memory for it is needed once, however many people come together; small files do
    not wait for large ones.
    """

    def __init__(self) -> None:
        self._sheets: OrderedDict[tuple[str, str | None], Sheet] = OrderedDict()
        self._holding = threading.Lock()
        self._lanes = (threading.Lock(), threading.Lock())

    def bring(self, upload: Upload, name: str | None = None) -> Sheet:
        """A sheet of a file that came just now, the first unless one is named."""
        with self._lanes[len(upload.content) > _LARGE]:
            return read_sheet(upload, name)

    def remember(self, uid: str, name: str | None, sheet: Sheet) -> None:
        """Hold a sheet of the file of this uid, and drop others where that makes too many."""
        with self._holding:
            self._sheets[uid, name] = sheet
            self._sheets.move_to_end((uid, name))
            while len(self._sheets) > 1 and sum(sheets.cells for sheets in self._sheets.values()) > _MOST_CELLS_KEPT:
                self._sheets.popitem(last=False)

    def read(self, uid: str, name: str | None, load: Callable[[], Upload]) -> Sheet:
        """A sheet of the file of this uid; whoever asks must have found out that the file is theirs."""
        with self._holding:
            sheets = self._sheets.get((uid, name))
        if sheets is None:
            sheets = self.bring(load(), name)
        self.remember(uid, name, sheets)
        return sheets

    def forget(self, uid: str) -> None:
        """Drop all sheets of a file."""
        with self._holding:
            for key in [key for key in self._sheets if key[0] == uid]:
                del self._sheets[key]
