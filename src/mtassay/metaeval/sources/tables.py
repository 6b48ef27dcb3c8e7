"""Tables of scores: rows that name a system, perhaps a segment, and have numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from mtassay.corpus.file_specs import FileSpec
from mtassay.corpus.formats.base import Column, Table
from mtassay.corpus.formats.csv import Csv
from mtassay.corpus.formats.score_file import MISSING
from mtassay.corpus.formats.tsv import Tsv
from mtassay.corpus.packed import read_bytes, show_path
from mtassay.corpus.table_files import choose_format
from mtassay.corpus.tables import check_table, find_column, list_columns
from mtassay.errors import InputError
from mtassay.human.files import cells
from mtassay.human.files.table_columns import suggested
from mtassay.significance.evidence import Floats

_PERSON = re.compile(r"(?:ref(?:erence)?[-_.]?[a-z0-9]?|human(?:[-_.].*)?)", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """A table, what messages call it, and the name of its file."""

    table: Table
    shown: str
    path: str

    def column(self, name: str | None, role: str) -> Column | None:
        """The column that was chosen, or the one whose name says that it has this role."""
        if name is not None:
            return find_column(self.table, name, self.shown)
        return next(iter(suggested(role, self.table.columns)), None)

    def required(self, name: str | None, role: str, option: str) -> Column:
        """The same, refused where there is none."""
        column = self.column(name, role)
        if column is None:
            raise InputError(
                f"{self.shown}: no column seems to hold the {role}; {list_columns(self.table)}: say which, {option}"
            )
        return column

    def place(self, row: int) -> str:
        """What messages call a row."""
        return f"{self.shown}, row {self.table.first_row + row}"

    def numbers(self, column: Column) -> Floats:
        """The numbers of a column, NaN where a cell is empty."""
        values = np.full(len(column.texts), np.nan)
        for row, text in enumerate(column.texts):
            if text is not None and text.strip().casefold() not in MISSING:
                values[row] = cells.number(text, column.name.strip(), self.place(row))
        return values

    def texts(self, column: Column, what: str) -> list[str]:
        """The texts of a column, none of which may be empty."""
        texts = [(text or "").strip() for text in column.texts]
        for row, text in enumerate(texts):
            if not text:
                raise InputError(f"{self.place(row)}: the {what} is missing; write it, or remove the row")
        return texts


def read_score_table(path: str, sheet: str | None = None) -> ScoreTable:
    """What is in a file: TSV, CSV, a workbook or JSON lines, packed or not."""
    data, shown = read_bytes(path), show_path(path)
    format = choose_format(FileSpec(path, sheet), data)
    if isinstance(format, Csv | Tsv):
        format = replace(format, header="1")  # columns of scores are known by their names alone
    table = format.read(data, shown, sheet)
    check_table(table, shown)
    return ScoreTable(table, shown, path)


def is_numeric(column: Column) -> bool:
    """Whether a column holds numbers, or nothing, in each row."""
    texts = [text for text in column.texts if text is not None and text.strip().casefold() not in MISSING]
    try:
        for text in texts:
            cells.number(text, "", "")
    except InputError:
        return False
    return bool(texts)


def name_people(systems: Sequence[str], told: Sequence[str]) -> list[str]:
    """The systems that are people's translations: those that were told, else those called as WMT calls them."""
    unknown = [name for name in told if name not in systems]
    if unknown:
        raise InputError(f"{unknown[0]}, a person: there is no such system; there are {', '.join(systems)}")
    return list(told) or [name for name in systems if _PERSON.fullmatch(name)]
