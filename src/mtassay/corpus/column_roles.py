"""A table whose columns somebody gave roles: what is guessed to begin with, and which rows can be scored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mtassay.corpus.column_names import label_name, system_name
from mtassay.corpus.formats.base import Column, Role, Table
from mtassay.corpus.formats.tabular import letters
from mtassay.corpus.tables import NO_CHOICES, choose_quietly, segment_rows, unusable_rows
from mtassay.errors import InputError


@dataclass(frozen=True)
class ScorableTable:
    """The columns that were chosen and the rows that can be scored.

    `rows` are those rows of the whole table, counted from 0; `blank` have none of the texts, `unreferenced` have no
    reference, and an output cannot be compared with nothing; of `unusable` ones it says what is wrong with a cell.
    """

    table: Table
    rows: Sequence[int]
    blank: Sequence[int]
    unreferenced: Sequence[int]
    unusable: Mapping[int, str]

    def segment_rows(self, shown: str) -> Sequence[int] | None:
        """Which row of the whole table each segment is, counted from 0; None where a segment has several."""
        rows_with_text = segment_rows(self.table, shown=shown)
        return None if rows_with_text is None else [self.rows[row] for row in rows_with_text]


def guess_column_roles(table: Table) -> list[Role | None]:
    """What the columns seem to be; None for one that is not used, also where the file has no texts in it."""
    columns = [replace(column, role=None) if column.refusal else column for column in table.columns]
    sources = [number for number, column in enumerate(columns) if column.role is Role.SOURCE]
    for number in sources[1:]:  # a test set has one source column; the caller may choose another
        columns[number] = replace(columns[number], role=None)
    usable = replace(table, columns=tuple(column for column in columns if not column.refusal))
    roles = {id(column): role for role, chosen in choose_quietly(usable, NO_CHOICES).items() for column in chosen}
    return [roles.get(id(column)) for column in columns]


def choose_rows(table: Table, roles: Sequence[Role | None], shown: str) -> ScorableTable:
    """The part of a table that can be scored when its columns are these; refused where nothing can be."""
    chosen = _renamed(table, roles)
    for column in chosen:
        if column.refusal:
            raise InputError(column.refusal)
    of = {role: [column for column in chosen if column.role is role] for role in Role}
    for role, what, cure in (
        (Role.REFERENCE, "a reference", "with which the output is compared"),
        (Role.SYSTEM, "the output of a system", "which is scored"),
    ):
        if not of[role]:
            raise InputError(f"{shown}: no column is {what}, {cure}; say which one is")
    if len(of[Role.SOURCE]) > 1:
        raise InputError(
            f"{shown}: {len(of[Role.SOURCE])} columns are the source, and there is one only; say which it is"
        )
    texts = [column for role in (Role.SOURCE, Role.REFERENCE, Role.SYSTEM) for column in of[role]]
    blank: list[int] = []
    unreferenced: list[int] = []
    rows: list[int] = []
    unusable = unusable_rows(texts)
    for row in range(len(table)):
        if row in unusable:
            continue
        if any(_has_text(column, row) for column in of[Role.REFERENCE]):
            rows.append(row)
        elif any(_has_text(column, row) for column in texts):
            unreferenced.append(row)
        else:
            blank.append(row)
    if not rows and unusable:
        raise InputError(next(iter(unusable.values())))
    if not rows:
        raise InputError(f"{shown}: no row has a reference; is another column the reference?")
    kept = [replace(column, texts=[column.texts[row] for row in rows], unusable={}) for column in chosen]
    return ScorableTable(replace(table, columns=tuple(kept), keys=()), rows, blank, unreferenced, unusable)


def _renamed(table: Table, roles: Sequence[Role | None]) -> list[Column]:
    """The columns that are used, called so that nothing has to be guessed, and no two systems the same."""
    renamed = []
    references = 0
    taken: set[str] = set()
    for number, (column, role) in enumerate(zip(table.columns, roles, strict=True)):
        if role is None:
            continue
        # headings of spreadsheets have line breaks
        plain = " ".join((label_name if role is Role.LABEL else system_name)(column.name).split())
        name = "src"
        if role is Role.REFERENCE:
            references += 1
            name = "ref" if references == 1 else f"ref:{references}"
        elif role is not Role.SOURCE:
            is_taken = not plain or (role is Role.SYSTEM and plain in taken)
            name = f"{role}:{f'{plain} ({letters(number)})'.strip() if is_taken else plain}"
            taken |= {plain} if role is Role.SYSTEM else set()
        renamed.append(replace(column, name=name, role=role))
    return renamed


def _has_text(column: Column, row: int) -> bool:
    text = column.texts[row]
    return bool(text) and not text.isspace()  # type: ignore[union-attr]  # what is None is false
