"""Computes everything in an evidence pack anew, from its texts and answers alone, and says what differs."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from mtassay.errors import InputError
from mtassay.human.protocols.base import BodyError
from mtassay.reports.evidence.contents import BASE, PackContents, read_contents
from mtassay.reports.evidence.derived import RESULTS, derived_files
from mtassay.store.archives.packed_files import unpack_files
from mtassay.store.campaigns.all_answers import StoredAnswer
from mtassay.store.campaigns.campaigns import TaskKind

_TOLERANCE = 1e-9
"""How far figures of another machine may be off."""
_LONGEST = 80


@dataclass(frozen=True)
class VerifiedPack:
    """A pack whose checksums are right; `differences` say where it claims what does not follow from its answers."""

    name: str
    answers: int
    results: tuple[str, ...]
    differences: tuple[str, ...]


def verify_pack(content: bytes, shown: str) -> VerifiedPack:
    """All that follows from the contents of a pack, against what it holds; an InputError for what is no pack."""
    files = unpack_files(content, shown, "evidence pack")
    contents = read_contents(files, shown)
    differences = [*_answer_faults(contents)]
    if not differences:
        differences = [*_differences(files, contents, shown)]
    results = tuple(sorted(name for name in files if name.startswith(RESULTS)))
    return VerifiedPack(contents.campaign.name, len(contents.answers), results, tuple(differences))


def _answer_faults(contents: PackContents) -> Iterator[str]:
    """Answers that no judge could have given, and counts that are not theirs."""
    for answer in contents.answers:
        given = answer.given
        if "cannot" in given.body:
            continue
        try:
            checked = given.protocol.check(given.body, [_asked(answer, place) for place in range(len(answer.items))])
        except BodyError as error:
            yield f"answers.jsonl, {answer.key}: {error}"
        else:
            if checked != given.body:
                yield f"answers.jsonl, {answer.key}: not as {given.protocol.name} stores it"
    excluded = {seat.number for seat in contents.seats if seat.reason}
    for seat in contents.seats:
        of_seat = [answer for answer in contents.answers if answer.seat == seat.number]
        if any(answer.is_excluded != (seat.number in excluded) for answer in of_seat):
            yield f"answers.jsonl: seat {seat.number} is excluded in one place and not in another"
        given_answers = sum(answer.kind is TaskKind.WORK for answer in of_seat)
        if given_answers > seat.answered:
            yield f"campaign.json: seat {seat.number} gave {seat.answered} answers, and there are {given_answers}"


def _asked(answer: StoredAnswer, place: int) -> Any:
    """An item as its judge was asked; verdicts on information items are taken as they are."""
    item = answer.items[place].asked
    verdicts = answer.given.body.get("verdicts", {})
    numbers = tuple(sorted(map(int, verdicts))) if isinstance(verdicts, dict) else ()
    return replace(item, information_items=numbers)


def _differences(files: Mapping[str, bytes], contents: PackContents, shown: str) -> Iterator[str]:
    derived = derived_files(contents)
    for name in sorted({*files, *derived} - set(BASE)):
        if name not in derived:
            yield f"{name}: does not follow from the answers"
        elif name not in files:
            yield f"{name}: is missing"
        elif name.startswith(RESULTS):
            yield from _compare(_json(files[name], name, shown), _json(derived[name], name, shown), name)
        elif files[name] != derived[name]:
            yield f"{name}: {_first_line(files[name], derived[name])}"


def _compare(told: Any, computed: Any, where: str) -> Iterator[str]:
    if isinstance(told, dict) and isinstance(computed, dict):
        sign = ", " if ": " in where else ": "
        for key in {**computed, **told}:
            yield from _compare(told.get(key), computed.get(key), f"{where}{sign}{key}")
    elif isinstance(told, list) and isinstance(computed, list) and len(told) == len(computed):
        for place, (row, other) in enumerate(zip(told, computed, strict=True), 1):
            yield from _compare(row, other, f"{where} {place}")
    elif _is_number(told) and _is_number(computed):
        if not math.isclose(told, computed, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE):
            yield f"{where} is {told!r}, and the answers give {computed!r}"
    elif told != computed:
        yield f"{where} is {_short(told)}, and the answers give {_short(computed)}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _first_line(told: bytes, computed: bytes) -> str:
    lines = zip(told.split(b"\n"), computed.split(b"\n"), strict=False)
    number = next((number for number, (line, other) in enumerate(lines, 1) if line != other), 0)
    return f"line {number} is not what the answers give" if number else "has more or fewer lines than they give"


def _json(content: bytes, name: str, shown: str) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise InputError(f"{shown}: {name} in it is no JSON; fetch the pack again") from None
