"""Translations of a project that somebody looked for."""

from collections.abc import Sequence

from mtassay.reports.document import Document, Table
from mtassay.store.lists.filters import FoundTarget

_NAMES = ("target", "source", "translation", "points", "judgments")


def targets_document(targets: Sequence[FoundTarget]) -> Document:
    """A row for each, with its source and mean score."""
    rows = [(target.target, target.source_text, target.text, target.points, target.judgments) for target in targets]
    return Document("Translations", (Table.of(_NAMES, rows, frozenset({"source", "translation"})),))
