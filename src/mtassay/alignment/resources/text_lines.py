"""Lines of a file of the user, as it is or packed by gzip, read one after the other."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from typing import IO

from mtassay.corpus import limits
from mtassay.errors import InputError

_LONGEST_LINE = 1 << 20


def text_lines(path: str, what: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, from 1; `what` is said to be missing where there is no such file."""
    try:
        if path.lower().endswith(".gz"):
            # what is not packed takes room on the disk of whoever has it; what is packed could be anything
            with gzip.open(path) as packed:
                yield from _lines(packed, path, _check_packed)
        else:
            with open(path, "rb") as file:
                yield from _lines(file, path)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; name {what}") from None
    except IsADirectoryError:
        raise InputError(f"{path}: this is a folder; name {what} in it") from None
    except (gzip.BadGzipFile, zlib.error, EOFError):
        raise InputError(f"{path}: the file is packed, and damaged or cut off; copy it again") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None


def _check_packed(size: int, path: str) -> None:
    limits.check_bytes(size, path, what=", unpacked")


def _lines(
    file: IO[bytes] | gzip.GzipFile, path: str, check_size: Callable[[int, str], None] = lambda size, path: None
) -> Iterator[tuple[int, str]]:
    size = 0
    number = 0
    while line := file.readline(_LONGEST_LINE + 1):
        number += 1
        size += len(line)
        if len(line) > _LONGEST_LINE:
            raise InputError(f"{path}, line {number}: longer than {_LONGEST_LINE:,} bytes; is it the right file?")
        check_size(size, path)
        try:
            yield number, line.decode("utf-8").removeprefix("\ufeff" if number == 1 else "").strip()
        except UnicodeDecodeError:
            raise InputError(f"{path}, line {number}: not UTF-8; save the file as UTF-8") from None
