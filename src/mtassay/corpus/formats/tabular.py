"""What formats of plain tables have in common: a grid of cells, one row of which may name the columns."""

import re
import warnings
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypeAlias

from mtassay.corpus.column_names import guess_roles, is_known, is_said
from mtassay.corpus.formats.base import Column, Format, Role, Table
from mtassay.corpus.tables import with_guessed_roles
from mtassay.errors import InputError, MtassayWarning, OutputError, SettingError
from mtassay.settings import setting

_AUTO, _NONE = "auto", "none"
_LOOKED_AT = 12
_LONG_NAME = 60
_ENDS_SENTENCE = re.compile(r"[.!?…。！？।]\s*\Z")
_BREAKS = re.compile(r"[ \t]*[\t\n\v\f\r]+[ \t]*")
_NUMBER = re.compile(r"\s*[-+]?[0-9][0-9.,]*\s*")


Area: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""First and last cell, each as row and column counted from 0 in the whole sheet."""


@dataclass(frozen=True)
class Cells:
    """The columns of a grid, an empty cell as an empty text; `shown` names the place in errors.

    `rows_before` the grid there are others, which the user counts too. In a `merged` area only the first
    cell has a text. `unusable` says of columns which cells have no text and why, both counted from 0 in the whole
    sheet. `sheet` is where they stand, in a file that has several; `encoding` is that of `Table`.
    """

    columns: Sequence[Sequence[str]]
    shown: str
    rows_before: int = 0
    merged: Sequence[Area] = ()
    unusable: Mapping[int, Mapping[int, str]] = field(default_factory=dict)
    sheet: str | None = None
    encoding: str = ""

    def row(self, index: int) -> list[str]:
        """The cells of one row."""
        return [column[index] for column in self.columns]

    def __len__(self) -> int:
        return len(self.columns[0]) if self.columns else 0


@dataclass(frozen=True, kw_only=True)
class TabularFormat(Format):
    """A format of rows and cells. An empty cell is a missing text: none of them can tell the two apart."""

    tells_missing: ClassVar[bool] = False

    header: str = setting(_AUTO, "number of the row that names the columns, or none; auto finds out")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.header not in (_AUTO, _NONE) and not re.fullmatch("[1-9][0-9]{0,5}", self.header):
            raise SettingError(f"{self.name}: header={self.header}: expected auto, none or the number of a row")

    @abstractmethod
    def cells(self, data: bytes, shown: str, sheet: str | None = None) -> Cells:
        """All cells of the file, or of one sheet of it."""

    def read(self, data: bytes, shown: str, sheet: str | None = None) -> Table:
        cells = self.cells(data, shown, sheet)
        header = self._header_row(cells)  # counted from 1 inside of the grid; 0 where there is none
        columns = list(cells.columns)
        names = ["" for _ in columns] if header == 0 else list(map(_on_one_line, cells.row(header - 1)))
        refusals = _resolve_merged(cells, header, columns)
        unusable = _unusable_rows(cells, header)
        refusals |= {
            number: next(iter(rows.values())) for number, rows in unusable.items() if _is_most(rows, cells, number)
        }
        while columns and not names[-1].strip() and not any(columns[-1][header:]):  # as Excel leaves them
            columns.pop()
            names.pop()
        if not columns or len(cells) == header:
            for refusal in refusals.values():  # a formula without a stored value is not counted as a cell
                raise InputError(refusal)
            raise InputError(
                f"{cells.shown}: "
                + ("nothing below the names of the columns" if columns else "there is nothing in it")
                + "; there should be a row for each segment"
            )
        texts = [column[header:] for column in columns]
        if header:
            _refuse_repeated_names(cells, header, texts)
        names = [name if name.strip() else str(number) for number, name in enumerate(names, start=1)]
        guessed = with_guessed_roles(names, [[cell or None for cell in text] if "" in text else text for text in texts])
        return Table(
            tuple(
                replace(column, refusal=refusals[number])
                if number in refusals
                else _without(column, unusable[number])
                if number in unusable
                else column
                for number, column in enumerate(guessed)
            ),
            first_row=cells.rows_before + header + 1,
            sheet=cells.sheet,
            encoding=cells.encoding,
        )

    def _header_row(self, cells: Cells) -> int:
        if self.header == _NONE or not len(cells):
            return 0
        if self.header != _AUTO:
            row = int(self.header) - cells.rows_before
            if not 1 <= row <= len(cells):
                raise InputError(f"{cells.shown}: there is no row {self.header} that could name the columns")
            return row
        return self._find_header(cells)

    def _find_header(self, cells: Cells) -> int:
        rows = [cells.row(index) for index in range(min(len(cells), _LOOKED_AT))]
        if all(map(is_said, rows[0])):  # as in files that we write
            return 1
        header = next((index for index, row in enumerate(rows) if _known(row)), None)
        # above the names there may be a title, alone in its row
        if header is not None and all(len(_filled(row)) <= 1 for row in rows[:header]):
            below = rows[header + 1 : header + 2]
            if below and 2 * _known(below[0]) > len(_filled(below[0])) > 1:
                raise self._two_headers(cells, header + 1)
            if header and len(cells.columns) == 1:
                return 0
            # one known word may as well be the text of a segment
            is_doubtful = _known(rows[0]) == 1 and all(rows[0]) and not any(map(is_said, rows[0]))
            if header or is_doubtful:
                names = "the column" if len(cells.columns) == 1 else "the columns"
                otherwise = "ROW" if header else "none"
                self._note(cells, f"row {cells.rows_before + header + 1} names {names}", otherwise)
            return header + 1
        if header == 1 and 2 * _known(rows[1]) > len(_filled(rows[1])) > 1:
            raise self._two_headers(cells, 1)
        # a single column has to be called as such are: its first text may be a headline
        if len(rows) > 1 and len(cells.columns) > 1 and _look_like_names(rows[0], rows[1:]):
            self._note(cells, f"row {cells.rows_before + 1} seems to name the columns", "none")
            return 1
        if len(cells.columns) > 1:
            self._note(cells, "no row seems to name the columns, which are numbered from 1", str(cells.rows_before + 1))
        return 0

    def _two_headers(self, cells: Cells, first: int) -> InputError:
        first += cells.rows_before
        return InputError(
            f"{cells.shown}, rows {first} and {first + 1}: both seem to name the columns; "
            f"remove one, or say which does: format={self.name}:header={first + 1}"
        )

    def _note(self, cells: Cells, what: str, otherwise: str = "ROW") -> None:
        cure = f"if not, say format={self.name}:header={otherwise}"
        warnings.warn(f"{cells.shown}: {what}; {cure}", MtassayWarning, stacklevel=6)

    def _written_rows(self, table: Table) -> list[list[str]]:
        """The rows of a file: the names, unless told otherwise, and the texts."""
        if self.header not in (_AUTO, _NONE, "1"):
            raise OutputError(f"{self.name}: header={self.header}: what mtassay writes has its names in row 1")
        rows = [[text or "" for text in row] for row in zip(*(column.texts for column in table.columns), strict=True)]
        return rows if self.header == _NONE else [[column.name for column in table.columns], *rows]


def letters(column: int) -> str:
    """What spreadsheets call a column that is counted from 0."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def _resolve_merged(cells: Cells, header: int, columns: list[Sequence[str]]) -> dict[int, str]:
    """A label that spans rows is that of each; other texts belong to one segment, so merged ones are refused.

    Gives the number of each column with such, counted from 0, and why.
    """
    refusals: dict[int, str] = {}
    first = cells.rows_before + header
    for (top, left), (bottom, right) in cells.merged:
        if bottom < first or left >= len(columns):
            continue
        name = columns[left][header - 1] if header else ""
        if left == right and guess_roles([name]) == [Role.LABEL] and top >= first:
            column = list(columns[left])
            start, end = top - cells.rows_before, min(bottom - cells.rows_before + 1, len(column))
            column[start:end] = [column[start]] * (end - start)
            columns[left] = column
        else:
            area = f"{letters(left)}{top + 1}:{letters(right)}{bottom + 1}"
            refusal = (
                f"{cells.shown}, row {top + 1}, column {letters(left)}: the cells {area} are merged, and it is open "
                "which segment has their text; unmerge them and give each its own"
            )
            for number in range(left, min(right + 1, len(columns))):
                refusals.setdefault(number, refusal)
    return refusals


