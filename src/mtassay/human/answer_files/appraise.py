"""Answers as Appraise exports them: a CSV without a header, a line for each output, errors as JSON."""

import json
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, NamedTuple

from mtassay.corpus.packed import read_bytes
from mtassay.errors import InputError, MtassayWarning
from mtassay.human.answer_files.base import UNKNOWN_TIME, AnswerFormat, AnswerSet, FileAnswer, FileItem
from mtassay.human.answer_files.language_codes import long_code, short_code
from mtassay.human.answer_files.marked_rows import MarkedAnswers
from mtassay.human.answer_files.offsets import in_utf16, of_utf16
from mtassay.human.answer_files.rows import csv_content, csv_rows, decoded, parse_json, whole_number
from mtassay.human.mqm import GOOGLE_WEIGHTS, MqmWeights
from mtassay.human.protocols.da import Da
from mtassay.human.protocols.esa import Esa
from mtassay.human.protocols.spans import write_weights
from mtassay.settings import setting

_WITH_SPANS = 12
_WITHOUT = 9
_MISSING = "missing"
_WORK = "TGT"
_TYPES = (_WORK, "CHK", "REF", "BAD")


@dataclass(frozen=True, kw_only=True)
class AppraiseLine:
    """A line of an export; `errors` is JSON, None where none are marked, and times are in seconds."""

    place: str
    judge: str
    system: str
    number: str
    type: str
    languages: tuple[str, str]
    score: int
    document: str
    is_of_document: bool
    errors: str | None
    start: float
    end: float

    @property
    def at(self) -> datetime:
        """When it was answered."""
        return datetime.fromtimestamp(self.end, UTC) if self.end else UNKNOWN_TIME

    @property
    def seconds(self) -> float:
        """How long it took."""
        return round(max(0.0, self.end - self.start), 3)


@dataclass(frozen=True, kw_only=True)
class Appraise(AnswerFormat):
    """Direct assessment (`da`) and marked errors with a score (`esa`), as Appraise exports them.

    User, system, item, type, languages by three letters, score, document, whether it is a score of all the document,
    errors as JSON, start and end in seconds; for `da` the first seven and the times. Errors count UTF-16, with the
    end included; what is missing has `missing` in the place of both. Only the translation has errors there. Texts
    stand in the batches that Appraise was given: `texts` names that JSON file for reading; figures of `mtassay human`
    need none. Lines of other types than TGT, and scores of whole documents, are left out.
    """

    name: ClassVar[str] = "appraise"
    title: ClassVar[str] = "scores, with or without marked errors, as Appraise exports them"

    texts: str = setting("", "for reading: the JSON file of batches with the texts")

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        first = data[:10_000].decode("utf-8-sig", "replace").split("\n", 1)[0].split(",")
        return len(first) >= _WITHOUT and first[3] in _TYPES and first[6].strip().isdigit()

    def write(self, answers: AnswerSet, path: str) -> bytes:
        chosen = answers.of((Da, Esa), self.name, "scores of 0 to 100 (da, esa)")
        languages = [long_code(answers.source_language), long_code(answers.target_language)]
        rows: list[list[object]] = []
        lost = 0
        for answer in chosen:
            (item,) = answer.items
            end = answer.at.timestamp()
            times = [f"{end - answer.seconds:.3f}", f"{end:.3f}"]
            more: list[object] = []
            if isinstance(answer.protocol, Esa):
                spans = [_of_span(span, item.text) for span in answer.body["spans"]]
                lost += spans.count(None)
                more = [item.document, False, json.dumps([span for span in spans if span is not None])]
            head = [item.position, _WORK, *languages, answer.body["score"]]
            rows += [[answer.judge, system, *head, *more, *times] for system in item.systems]
        if lost:
            warnings.warn(
                f"appraise has no errors in sources; {lost} of them are left out. marot holds all of them",
                MtassayWarning,
                stacklevel=2,
            )
        return csv_content(rows)

    def read(self, data: bytes, shown: str) -> AnswerSet:
        if not self.texts:
            raise InputError(
                f"{shown}: Appraise keeps texts in another file; name it, as in appraise:texts=batches.json. "
                "Nothing was imported."
            )
        known = _read_texts(read_bytes(self.texts), self.texts)
        gathered = MarkedAnswers(shown, write_weights(MqmWeights(GOOGLE_WEIGHTS)))
        plain: list[FileAnswer] = []
        languages: tuple[str, str] = ("", "")
        for line in appraise_lines(data, shown):
            if line.type != _WORK or line.is_of_document:
                continue
            languages = short_code(line.languages[0]), short_code(line.languages[1])
            text = _find_text(known, line.system, line.number, line.document, line.place)
            if line.errors is None:
                plain.append(_plain(line, text, len(plain)))
                continue
            answer = gathered.answer(
                judge=line.judge,
                system=line.system,
                document=line.document,
                segment=line.number,
                source=text["sourceText"],
                text=text["targetText"],
                place=line.place,
            )
            answer.score = line.score
            answer.at, answer.seconds = line.at, line.seconds
            answer.spans.clear()  # the last of several answers counts
            for span in _spans(line.errors, answer.item.text, line.place):
                answer.add(span, answer.item.source, answer.item.text)
        marked = gathered.answers() if gathered.is_begun or not plain else ()
        return AnswerSet((*plain, *marked), *languages)


