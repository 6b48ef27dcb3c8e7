"""Tables that `campaign export` writes, read in again: the same answers, in another database too."""

import math
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar

from mtassay.corpus.file_specs import FileSpec
from mtassay.corpus.formats.base import Table
from mtassay.corpus.table_files import choose_format
from mtassay.corpus.tables import check_table, find_column
from mtassay.errors import InputError, MtassayError, MtassayWarning
from mtassay.human.answer_files.base import UNKNOWN_TIME, AnswerSet, FileAnswer, FileItem, ReadOnly
from mtassay.human.answer_files.rows import parse_json, whole_number
from mtassay.human.protocols.base import PROTOCOLS, Protocol

_NEEDED = (
    *("answer", "seat", "excluded", "document", "segment", "system", "source", "output", "name"),
    *("seconds", "at", "body", "item", "spec"),
)
_OPTIONAL = ("kind", "judge", "comment")

Row = Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Exported(ReadOnly):
    """Answers as `mtassay campaign export` writes them: JSON lines, TSV, CSV or an Excel workbook.

    Figures are computed anew from `body`. Judges have their names where the export has them, and are called by their
    seats else. Answers of excluded seats and those that only check judges stay out, as they count in no result. `sser`
    and `comprehension` ask for more than such a table holds: an archive of the project brings them.
    """

    name: ClassVar[str] = "exported"
    title: ClassVar[str] = "what campaign export writes as jsonl, tsv, csv or xlsx"

    def read(self, data: bytes, shown: str) -> AnswerSet:
        rows = _rows(data, shown)
        answers = tuple(_answer(group, place) for place, group in _groups(rows))
        if not answers:
            raise InputError(f"{shown}: there is no answer in it that counts. Nothing was imported.")
        return AnswerSet(answers)


def _rows(data: bytes, shown: str) -> list[tuple[str, Row]]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MtassayWarning)  # columns are named, not guessed
            table = choose_format(FileSpec(shown), data).read(data, shown)
            check_table(table, shown)
        columns = _columns(table, shown)
    except MtassayError as error:
        raise InputError(f"{str(error).rstrip('.')}. Nothing was imported.") from None
    cells = zip(*columns.values(), strict=True)
    return [
        (f"{shown}, row {row}", dict(zip(columns, (cell or "" for cell in own), strict=True)))
        for row, own in enumerate(cells, 1)
    ]


def _columns(table: Table, shown: str) -> dict[str, list[str | None]]:
    there = {column.name.strip() for column in table.columns}
    wanted = (*_NEEDED, *(name for name in _OPTIONAL if name in there))
    return {name: list(find_column(table, name, shown).texts) for name in wanted}


def _groups(rows: list[tuple[str, Row]]) -> Iterator[tuple[str, list[Row]]]:
    """The rows of each answer, which stand together, and where the first stands."""
    group: list[Row] = []
    begun: tuple[object, ...] = ()
    told: set[tuple[str, ...]] = set()
    start = ""
    for place, row in rows:
        if row["excluded"] == "yes" or row.get("kind", "work") not in ("work", ""):
            continue
        own = (row["answer"], row["spec"], row["seat"], row["body"], row["at"])
        number = (row["item"], row["system"], row["name"])
        if group and (own != begun or number in told):
            yield start, group
            group, told = [], set()
        if not group:
            begun, start = own, place
        group.append(row)
        told.add(number)
    if group:
        yield start, group


def _answer(rows: list[Row], place: str) -> FileAnswer:
    first = rows[0]
    protocol = _protocol(first["spec"], place)
    body = parse_json(first["body"], place, "the body")
    if not isinstance(body, dict):
        raise InputError(f"{place}: the body should be an object of JSON. Nothing was imported.")
    systems: dict[int, dict[str, None]] = {}
    of_item: dict[int, Row] = {}
    for row in rows:
        number = whole_number(row["item"], place, "the item")
        of_item.setdefault(number, row)
        if row["system"]:
            systems.setdefault(number, {})[row["system"]] = None
    items = tuple(
        FileItem(
            id=number,
            systems=tuple(systems.get(number, {})) or _no_system(place),
            document=row["document"],
            position=whole_number(row["segment"], place, "the segment"),
            source=row["source"],
            text=row["output"],
        )
        for number, row in of_item.items()
    )
    answer = FileAnswer(
        judge=first.get("judge")
        or (f"judge{whole_number(first['seat'], place, 'the seat')}" if first["seat"] else "before"),
        protocol=protocol,
        items=items,
        body=body,
        seconds=_seconds(first["seconds"], place),
        at=_moment(first["at"], place),
        comment=first.get("comment", ""),
        place=place,
    )
    if "cannot" not in body:
        return answer.checked()
    if len(body) > 1 or not isinstance(body["cannot"], str):
        raise InputError(
            f'{place}: the body does not say why nothing could be answered; write {{"cannot": "source"}}. Nothing was '
            "imported."
        )
    return answer


def _no_system(place: str) -> tuple[str, ...]:
    raise InputError(f"{place}: the output is of no system; name it in the column system. Nothing was imported.")


def _protocol(spec: str, place: str) -> Protocol:
    try:
        protocol = PROTOCOLS.create(spec)
    except MtassayError as error:
        raise InputError(f"{place}: {str(error).rstrip('.')}. Nothing was imported.") from None
    if protocol.is_of_memory or protocol.asks_questions:
        raise InputError(
            f"{place}: answers by {protocol.name} need more than a table of them holds; take an archive of the "
            "project instead. Nothing was imported."
        )
    return protocol


def _seconds(text: str, place: str) -> float:
    try:
        seconds = float(text or 0)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise InputError(f"{place}: seconds are {text[:40]!r}; write a number from 0 on. Nothing was imported.")
    return seconds


def _moment(text: str, place: str) -> datetime:
    if not text:
        return UNKNOWN_TIME
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise InputError(
            f"{place}: the time is {text[:40]!r}; write it as 2026-11-19T12:00:00Z. Nothing was imported."
        ) from None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
