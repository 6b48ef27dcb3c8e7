"""Passwords: kept as salted scrypt digests, which take a tenth of a second and 32 MB to try."""

import base64
import hashlib
import hmac
import os
import secrets
import threading
import unicodedata

from mtassay.errors import SettingError
from mtassay.store.contents.keys import name_key

SHORTEST, LONGEST = 10, 1000

_COST, _BLOCK, _LANES = 2**15, 8, 1

# as many at once as can run: more would take 32 MB each and wait
_SLOTS = threading.BoundedSemaphore(os.cpu_count() or 1)


def check_password(text: str, name: str = "") -> None:
    """Refuse what is too easy to guess for the account of that name, or longer than any person types."""
    if len(text) < SHORTEST:
        raise SettingError(f"the password has {len(text)} characters; take {SHORTEST} or more, a few words for example")
    if len(text) > LONGEST:
        raise SettingError(f"the password has {len(text)} characters; take {LONGEST} at most")
    if name_key(text) == name_key(name):
        raise SettingError("the password is the name of the account; take another one")


def hash_password(text: str) -> str:
    """What is stored in place of a password: method, parameters, salt and digest."""
    salt = secrets.token_bytes(16)
    digest = _scrypt(text, salt, _COST, _BLOCK, _LANES)
    return f"scrypt${_COST}${_BLOCK}${_LANES}${_encoded(salt)}${_encoded(digest)}"


def password_matches(text: str, stored: str) -> bool:
    """Whether this is the password; never for a stored text that no `hash_password` wrote."""
    if len(text) > LONGEST:
        return False
    try:
        method, cost, block, lanes, salt, digest = stored.split("$")
        if method != "scrypt":
            return False
        computed = _scrypt(text, base64.b64decode(salt), int(cost), int(block), int(lanes))
        return hmac.compare_digest(computed, base64.b64decode(digest))
    except ValueError:  # also what base64 and scrypt say of nonsense
        return False


def _scrypt(text: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    # keyboards differ in how they write the same letter
    password = unicodedata.normalize("NFKC", text).encode("utf-8", "surrogatepass")
    with _SLOTS:
        return hashlib.scrypt(password, salt=salt, n=cost, r=block, p=lanes, maxmem=256 * cost * block, dklen=32)


def _encoded(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")
