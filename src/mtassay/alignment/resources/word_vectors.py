"""Vectors of words from a file of the user, as word2vec writes them: text, or binary where the name ends in .bin.

The file is read from front to back, for the words that are asked for; memory is that of those words.
"""

import gzip
import threading
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from mtassay.alignment.resources.finding import absolute_path, file_digest, file_state
from mtassay.corpus import limits
from mtassay.errors import InputError

_MOST_WORDS = 2_000_000
_MOST_DIMENSIONS = 4096
_MOST_LETTERS = 10_000  # of a word, in bytes
_MOST_DIGITS = 40  # of a number, with the blank before it
_BLOCK = 1 << 20
_WHAT = "a file of word vectors as word2vec writes them"
_BROKEN = (OSError, EOFError, zlib.error)


class WordVectors:
    """The vectors of words, each of length 1."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._sought: set[str] = set()
        self._reading = threading.Lock()
        with _Opened(path) as file:
            self.dimensions: int = _header(file, path)[1]

    def rows(self, words: Sequence[str]) -> NDArray[np.float32]:
        """The vector of each word, or of its form in lower case; zeros where neither has one."""
        lowered = [ascii_lower(word) for word in words]
        self._seek({*words, *lowered})
        matrix = np.zeros((len(words), self.dimensions), dtype=np.float32)
        for row, forms in enumerate(zip(words, lowered, strict=True)):
            for form in forms:
                if form in self._vectors:
                    matrix[row] = self._vectors[form]
                    break
        return matrix

    def _seek(self, words: set[str]) -> None:
        """Read the file again for words that it was not read for before."""
        with self._reading:
            new = words - self._sought
            if not new:
                return
            with _Opened(self._path) as file:
                count, dimensions = _header(file, self._path)
                read = _binary if _bare(self._path).endswith(".bin") else _text
                for where, word, numbers in read(file, self._path, count, dimensions, new):
                    self._vectors[word] = _unit(numbers, where)
            self._sought |= new


def open_vectors(path: str) -> WordVectors:
    """The vectors in a file; what was read of it is kept until the file changes."""
    full = absolute_path(path)
    return _load(str(full), file_state(full))


def vectors_digest(path: str) -> str:
    """The start of the SHA-256 of a file of vectors, as it lies on disk."""
    return file_digest(absolute_path(path), _WHAT)


def ascii_lower(word: str) -> str:
    """A word with A to Z in lower case, as the YiSi program lowers them."""
    return word.lower() if word.isascii() else word.encode().lower().decode()


@lru_cache(maxsize=2)
def _load(path: str, state: tuple[int, ...]) -> WordVectors:
    return WordVectors(path)


def _bare(path: str) -> str:
    return path.lower().removesuffix(".gz")


class _Opened:
    """A file that is open, whose faults are InputErrors."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> IO[bytes]:
        try:
            if Path(self._path).is_dir():
                raise InputError(f"{self._path}: this is a folder; name {_WHAT} in it")
            packed = self._path.lower().endswith(".gz")
            file: Any = gzip.open(self._path, "rb") if packed else open(self._path, "rb")
        except FileNotFoundError:
            raise InputError(f"{self._path}: there is no such file; name {_WHAT}") from None
        except OSError as error:
            raise InputError(f"{self._path}: cannot be read: {error.strerror or error}") from None
        self._file = file
        return file  # type: ignore[no-any-return]  # gzip's and the plain one alike

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        self._file.close()
        if isinstance(error, _BROKEN):
            raise InputError(f"{self._path}: broken gzip file ({error}); fetch or pack it again") from None


def _header(file: IO[bytes], path: str) -> tuple[int, int]:
    """How many words there are, and of how many dimensions, as the first line says."""
    fields = file.readline(100).split()
    if len(fields) != 2 or not all(field.isdigit() for field in fields):
        raise InputError(
            f"{path}, line 1: not two whole numbers; word vectors begin with how many words and how many numbers for "
            "each there are: 400000 300"
        )
    count, dimensions = int(fields[0]), int(fields[1])
    if count > _MOST_WORDS:
        raise InputError(
            f"{path}, line 1: {count:,} words, and mtassay reads up to {_MOST_WORDS:,}; keep the frequent ones"
        )
    if not 1 <= dimensions <= _MOST_DIMENSIONS:
        raise InputError(
            f"{path}, line 1: {dimensions:,} numbers for each word; there may be 1 to {_MOST_DIMENSIONS:,}"
        )
    return count, dimensions


