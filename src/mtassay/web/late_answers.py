"""Files of late answers, as pages of seats save them where a campaign closed while answers waited."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from mtassay.errors import InputError, MtassayError, NotFound
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.late_answers import LateAnswer, LateAnswers, RefusedAnswer, take_late_answers
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.campaigns.seat_answers import SeatAnswer
from mtassay.store.campaigns.seat_work import OpenSeat, answers_on_items, find_task, open_seat, seat_tasks, show_task
from mtassay.web.seat_numbers import CARDS, SeatNumbers, seat_numbers

LARGEST = 8 * 2**20
"""Bytes of a file: more than a judge can answer in a year."""

_FORMAT = "mtassay-seat-answers"
_VERSION = 1
_MOST = 20_000


def take_late_files(
    connection: sa.Connection,
    campaign: StoredCampaign,
    files: Mapping[str, bytes],
    secret: bytes,
    who: str,
    *,
    is_rehearsal: bool = False,
) -> LateAnswers:
    """Take in what is new in some files, by name, as one event; an InputError says that one is no such file."""
    seats = [open_seat(connection, seat.id) for seat in seat_progress(connection, campaign)]
    known = {numbers.name: (seat, numbers) for seat in seats for numbers in [seat_numbers(secret, seat)]}
    answers: list[LateAnswer] = []
    refused: list[RefusedAnswer] = []
    for name, content in files.items():
        told = _read(name, content)
        if told["seat"] not in known:
            raise InputError(
                f"{name}: its answers are of no seat of {campaign.name}; choose the campaign that they were given in, "
                "on the server that it ran on"
            )
        for place, entry in _placed(name, told["answers"]):
            try:
                answers.append(_answer(connection, place, *known[told["seat"]], entry))
            except MtassayError as error:
                refused.append(RefusedAnswer(place, str(error)))
    result = take_late_answers(connection, campaign, answers, who, is_rehearsal=is_rehearsal)
    return LateAnswers(result.new, result.known, (*refused, *result.refused), result.revision)


def _read(name: str, content: bytes) -> dict[str, Any]:
    if len(content) > LARGEST:
        raise InputError(f"{name}: {len(content):,} bytes are more than a page of a judge saves; is it another file?")
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or told.get("format") != _FORMAT:
        raise InputError(
            f"{name}: this is no file of late answers; the page of a judge offers it by 'Save as a file' where a "
            "campaign closed while answers waited"
        )
    if told.get("version") != _VERSION:
        raise InputError(f"{name}: a newer mtassay wrote it; take it in with that version")
    if not isinstance(told.get("seat"), str) or not isinstance(told.get("answers"), list):
        raise InputError(f"{name}: the seat or its answers are missing, so that the file was changed; ask for it anew")
    if len(told["answers"]) > _MOST:
        raise InputError(f"{name}: {len(told['answers']):,} answers are more than a judge gives; ask for the file anew")
    return told


def _placed(name: str, entries: Iterable[Any]) -> Iterable[tuple[str, Any]]:
    for number, entry in enumerate(entries, 1):
        yield f"{name}, answer {number}", entry


def _answer(connection: sa.Connection, place: str, seat: OpenSeat, numbers: SeatNumbers, entry: Any) -> LateAnswer:
    """An answer as the page would have sent it."""
    fields = entry.get("fields") if isinstance(entry, dict) else None
    if not isinstance(fields, dict):
        raise InputError("it has no fields, so that the file was changed; ask for it anew")
    said = [(name, value.replace("\0", "")) for name, value in fields.items() if isinstance(value, str)]
    target, token = _whole(entry.get("target"), 2**31 * CARDS), entry.get("token")
    if not isinstance(token, str):
        raise InputError("it has no token, so that the file was changed; ask for it anew")
    try:
        task = find_task(seat_tasks(connection, seat, target // CARDS), target // CARDS)
    except NotFound:
        raise InputError("this was never asked at the seat") from None
    shown = show_task(connection, seat, task.task)
    card = min(max(target % CARDS, 1), len(shown.items))
    given = SeatAnswer(
        task=task.task,
        item=shown.items[card - 1].id if answers_on_items(shown.protocol) else 0,
        body=numbers.read_body(shown, said),
        token=token,
        version=numbers.answers.find(_whole(fields.get("version", 0))),
        comment=dict(said).get("comment", ""),
        seconds=_seconds(fields.get("seconds")),
    )
    return LateAnswer(place, seat, given, _moment(entry.get("at")))


def _whole(value: object, most: int = 2**53) -> int:
    try:
        number = int(value) if isinstance(value, int | str) and len(str(value)) < 17 else -1
    except ValueError:
        number = -1
    if not 0 <= number < most:
        raise InputError(f"{str(value)[:40]!r} is no number of a question or an answer; ask for the file anew")
    return number


def _seconds(value: object) -> float:
    try:
        return float(value) if isinstance(value, int | float | str) else 0.0
    except OverflowError:
        raise InputError(f"{str(value)[:40]} s for an answer is not between 0 and a day") from None
    except ValueError:
        return 0.0


def _moment(value: object) -> datetime:
    """When a browser says that it was, in milliseconds; now where it says nothing that can be."""
    try:
        return datetime.fromtimestamp(float(value) / 1000, UTC) if isinstance(value, int | float) else datetime.now(UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.now(UTC)
