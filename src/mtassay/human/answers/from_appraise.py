"""An export of Appraise as answers: figures need none of the texts, which stand in other files."""

from dataclasses import replace

from mtassay.errors import InputError
from mtassay.human.answer_files.appraise import AppraiseLine, appraise_errors, appraise_lines
from mtassay.human.answer_files.base import UNKNOWN_TIME
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Kind, Mark, Scored, segment_of

_KINDS = {"TGT": Kind.OUTPUT, "CHK": Kind.REPEAT, "REF": Kind.REFERENCE, "BAD": Kind.DEGRADED}
_OF_DOCUMENTS = "of whole documents"


def answers_of_appraise(data: bytes, shown: str) -> Answers:
    """What each line says of an output; scores of whole documents are counted and left out.

    Lines that are alike in all but the system are one answer about an output that several systems wrote. Of an item
    that a judge scored twice the last score counts.
    """
    systems: dict[Scored, list[str]] = {}
    last: dict[tuple[str, str, str, Kind], Scored] = {}
    of_documents = 0
    for line in appraise_lines(data, shown):
        if line.is_of_document:
            of_documents += 1
            continue
        answer = _scored(line)
        systems.setdefault(answer, []).append(line.system)
        last[answer.segment, answer.judge, line.system, answer.kind] = answer
    kept = set(last.values())
    judged = tuple(
        replace(answer, item="+".join(names), made_by=tuple(dict.fromkeys(names)))
        for answer, names in systems.items()
        if answer in kept
    )
    if not judged:
        raise InputError(f"{shown}: no line scores an output, so there is nothing to say of systems")
    left_out = {_OF_DOCUMENTS: of_documents} if of_documents else {}
    return Answers(judged, "score, 0–100", left_out=left_out)


def _scored(line: AppraiseLine) -> Scored:
    if line.type not in _KINDS:
        raise InputError(f"{line.place}: the type is {line.type[:20]!r}; Appraise has {', '.join(_KINDS)}")
    at = None if line.at == UNKNOWN_TIME else line.at
    marks = None
    if line.errors is not None:
        marked = appraise_errors(line.errors, line.place)
        marks = tuple(Mark(*(error.span or (0, 0)), error.category, error.severity) for error in marked)
    return Scored(
        segment=segment_of(line.document, line.number, ""),
        judge=line.judge,
        # without a time nobody can tell one answer about two systems from two answers
        task="" if at else line.place,
        document=line.document,
        seconds=line.seconds or None,
        at=at,
        kind=_KINDS[line.type],
        item="",
        made_by=(),
        value=line.score,
        marks=marks,
    )
