"""An export of a campaign's answers (JSON lines, TSV, CSV, XLSX) as answers: its numbers, as they stand."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mtassay.corpus.file_specs import FileSpec
from mtassay.corpus.formats.base import Table
from mtassay.corpus.table_files import choose_format
from mtassay.corpus.tables import check_table
from mtassay.errors import InputError
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.from_protocols import LOSS, NOT_GRADED, answers_by, marks_of, rank_of
from mtassay.human.answers.judged_outputs import Judged, Kind, Mark, Ranked, RankedOutput, Scored, segment_of
from mtassay.human.files import cells
from mtassay.human.files.base import JudgmentFile
from mtassay.human.protocols.base import PROTOCOLS

NEEDED = ("answer", "protocol", "seat", "excluded", "segment", "system", "source", "output", "name", "value", "body")
"""Columns by which such a file is known; all that is in them was written by `mtassay campaign export`."""
_KINDS = {"work": Kind.OUTPUT, "repeat": Kind.REPEAT}

Row = Mapping[str, str]


@dataclass
class _Given:
    """The rows of one answer, with the place of the first."""

    first: Row
    place: str
    rows: list[Row] = field(default_factory=list)
    seen: set[tuple[str, str, str]] = field(default_factory=set)

    def takes(self, row: Row) -> bool:
        """Whether the row is of this answer: the next number of it, and none that it has already."""
        if any(row[name] != self.first[name] for name in ("answer", "protocol", "seat", "segment", "source", "body")):
            return False
        key = (row["name"], row["system"], _item(row))
        if key in self.seen:
            return False
        self.seen.add(key)
        self.rows.append(row)
        return True


def read_exported(table: Table, file: JudgmentFile, format: str, protocol: str | None = None) -> Answers:
    """The answers by one protocol, which must be named where the campaign asked by several.

    Excluded seats, what only checks judges, and what could not be answered are counted and left out. Where no column
    has names, judges are called by their seats; what was known before the campaign has none, so that nobody can tell
    whose it is.
    """
    rows = [*_rows(table)]
    where = file.rows(format)
    known = list(dict.fromkeys(row["protocol"] for row in rows))
    if protocol is None and len(known) > 1:
        raise InputError(
            f"{file.shown}: it has answers by {' and '.join(known)}, which do not add up; name one of them"
        )
    chosen = protocol or next(iter(known), "")
    if chosen not in known:
        raise InputError(f"{file.shown}: nobody answered by {chosen!r} in it; it has {', '.join(known) or 'no answer'}")
    if chosen not in PROTOCOLS:
        raise InputError(f"{file.shown}: {chosen!r} is no protocol that this version of mtassay knows")
    left_out: dict[str, int] = {}
    judged: list[Judged] = []
    for given in _answers(rows, chosen, where, table.first_row):
        reason = _reason(given.first, asks_questions=PROTOCOLS[chosen].asks_questions)
        if reason:
            left_out[reason] = left_out.get(reason, 0) + 1
        elif any(row["name"] == LOSS for row in given.rows):
            judged.append(_ranked(given))
        else:
            judged += _scored(given)
    if not judged:
        raise InputError(f"{file.shown}: no answer by {chosen} in it counts, so there are no results")
    return answers_by(PROTOCOLS[chosen], judged, left_out)


def exported_table(data: bytes, file: JudgmentFile) -> tuple[Table, str] | None:
    """The table in a file and its format, where it is an export of a campaign; None where it is not."""
    head = data[:10_000]
    if not data.startswith(b"PK") and not all(name.encode() in head for name in NEEDED):
        return None
    format = choose_format(FileSpec(file.path, file.sheet), data)
    table = format.read(data, file.shown, file.sheet)
    if not set(NEEDED) <= {column.name.strip() for column in table.columns}:
        return None
    check_table(table, file.shown)
    return table, format.name


def _rows(table: Table) -> Iterator[Row]:
    names = [column.name.strip() for column in table.columns]
    for texts in zip(*(column.texts for column in table.columns), strict=True):
        yield {name: text or "" for name, text in zip(names, texts, strict=True)}


def _answers(rows: list[Row], protocol: str, where: str, first_row: int) -> Iterator[_Given]:
    given: _Given | None = None
    for number, row in enumerate(rows, first_row):
        if row["protocol"] != protocol:
            continue
        if given is None or not given.takes(row):
            if given is not None:
                yield given
            given = _Given(row, f"{where} {number}")
            given.takes(row)
    if given is not None:
        yield given


def _reason(row: Row, *, asks_questions: bool) -> str:
    """Why an answer does not count; empty where it does."""
    if row["excluded"] == "yes":
        return "of excluded seats"
    if row.get("kind", "work") not in _KINDS:
        return "that only check judges"
    if row["value"]:
        return ""
    return NOT_GRADED if asks_questions and not row.get("cannot") else "that could not be given"


def _scored(given: _Given) -> Iterator[Scored]:
    first = given.first
    headline = [row for row in given.rows if row["name"] == first["name"]]
    systems: dict[str, dict[str, None]] = {}
    for row in headline:
        systems.setdefault(row["output"], {})[row["system"]] = None
    for output, names in systems.items():
        row = next(row for row in headline if row["output"] == output)
        yield Scored(
            segment=_segment(row),
            judge=_judge(row),
            document=row.get("document", ""),
            domain=row.get("domain", ""),
            source=row["source"],
            language=row.get("original language", ""),
            expertise=row.get("expertise", ""),
            seconds=_seconds(row, given.place),
            at=cells.moment(row["at"], given.place) if row.get("at") else None,
            kind=_KINDS[row.get("kind", "work")],
            item=output,
            made_by=tuple(name for name in names if name),
            value=cells.number(row["value"], "the value", given.place),
            marks=_marks(row, given.place),
            text=output,
            comment=row.get("comment", ""),
        )


def _ranked(given: _Given) -> Ranked:
    first = given.first
    losses: dict[str, tuple[float, str, list[str]]] = {}
    for row in given.rows:
        if row["name"] == LOSS:
            loss = cells.number(row["value"], "the value", given.place)
            losses.setdefault(_item(row), (loss, row["output"], []))[2].append(row["system"])
    return Ranked(
        segment=_segment(first),
        judge=_judge(first),
        task=given.place,
        document=first.get("document", ""),
        domain=first.get("domain", ""),
        source=first["source"],
        language=first.get("original language", ""),
        expertise=first.get("expertise", ""),
        seconds=_seconds(first, given.place),
        at=cells.moment(first["at"], given.place) if first.get("at") else None,
        kind=_KINDS[first.get("kind", "work")],
        outputs=tuple(
            RankedOutput(tuple(systems), rank_of(loss, len(losses)), output)
            for loss, output, systems in losses.values()
        ),
    )


def _item(row: Row) -> str:
    """What was judged by itself: of outputs that are equal, each may have been; early exports do not number them."""
    return row.get("item") or row["output"]


def _segment(row: Row) -> str:
    return segment_of(row.get("document", ""), row["segment"], row["source"])


def _judge(row: Row) -> str:
    return row.get("judge") or (f"seat {row['seat']}" if row["seat"] else "")


def _seconds(row: Row, place: str) -> float | None:
    return cells.number(row["seconds"], "the time", place) if row.get("seconds") else None


def _marks(row: Row, place: str) -> tuple[Mark, ...] | None:
    """The errors in a body; None where nobody was asked to mark some."""
    try:
        body = json.loads(row["body"])
        return marks_of(body) if "spans" in body else None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InputError(f"{place}: the body of the answer is no JSON of mtassay; export the answers anew") from None
