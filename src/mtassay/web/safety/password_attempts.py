"""Trying a password: only so often, wherever it is asked for, and however many try at once."""

from mtassay.store.people import sign_in_attempts
from mtassay.store.people.accounts import Account, verify
from mtassay.web.serving.failures import Refusal
from mtassay.web.serving.routes import Context


def try_password(context: Context, name: str, password: str) -> Account | None:
    """The account whose name and password these are, None where they are wrong; refused where somebody has to wait."""
    database, address = context.database, address_of(context)
    with database.reading() as connection:
        _check_wait(sign_in_attempts.seconds_to_wait(connection, name, address))
    with database.writing(in_turn=False) as connection:
        attempt = sign_in_attempts.begin_attempt(connection, name)
    account, is_tried = None, False
    try:
        with database.reading() as connection:
            _check_wait(sign_in_attempts.seconds_to_wait(connection, name, address, attempt=attempt))
            account, is_tried = verify(connection, name, password), True
    finally:
        with database.writing(in_turn=False) as connection:
            sign_in_attempts.withdraw_attempt(connection, attempt)
            if account is not None:
                sign_in_attempts.forget_failures(connection, name)
            elif is_tried:
                sign_in_attempts.record_failure(connection, name, address)
    return account


def _check_wait(seconds: int) -> None:
    if seconds > 0:
        raise Refusal(
            429, "Too many attempts", f"The password was wrong several times. Try again in {duration(seconds)}."
        )


def address_of(context: Context) -> str:
    """Where a request comes from."""
    client = context.request.client
    return client.host if client is not None else ""


def duration(seconds: int) -> str:
    """How long somebody has to wait, in words."""
    return f"{seconds} s" if seconds < 100 else f"{round(seconds / 60)} minutes"
