"""What can become of an information item: the only list of it. Keys, pages, files and figures are read off it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ItemClass:
    """A class: its name in files and databases, its key while judging, and how narrow columns and sentences say it."""

    name: str
    key: str
    short: str
    words: str


CLASSES = (
    ItemClass("ok", "o", "ok", "ok"),
    ItemClass("missing", "m", "mis", "missing"),
    ItemClass("syntax", "s", "syn", "wrong in syntax"),
    ItemClass("meaning", "e", "mea", "wrong in meaning"),
    ItemClass("other", "t", "oth", "otherwise wrong"),
)
"""All classes; only the first, `ok`, is no error."""

ITEM_CLASSES = tuple(item_class.name for item_class in CLASSES)
"""Their names; the place of a name is its number in arrays."""
