"""The random key of an installation: made once, readable by its owner only from the first byte."""

import hmac
import os
import secrets
import stat
from pathlib import Path

from mtassay.errors import OutputError, Remedy, StorageError

_BYTES = 32


def read_secret(path: Path) -> bytes:
    """The key in this file, which is made where there is none."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make(path)
        status = path.stat()
        content = path.read_bytes()
    except OSError as error:
        raise OutputError(
            f"{path}: the key of this installation cannot be kept there: {error.strerror or error}; name another file",
            remedy=Remedy.NAME_SECRET_FILE,
        ) from None
    if stat.S_IMODE(status.st_mode) & 0o077:
        raise StorageError(f"{path}: others can read this key; take that right away: chmod 600 {path}")
    if len(content) < _BYTES:
        raise StorageError(f"{path}: this is no key of mtassay; move it away, and a new one is made")
    return content


def _make(path: Path) -> None:
    """Written under another name and linked: of two that begin at once one wins, and nobody reads half of it."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(descriptor, secrets.token_bytes(_BYTES))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)


def csrf_token(secret: bytes, session: str) -> str:
    """What forms must send back: known to pages of this session only, and nothing has to be stored."""
    return hmac.new(secret, b"csrf:" + session.encode(), "sha256").hexdigest()


def token_matches(secret: bytes, session: str, token: str) -> bool:
    """Whether a form came from a page of this session."""
    return bool(session) and hmac.compare_digest(csrf_token(secret, session).encode(), token.encode("utf-8", "replace"))
