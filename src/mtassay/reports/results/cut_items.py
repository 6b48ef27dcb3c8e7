"""The information items that sources are cut into."""

from collections.abc import Iterable, Sequence

from mtassay.reports.document import Document, Table


def cut_items_document(sources: Iterable[tuple[int, Sequence[str]]]) -> Document:
    """A row for each item; sources are given by number, items are counted from 1."""
    rows = [(source, number, text) for source, items in sources for number, text in enumerate(items, start=1)]
    return Document("Items", (Table.of(("source", "item", "text"), rows, frozenset({"text"}), "items"),))
