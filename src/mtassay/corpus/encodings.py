"""Which encoding a text is in: UTF-8 wherever it can be, else what spreadsheet programs save, with a note of it."""

import codecs
import re
import warnings
from collections.abc import Callable
from typing import TypeVar

from mtassay.errors import InputError, MtassayWarning, OutputError, Remedy, SettingError

AUTO = "auto"
HELP = "how letters are stored, such as cp1250; auto is UTF-8, else UTF-16 or Windows-1252 with a note"
UTF16, WINDOWS = "UTF-16", "Windows-1252"
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UTF32_MARKS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_HIGH = re.compile(rb"[\x80-\xff]")
_LETTER = re.compile(rb"[A-Za-z]")
_Read = TypeVar("_Read")


class NotUtf8(InputError):
    """Bytes that are no UTF-8, of which readers of plain text know more."""


def is_utf16(data: bytes) -> bool:
    """Whether the first bytes say that this is UTF-16."""
    return data.startswith(_UTF16_MARKS) and not data.startswith(_UTF32_MARKS)


def read_encoded(
    data: bytes, shown: str, encoding: str, format: str, read: Callable[[bytes], _Read]
) -> tuple[_Read, str]:
    """What `read` makes of a file as UTF-8, and the encoding that it was in; empty for UTF-8 itself.

    What was assumed is noted. `format` is the name by which the user says another encoding; empty where nobody can.
    """
    if encoding != AUTO:
        return read(_told(data, shown, encoding)), encoding
    if is_utf16(data):
        content = _decoded(data, shown, UTF16)
        _note(f"{shown}: read as {UTF16}, as its first bytes say")
        return read(content.encode()), UTF16
    try:
        return read(data), ""
    except NotUtf8 as error:
        if not _may_be_windows(data):
            raise
        content = _decoded(data, shown, WINDOWS)
        line = str(error).partition(":")[0]
        cure = f", or say format={format}:encoding=NAME" if format else ""
        _note(
            f"{line}: this is not UTF-8, so the file is read as {WINDOWS}; if letters look wrong, save it as UTF-8"
            f"{cure}"
        )
        return read(content.encode()), WINDOWS


def refuse_encoding(encoding: str, format: str) -> None:
    """Refuse to write anything but UTF-8."""
    if encoding.lower().replace("_", "-") not in (AUTO, "utf-8", "utf8"):
        raise OutputError(f"{format}: encoding={encoding}: what mtassay writes is UTF-8; leave the encoding out")


def _told(data: bytes, shown: str, encoding: str) -> bytes:
    try:
        return data.decode(encoding).removeprefix("\ufeff").encode()
    except LookupError:
        raise SettingError(f"there is no text encoding {encoding!r}; write utf-8, cp1252 or another") from None
    except UnicodeError:
        raise InputError(f"{shown}: this is not {encoding}; name the encoding that it has") from None


def _decoded(data: bytes, shown: str, encoding: str) -> str:
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeError:
        what = "it is cut off or broken" if encoding == UTF16 else "it is none of the encodings that mtassay can tell"
        raise InputError(
            f"{shown}: the letters cannot be read, because {what}; save it again, as UTF-8",
            remedy=Remedy.CONVERT_TO_UTF8,
        ) from None


def _may_be_windows(data: bytes) -> bool:
    """Whether this looks like a language of Western Europe, of one byte a letter.

    Not UTF-8 with some damage, which has good characters of several bytes, as Windows-1252 has by rare chance, or
    halves of characters; not Russian,
    Greek or Chinese of old, where most letters are high bytes; and nothing with bytes that no text has.
    """
    text = data.decode("utf-8", "replace")
    wrong = text.count(_REPLACEMENT) - data.count(_REPLACEMENT.encode())
    good = sum(1 for character in text if character > "\x7f") - text.count(_REPLACEMENT)
    high = len(_HIGH.findall(data))
    return (
        20 * good < wrong
        and 2 * high <= len(_LETTER.findall(data))
        and not (_NO_TEXT.search(data) or _SURROGATE.search(data))
    )


def _note(message: str) -> None:
    warnings.warn(message, MtassayWarning, stacklevel=6)
