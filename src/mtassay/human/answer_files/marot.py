"""Marked errors as Marot shows them: a line for each error, the marked words between <v> and </v>."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar

from mtassay.errors import InputError
from mtassay.human.answer_files.base import (
    UNKNOWN_TIME,
    AnswerFormat,
    AnswerSet,
    FileAnswer,
    FileItem,
    plain_cell,
)
from mtassay.human.answer_files.marked_rows import MarkedAnswers
from mtassay.human.answer_files.rows import decoded
from mtassay.human.files.marked_parts import marked_parts, without_marks
from mtassay.human.mqm import GOOGLE_WEIGHTS, MqmWeights
from mtassay.human.protocols.marking import Marking
from mtassay.human.protocols.spans import write_weights
from mtassay.settings import setting

_COLUMNS = ("system", "doc", "docSegId", "globalSegId", "rater", "source", "target", "category", "severity", "metadata")
_OTHER_NAMES = {"doc_id": "docSegId", "seg_id": "globalSegId", "comment": "note"}
_NEEDED = ("system", "globalSegId", "source", "target", "category", "severity")
_NO_ERROR = "No-error"


@dataclass(frozen=True, kw_only=True)
class Marot(AnswerFormat):
    """Marked errors (`esa`, `mqm`) as a table without quotes, which Marot opens.

    The words of an error stand between `<v>` and `</v>` in source or target; of what is missing the last word does.
    An output without an error has a line `No-error`. Metadata say when, a note, and what else an answer holds. The
    header of older files, `system doc doc_id seg_id rater …`, is read too, as WMT publishes them.
    """

    name: ClassVar[str] = "marot"
    title: ClassVar[str] = "marked errors, a line each, as Marot and WMT have them"

    weights: str = setting(
        write_weights(MqmWeights(GOOGLE_WEIGHTS)), "penalties of errors by severity, for what is read"
    )

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        return {"globalSegId", "rater", "severity"} <= set(
            data[:1000].split(b"\n", 1)[0].decode("utf-8", "replace").split("\t")
        )

    def write(self, answers: AnswerSet, path: str) -> bytes:
        chosen = answers.of(Marking, self.name, "marked errors (esa, mqm)")
        places = _places_in_documents(chosen)
        lines = ["\t".join(_COLUMNS)]
        for answer in chosen:
            (item,) = answer.items
            for system in item.systems:
                head = [system, item.document, str(places[item.document, item.position]), str(item.position)]
                lines += ["\t".join(map(plain_cell, [*head, answer.judge, *row])) for row in _rows(answer, item)]
        return ("\n".join(lines) + "\n").encode()

    def read(self, data: bytes, shown: str) -> AnswerSet:
        lines = decoded(data, shown).rstrip("\n").split("\n")
        names = [_OTHER_NAMES.get(name, name) for name in lines[0].rstrip("\r").split("\t")]
        missing = [name for name in _NEEDED if name not in names]
        if missing:
            raise InputError(
                f"{shown}, line 1: no column {missing[0]!r}; a file of Marot begins with {' '.join(_COLUMNS)}, "
                "separated by tabs. Nothing was imported."
            )
        gathered = MarkedAnswers(shown, self.weights)
        for number, line in enumerate(lines[1:], 2):
            cells = line.rstrip("\r").split("\t")
            if len(cells) != len(names):
                raise InputError(
                    f"{shown}, line {number}: {len(cells)} columns, and the first line has {len(names)}; a text may "
                    "hold a tab or an end of line. Nothing was imported."
                )
            _take(gathered, dict(zip(names, cells, strict=True)), f"{shown}, line {number}")
        return AnswerSet(gathered.answers())


def _places_in_documents(answers: list[FileAnswer]) -> dict[tuple[str, int], int]:
    documents: dict[str, set[int]] = {}
    for answer in answers:
        for item in answer.items:
            documents.setdefault(item.document, set()).add(item.position)
    return {
        (document, position): place
        for document, positions in documents.items()
        for place, position in enumerate(sorted(positions), 1)
    }


def _rows(answer: FileAnswer, item: FileItem) -> Iterator[list[str]]:
    """Source, target, category, severity and metadata of each error; one row where there is none."""
    told: dict[str, Any] = {"timestamp": round(answer.at.timestamp() * 1000), "protocol": answer.protocol.name}
    told |= {"score": answer.body["score"]} if "score" in answer.body else {}
    told |= {"seconds": answer.seconds} if answer.seconds else {}
    if not answer.body["spans"]:
        yield [item.source, item.text, _NO_ERROR, _NO_ERROR, json.dumps(told)]
    for span in answer.body["spans"]:
        source, target = item.source, item.text
        more = {"missing": True} if span.get("missing") else {}
        if "start" not in span:
            target = _with_mark(target, *_last_word(target))
        elif span["side"] == "source":
            source = _with_mark(source, span["start"], span["end"])
        else:
            target = _with_mark(target, span["start"], span["end"])
        more |= {"note": span["note"]} if span.get("note") else {}
        severity = span["severity"].capitalize()
        yield [
            source,
            target,
            span.get("category") or "Other",
            severity,
            json.dumps({**told, **more}, ensure_ascii=False),
        ]


def _with_mark(text: str, start: int, end: int) -> str:
    return f"{text[:start]}<v>{text[start:end]}</v>{text[end:]}"


def _last_word(text: str) -> tuple[int, int]:
    end = len(text.rstrip()) or len(text)
    return max(text.rfind(" ", 0, end) + 1, 0), end


def _take(gathered: MarkedAnswers, row: Mapping[str, str], place: str) -> None:
    texts = {"source": without_marks(row["source"]), "text": without_marks(row["target"])}
    told = _metadata(row, place)
    position = row["globalSegId"].strip()
    answer = gathered.answer(
        judge=row.get("rater", "") or "rater",
        system=row["system"],
        document=row.get("doc", ""),
        segment=position,
        **texts,
        place=place,
    )
    answer.at = _moment(told.get("timestamp"))
    answer.seconds = float(told["seconds"]) if isinstance(told.get("seconds"), int | float) else 0.0
    if isinstance(told.get("score"), int):
        answer.score = told["score"]
    gathered.has_categories |= told.get("protocol") == "mqm"
    severity, category = row["severity"].strip().lower(), row["category"].strip()
    if severity == _NO_ERROR.lower() or category.lower() == _NO_ERROR.lower():
        return
    if not severity or not category:
        raise InputError(f"{place}: an error without a category or a severity; say both. Nothing was imported.")
    note = told.get("note") or row.get("note", "")
    more = {"severity": severity, "category": category, "note": note if isinstance(note, str) else ""}
    # an error is one span, the first of several parts
    spans = [(side, *span) for side in ("target", "source") for span in marked_parts(row[side])]
    is_missing = bool(told.get("missing"))
    side, start, end = spans[0] if spans else ("target", 0, 0)
    if start == end or (is_missing and side == "target"):  # nothing is marked: something is missing
        answer.add({"side": "target", "missing": True, **more}, **texts)
    else:
        span = {"side": side, "start": start, "end": end, **({"missing": True} if is_missing else {}), **more}
        answer.add(span, **texts)


def _metadata(row: Mapping[str, str], place: str) -> dict[str, Any]:
    text = row.get("metadata", "").strip()
    if not text:
        return {}
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{place}: the metadata are no JSON; leave them empty. Nothing was imported.") from None
    return told if isinstance(told, dict) else {}


def _moment(timestamp: object) -> datetime:
    if isinstance(timestamp, bool) or not isinstance(timestamp, int | float) or not 0 < timestamp < 2**42:
        return UNKNOWN_TIME
    return datetime.fromtimestamp(timestamp / 1000, UTC)
