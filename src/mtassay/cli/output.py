"""Where results go: standard output, and files that are written whole or not at all."""

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click

from mtassay.errors import OutputError

STANDARD_OUTPUT = ("-", "/dev/stdout")


class ReaderGone(Exception):
    """Whoever read standard output has seen enough: no error, but nothing more to do."""


# pictures of characters, for terminals that have no others
_PLAIN_PICTURES = str.maketrans("├┤─│┊●·└", "||-|:o.|")


def print_result(text: str | bytes, *, color: bool | None = None) -> None:
    """Print to standard output, as it is; pictures are plainer where the terminal cannot show them."""
    try:
        "├●".encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = text.translate(_PLAIN_PICTURES) if isinstance(text, str) else text
    try:
        click.echo(text, nl=False, color=color)
    except BrokenPipeError:
        raise ReaderGone from None


def check_writable(path: str) -> None:
    """Refuse, before any work is done, a file whose folder cannot be written to."""
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise OutputError(f"{path}: there is no folder {folder}; create it first")
    if Path(path).is_dir():
        raise OutputError(f"{path}: this is a folder; name a file in it")


def write_whole(path: str, lines: Iterable[str]) -> None:
    """Write beside the file and put the result in its place once all of it is on disk."""
    # system names come from file names, which need not be valid UTF-8
    write_bytes(path, (line.encode("utf-8", "surrogateescape") for line in lines))


def write_bytes(path: str, content: bytes | Iterable[bytes]) -> None:
    """As `write_whole`, of what need not be text."""
    blocks = [content] if isinstance(content, bytes) else content
    try:
        # through links, so that a link stays one
        target = Path(os.path.realpath(path))
        if path.startswith(("/dev/", "/proc/")) or (target.exists() and not target.is_file()):
            _write(path, blocks)  # a device or a pipe: there is nothing to replace
        else:
            _replace(target, blocks)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None


def _write(path: str | int, blocks: Iterable[bytes]) -> None:
    with open(path, "wb") as file:
        file.writelines(blocks)


def _replace(target: Path, blocks: Iterable[bytes]) -> None:
    descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=".mtassay-")
    try:
        _write(descriptor, blocks)
        os.chmod(temporary, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
