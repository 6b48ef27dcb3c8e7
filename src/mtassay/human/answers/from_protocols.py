"""Answers by the protocols of campaigns as results take them: a score each, or the order of outputs."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from mtassay.errors import InputError
from mtassay.human.answer_files.base import UNKNOWN_TIME, AnswerSet, FileAnswer, FileItem
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Judged, Mark, Ranked, RankedOutput, Scored, segment_of
from mtassay.human.protocols.base import Body, Protocol
from mtassay.human.protocols.questions import REFERENCE_SYSTEM

LOSS = "loss"
"""The number of an output among others: the share of them that are better."""

NOT_GRADED = "to questions, not graded yet"
"""What an answer is that nobody has graded."""


def answers_of_set(given: AnswerSet, shown: str) -> Answers:
    """What judges said in a file of another tool; those who could say nothing are counted.

    Of scores the headline counts, which is a penalty where errors are marked without a score.
    """
    protocols = list(dict.fromkeys(answer.protocol for answer in given.answers))
    if len(protocols) != 1:
        names = " and ".join(protocol.name for protocol in protocols) or "no protocol"
        raise InputError(f"{shown}: its answers are by {names}, and figures are of one")
    protocol = protocols[0]
    judged = [each for answer in given.answers for each in _judged(answer)]
    empty = sum(not answer.numbers for answer in given.answers)
    if not judged:
        raise InputError(f"{shown}: no answer in it says anything of a system")
    return answers_by(protocol, judged, {"that could not be given": empty})


def answers_by(protocol: Protocol | type[Protocol], judged: Sequence[Judged], left_out: Mapping[str, int]) -> Answers:
    """What was judged by a protocol, with what its numbers mean; `left_out` may count what did not occur."""
    asks = protocol.asks_questions
    return Answers(
        tuple(judged),
        "ranking" if isinstance(judged[0], Ranked) else "% right" if asks else f"score of {protocol.name}",
        is_lower_better=protocol.better == "lower",
        left_out={what: count for what, count in left_out.items() if count},
        on_top=REFERENCE_SYSTEM if asks else "",
        are_grades=asks,
    )


def marks_of(body: Body) -> tuple[Mark, ...]:
    """The errors of a body; what is missing has no place in the output."""
    return tuple(
        Mark(
            span.get("start", 0),
            span.get("end", 0),
            span.get("category", ""),
            span["severity"],
            span["side"] == "source",
        )
        for span in body["spans"]
    )


def rank_of(loss: float, outputs: int) -> int:
    """The rank of an output that so large a share of the others is better than: one more than better ones."""
    return 1 + round(loss * (outputs - 1))


def _judged(answer: FileAnswer) -> Iterator[Judged]:
    numbers = answer.numbers
    items = {item.id: item for item in answer.items}
    losses = [number for number in numbers if number.name == LOSS]
    first = answer.items[0]
    if losses:
        yield Ranked(
            segment=_segment(first),
            judge=answer.judge,
            task=answer.place,
            document=first.document,
            source=first.source,
            reference=first.reference,
            seconds=answer.seconds or None,
            at=_moment(answer),
            outputs=tuple(
                RankedOutput(items[number.item].systems, rank_of(number.value, len(losses)), items[number.item].text)
                for number in losses
            ),
        )
        return
    marks = marks_of(answer.body) if numbers and answer.protocol.marked_sides else None
    for number in numbers:
        if number.name == numbers[0].name:
            item = items[number.item]
            yield Scored(
                segment=_segment(item),
                judge=answer.judge,
                task=answer.place,
                document=item.document,
                source=item.source,
                reference=item.reference,
                seconds=answer.seconds or None,
                at=_moment(answer),
                # two outputs may be equal, and were judged each by itself
                item=f"{'+'.join(item.systems)}\t{item.text}",
                made_by=item.systems,
                value=number.value,
                marks=marks,
                text=item.text,
                comment=answer.comment,
            )


def _segment(item: FileItem) -> str:
    return segment_of(item.document, item.position, item.source)


def _moment(answer: FileAnswer) -> datetime | None:
    return None if answer.at == UNKNOWN_TIME else answer.at
