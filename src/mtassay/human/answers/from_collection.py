"""Judgments of a collection as answers: a score, or the penalty of the errors that were marked."""

import json
from collections.abc import Iterator
from typing import Any

from mtassay.errors import InputError
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Kind, Mark, Scored, segment_of
from mtassay.human.collection import Collection, Judgment, Source, Target

_PENALTY = "mqm"
_ERRORS = "errors"
_NO_ERROR = "no-error"


def answers_of_collection(collection: Collection) -> Answers:
    """Every judgment with a score, on the scale of the collection.

    Where each has a penalty beside it, as MQM has, that is the score, and less is better. A judgment is about the
    system that it names, and about those that wrote the same translation and that no other judgment of it names.
    """
    judgments = [
        (source, target, judgment)
        for source in collection.sources
        for target in source.targets
        for judgment in target.judgments
    ]
    if not judgments:
        raise InputError("there is no judgment in it, so there is nothing to say of systems")
    has_penalties = all(_PENALTY in judgment.extra for _, _, judgment in judgments)
    scored = tuple(
        _scored(source, target, judgment, has_penalties)
        for source, target, judgment in judgments
        if judgment.value is not None
    )
    unscored = len(judgments) - len(scored)
    scale = collection.scale
    return Answers(
        scored,
        measure="penalty" if has_penalties else f"score, {scale.words}",
        is_lower_better=has_penalties,
        left_out={"without a score": unscored} if unscored else {},
    )


def _scored(source: Source, target: Target, judgment: Judgment, has_penalties: bool) -> Scored:
    wrote = dict.fromkeys(output.system for output in target.outputs)
    named = {each.system for each in target.judgments}
    # who is asked once about a text that two systems wrote says something of both
    others = (system for system in wrote if not judgment.system or system not in named)
    made_by = tuple(dict.fromkeys(filter(None, (judgment.system, *others))))
    value = float(judgment.extra[_PENALTY]) if has_penalties else judgment.value
    assert value is not None
    return Scored(
        segment=segment_of(source.document, source.position, source.text),
        judge=judgment.judge,
        document=source.document,
        source=source.text,
        language=source.original_language,
        seconds=judgment.seconds,
        at=judgment.at,
        kind=Kind.REPEAT if judgment.is_recheck else Kind.OUTPUT,
        # two judgments that name two systems are about two outputs, even where the texts are equal
        item=f"{judgment.system}\t{target.text}",
        made_by=made_by,
        value=value,
        marks=tuple(_marks(judgment)) if _ERRORS in judgment.extra else None,
        text=target.text,
        comment=judgment.comment,
    )


def _marks(judgment: Judgment) -> Iterator[Mark]:
    """The errors that the reader of MQM keeps beside a judgment."""
    try:
        errors: list[dict[str, Any]] = json.loads(judgment.extra[_ERRORS])
    except ValueError:
        raise InputError(f"{judgment.place}: the errors beside the score are no JSON; was the file changed?") from None
    for error in errors:
        category, severity = str(error.get("category", "")), str(error.get("severity", ""))
        if severity.lower() == _NO_ERROR or category.lower() == _NO_ERROR:
            continue
        spans = error.get("spans") or [["target", 0, 0]]
        for number, (side, start, end) in enumerate(spans):
            yield Mark(int(start), int(end), category, severity, side == "source", number > 0)
