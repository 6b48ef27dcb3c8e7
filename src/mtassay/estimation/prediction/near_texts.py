"""Translations that are the same but for case and punctuation, to which a stored score may be left."""

import unicodedata
from collections.abc import Sequence


def near_key(text: str) -> str:
    """What near texts share: lower case, and one blank for all that is no letter, mark or digit.

    Marks belong to letters: without them, words of Hindi would lose their vowels.

        >>> near_key("Don’t – GO!") == near_key("don't go")
        True
    """
    lowered = unicodedata.normalize("NFC", text.lower())
    return " ".join("".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in lowered).split())


def number_near_texts(sources: Sequence[int], texts: Sequence[str]) -> list[int]:
    """A number for each text, the same for near ones of one source; what has no letters is near to itself alone."""
    numbers: dict[tuple[int, str, bool], int] = {}
    return [
        numbers.setdefault((source, key or text, bool(key)), len(numbers))
        for source, text, key in zip(sources, texts, map(near_key, texts), strict=True)
    ]
