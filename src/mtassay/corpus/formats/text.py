"""Plain text, one segment a line, perhaps gzipped.

Lines end at LF only. Other line breaks that Unicode knows stay inside their segment: programs that
split at them are the usual reason why two files have different numbers of lines.
"""

import difflib
import gzip
import sys
import warnings
import zlib
from pathlib import Path

from mtassay.errors import InputError, MtassayWarning, SettingError

STANDARD_INPUT = "-"
_LONG_LINE = 100_000
_GZIP = b"\x1f\x8b"
_UTF8_BOM = b"\xef\xbb\xbf"
_OTHER_BOMS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_OTHER_PACKERS = {b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd", b"BZh91AY": "bzip2", b"PK\x03\x04": "zip"}


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


def read_bytes(path: str) -> bytes:
    """What is in a file, unpacked; `-` is standard input."""
    return _unpack(_read_all(path), show_path(path))


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


def show_path(path: str) -> str:
    """How messages name a file."""
    return "standard input" if path == STANDARD_INPUT else path


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


def _read_all(path: str) -> bytes:
    if path == "":
        raise InputError("an empty file name; name a file, or - for standard input")
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise InputError("standard input is closed; name a file")
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file{_near(path)}") from None
    except IsADirectoryError:
        raise InputError(f"{path}: this is a folder; name a file in it") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None


def _near(path: str) -> str:
    folder = Path(path).parent
    try:
        names = [entry.name for entry in folder.iterdir()]
    except OSError:
        return f"; there is no folder {folder} either"
    near = difflib.get_close_matches(Path(path).name, names, n=1)
    return f" (did you mean {folder / near[0]}?)" if near else ""


def _unpack(data: bytes, shown: str) -> bytes:
    if data.startswith(_GZIP):
        try:
            return gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"{shown}: broken gzip file ({error}); fetch or pack it again") from None
    for magic, packer in _OTHER_PACKERS.items():
        if data.startswith(magic):
            raise InputError(f"{shown}: packed with {packer}; unpack it first, or pack it with gzip")
    return data


def _line_of(data: bytes, position: int) -> int:
    return data.count(b"\n", 0, position) + 1


def _warn(message: str) -> None:
    warnings.warn(message, MtassayWarning, stacklevel=4)
