"""Files that are either written whole or not at all."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def write_whole(path: str, lines: Iterable[str]) -> None:
    """Write `lines` beside `path` and put the file in its place once all is on disk."""
    target = Path(path)
    if target.exists() and not target.is_file():  # /dev/stdout, a pipe: nothing to replace
        with target.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        return
    descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        os.chmod(temporary, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
