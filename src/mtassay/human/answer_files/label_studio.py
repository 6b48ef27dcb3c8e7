"""Answers as Label Studio exports them: a JSON list of tasks with their annotations."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from mtassay.errors import InputError, SettingError
from mtassay.human.answer_files.base import UNKNOWN_TIME, AnswerSet, FileAnswer, FileItem, ReadOnly
from mtassay.human.answer_files.marked_rows import MarkedAnswers
from mtassay.human.answer_files.offsets import of_utf16
from mtassay.human.answer_files.rows import decoded, parse_json, whole_number
from mtassay.human.mqm import GOOGLE_WEIGHTS, MqmWeights
from mtassay.human.protocols.base import PROTOCOLS
from mtassay.human.protocols.rating import Rating
from mtassay.human.protocols.spans import write_weights
from mtassay.settings import setting

_SEVERITIES = ("neutral", "minor", "major", "critical")


@dataclass(frozen=True, kw_only=True)
class LabelStudio(ReadOnly):
    """A JSON export: numbers, ratings and choices are scores, labels are marked errors, text areas are comments.

    Settings name the fields of `data` with the texts. A label is a severity, or a severity and a category,
    `major/Accuracy/Addition`; any other is the category of a minor error. Places count UTF-16, the end excluded.
    Annotations that were cancelled are left out.
    """

    name: ClassVar[str] = "label-studio"
    title: ClassVar[str] = "scores and labels as Label Studio exports them"

    source: str = setting("source", "the field of data with the source")
    text: str = setting("text", "the field of data with the translation")
    system: str = setting("system", "the field of data with the name of the system")
    document: str = setting("document", "the field of data with the document")
    protocol: str = setting("da", "the protocol of scores where no error is marked: da, sqm, fluency, adequacy")
    weights: str = setting(write_weights(MqmWeights(GOOGLE_WEIGHTS)), "penalties of errors by severity")

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        return data.lstrip()[:1] == b"[" and all(name in data for name in (b'"annotations"', b'"from_name"'))

    def read(self, data: bytes, shown: str) -> AnswerSet:
        tasks = parse_json(decoded(data, shown), shown, "the file")
        if not isinstance(tasks, list) or not tasks:
            raise InputError(f"{shown}: no list of tasks, as Label Studio exports JSON. Nothing was imported.")
        results = [
            (task, annotation, f"{shown}, task {number}")
            for number, task in enumerate(tasks, 1)
            for annotation in _annotations(task, f"{shown}, task {number}")
        ]
        is_marked = any(result.get("type") == "labels" for _, each, _ in results for result in each["result"])
        if is_marked:
            return AnswerSet(self._marked(results, shown))
        return AnswerSet(self._scored(results, shown))

    def _marked(self, results: list[tuple[Any, Any, str]], shown: str) -> tuple[FileAnswer, ...]:
        gathered = MarkedAnswers(shown, self.weights)
        for task, annotation, place in results:
            texts = self._texts(task, place)
            answer = gathered.answer(
                judge=_judge(annotation),
                system=texts["system"],
                document=texts["document"],
                segment=str(task.get("id", place)),
                source=texts["source"],
                text=texts["text"],
                place=place,
            )
            answer.spans.clear()
            answer.at, answer.seconds = _moment(annotation), _seconds(annotation)
            for result in annotation["result"]:
                value = result.get("value") if isinstance(result.get("value"), dict) else {}
                if result.get("type") == "labels":
                    answer.add(_span(value, texts["text"], place), texts["source"], texts["text"])
                elif result.get("type") == "textarea":
                    answer.comment = _joined(value.get("text"))
                elif (score := _score(result, value, place)) is not None:
                    answer.score = score
        return gathered.answers()

    def _scored(self, results: list[tuple[Any, Any, str]], shown: str) -> tuple[FileAnswer, ...]:
        protocol = PROTOCOLS.create(self.protocol)
        if not isinstance(protocol, Rating):
            raise SettingError(f"label-studio: protocol={self.protocol}: choose da, sqm, fluency or adequacy")
        answers = []
        items: dict[tuple[str, str], FileItem] = {}
        positions: dict[tuple[str, str], int] = {}
        for task, annotation, place in results:
            texts = self._texts(task, place)
            position = positions.setdefault((texts["document"], texts["source"]), len(positions) + 1)
            item = FileItem(
                id=len(items) + 1,
                systems=(texts["system"],),
                document=texts["document"],
                position=position,
                source=texts["source"],
                text=texts["text"],
            )
            item = items.setdefault((str(task.get("id", place)), texts["system"]), item)
            scores, comment = [], ""
            for result in annotation["result"]:
                value = result.get("value") if isinstance(result.get("value"), dict) else {}
                if result.get("type") == "textarea":
                    comment = _joined(value.get("text"))
                elif (score := _score(result, value, place)) is not None:
                    scores.append(score)
            if len(scores) != 1:
                raise InputError(
                    f"{place}: {len(scores)} scores in one annotation, and one is expected. Nothing was imported."
                )
            answers.append(
                FileAnswer(
                    judge=_judge(annotation),
                    protocol=protocol,
                    items=(item,),
                    body={protocol.field: scores[0]},
                    seconds=_seconds(annotation),
                    at=_moment(annotation),
                    comment=comment,
                    place=place,
                ).checked()
            )
        if not answers:
            raise InputError(f"{shown}: no annotation is in the file. Nothing was imported.")
        return tuple(answers)

    def _texts(self, task: Mapping[str, Any], place: str) -> dict[str, str]:
        told = task.get("data")
        data = told if isinstance(told, dict) else {}
        texts = {}
        for role, name in (("source", self.source), ("text", self.text)):
            if not isinstance(data.get(name), str) or not data[name].strip():
                known = ", ".join(map(repr, data)) or "nothing"
                raise InputError(
                    f"{place}: data have no text {name!r}; name the field, as in label-studio:{role}=…; there is "
                    f"{known}. Nothing was imported."
                )
            texts[role] = data[name]
        return texts | {
            "system": str(data.get(self.system) or "system"),
            "document": str(data.get(self.document) or ""),
        }


def _annotations(task: Any, place: str) -> list[dict[str, Any]]:
    told = task.get("annotations") if isinstance(task, dict) else None
    if not isinstance(told, list):
        raise InputError(f"{place}: no list of annotations; export the project as JSON. Nothing was imported.")
    kept = [each for each in told if isinstance(each, dict) and not each.get("was_cancelled")]
    for annotation in kept:
        results = annotation.get("result")
        if not isinstance(results, list) or not all(isinstance(result, dict) for result in results):
            raise InputError(f"{place}: the result of an annotation is no list. Nothing was imported.")
    return kept


def _judge(annotation: Mapping[str, Any]) -> str:
    who = annotation.get("completed_by")
    return f"annotator {who.get('id', '')}" if isinstance(who, dict) else f"annotator {who}"


def _seconds(annotation: Mapping[str, Any]) -> float:
    seconds = annotation.get("lead_time")
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 <= seconds <= 86_400
    return round(float(seconds), 3) if is_number else 0.0  # type: ignore[arg-type]


def _moment(annotation: Mapping[str, Any]) -> datetime:
    try:
        at = datetime.fromisoformat(str(annotation.get("created_at")))
    except ValueError:
        return UNKNOWN_TIME
    return at if at.tzinfo is not None else UNKNOWN_TIME


def _score(result: Mapping[str, Any], value: Mapping[str, Any], place: str) -> int | None:
    kind = result.get("type")
    if kind in ("number", "rating"):
        return whole_number(value.get(kind), place, "the score")
    if kind == "choices":
        choices = value.get("choices")
        return whole_number(choices[0] if isinstance(choices, list) and choices else None, place, "the choice")
    raise InputError(
        f"{place}: a result of type {str(kind)[:40]!r}, and number, rating, choices, labels and textarea are read. "
        "Nothing was imported."
    )


def _span(value: Mapping[str, Any], text: str, place: str) -> dict[str, Any]:
    labels = value.get("labels")
    label = str(labels[0]) if isinstance(labels, list) and labels else "minor"
    severity, _, category = label.partition("/")
    if severity.lower() not in _SEVERITIES:
        severity, category = "minor", label
    more = {"severity": severity.lower(), **({"category": category, "note": ""} if category else {})}
    start = of_utf16(text, whole_number(value.get("start"), place, "the start of a label"), place)
    end = of_utf16(text, whole_number(value.get("end"), place, "the end of a label"), place)
    return {"side": "target", "start": start, "end": end, **more}


def _joined(text: object) -> str:
    return " ".join(map(str, text)) if isinstance(text, list) else str(text or "")
