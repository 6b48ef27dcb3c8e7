"""What the key of this installation makes for crowds: digests of workers, and the codes that say they are done."""

import hmac
from base64 import b32encode

CODE_CHARACTERS = 10


def worker_digest(secret: bytes, campaign: int, worker: str) -> str:
    """What is kept of the name that another service calls a worker by: the same in one campaign, and told to nobody."""
    return _signed(secret, f"worker:{campaign}:{worker}").hex()


def completion_code(secret: bytes, campaign: int, seat: int, *, is_doubted: bool) -> str:
    """What a worker hands in to be paid; another one where somebody should look at the answers before.

    It is computed anew whenever it is shown, and says to nobody without the key which of the two it is.
    """
    state = "to be reviewed" if is_doubted else "done"
    return b32encode(_signed(secret, f"completion:{campaign}:{seat}:{state}")).decode()[:CODE_CHARACTERS]


def _signed(secret: bytes, said: str) -> bytes:
    return hmac.new(secret, said.encode("utf-8", "surrogatepass"), "sha256").digest()
