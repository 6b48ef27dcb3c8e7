"""Marked words in a text, between <v> and </v>, as WMT and Marot write them."""

import re
from collections.abc import Iterator

_MARK = re.compile("</?v>")


def without_marks(marked: str) -> str:
    """The text itself."""
    return _MARK.sub("", marked)


def marked_parts(marked: str) -> Iterator[tuple[int, int]]:
    """Where marked parts start and end in the text without marks; one that is not closed goes to the end."""
    removed, start = 0, None
    for mark in _MARK.finditer(marked):
        place = mark.start() - removed
        removed += len(mark[0])
        if mark[0] == "<v>":
            start = place
        elif start is not None:
            yield start, place
            start = None
    if start is not None:
        yield start, len(marked) - removed
