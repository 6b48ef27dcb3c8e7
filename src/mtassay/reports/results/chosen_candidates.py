"""The best of several candidates for each segment."""

from collections.abc import Sequence

from mtassay.reports.document import Document, Table

NAMES = ("segment", "index", "score")


def chosen_document(chosen: Sequence[tuple[int, int, float]]) -> Document:
    """A row for each segment, counted from 1: the place of the best candidate, counted from 0, and its score."""
    return Document("Chosen candidates", (Table.of(NAMES, chosen),))
