"""Lists of what a database holds: for the terminal, and for programs."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mtassay.corpus.formats.csv import defused
from mtassay.reports.formats.text import display_width, draw
from mtassay.reports.table import Cell, Table

FORMATS = ("text", "tsv", "json")

_LONGEST = 60


@dataclass(frozen=True)
class Listing:
    """Rows of values under names. `words` are columns of text, which stand left and are shortened on a terminal."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    words: frozenset[str] = frozenset()
    title: str = ""
    notes: tuple[str, ...] = ()
    digits: int = 2

    def records(self) -> list[dict[str, Any]]:
        """One dict for each row."""
        return [dict(zip(self.heads, row, strict=True)) for row in self.rows]


def render_listings(
    listings: Sequence[Listing],
    format: str,
    facts: Mapping[str, Any] | None = None,
    *,
    color: bool = False,
    is_for_spreadsheets: bool = False,
) -> str:
    """Several listings, after `facts` that hold for all of them; ends in a newline unless there is nothing.

    In TSV the facts are a table of one row, and the last one, so that programs find the first listing where it was.
    One for spreadsheets has nothing in it that they would run as a formula.
    """
    if format == "json":
        document: dict[str, Any] = _known(facts or {})
        for listing in listings:
            document[listing.title or "rows"] = [_known(record) for record in listing.records()]
        return json.dumps(document, ensure_ascii=False, indent=2, default=_plain) + "\n"
    if format == "tsv":
        last = [Listing(tuple(facts), (tuple(facts.values()),))] if facts else []
        shown = defused if is_for_spreadsheets else str
        return "\n".join("".join(_tsv(listing, shown)) for listing in (*listings, *last))
    lines = [f"{name}: {_shown(value, 2)}" for name, value in (facts or {}).items()]
    for listing in listings:
        lines += ([""] if lines else []) + _text(listing, color=color)
    return "".join(line + "\n" for line in lines)


def _known(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values for JSON, which has no NaN: what is not known is null there."""
    return {name: None if isinstance(value, float) and value != value else value for name, value in values.items()}


def _text(listing: Listing, *, color: bool) -> list[str]:
    title = [listing.title] if listing.title else []
    if not listing.rows:
        return [*title, *listing.notes] or ["nothing"]
    left = [head in listing.words for head in listing.heads]
    columns = []
    for place, head in enumerate(listing.heads):
        texts = [_shown(row[place], listing.digits) for row in listing.rows]
        if left[place]:
            texts = [shortened(text) for text in texts]
            width = max(map(display_width, (head, *texts)))
            texts = [text + " " * (width - display_width(text)) for text in texts]
            head += " " * (width - display_width(head))
        columns.append((head, texts))
    table = Table(
        tuple(head for head, _ in columns),
        tuple(tuple(Cell(texts[row]) for _, texts in columns) for row in range(len(listing.rows))),
    )
    return [*title, *draw(table, color=color), *listing.notes]


def shortened(text: str, length: int = _LONGEST) -> str:
    """The text, cut where it is longer than a terminal shows well."""
    text = text.replace("\n", " ")
    if display_width(text) <= length:
        return text
    while display_width(text) > length - 1:
        text = text[:-1]
    return text + "…"


def _tsv(listing: Listing, shown: Callable[[str], str]) -> list[str]:
    rows = [listing.heads, *(tuple(_exact(value) for value in row) for row in listing.rows)]
    return ["\t".join(map(shown, row)) + "\n" for row in rows]


def _shown(value: Any, digits: int) -> str:
    if value is None or (isinstance(value, float) and value != value):
        return "–"
    if isinstance(value, float):
        return f"{value:.{digits}f}"
    if isinstance(value, datetime):
        return value.astimezone().strftime("%Y-%m-%d %H:%M")
    return str(value)


def _exact(value: Any) -> str:
    if value is None or (isinstance(value, float) and value != value):
        return ""
    text = value.isoformat() if isinstance(value, datetime) else str(value)
    return text.replace("\t", " ").replace("\n", " ").replace("\r", " ")


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else str(value)
