"""What happened to a project."""

from collections.abc import Sequence

from mtassay.reports.document import Document, Table
from mtassay.store.history.events import Event

_NAMES = ("revision", "at", "who", "kind", "what", "state")


def history_document(events: Sequence[Event]) -> Document:
    """A row for each event, in their order."""
    rows = [
        (
            event.revision,
            event.at,
            event.who,
            event.kind,
            ", ".join(f"{name} {value}" for name, value in event.summary.items() if value not in ("", None)),
            "" if event.undone_by is None else f"undone by {event.undone_by}",
        )
        for event in events
    ]
    return Document("History", (Table.of(_NAMES, rows, frozenset(_NAMES[2:])),))
