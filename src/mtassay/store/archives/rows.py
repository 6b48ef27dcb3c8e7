"""The rows of a project as lines of JSON, and back into a database under new numbers.

Which tables there are, and what their columns hold, is read off the schema: a table that comes to it later is part of
archives by that.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa

from mtassay.errors import InputError
from mtassay.store.campaign_tables import CAMPAIGN_TASK_ITEMS
from mtassay.store.columns import UtcTime
from mtassay.store.contents.projects import Project
from mtassay.store.schema import EVENTS, JUDGES, MARKED, MARKS, METADATA, PROJECTS, QUEUE_REFERENCES, VERDICTS

TABLES: tuple[sa.Table, ...] = (
    *(
        table
        for table in METADATA.sorted_tables
        if table.name in MARKED or table in (JUDGES, VERDICTS, QUEUE_REFERENCES, CAMPAIGN_TASK_ITEMS)
    ),
    MARKS,  # last, because it names rows of all others
)
"""What a project consists of besides its events; rows that others name come before them."""

_COMPUTED = ("project", "folded")
"""Columns that no archive has: they follow from the rest."""

_BATCH = 5000
_DEEPEST = 20
_LARGEST = 2**63


def rows_of(connection: sa.Connection, table: sa.Table, project: Project) -> Iterator[dict[str, Any]]:
    """The rows of a project, those that are gone included, in the order in which they came."""
    query = sa.select(table).where(belongs_to(table, project))
    order = [table.c.id] if "id" in table.c else list(table.primary_key.columns)
    for row in connection.execute(query.order_by(*order)).mappings():
        yield {name: _plain(value) for name, value in row.items() if name not in _COMPUTED}


def lines_of(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """One row a line."""
    return "".join(
        json.dumps(row, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n" for row in rows
    ).encode()


class RowReader:
    """The lines of one file of an archive, checked against the table that they are for."""

    def __init__(self, table: sa.Table, shown: str) -> None:
        self._table = table
        self._shown = shown
        self._columns = [column for column in table.columns if column.name not in _COMPUTED]

    def read(self, content: bytes) -> list[dict[str, Any]]:
        """All rows, with what each column needs."""
        try:
            lines = content.decode().split("\n")
        except UnicodeDecodeError:
            raise InputError(f"{self._shown} is not UTF-8; fetch the archive again") from None
        return [self._row(line, number) for number, line in enumerate(lines, 1) if line]

    def _row(self, line: str, number: int) -> dict[str, Any]:
        where = f"{self._shown}, line {number}"
        try:
            record = json.loads(line, parse_constant=_refuse)
        except (ValueError, RecursionError):
            raise InputError(f"{where}: this is no JSON; nothing was stored. Fetch the archive again") from None
        if not isinstance(record, dict):
            raise InputError(f"{where}: a row should stand in braces; nothing was stored")
        return {column.name: self._value(column, record, where) for column in self._columns}

    def _value(self, column: "sa.Column[Any]", record: Mapping[str, Any], where: str) -> Any:
        value = record.get(column.name)
        if value is None:
            if column.name not in record and column.default is not None and not column.primary_key:
                return column.default.arg({}) if callable(column.default.arg) else column.default.arg  # type: ignore[attr-defined]
            if column.nullable:
                return None
            raise InputError(f"{where}: {column.name} is missing; nothing was stored")
        try:
            return _checked(column, value)
        except ValueError as error:
            raise InputError(f"{where}: {column.name} {error}; nothing was stored") from None


def insert_rows(connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    """Store rows, some thousand at a time."""
    for start in range(0, len(rows), _BATCH):
        connection.execute(sa.insert(table), rows[start : start + _BATCH])


@cache
def links_of(table: sa.Table) -> dict[str, str]:
    """The columns that name rows of other tables of a project, and which; events and the project are no such."""
    return {
        column.name: key.column.table.name
        for column in table.columns
        for key in column.foreign_keys
        if key.column.table not in (EVENTS, PROJECTS)
    }


def belongs_to(table: sa.Table, project: Project) -> sa.ColumnElement[bool]:
    """The condition that a row is the project's: it says so, or a row that it belongs to does."""
    if "project" in table.c:
        own: sa.ColumnElement[bool] = table.c.project == project.id
        return own
    if table is MARKS:
        return MARKS.c.event.in_(sa.select(EVENTS.c.id).where(EVENTS.c.project == project.id))
    column, owner = next((name, METADATA.tables[to]) for name, to in links_of(table).items())
    return table.c[column].in_(sa.select(owner.c.id).where(belongs_to(owner, project)))


def check_mapping(name: str, value: Any) -> dict[str, Any]:
    """Names and values that any database keeps as JSON; a ValueError says what is wrong with them.

    `name` is that of the column: in `extra`, and in what a summary has under that name, all values are texts.
    """
    record: dict[str, Any] = _of(value, dict, "should be names and values")
    for key, inner in record.items():
        if name == "extra":
            _text(inner)
        elif key == "extra":
            check_mapping("extra", inner)
    _check_json(record, 0)
    return record


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _checked(column: "sa.Column[Any]", value: Any) -> Any:
    """A value as its column takes it; a ValueError says what is wrong with it."""
    kind = column.type
    if isinstance(kind, UtcTime):
        return _moment(value)
    if isinstance(kind, sa.Boolean):
        return _of(value, bool, "should be true or false")
    if isinstance(kind, sa.JSON):
        return check_mapping(column.name, value)
    if isinstance(kind, sa.Integer):
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= _LARGEST:
            raise ValueError("should be a whole number")
        # the type of numbers of rows is the wider one
        if not isinstance(kind, sa.BigInteger) and abs(value) >= 2**31:
            raise ValueError("is too large")
        return value
    if isinstance(kind, sa.Float):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise ValueError("should be a number")
        return float(value)
    text = _text(value)
    if isinstance(kind, sa.String) and kind.length is not None and len(text) > kind.length:
        raise ValueError(f"has {len(text)} characters, and up to {kind.length} can be stored")
    return text


def _of(value: Any, kind: type, otherwise: str) -> Any:
    if not isinstance(value, kind):
        raise ValueError(otherwise)
    return value


def _text(value: Any) -> str:
    text: str = _of(value, str, "should be a text")
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("holds a character that no database keeps")
    return text


def _moment(value: Any) -> datetime:
    moment = datetime.fromisoformat(_text(value))
    if moment.tzinfo is None or not 1 < moment.year < 9999:
        raise ValueError("should be a moment with its zone")
    return moment


def _check_json(value: Any, depth: int) -> None:
    if depth > _DEEPEST:
        raise ValueError(f"has more than {_DEEPEST} levels inside one another")
    if isinstance(value, str):
        _text(value)
    elif isinstance(value, float) and not math.isfinite(value):  # as 1e999 is read
        raise ValueError("holds a number that is too large")
    elif isinstance(value, (dict, list)):
        for inner in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_json(inner, depth + 1)
