"""Rows of tables that other tools write: texts in the one encoding they have, with a fault named by its line."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

from mtassay.errors import InputError


def decoded(data: bytes, shown: str) -> str:
    """The text of a file."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{shown}, line {line}: no UTF-8 text; save it as UTF-8. Nothing was imported.") from None


def csv_rows(data: bytes, shown: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV file that are not empty, each with its line."""
    reader = csv.reader(io.StringIO(decoded(data, shown), newline=""), strict=True)
    try:
        for row in reader:
            if row:
                yield reader.line_num, row
    except csv.Error as error:
        raise InputError(
            f"{shown}, line {reader.line_num}: no CSV ({error}); a quote may be open. Nothing was imported."
        ) from None


def csv_content(rows: Sequence[Sequence[object]]) -> bytes:
    """A CSV file; a text that a spreadsheet would take for a formula is read back as it is, because it is quoted."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue().encode("utf-8", "replace")


def parse_json(text: str, place: str, what: str) -> Any:
    """A value of JSON in a file."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    try:
        told = json.loads(text, parse_constant=refuse)
        json.dumps(told, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise InputError(f"{place}: {what} is no valid JSON; write the file anew. Nothing was imported.") from None
    return told


def whole_number(value: object, place: str, what: str) -> int:
    """A whole number, as a number or as text."""
    try:
        number = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else float("nan")
    except ValueError:
        number = float("nan")
    if not number.is_integer() or abs(number) > 2**53:
        raise InputError(
            f"{place}: {what} is {str(value)[:50]!r}, and a whole number is expected. Nothing was imported."
        )
    return int(number)