def appraise_lines(data: bytes, shown: str) -> Iterator[AppraiseLine]:
    """The lines of an export, whatever they are about."""
    for number, row in csv_rows(data, shown):
        place = f"{shown}, line {number}"
        if len(row) not in (_WITHOUT, _WITH_SPANS):
            raise InputError(
                f"{place}: {len(row)} columns; Appraise writes {_WITH_SPANS}, or {_WITHOUT} where no errors are "
                "marked. Nothing was imported."
            )
        judge, system, item, kind, source_language, target_language, score = row[:7]
        has_spans = len(row) == _WITH_SPANS
        start, end = (_seconds(cell, place) for cell in row[-2:])
        yield AppraiseLine(
            place=place,
            judge=judge,
            system=system,
            number=item,
            type=kind,
            languages=(source_language, target_language),
            score=whole_number(score, place, "the score"),
            document=row[7] if has_spans else "",
            is_of_document=has_spans and row[8].strip().lower() in ("true", "1"),
            errors=row[9] if has_spans else None,
            start=start,
            end=end,
        )


def _of_span(span: dict[str, Any], text: str) -> dict[str, Any] | None:
    more = {"severity": span["severity"], "error_type": None}
    if span.get("missing"):
        return {"start_i": _MISSING, "end_i": _MISSING, **more}
    if span["side"] == "source":
        return None
    return {"start_i": in_utf16(text, span["start"]), "end_i": in_utf16(text, span["end"]) - 1, **more}


class AppraiseError(NamedTuple):
    """An error as Appraise has it: UTF-16 places, the end excluded; none of what is missing."""

    severity: str
    category: str
    span: tuple[int, int] | None


def appraise_errors(told: str, place: str) -> list[AppraiseError]:
    """The errors in a cell of JSON."""
    errors = parse_json(told or "[]", place, "the list of errors")
    if not isinstance(errors, list) or not all(isinstance(error, dict) for error in errors):
        raise InputError(f"{place}: the errors are no list of objects; write the file anew. Nothing was imported.")
    return [_error(error, place) for error in errors]


def _error(error: dict[str, Any], place: str) -> AppraiseError:
    severity = error.get("severity")
    if not isinstance(severity, str):
        raise InputError(f"{place}: an error without a severity; say minor or major. Nothing was imported.")
    kind = error.get("error_type")
    kinds = [kind] if isinstance(kind, str) else kind if isinstance(kind, list) else []
    span = None
    if error.get("start_i") != _MISSING:
        start = whole_number(error.get("start_i"), place, "the start of an error")
        span = start, whole_number(error.get("end_i"), place, "the end of an error") + 1
    return AppraiseError(severity.lower(), "/".join(map(str, kinds)), span)


def _spans(told: str, text: str, place: str) -> list[dict[str, Any]]:
    spans = []
    for error in appraise_errors(told, place):
        more = {"severity": error.severity}
        if error.category:
            more |= {"category": error.category, "note": ""}
        if error.span is None:
            spans.append({"side": "target", "missing": True, **more})
            continue
        start, end = (of_utf16(text, at, place) for at in error.span)
        spans.append({"side": "target", "start": start, "end": end, **more})
    return spans


def _plain(line: AppraiseLine, text: dict[str, str], before: int) -> FileAnswer:
    position = whole_number(line.number, line.place, "the number of the item")
    return FileAnswer(
        judge=line.judge,
        protocol=Da(),
        items=(
            FileItem(
                id=before + 1,
                systems=(line.system,),
                document=text.get("documentID", ""),
                position=position,
                source=text["sourceText"],
                text=text["targetText"],
            ),
        ),
        body={"score": line.score},
        seconds=line.seconds,
        at=line.at,
        place=line.place,
    ).checked()


def _seconds(cell: str, place: str) -> float:
    try:
        seconds = float(cell or 0)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 2**32:
        raise InputError(f"{place}: the time {cell[:30]!r} is no number of seconds. Nothing was imported.")
    return seconds


def _read_texts(data: bytes, shown: str) -> dict[tuple[str, str], list[dict[str, str]]]:
    """The items of batches by system and number."""
    batches = parse_json(decoded(data, shown), shown, "the file of batches")
    known: dict[tuple[str, str], list[dict[str, str]]] = {}
    for batch in batches if isinstance(batches, list) else []:
        items = batch.get("items", []) if isinstance(batch, dict) else []
        for item in _flat(items):
            texts = {name: item[name] for name in ("sourceText", "targetText") if isinstance(item.get(name), str)}
            if len(texts) == 2 and item.get("itemType", _WORK) == _WORK:
                document = {"documentID": str(item.get("documentID", ""))}
                known.setdefault((str(item.get("targetID")), str(item.get("itemID"))), []).append(texts | document)
    if not known:
        raise InputError(
            f"{shown}: no texts are in the batches; items have sourceText, targetText, targetID, itemID. Nothing was "
            "imported."
        )
    return known


def _flat(items: Sequence[Any]) -> list[dict[str, Any]]:
    return [
        item
        for each in (items if isinstance(items, list) else [])
        for item in (each if isinstance(each, list) else [each])
        if isinstance(item, dict)
    ]


def _find_text(
    known: dict[tuple[str, str], list[dict[str, str]]], system: str, number: str, document: str, place: str
) -> dict[str, str]:
    texts = known.get((system, number), [])
    chosen = next((text for text in texts if text["documentID"] == document), texts[0] if texts else None)
    if chosen is None:
        raise InputError(
            f"{place}: item {number[:30]!r} of {system[:60]!r} is not in the file of texts; name the batches of this "
            "campaign. Nothing was imported."
        )
    return chosen
