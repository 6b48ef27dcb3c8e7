"""Plain text, one segment a line.

Lines end at LF only. Other line breaks that Unicode knows stay inside their segment: programs that
split at them are the usual reason why two files have different numbers of lines.
"""

import warnings

from mtassay.corpus.packed import read_bytes, show_path
from mtassay.errors import InputError, MtassayWarning, SettingError

_LONG_LINE = 100_000
_UTF8_BOM = b"\xef\xbb\xbf"
_OTHER_BOMS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_OTHER_PACKERS = {b"BZh91AY": "bzip2", b"PK\x03\x04": "zip"}


def read_lines(path: str) -> list[str]:
    """The segments of a file; `-` is standard input. Refuses what is not text, and says where."""
    return split_lines(read_bytes(path), show_path(path))


def split_lines(data: bytes, shown: str) -> list[str]:
    """The lines of a file that was read as bytes; `shown` names it in errors."""
    for bom, encoding in _OTHER_BOMS.items():
        if data.startswith(bom):
            raise InputError(
                f"{shown}: this is {encoding} text, and mtassay reads UTF-8; "
                f"convert it: iconv -f {encoding} -t UTF-8 FILE > NEW"
            )
    for magic, packer in _OTHER_PACKERS.items():
        if data.startswith(magic):
            raise InputError(f"{shown}: packed with {packer}; unpack it first, or pack it with gzip")
    if data.startswith(_UTF8_BOM):
        data = data.removeprefix(_UTF8_BOM)
        _warn(f"{shown}: line 1 starts with a byte-order mark, which was left out; save the file without it")
    if not data:
        raise InputError(f"{shown}: the file is empty; it should hold one segment a line")
    nul = data.find(b"\0")
    if nul >= 0:
        raise InputError(
            f"{shown}, line {_line_of(data, nul)}: a NUL byte, which no text has; "
            "is this a binary file, or UTF-16 without its byte-order mark?"
        )
    return _split(decode(data, shown), shown)


def decode(data: bytes, shown: str, encoding: str = "UTF-8") -> str:
    """The text; a byte that is none in this encoding is named with its line."""
    try:
        return data.decode(encoding)
    except LookupError:
        raise SettingError(f"there is no text encoding {encoding!r}; write utf-8, latin-1 or another") from None
    except UnicodeDecodeError as error:
        cure = "if the file is Latin-1 or Windows-1252, convert it: iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW"
        raise InputError(
            f"{shown}, line {_line_of(data, error.start)}: byte 0x{data[error.start]:02X} is not {encoding}; {cure}"
        ) from None
    except UnicodeError:
        raise InputError(f"{shown}: this is not {encoding}; name the encoding that it has") from None


def _split(text: str, shown: str) -> list[str]:
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if "\r\n" in text or text.endswith("\r"):
        lines = [line.removesuffix("\r") for line in lines]
    longest = max(range(len(lines)), key=lambda index: len(lines[index]))
    if len(lines[longest]) > _LONG_LINE:
        _warn(
            f"{shown}, line {longest + 1}: {len(lines[longest]):,} characters in one segment; "
            "is it a whole document, or a file with other line ends?"
        )
    return lines


def _line_of(data: bytes, position: int) -> int:
    return data.count(b"\n", 0, position) + 1


def _warn(message: str) -> None:
    warnings.warn(message, MtassayWarning, stacklevel=4)
