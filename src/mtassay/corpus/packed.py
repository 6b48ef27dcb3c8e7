"""What is in a file, unpacked: gzip, xz and zstd are known by their first bytes, not by the file's name."""

import difflib
import gzip
import io
import os
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from mtassay.corpus import limits
from mtassay.errors import InputError, MissingExtra

STANDARD_INPUT = "-"
_BLOCK = 1 << 20
_BROKEN = (OSError, EOFError, zlib.error)
_TOO_MUCH_MEMORY = ("Memory usage limit", "requires too much memory")  # in the words of xz and zstd
_ALSO_BROKEN = ("LZMAError", "ZstdError")  # of modules that may be absent


def read_bytes(path: str) -> bytes:
    """What is in a file, unpacked; `-` is standard input."""
    return unpack(_read_all(path), show_path(path))


def unpack(data: bytes, shown: str) -> bytes:
    """Unpacked content, as long as it is within the limits; what is not packed is handed back."""
    for magic, (packer, opened) in _PACKERS.items():
        if data.startswith(magic):
            try:
                with opened(io.BytesIO(data)) as file:
                    return _read_some(file, shown, ", unpacked")
            except Exception as error:
                if not isinstance(error, _BROKEN) and type(error).__name__ not in _ALSO_BROKEN:
                    raise
                if any(sign in str(error) for sign in _TOO_MUCH_MEMORY):
                    raise InputError(
                        f"{shown}: unpacking it would take {limits.DICTIONARY_BYTES >> 20} MB of memory or more "
                        f"beside what is in it; pack it again, with {packer} and no larger dictionary than usual"
                    ) from None
                raise InputError(f"{shown}: broken {packer} file ({error}); fetch or pack it again") from None
    return data


def pack(data: bytes, path: str) -> bytes:
    """Content as a file of this name should have it: packed where the name ends in .gz, .xz or .zst."""
    ending = Path(path).suffix.lower()
    packed = data
    if ending == ".gz":
        packed = gzip.compress(data, mtime=0)  # so that equal content makes equal files
    elif ending == ".xz":
        packed = _lzma().compress(data)
    elif ending == ".zst":
        zstd = _zstd()
        # the others have a checksum anyway
        packed = zstd.compress(data, options={zstd.CompressionParameter.checksum_flag: 1})
    return packed


def bare_name(path: str) -> str:
    """The name of a file without what says how it is packed."""
    name = Path(path).name
    for ending in (".gz", ".xz", ".zst"):
        if name.lower().endswith(ending):
            return name[: -len(ending)] or name
    return name


def show_path(path: str) -> str:
    """How messages name a file."""
    return "standard input" if path == STANDARD_INPUT else path


def _read_all(path: str) -> bytes:
    if path == "":
        raise InputError("an empty file name; name a file, or - for standard input")
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise InputError("standard input is closed; name a file")
        return _read_some(sys.stdin.buffer, show_path(path))
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            limits.check_bytes(size, path)
            # a file of size 0 may be a pipe, which need not end
            return file.read() if size else _read_some(file, path)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file{_near(path)}") from None
    except IsADirectoryError:
        raise InputError(f"{path}: this is a folder; name a file in it") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None


def _read_some(file: IO[bytes], shown: str, what: str = "") -> bytes:
    """All there is, unless it is more than the limit."""
    content = io.BytesIO()  # which hands its content out without a copy
    while block := file.read(_BLOCK):
        limits.check_bytes(content.tell() + len(block), shown, what=what)
        content.write(block)
    return content.getvalue()


def _near(path: str) -> str:
    folder = Path(path).parent
    try:
        names = [entry.name for entry in folder.iterdir()]
    except OSError:
        return f"; there is no folder {folder} either"
    near = difflib.get_close_matches(Path(path).name, names, n=1)
    return f" (did you mean {folder / near[0]}?)" if near else ""


def _zstd() -> Any:
    """The module of Python 3.14, or the same thing from a package."""
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        raise MissingExtra("a file packed with zstd", "zstd") from None
    return zstd


def _lzma() -> Any:
    """The module that some builds of Python lack."""
    try:
        import lzma
    except ImportError:
        raise InputError("this Python was built without lzma, which xz needs; use another, or pack with gzip") from None
    return lzma


class _XzStreams(io.RawIOBase):
    """What is in one or more streams of xz; unlike LZMAFile it minds memory, and what stands behind a stream."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self._file = file
        self._lzma = _lzma()
        self._stream = self._new_stream()

    def _new_stream(self) -> Any:
        return self._lzma.LZMADecompressor(self._lzma.FORMAT_XZ, memlimit=limits.DICTIONARY_BYTES)

    def read(self, size: int = -1, /) -> bytes:
        while True:
            rest = b""
            if self._stream.eof:
                # between streams there may be zeros
                rest = self._stream.unused_data.lstrip(b"\0")
                while not rest and (block := self._file.read(_BLOCK)):
                    rest = block.lstrip(b"\0")
                if not rest:
                    return b""
                self._stream = self._new_stream()
            elif self._stream.needs_input:
                rest = self._file.read(_BLOCK)
                if not rest:
                    raise EOFError("Compressed file ended before the end-of-stream marker was reached")
            if unpacked := self._stream.decompress(rest, size):
                return bytes(unpacked)


def _open_xz(file: IO[bytes]) -> IO[bytes]:
    opened: Any = _XzStreams(file)
    return opened  # type: ignore[no-any-return]  # it has the two methods that are used


def _open_zstd(file: IO[bytes]) -> IO[bytes]:
    opened: IO[bytes] = _zstd().ZstdFile(file)
    return opened


_PACKERS: dict[bytes, tuple[str, Callable[[IO[bytes]], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda file: gzip.GzipFile(fileobj=file)),
    b"\xfd7zXZ\x00": ("xz", _open_xz),
    b"\x28\xb5\x2f\xfd": ("zstd", _open_zstd),
}
