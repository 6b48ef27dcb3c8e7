"""Answers as lines of text, the way scripts write them: `8`, `8 oo`, `8 om # terse`."""

import re
from collections.abc import Sequence

from mtassay.errors import InputError
from mtassay.human.answer_keys import CLASS_KEYS, score_keys
from mtassay.human.scales import Scale
from mtassay.human.typed_numbers import parse_number
from mtassay.store.contents.items import StoredItem
from mtassay.store.judging.body import AnswerBody

_ANSWER = re.compile(rf"(?P<score>\S+?)(?:\s+(?P<classes>[{''.join(CLASS_KEYS)}-]+))?\s*(?:#\s*(?P<comment>.*))?")


def parse_answer(line: str, scale: Scale, items: Sequence[StoredItem]) -> tuple[AnswerBody, str]:
    """What a line says, and its comment, empty where it has none; an InputError says why it is no answer."""
    match = _ANSWER.fullmatch(line)
    if match is None:
        raise InputError(f"{line!r} is no answer; write a score, a letter for each item, and # before a comment")
    value = parse_score("10" if match["score"] == "x" and score_keys(scale).get("x") == 10 else match["score"], scale)
    classes = match["classes"] or ""
    if classes and not items:
        raise InputError("this source has no information items; write the score alone")
    if classes and len(classes) != len(items):
        raise InputError(f"{classes!r} for {len(items)} information items: one letter each; - leaves one out")
    verdicts = {item.id: CLASS_KEYS[key] for item, key in zip(items, classes, strict=False) if key != "-"}
    return AnswerBody(value, verdicts), match["comment"] or ""


def parse_score(text: str, scale: Scale) -> float:
    """A score that was typed."""
    try:
        value = parse_number(text)
    except ValueError:
        raise InputError(f"{text!r} is no score; give a number from {scale.low:g} to {scale.high:g}") from None
    try:
        return scale.check(value)
    except InputError:
        raise InputError(f"{text} is not on the scale {scale.spec}") from None
