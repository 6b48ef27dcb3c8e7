"""Text as sacreBLEU's command line reads it, so that odd files give the same numbers too."""

import io
import warnings
from collections.abc import Sequence

from mtassay.corpus.formats.text import decode
from mtassay.corpus.packed import STANDARD_INPUT, read_bytes, show_path
from mtassay.errors import InputError, MtassayWarning

_BOM = "\ufeff"


def read_stream(path: str, encoding: str) -> list[str]:
    """The lines of a file without the white space at their ends.

    A byte-order mark stays, as text, and NUL is text too: `mtassay score` refuses both.
    """
    lines = _decoded(path, encoding).split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.rstrip() for line in lines]


def read_references(paths: Sequence[str], encoding: str, count: int) -> list[list[str]]:
    """One list for each translator: a file, or one of `count` columns of the only file."""
    streams = [read_stream(path, encoding) for path in paths]
    if count == 1:
        return streams
    rows = [line.split("\t", count - 1) for line in streams[0]]
    for number, row in enumerate(rows, start=1):
        if len(row) != count:
            raise InputError(
                f"{paths[0]}, line {number}: expected {count} references with tabs between them (--num-refs), "
                f"found {len(row)}"
            )
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(count)]


def read_systems(encoding: str) -> dict[str, list[str]]:
    """The systems in standard input, as many as its first line has columns."""
    # unlike those of a file, lines end at a carriage return as well
    text = io.StringIO(_decoded(STANDARD_INPUT, encoding), newline=None).read()
    first, *rest = text.removesuffix("\n").split("\n")
    rows = [first.rstrip().split("\t")]
    for number, line in enumerate(rest, start=2):
        rows.append([field.rstrip() for field in line.rstrip().split("\t")])
        if len(rows[-1]) != len(rows[0]):
            raise InputError(
                f"standard input, line {number}: {len(rows[-1])} columns, but line 1 has {len(rows[0])}; "
                "each column is a system"
            )
    return {f"System {number}": list(column) for number, column in enumerate(zip(*rows, strict=True), start=1)}


def _decoded(path: str, encoding: str) -> str:
    text = decode(read_bytes(path), show_path(path), encoding)
    if text.startswith(_BOM):
        message = f"{show_path(path)}: line 1 starts with a byte-order mark, which counts as text; save it without"
        warnings.warn(message, MtassayWarning, stacklevel=4)
    return text