Found = Iterator[tuple[str, str, NDArray[np.float32]]]
"""Where it stands, a word, and its numbers."""


def _text(file: IO[bytes], path: str, count: int, dimensions: int, wanted: Iterable[str]) -> Found:
    words, longest, size = set(wanted), _MOST_LETTERS + _MOST_DIGITS * dimensions, 0
    for line in range(2, count + 2):
        where = f"{path}, line {line}"
        read = file.readline(longest)
        size += len(read)
        _check_packed(size, path)
        if not read:
            raise InputError(
                f"{path}: ends after {line - 2:,} words, and line 1 says {count:,}; is the file cut short?"
            )
        if len(read) == longest:
            raise InputError(f"{where}: far longer than a word and {dimensions} numbers; {_IS_BINARY}")
        name, _, rest = read.rstrip().partition(b" ")
        # cheap, as most lines are of words that nobody asked for
        if rest.count(b" ") != dimensions - 1 and len(rest.split()) != dimensions:
            raise InputError(f"{where}: {len(rest.split())} numbers after the word, and line 1 says {dimensions}")
        word = _decoded(name, where)
        if word in words:
            try:
                numbers = np.array(rest.split(), dtype=np.float32)
            except ValueError:
                numbers = np.zeros(0, dtype=np.float32)
            if len(numbers) != dimensions:
                raise InputError(f"{where}: not all after the word are numbers")
            yield where, word, numbers
    if file.readline(longest).strip():
        raise InputError(f"{path}, line {count + 2}: more words than the {count:,} of line 1")


def _binary(file: IO[bytes], path: str, count: int, dimensions: int, wanted: Iterable[str]) -> Found:
    words, size, buffer, at, behind = set(wanted), 4 * dimensions, b"", 0, 0
    for number in range(1, count + 1):
        where = f"{path}, word {number:,}"
        # a word, a blank, its numbers, and in some files the end of a line
        if len(buffer) - at < _MOST_LETTERS + size:
            behind += at
            buffer, at = buffer[at:] + file.read(max(_BLOCK, size)), 0
            _check_packed(behind + len(buffer), path)
        blank = buffer.find(b" ", at, at + _MOST_LETTERS)
        if blank < 0 or len(buffer) < blank + 1 + size:
            if len(buffer) - at > _MOST_LETTERS:
                raise InputError(f"{where}: longer than any word; is it a binary file of word2vec?")
            raise InputError(
                f"{path}: ends after {number - 1:,} words, and line 1 says {count:,}; is the file cut short?"
            )
        word = _decoded(buffer[at:blank].lstrip(b"\n"), where)
        at = blank + 1 + size
        if word in words:
            yield where, word, np.frombuffer(buffer, dtype="<f4", count=dimensions, offset=blank + 1).astype(np.float32)


def _check_packed(size: int, path: str) -> None:
    """What is not packed takes room on the disk of whoever has it; what is packed could be anything."""
    if path.lower().endswith(".gz"):
        limits.check_bytes(size, path, what=", unpacked")


_IS_BINARY = "the name of a binary file must end in .bin or .bin.gz"


def _decoded(name: bytes, where: str) -> str:
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{where}: not UTF-8; save the file as UTF-8, or, if it is binary: {_IS_BINARY}") from None


def _unit(numbers: NDArray[np.float32], where: str) -> NDArray[np.float32]:
    """The same of length 1, or zeros."""
    if not np.isfinite(numbers).all():
        raise InputError(f"{where}: a number is infinite or none at all; leave the word out")
    length = float(np.linalg.norm(numbers.astype(np.float64)))
    return (numbers / length).astype(np.float32) if length > 0 else numbers
