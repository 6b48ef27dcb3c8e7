"""Which texts hold a word: the same answer from every database, whatever letters it knows."""

import sqlalchemy as sa

from mtassay.human.collection import folded


def holds(table: sa.Table, word: str) -> sa.ColumnElement[bool]:
    """The condition that the text of a source or a target holds a word, in whatever case."""
    return table.c.folded.contains(folded(word), autoescape=True)
