"""What people call the columns of a spreadsheet, and what that is to a test set."""

from collections.abc import Sequence
from enum import StrEnum

from mtassay.corpus.column_roles import guess_column_roles
from mtassay.corpus.formats.base import Column, Role, Table
from mtassay.errors import InputError, SettingError
from mtassay.settings import did_you_mean


class ColumnRole(StrEnum):
    """What somebody may say of a column."""

    IGNORE = "ignore"
    IDENTIFIER = "identifier"
    SOURCE = "source"
    REFERENCE = "reference"
    SYSTEM = "system"
    LABEL = "label"


_ROLES = {
    ColumnRole.IGNORE: None,
    ColumnRole.IDENTIFIER: Role.LABEL,
    ColumnRole.SOURCE: Role.SOURCE,
    ColumnRole.REFERENCE: Role.REFERENCE,
    ColumnRole.SYSTEM: Role.SYSTEM,
    ColumnRole.LABEL: Role.LABEL,
}


def guess_roles(table: Table) -> list[ColumnRole]:
    """What each column seems to be."""
    names = {role: name for name, role in _ROLES.items()}
    return [
        ColumnRole.IDENTIFIER if role is Role.LABEL and _is_identifier(column) else names[role]
        for column, role in zip(table.columns, guess_column_roles(table), strict=True)
    ]


def read_roles(table: Table, chosen: Sequence[str]) -> list[ColumnRole]:
    """What was chosen for each column; a guess where nothing was."""
    if not chosen:
        return guess_roles(table)
    if len(chosen) != len(table.columns):
        raise InputError(
            f"{len(chosen)} roles for {len(table.columns)} columns; give one for each column, in their order"
        )
    for word in chosen:
        if word not in list(ColumnRole):
            raise SettingError(
                f"{word!r} is no role of a column{did_you_mean(word, [role.value for role in ColumnRole])}; there are "
                f"{', '.join(ColumnRole)}"
            )
    return [ColumnRole(word) for word in chosen]


def roles_of(table: Table, chosen: Sequence[str]) -> list[Role | None]:
    """The same as a test set knows it."""
    return [_ROLES[role] for role in read_roles(table, chosen)]


def _is_identifier(column: Column) -> bool:
    """Whether it tells all rows apart."""
    return all(column.texts) and len(set(column.texts)) == len(column.texts)
