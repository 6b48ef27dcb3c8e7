"""Numbers as spreadsheets write them in most of Europe: 7,5 for 7.5."""

import re

# 1,234 may be a thousand and more, so three digits behind the comma are none, unless a 0 or nothing stands before
_WITH_COMMA = re.compile(r"\s*[-+]?(?:0*,\d+|\d+,(?:\d{1,2}|\d{4,}))\s*", re.ASCII)


def with_point(text: str) -> str:
    """A number with a point in place of its comma, where that can only be one of decimals; anything else as it is."""
    return text.replace(",", ".") if _WITH_COMMA.fullmatch(text) else text
