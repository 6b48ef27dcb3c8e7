"""A source as it is cut into information items: where cuts can be, and where they are."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from mtassay.human.collection import collapse
from mtassay.human.neighbours import cut_pieces


@dataclass(frozen=True)
class CutPiece:
    """A word, or a character of a script without blanks: no cut falls into it.

    `is_apart` says that a blank stands before it, `begins` that a cut does, and `is_left_out` that it belongs to no
    item.
    """

    text: str
    is_apart: bool
    begins: bool
    is_left_out: bool


def cut_at(source: str, items: Sequence[tuple[int, str]]) -> tuple[CutPiece, ...]:
    """A source with the cuts that its items mean, given as place and text; of those that overlap, as the first cuts it.

    Joining pieces from one cut to the next, and leaving out what is left out, gives the items again.
    """
    text = collapse(source)
    owner: list[int | None] = [None] * len(text)
    for number, (start, item) in enumerate(sorted(items, key=lambda item: item[0])):
        for place in range(start, min(start + len(item), len(text))):
            if owner[place] is None:
                owner[place] = number
    pieces: list[CutPiece] = []
    before: int | None = -1
    for start, end in _spans(text):
        first = start
        for place in range(start + 1, end + 1):
            # items that somebody cut inside a word are kept as they are
            if place < end and owner[place] == owner[first]:
                continue
            begins = owner[first] != before
            before = owner[first]
            is_apart = first == start and start > 0 and text[start - 1] == " "
            pieces.append(CutPiece(text[first:place], is_apart, begins, owner[first] is None))
            first = place
    if not items:
        pieces = [CutPiece(piece.text, piece.is_apart, number == 0, False) for number, piece in enumerate(pieces)]
    return tuple(pieces)


def _spans(text: str) -> list[tuple[int, int]]:
    """Where pieces begin and end; a mark stays with the character that it belongs to."""
    spans: list[tuple[int, int]] = []
    place = 0
    for piece in cut_pieces(text):
        start = place + piece.is_apart if place else 0
        place = start + len(piece.text)
        is_mark = unicodedata.category(piece.text[0]).startswith("M")
        if spans and is_mark and spans[-1][1] == start:
            spans[-1] = (spans[-1][0], place)
        else:
            spans.append((start, place))
    return spans
