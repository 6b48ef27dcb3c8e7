"""Texts as XML holds them, and which it cannot hold."""

import re

from mtassay.corpus.formats.base import Table
from mtassay.errors import OutputError

_UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# What a parser would change if it stood there as it is: it makes LF of CR, and in attributes a space of each.
_IN_TEXT = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord("\r"): "&#13;"}
_IN_ATTRIBUTE = {**_IN_TEXT, ord('"'): "&quot;", ord("\n"): "&#10;", ord("\t"): "&#9;"}


def check_writable(table: Table, format: str) -> None:
    """Refuse a table with characters that no XML can hold, not even written as numbers."""
    for column in table.columns:
        for row, text in enumerate((column.name, *column.texts)):
            if text and _UNWRITABLE.search(text):
                where = f"the name of column {column.name!r}" if row == 0 else f"{column.name}, segment {row}"
                check_text(text, where, format)


def check_text(text: str, where: str, format: str) -> None:
    """Refuse a text with characters that no XML can hold."""
    match = _UNWRITABLE.search(text)
    if match:
        raise OutputError(
            f"{where}, character {match.start() + 1}: U+{ord(match[0]):04X}, a control character that {format} "
            "cannot hold; remove it, or write jsonl or csv instead"
        )


def escape_text(text: str) -> str:
    """Text between tags."""
    return text.translate(_IN_TEXT)


def attributes(**values: str | None) -> str:
    """Attributes with a space before each; those that are None are left out. `xml_lang` is xml:lang."""
    return "".join(attribute(name.replace("_", ":"), value) for name, value in values.items() if value is not None)


def attribute(name: str, value: str) -> str:
    """One attribute with a space before it."""
    return f' {name}="{value.translate(_IN_ATTRIBUTE)}"'
