"""Files that are written whole or not at all."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from mtassay.errors import OutputError


def write_whole_file(path: str, content: bytes | Iterable[bytes]) -> None:
    """Write beside the file and put the result in its place once all of it is on disk."""
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
        file.flush()
        if file.seekable():  # not a pipe
            os.fsync(file.fileno())


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
