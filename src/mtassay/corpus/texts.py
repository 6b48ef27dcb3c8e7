"""Checks that a list is really a list of usable strings."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, NoReturn

from mtassay.errors import InputError

# Four looks at a block of strings that stays in the cache cost less than two looks at all of them.
_BLOCK = 1024


class CheckedTexts(NamedTuple):
    """Strings, and the indices of those that are empty or nothing but white space."""

    texts: Sequence[str]
    blank: list[int]


def check_texts(texts: Iterable[str], what: str, item: str = "segment") -> CheckedTexts:
    """`texts` as a sequence, after a look at every item.

    `what` and `item` name the list and one of its members in errors. Lists and tuples are handed
    back as they are, not copied.
    """
    listed: Sequence[str] = as_list(texts, what)
    blank: list[int] = []
    for start in range(0, len(listed), _BLOCK):
        block = listed[start : start + _BLOCK]
        try:
            # raises TypeError at the first item that is no string
            if False in list(map(str.isascii, block)):
                # only text beyond ASCII can hold a lone surrogate, at which encode fails
                "".join(text for text in block if not text.isascii()).encode()
        except (TypeError, UnicodeEncodeError):
            _refuse(listed, f"{what}, {item}")
        if "" in block or any(map(str.isspace, block)):
            blank += (start + index for index, text in enumerate(block) if not text or text.isspace())
    return CheckedTexts(listed, blank)


def as_list(items: Any, what: str) -> Any:
    """A list or tuple as it is, anything else that has items as a list of them."""
    if isinstance(items, (str, bytes)):
        raise InputError(f"{what}: expected a list of strings, got one {type(items).__name__}; put it into a list")
    if isinstance(items, (list, tuple)):
        return items
    try:
        return list(items)
    except TypeError:
        raise InputError(f"{what}: expected a list of strings, got {type(items).__name__}") from None


def _refuse(texts: Sequence[object], where: str) -> NoReturn:
    """Say which item is unusable and why; there is one."""
    for number, text in enumerate(texts, start=1):
        if not isinstance(text, str):
            missing = text is None or type(text).__name__ == "NAType" or text != text  # None, pandas.NA, NaN
            cure = " (a missing value? use an empty string, or leave the segment out)" if missing else ""
            raise InputError(f"{where} {number}: expected a string, got {type(text).__name__}{cure}")
        for column, character in enumerate(text, start=1):
            if "\ud800" <= character <= "\udfff":
                raise InputError(
                    f"{where} {number}, character {column}: lone surrogate U+{ord(character):04X}, "
                    "which is no text; it comes from a broken conversion to UTF-16 or from "
                    "errors='surrogateescape': read the data again as UTF-8"
                )
    raise AssertionError("nothing is wrong with these texts")
