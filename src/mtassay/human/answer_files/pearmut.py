"""Answers as Pearmut stores them: a JSON object in each line, for a document or a segment of one judge."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar

from mtassay.errors import InputError
from mtassay.human.answer_files.base import UNKNOWN_TIME, AnswerSet, FileAnswer, ReadOnly
from mtassay.human.answer_files.marked_rows import MarkedAnswer, MarkedAnswers
from mtassay.human.answer_files.offsets import of_utf16
from mtassay.human.answer_files.rows import decoded, parse_json, whole_number
from mtassay.human.mqm import GOOGLE_WEIGHTS, MqmWeights
from mtassay.human.protocols.da import Da
from mtassay.human.protocols.spans import write_weights
from mtassay.settings import setting

_NO_WORK = ("welcome_", "random_")
_LINE_END = "\n"


@dataclass(frozen=True, kw_only=True)
class Pearmut(ReadOnly):
    """JSON lines with `annotation`, `item`, `actions`, `user_id`, `item_i`: scores, with or without marked errors.

    Errors count UTF-16 without ends of lines, with the end included; a place at the end of the text is what is missing.
    Items that welcome judges, or that try them, are left out; the last answer of a judge on an item counts.
    """

    name: ClassVar[str] = "pearmut"
    title: ClassVar[str] = "scores and marked errors as Pearmut stores them"

    weights: str = setting(write_weights(MqmWeights(GOOGLE_WEIGHTS)), "penalties of errors by severity")

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        first = data.lstrip().split(b"\n", 1)[0]
        return first.startswith(b"{") and all(name in first for name in (b'"annotation"', b'"item"', b'"user_id"'))

    def read(self, data: bytes, shown: str) -> AnswerSet:
        gathered = MarkedAnswers(shown, self.weights)
        has_spans = False
        scored: dict[int, MarkedAnswer] = {}
        for number, line in enumerate(decoded(data, shown).split("\n"), 1):
            if not line.strip():
                continue
            place = f"{shown}, line {number}"
            for item, said, system, text in _texts(line, place):
                answer = gathered.answer(
                    judge=said["judge"],
                    system=system,
                    document=said["document"],
                    segment=str(item.get("item_id", "")),
                    source=_text(item.get("src"), place, "src"),
                    text=text,
                    place=place,
                    reference=item["ref"] if isinstance(item.get("ref"), str) else "",
                )
                told = said["told"]
                answer.spans.clear()
                answer.at, answer.seconds = said["at"], said["seconds"]
                answer.score = None if told.get("score") is None else whole_number(told["score"], place, "the score")
                answer.comment = told["textfield"] if isinstance(told.get("textfield"), str) else ""
                errors = told.get("error_spans")
                has_spans |= bool(errors)
                for error in errors if isinstance(errors, list) else []:
                    answer.add(_span(error, answer.item.text, place), answer.item.source, answer.item.text)
                scored[id(answer)] = answer
        if scored and not has_spans and all(answer.score is not None for answer in scored.values()):
            return AnswerSet(tuple(_plain(answer) for answer in scored.values()))
        return AnswerSet(gathered.answers())


def _texts(line: str, place: str) -> Iterator[tuple[Mapping[str, Any], dict[str, Any], str, str]]:
    """Each output of a line, with what was said of it: item, answer, system, text."""
    told = parse_json(line, place, "the line")
    annotations, items = (told.get(name) if isinstance(told, dict) else None for name in ("annotation", "item"))
    if not isinstance(annotations, list) or not isinstance(items, list) or len(annotations) != len(items):
        raise InputError(
            f"{place}: no lists `annotation` and `item` of one length, as Pearmut writes them. Nothing was imported."
        )
    times = [
        action["time"]
        for action in told.get("actions") or []
        if isinstance(action, dict) and isinstance(action.get("time"), int | float) and 0 < action["time"] < 2**32
    ]
    common = {
        "judge": str(told.get("user_id", "judge")),
        "document": str(told.get("item_i", "")) if len(items) > 1 else "",
        "at": datetime.fromtimestamp(max(times), UTC) if times else UNKNOWN_TIME,
        "seconds": round((max(times) - min(times)) / len(items), 3) if times else 0.0,
    }
    for annotation, item in zip(annotations, items, strict=True):
        if not isinstance(annotation, dict) or not isinstance(item, dict):
            raise InputError(f"{place}: an item or its annotation is no object. Nothing was imported.")
        if str(item.get("item_id", "")).startswith(_NO_WORK):
            continue
        for system, said in annotation.items():
            outputs = item.get("tgt")
            text = outputs.get(system) if isinstance(outputs, dict) else outputs
            if not isinstance(said, dict):
                raise InputError(f"{place}: the annotation of {system[:60]!r} is no object. Nothing was imported.")
            yield item, {**common, "told": said}, system, _text(text, place, "tgt")


def _text(text: object, place: str, name: str) -> str:
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"{place}: `{name}` holds no text; every item has src and tgt. Nothing was imported.")
    return text


def _span(error: object, text: str, place: str) -> dict[str, Any]:
    if not isinstance(error, dict) or not isinstance(error.get("severity"), str):
        raise InputError(f"{place}: an error without a severity; say minor or major. Nothing was imported.")
    category = error.get("category")
    more = {"severity": error["severity"].lower()}
    if isinstance(category, str) and category:
        more |= {"category": category, "note": ""}
    start = whole_number(error.get("start_i"), place, "the start of an error")
    end = whole_number(error.get("end_i"), place, "the end of an error")
    plain = text.replace(_LINE_END, "")
    if start >= len(plain.encode("utf-16-le")) // 2:
        return {"side": "target", "missing": True, **more}
    last = min(end + 1, len(plain.encode("utf-16-le")) // 2)
    places = (of_utf16(text, at, place, _LINE_END) for at in (start, last))
    return {"side": "target", **dict(zip(("start", "end"), places, strict=True)), **more}


def _plain(answer: MarkedAnswer) -> FileAnswer:
    return FileAnswer(
        judge=answer.judge,
        protocol=Da(),
        items=(answer.item,),
        body={"score": answer.score},
        seconds=answer.seconds,
        at=answer.at,
        comment=answer.comment,
        place=answer.place,
    ).checked()
