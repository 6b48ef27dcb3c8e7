"""Training: outputs whose score is known, which judges answer first and are told about at once."""

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from mtassay.corpus.file_specs import parse_file_spec
from mtassay.corpus.packed import show_path
from mtassay.corpus.table_files import TableFiles
from mtassay.corpus.tables import find_column
from mtassay.errors import InputError, MtassayWarning
from mtassay.human.collection import collapse
from mtassay.human.protocols.base import Protocol
from mtassay.human.protocols.marking import Marking
from mtassay.human.protocols.rating import Rating
from mtassay.human.typed_numbers import parse_number

MOST = 10
_NEEDED = ("source", "output", "low", "high")
_OPTIONAL = ("reference", "note", "errors")
_SEPARATOR = "|"


@dataclass(frozen=True, kw_only=True)
class TrainingItem:
    """An output that is right between `low` and `high`; the note says why, in words for judges.

    `errors` are words of it that judges should mark.
    """

    source: str
    reference: str
    text: str
    low: float
    high: float
    note: str
    errors: tuple[str, ...] = ()

    @property
    def places(self) -> list[tuple[int, int]]:
        """Where the errors stand, in characters."""
        starts = ((self.text.find(words), len(words)) for words in self.errors)
        return [(start, start + length) for start, length in starts]


def read_training(path: str) -> tuple[TrainingItem, ...]:
    """A table with the columns source, output, low and high, and, where there are some, reference, note and errors."""
    spec = parse_file_spec(path)
    shown = show_path(spec.path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MtassayWarning)  # which row has the names is told by the names
        table = TableFiles().table(spec)
    columns = {name: find_column(table, name, shown).texts for name in _NEEDED}
    known = {column.name.strip() for column in table.columns}
    columns |= {name: find_column(table, name, shown).texts for name in _OPTIONAL if name in known}
    items = []
    for row in range(len(columns["source"])):
        cells = {name: collapse(texts[row] or "") for name, texts in columns.items()}
        missing = next((name for name in _NEEDED if not cells[name]), None)
        if missing is not None:
            raise InputError(f"{shown}: item {row + 1} of the training has no {missing}; fill it in")
        items.append(
            TrainingItem(
                source=cells["source"],
                reference=cells.get("reference", ""),
                text=cells["output"],
                low=_number(cells["low"], f"{shown}: low of item {row + 1}"),
                high=_number(cells["high"], f"{shown}: high of item {row + 1}"),
                note=cells.get("note", ""),
                errors=tuple(words.strip() for words in cells.get("errors", "").split(_SEPARATOR) if words.strip()),
            )
        )
    if len(items) > MOST:
        raise InputError(f"{shown}: {len(items)} items of training, and judges are asked for up to {MOST}; keep fewer")
    return tuple(items)


def check_training(items: Sequence[TrainingItem], protocols: Sequence[Protocol]) -> None:
    """Refuse what the protocol could never be answered by."""
    if not items:
        return
    protocol = protocols[0]
    if len(protocols) > 1 or not isinstance(protocol, Rating | Marking):
        raise InputError("training has a range of scores, so that a campaign needs one protocol that gives a score")
    # penalties have no end
    low, high = (0.0, math.inf) if protocol.width is None else (protocol.scale.low, protocol.scale.high)
    for place, item in enumerate(items, 1):
        if not low <= item.low <= item.high <= high:
            raise InputError(
                f"item {place} of the training is right from {item.low:g} to {item.high:g}, and {protocol.name} goes "
                f"from {low:g} to {high:g}, the lower number first"
            )
        if item.errors and not protocol.marked_sides:
            raise InputError(f"item {place} of the training has errors to be marked, and {protocol.name} marks none")
        missing = next((words for words in item.errors if words not in item.text), None)
        if missing is not None:
            raise InputError(
                f"item {place} of the training: {missing[:60]!r} should be marked, and does not stand in its output"
            )
        if protocol.shows_reference and not item.reference:
            raise InputError(f"item {place} of the training has no reference, which {protocol.name} shows; add it")


def _number(text: str, what: str) -> float:
    try:
        return parse_number(text)
    except ValueError:
        raise InputError(f"{what} is {text[:40]!r}; write a number") from None
