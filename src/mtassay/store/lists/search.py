"""What somebody writes into a search field, as a selection: plain words, and conditions such as score:<3."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from mtassay.errors import InputError
from mtassay.store.lists.selections import Selection

_PART = re.compile(r'(?:(?P<key>[a-z]+):)?(?:"(?P<quoted>[^"]*)"?|(?P<plain>[^\s"]\S*))?')
_NAMES = ("score", "date", "source", "system", "judge")
_WORD = re.compile(r'"(?P<quoted>[^"]*)"?|(?P<plain>[^\s"]\S*)')
_RANGE = re.compile(r"(?P<low>\d+(?:\.\d+)?)(?:-|–|\.\.)(?P<high>\d+(?:\.\d+)?)")
_BOUND = re.compile(r"(?P<sign><=|>=|<|>|≤|≥|=)?(?P<value>\d+(?:\.\d+)?)")
_LEAST = 1e-6
"""How far below a score all scores lie that are less than it."""


def parse_search(text: str) -> Selection:
    """The selection that a text asks for.

    Words must all occur in the source or the translation, whatever their case; a phrase stands in quotes. Conditions
    are `source:WORD`, `system:NAME`, `judge:NAME`, `score:3`, `score:3-5`, `score:<3`, `score:>=8`, `date:2026-05-01`,
    `date:2026-05-01..2026-05-31`, `is:judged` and `is:unjudged`. What looks like one and is none, 10:30 for example,
    is a word.

    Example:
        >>> parse_search("tomorrow judge:anna score:<=3").highest
        3.0

    """
    found = Selection()
    words = []
    for key, value in _parts(clean_search(text)):
        if key == "score":
            lowest, highest = _scores(value)
            found = replace(found, lowest=lowest, highest=highest)
        elif key == "date":
            since, until = _days(value)
            found = replace(found, since=since, until=until)
        elif key == "source":
            found = replace(found, source=value)
        elif key == "system":
            found = replace(found, system=value)
        elif key == "judge":
            found = replace(found, judge=value)
        elif key == "is":
            found = replace(found, judged=value == "judged")
        else:
            words.append(value)
    return replace(found, words=tuple(words))


def parse_words(text: str) -> tuple[str, ...]:
    """The words and phrases of a text, conditions among them."""
    return tuple(
        match["plain"] or match["quoted"] for match in _WORD.finditer(clean_search(text)) if any(match.groups())
    )


def clean_search(text: str) -> str:
    """The text without what no database can look for: NUL, and halves of characters."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")


def write_search(selection: Selection) -> str:
    """The text that asks for a selection; `parse_search` understands it again."""
    parts = [_quoted(word) for word in selection.words]
    if selection.text is not None:
        parts.append(_quoted(selection.text))
    for key in ("source", "system", "judge"):
        value = getattr(selection, key)
        if value is not None:
            parts.append(f"{key}:{_quoted(value)}")
    low, high = (None if bound is None else f"{bound:.10g}" for bound in (selection.lowest, selection.highest))
    if low is not None and high is not None:
        parts.append(f"score:{low}" if low == high else f"score:{low}-{high}")
    elif low is not None or high is not None:
        parts.append(f"score:<={high}" if low is None else f"score:>={low}")
    since, until = selection.since, selection.until
    if since is not None or until is not None:
        parts.append(f"date:{since or ''}..{until or ''}" if since != until else f"date:{since}")
    if selection.judged is not None:
        parts.append("is:judged" if selection.judged else "is:unjudged")
    return " ".join(parts)


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Conditions with their keys, and words with none; a condition that is being typed and has no value yet is none."""
    for match in _PART.finditer(text):
        key, value = match["key"] or "", match["plain"] or match["quoted"] or ""
        is_condition = key in _NAMES or (key == "is" and value in ("judged", "unjudged", ""))
        if is_condition or not key:
            if value:
                yield key, value
        else:
            yield "", f"{key}:{value}"


def _scores(value: str) -> tuple[float | None, float | None]:
    if match := _RANGE.fullmatch(value):
        return float(match["low"]), float(match["high"])
    match = _BOUND.fullmatch(value)
    if match is None:
        raise InputError(f"score:{value} is no score; write score:3, score:3-5, score:<3 or score:>=8, of 0 to 10")
    bound = float(match["value"])
    return {
        "<": (None, bound - _LEAST),
        "<=": (None, bound),
        "≤": (None, bound),
        ">": (bound + _LEAST, None),
        ">=": (bound, None),
        "≥": (bound, None),
    }.get(match["sign"], (bound, bound))


def _days(value: str) -> tuple[date | None, date | None]:
    first, dots, last = value.partition("..")
    try:
        since = date.fromisoformat(first) if first else None
        until = (date.fromisoformat(last) if last else None) if dots else since
    except ValueError:
        raise InputError(
            f"date:{value} is no day; write date:2026-05-01, date:2026-05-01..2026-05-31 or date:2026-05-01.."
        ) from None
    return since, until


def _quoted(value: str) -> str:
    needs = any(character.isspace() or character in '":' for character in value)
    return '"' + value.replace('"', " ").strip() + '"' if needs else value
