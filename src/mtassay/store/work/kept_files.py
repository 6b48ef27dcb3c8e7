"""Files that people bring or have made, kept in the database for a day, whichever process needs them.

They never touch the disk under a name from outside. Those of another owner cannot be told from those that never were.
"""

import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound
from mtassay.store.contents.shown_text import shown_text
from mtassay.store.schema import KEPT_FILE_CHUNKS, KEPT_FILES

LIFETIME = timedelta(days=1)
UNTIL_DELETED = datetime(9999, 1, 1, tzinfo=UTC)
"""When files end that are kept until their owner deletes them: every file has an end."""

LIMIT = 256 * 2**20
"""As many bytes one owner may keep in all."""

CAMPAIGN_DRAFT = "application/vnd.mtassay.campaign-draft+json"
"""What a campaign that somebody is about to make is kept as: JSON, whose `judges` has a name a line."""

# small enough for every driver and server, which want a value in memory as a whole
_CHUNK = 2**20


@dataclass(frozen=True)
class KeptFile:
    """What is known of a file without reading it. The name is what its owner called it, for showing only."""

    uid: str
    owner: str
    name: str
    size: int
    media_type: str
    created: datetime
    expires: datetime


def keep_file(
    connection: sa.Connection,
    owner: str,
    name: str,
    content: bytes,
    media_type: str,
    lifetime: timedelta | None = LIFETIME,
    now: datetime | None = None,
    uid: str | None = None,
) -> KeptFile:
    """Keep a file for its owner, under a uid of 32 hexadecimal digits that may be known before.

    Without a lifetime it stays until it is deleted.
    Two at once may exceed the limit together where writers do not take turns.
    """
    at = _moment(now)
    _forget(connection, (KEPT_FILES.c.owner == owner) & (KEPT_FILES.c.expires <= at))
    shown = shown_text(name, 200) or "file"
    _check_room(connection, owner, shown, len(content))
    expires = UNTIL_DELETED if lifetime is None else at + lifetime
    known = uid or secrets.token_hex(16)
    kept = KeptFile(known, owner, shown, len(content), shown_text(media_type, 200), at, expires)
    values = {
        "uid": kept.uid,
        "owner": owner,
        "name": kept.name,
        "size": kept.size,
        "media_type": kept.media_type,
        "created": at,
        "expires": kept.expires,
    }
    number = connection.execute(sa.insert(KEPT_FILES).returning(KEPT_FILES.c.id), values).scalar_one()
    for position, start in enumerate(range(0, len(content), _CHUNK)):
        chunk = {"file": number, "position": position, "content": content[start : start + _CHUNK]}
        connection.execute(sa.insert(KEPT_FILE_CHUNKS), chunk)  # one by one: all at once would be copied at once
    return kept


def find_file(connection: sa.Connection, owner: str, uid: str, now: datetime | None = None) -> KeptFile:
    """What is known of one of an owner's files."""
    return _kept(_row(connection, owner, uid, now))


def file_content(connection: sa.Connection, owner: str, uid: str, now: datetime | None = None) -> bytes:
    """All of one of an owner's files."""
    row = _row(connection, owner, uid, now)
    query = sa.select(KEPT_FILE_CHUNKS.c.content).where(KEPT_FILE_CHUNKS.c.file == row.id)
    return b"".join(connection.scalars(query.order_by(KEPT_FILE_CHUNKS.c.position)))


def files_of(connection: sa.Connection, owner: str, now: datetime | None = None) -> tuple[KeptFile, ...]:
    """The files that an owner has, the newest first."""
    query = sa.select(KEPT_FILES).where(KEPT_FILES.c.owner == owner, KEPT_FILES.c.expires > _moment(now))
    return tuple(_kept(row) for row in connection.execute(query.order_by(KEPT_FILES.c.id.desc())))


def forget_file(connection: sa.Connection, owner: str, uid: str, now: datetime | None = None) -> None:
    """Remove one of an owner's files before its time."""
    _forget(connection, KEPT_FILES.c.id == _row(connection, owner, uid, now).id)


def forget_expired_files(connection: sa.Connection, now: datetime | None = None) -> int:
    """Clean away what is over; returns how many there were."""
    return _forget(connection, KEPT_FILES.c.expires <= _moment(now))


def _check_room(connection: sa.Connection, owner: str, name: str, size: int) -> None:
    if size > LIMIT:
        raise Conflict(
            f"{name} has {_megabytes(size)} MB, and all files of a person may have {_megabytes(LIMIT)} MB; "
            "split it, or use the command line"
        )
    query = sa.select(sa.func.sum(KEPT_FILES.c.size)).where(KEPT_FILES.c.owner == owner)
    taken = int(connection.scalar(query) or 0)
    if taken + size > LIMIT:
        raise Conflict(
            f"{name} has {_megabytes(size)} MB and does not fit: files kept for you take {_megabytes(taken)} of "
            f"{_megabytes(LIMIT)} MB; remove some of them or delete comparisons, or wait a day until uploads are gone"
        )


def _megabytes(size: int) -> str:
    return f"{size / 2**20:.1f}".removesuffix(".0")


def _row(connection: sa.Connection, owner: str, uid: str, now: datetime | None) -> Any:
    query = sa.select(KEPT_FILES).where(
        KEPT_FILES.c.uid == uid, KEPT_FILES.c.owner == owner, KEPT_FILES.c.expires > _moment(now)
    )
    # PostgreSQL refuses a query with a NUL in a text, so a text that cannot be a uid is not looked up
    row = connection.execute(query).first() if re.fullmatch("[0-9a-f]{32}", uid) else None
    if row is None:
        raise NotFound("there is no such file; files are kept for a day, so send it again")
    return row


def _kept(row: Any) -> KeptFile:
    return KeptFile(row.uid, row.owner, row.name, row.size, row.media_type, row.created, row.expires)


def _forget(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> int:
    numbers = connection.scalars(sa.select(KEPT_FILES.c.id).where(condition)).all()
    for number in numbers:  # one by one, because a statement takes so many numbers only
        connection.execute(sa.delete(KEPT_FILE_CHUNKS).where(KEPT_FILE_CHUNKS.c.file == number))
        connection.execute(sa.delete(KEPT_FILES).where(KEPT_FILES.c.id == number))
    return len(numbers)


def _moment(now: datetime | None) -> datetime:
    return datetime.now(UTC) if now is None else now
