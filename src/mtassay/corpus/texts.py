"""Checks that a list is really a list of usable strings."""

from collections.abc import Iterable, Sequence

from mtassay.errors import InputError


def check_texts(texts: Iterable[str], what: str, item: str = "segment") -> Sequence[str]:
    """`texts` as a sequence, after a look at every item.

    `what` and `item` name the list and one of its members in errors. Lists and tuples are handed
    back as they are, not copied.
    """
    if isinstance(texts, (str, bytes)):
        raise InputError(f"{what}: expected a list of strings, got one {type(texts).__name__}; put it into a list")
    if not isinstance(texts, (list, tuple)):
        try:
            texts = list(texts)
        except TypeError:
            raise InputError(f"{what}: expected a list of strings, got {type(texts).__name__}") from None
    if not set(map(type, texts)) <= {str}:
        _refuse_other_types(texts, f"{what}, {item}")
    # only text beyond ASCII can hold a lone surrogate
    wide = [] if all(map(str.isascii, texts)) else [text for text in texts if not text.isascii()]
    try:
        for start in range(0, len(wide), 1000):
            "".join(wide[start : start + 1000]).encode()
    except UnicodeEncodeError:
        _refuse_surrogates(texts, f"{what}, {item}")
    return texts


def _refuse_other_types(texts: Sequence[object], where: str) -> None:
    for number, text in enumerate(texts, start=1):
        if not isinstance(text, str):
            cure = " (a missing value? use an empty string, or leave the segment out)" if text is None else ""
            raise InputError(f"{where} {number}: expected a string, got {type(text).__name__}{cure}")


def _refuse_surrogates(texts: Sequence[str], where: str) -> None:
    for number, text in enumerate(texts, start=1):
        for column, character in enumerate(text, start=1):
            if "\ud800" <= character <= "\udfff":
                raise InputError(
                    f"{where} {number}, character {column}: lone surrogate U+{ord(character):04X}, "
                    "which is no text; it comes from a broken conversion to UTF-16 or from "
                    "errors='surrogateescape': read the data again as UTF-8"
                )


def blank_positions(texts: Sequence[str]) -> list[int]:
    """Indices of texts that are empty or nothing but white space."""
    if "" not in texts and not any(map(str.isspace, texts)):  # the usual case, five times as fast
        return []
    return [index for index, text in enumerate(texts) if not text or text.isspace()]