def _unusable_rows(cells: Cells, header: int) -> dict[int, dict[int, str]]:
    """The unusable cells below the names, by column, and by row counted from the first segment."""
    first = cells.rows_before + header
    below = {
        number: {row - first: why for row, why in sorted(rows.items()) if row >= first}
        for number, rows in cells.unusable.items()
    }
    return {number: rows for number, rows in below.items() if rows}


def _is_most(rows: Mapping[int, str], cells: Cells, number: int) -> bool:
    """Whether so many cells are unusable that the column is: most, or some in rows that have nothing else."""
    texts = cells.columns[number] if number < len(cells.columns) else ()
    return len(rows) >= sum(map(bool, texts)) or max(rows) >= len(texts)


def _without(column: Column, rows: Mapping[int, str]) -> Column:
    texts = [None if number in rows else text for number, text in enumerate(column.texts)]
    return replace(column, texts=texts, unusable=rows)


def _refuse_repeated_names(cells: Cells, header: int, texts: Sequence[Sequence[str]]) -> None:
    """Refuse a further row of names, as files have that were put together, or sheets with several tables."""
    names = cells.row(header - 1)
    named = [(name, column) for name, column in zip(names, texts, strict=False) if name.strip()]
    # in files that we write it can be a text
    if len(named) < 2 or all(is_said(name) for name, _ in named) or named[0][0] not in named[0][1]:
        return
    for row in range(len(texts[0])):
        if all(column[row] == name for name, column in named):
            raise InputError(
                f"{cells.shown}, row {cells.rows_before + header + row + 1}: the names of the columns once more, which "
                "are no segment; remove the row, or split the file there"
            )


def _on_one_line(name: str) -> str:
    """The name of a column without the breaks that make it fit its column in a spreadsheet; ours are kept."""
    return name if is_said(name) else _BREAKS.sub(" ", name)


def _filled(row: Sequence[str]) -> list[str]:
    return [cell for cell in row if cell.strip()]


def _known(row: Sequence[str]) -> int:
    """How many cells are known names of columns; none where one is too long for a name."""
    return 0 if any(len(cell) > _LONG_NAME for cell in row) else sum(is_known(_on_one_line(cell)) for cell in row)


def _look_like_names(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether these are short, all different and no sentences, above cells that are much longer."""
    if any(
        not cell.strip() or len(cell) > _LONG_NAME or _ENDS_SENTENCE.search(cell) or _NUMBER.fullmatch(cell)
        for cell in row
    ):
        return False
    length = sum(map(len, row)) / len(row)
    rest = [len(cell) for other in below for cell in other if cell]
    return len(set(row)) == len(row) and bool(rest) and sum(rest) / len(rest) > 2.5 * length
