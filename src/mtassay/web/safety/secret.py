"""The random key of an installation: made once, readable by its owner only from the first byte."""

import hmac
import os
import secrets
import stat
from pathlib import Path

from mtassay.errors import OutputError, Remedy, StorageError

_BYTES = 32
_SALT_CHARACTERS = 16


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
    """What forms must send back: known to pages of this session only, and nothing has to be stored.

    Every page has another one. Pages are compressed, and the length of many that hold the same token and what somebody
    else put into the address would tell that token letter by letter.
    """
    return _signed(secret, session, secrets.token_hex(_SALT_CHARACTERS // 2))


def token_matches(secret: bytes, session: str, token: str) -> bool:
    """Whether a form came from a page of this session."""
    expected = _signed(secret, session, token[:_SALT_CHARACTERS].encode("utf-8", "replace").decode())
    return bool(session) and hmac.compare_digest(expected.encode(), token.encode("utf-8", "replace"))


def _signed(secret: bytes, session: str, salt: str) -> str:
    return salt + hmac.new(secret, f"csrf:{salt}:{session}".encode(), "sha256").hexdigest()
