"""Trying links of invitations and seats: only so often from one address, though nobody could guess one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mtassay.errors import NotFound
from mtassay.store.people import sign_in_attempts
from mtassay.web.safety.password_attempts import address_of, duration
from mtassay.web.serving.failures import Refusal
from mtassay.web.serving.routes import Context

if TYPE_CHECKING:
    import sqlalchemy as sa


@contextmanager
def checked_link(context: Context) -> "Iterator[sa.Connection]":
    """A connection to look a link up by; one that is not there counts as a failure of whoever asks."""
    address = address_of(context)
    with context.database.reading() as connection:
        seconds = sign_in_attempts.seconds_to_wait_with_links(connection, address)
    if seconds > 0:
        raise Refusal(
            429, "Too many attempts", f"Invalid links were opened several times. Try again in {duration(seconds)}."
        )
    try:
        with context.database.reading() as connection:
            yield connection
    except NotFound:
        with context.database.writing(in_turn=False) as connection:
            sign_in_attempts.record_wrong_link(connection, address)
        raise
