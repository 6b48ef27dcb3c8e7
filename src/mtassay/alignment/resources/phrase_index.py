"""Phrases that mean the same, from METEOR's table: an index of it, made once and kept in the user's cache.

The index is named by the digest of the table, so another table has another one. It is mapped into memory, not
read. One process makes it while others wait; what was left half-made, or is damaged, is made anew.
"""

import codecs
import fcntl
import hashlib
import os
import threading
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mtassay._native import PhraseTable, PhraseTableBuilder
from mtassay.alignment.resources.finding import file_state, whole_digest
from mtassay.corpus import limits
from mtassay.corpus.whole_files import write_whole_file
from mtassay.errors import InputError, MtassayWarning, OutputError

CACHE_VARIABLE = "MTASSAY_CACHE"
"""Names the folder in which what was computed once may be kept."""
_BLOCK = 1 << 20
_LEFT_OVER = ".mtassay-*"
_opening = threading.Lock()


def open_phrases(table: Path) -> PhraseTable:
    """The phrases of a table; the first time, this takes some seconds for a large one."""
    with _opening:
        return _open(table, file_state(table))


def cache_folder() -> Path:
    """Where what was computed once is kept."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mtassay"
    except RuntimeError:  # as in a container, by a user whom it does not know
        raise InputError(
            f"METEOR's paraphrases: you have no home folder in which their index could be kept; name a folder by the "
            f"variable {CACHE_VARIABLE}"
        ) from None


@lru_cache(maxsize=2)
def _open(table: Path, state: tuple[int, ...]) -> PhraseTable:
    digest = bytes.fromhex(whole_digest(table, "a table of METEOR's paraphrases"))
    folder = cache_folder() / "phrases"
    path = folder / f"{digest.hex()[:16]}.index"
    index = _load(path, digest)
    if index is not None:
        return index
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            index = _load(path, digest)  # made by another process in the meantime
            if index is None:
                for left in folder.glob(_LEFT_OVER):  # by a process that was killed
                    left.unlink()
                write_whole_file(str(path), _pieces(_build(table, digest)))
                index = _load(path, digest)
    except (OSError, OutputError) as error:
        warnings.warn(
            f"the index of METEOR's paraphrases cannot be kept in {folder} ({error}), so it is made anew each time; "
            f"name a folder that can be written by the variable {CACHE_VARIABLE}",
            MtassayWarning,
            stacklevel=2,
        )
    return index if index is not None else PhraseTable(_build(table, digest))


def _load(path: Path, digest: bytes) -> PhraseTable | None:
    """The index, if it is there and whole; one that is not is said to be damaged."""
    try:
        index = PhraseTable(np.memmap(path, dtype=np.uint8, mode="r"))
        if index.digest == digest:
            return index
        cause = "it is of another table"
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        cause = str(error)
    warnings.warn(f"{path}: this index cannot be used, so it is made anew: {cause}", MtassayWarning, stacklevel=2)
    return None


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no other process is here; the system lets go of what a process held that died."""
    with open(folder / "lock", "ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _build(table: Path, digest: bytes) -> NDArray[np.uint8]:
    builder, decoder, read = PhraseTableBuilder(), codecs.getincrementaldecoder("utf-8")(), hashlib.sha256()
    try:
        for piece in _unpacked(table, read.update):
            decoder.decode(piece)
            builder.add(piece)
        decoder.decode(b"", final=True)
        # under its digest an index stays for good, so it must not be of what somebody put there in the meantime
        if read.digest() != digest:
            raise InputError(f"{table}: this file was changed while it was read; try again")
        return builder.finish(digest)
    except UnicodeDecodeError:
        raise InputError(f"{table}, after line {builder.lines:,}: not UTF-8; {_CUT}") from None
    except ValueError as error:
        raise InputError(f"{table}: no table of METEOR's paraphrases: {error}; {_CUT}") from None


_CUT = "is the file cut short? Bring it anew"


def _unpacked(table: Path, see: Callable[[bytes], None]) -> Iterator[bytes]:
    """The text of the table, as far as it is no larger than files may be; `see` is called with what lies on disk."""
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    size = 0
    try:
        with open(table, "rb") as file:
            while packed := file.read(_BLOCK):
                see(packed)
                while packed:
                    piece = unpacker.decompress(packed, _BLOCK)
                    packed = unpacker.unconsumed_tail
                    size += len(piece)
                    limits.check_bytes(size, str(table), what=", unpacked")
                    yield piece
                    if unpacker.eof and unpacker.unused_data:
                        # several files in one, as gzip allows
                        packed, unpacker = unpacker.unused_data, zlib.decompressobj(zlib.MAX_WBITS | 16)
    except OSError as error:
        raise InputError(f"{table}: cannot be read: {error.strerror or error}") from None
    except zlib.error as error:
        raise InputError(f"{table}: broken gzip file ({error}); bring it anew") from None
    if not unpacker.eof:
        raise InputError(f"{table}: this gzip file ends too early; {_CUT}")


def _pieces(index: NDArray[np.uint8]) -> Iterator[bytes]:
    step = 16 * _BLOCK
    return (index[start : start + step].tobytes() for start in range(0, len(index), step))
