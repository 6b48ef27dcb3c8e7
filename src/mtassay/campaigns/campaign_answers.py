"""Answers of a campaign as results take them: scores or rankings of one protocol, seats instead of names."""

from collections import Counter
from collections.abc import Iterable

from mtassay.errors import InputError
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.from_protocols import LOSS, NOT_GRADED, answers_by, marks_of, rank_of
from mtassay.human.answers.judged_outputs import Judged, Kind, Ranked, RankedOutput, Scored, segment_of
from mtassay.human.protocols.base import Protocol
from mtassay.store.campaigns.all_answers import AnsweredNumber
from mtassay.store.campaigns.campaigns import StoredCampaign

_KINDS = {"work": Kind.OUTPUT, "repeat": Kind.REPEAT}
"""What answers count for, by why they were asked for."""


def chosen_protocol(campaign: StoredCampaign, name: str | None) -> Protocol:
    """The protocol of that name, the campaign's first where there is none."""
    if name is None:
        return campaign.protocols[0]
    for protocol in campaign.protocols:
        if protocol.name == name:
            return protocol
    known = ", ".join(protocol.name for protocol in campaign.protocols)
    raise InputError(f"{campaign.name} does not ask by {name!r}; it asks by {known}")


def answers_of_campaign(
    numbers: Iterable[AnsweredNumber],
    protocol: Protocol,
    *,
    has_names: bool = False,
    has_comments: bool = False,
    with_excluded: bool = False,
) -> Answers:
    """What seats that are not excluded said by a protocol; where somebody could not answer, that is counted.

    Judges are called by their seats unless `has_names`; others, of answers that were known before, by numbers. Comments
    are left out unless they are asked for: they may name somebody. Of scores the headline counts; of rankings, the rank
    of an output is one more than the number of better outputs. What only checks judges is no answer here, but for tasks
    that a judge was given again: they say how steady judges are.
    """
    by_answer: dict[str, list[AnsweredNumber]] = {}
    asked = [number for number in numbers if number.protocol == protocol.name and number.kind in _KINDS]
    for number in asked:
        by_answer.setdefault(number.answer_key, []).append(number)
    names = _Names(asked, has_names)
    judged: list[Judged] = []
    left_out = {"of excluded seats": 0, "that could not be given": 0, NOT_GRADED: 0}
    for said in by_answer.values():
        # of an answer to several questions some may be graded and others not
        given = [number for number in said if number.value is not None or number.cannot]
        waiting = len(said) - len(given)
        if waiting and protocol.asks_questions and (with_excluded or not said[0].is_excluded):
            left_out[NOT_GRADED] += waiting
        if not given:
            continue
        first = given[0]
        is_work = _KINDS[first.kind] is Kind.OUTPUT
        if first.is_excluded and not with_excluded:
            left_out["of excluded seats"] += is_work
        elif first.value is None:
            left_out["that could not be given"] += is_work
        elif any(number.name == LOSS for number in given):
            judged.append(_ranked(given, names))
        else:
            judged += _scored(given, names, protocol, has_comments=has_comments)
    if not judged and left_out[NOT_GRADED]:
        raise InputError("no answer to a question is graded yet, so there are no results; grade them first")
    if not judged:
        raise InputError(f"nobody has answered by {protocol.name} yet, so there are no results")
    return answers_by(protocol, judged, left_out)


def _scored(
    given: list[AnsweredNumber], names: "_Names", protocol: Protocol, *, has_comments: bool
) -> Iterable[Scored]:
    headline = given[0].name
    marks = marks_of(given[0].body) if protocol.marked_sides else None
    for number in given:
        if number.name == headline and number.value is not None:
            yield Scored(
                segment=_segment(number),
                judge=names.of(number),
                kind=_KINDS[number.kind],
                document=number.document,
                domain=number.domain,
                source=number.source,
                reference=number.reference,
                language=number.original_language,
                expertise=number.expertise,
                seconds=number.seconds,
                at=number.at,
                item=number.text,
                made_by=number.systems,
                value=number.value,
                marks=marks,
                text=number.text,
                comment=number.comment if has_comments else "",
            )


def _ranked(given: list[AnsweredNumber], names: "_Names") -> Ranked:
    first = given[0]
    losses = [number for number in given if number.name == LOSS]
    return Ranked(
        segment=_segment(first),
        judge=names.of(first),
        task=first.answer_key,
        kind=_KINDS[first.kind],
        document=first.document,
        domain=first.domain,
        source=first.source,
        reference=first.reference,
        language=first.original_language,
        expertise=first.expertise,
        seconds=first.seconds,
        at=first.at,
        outputs=tuple(
            RankedOutput(number.systems, rank_of(number.value or 0.0, len(losses)), number.text) for number in losses
        ),
    )


def _segment(number: AnsweredNumber) -> str:
    return segment_of(number.document, number.position, number.source)


class _Names:
    """What judges are called. Who is the same person is the same with names and without."""

    def __init__(self, numbers: Iterable[AnsweredNumber], are_shown: bool) -> None:
        people = {(number.judge, number.judged_by) for number in numbers}
        self._held, self._are_shown = Counter(name for name, _ in people), are_shown

    def of(self, number: AnsweredNumber) -> str:
        called = number.judged_by.replace("known ", "known judge ")
        if not self._are_shown or not number.judge:
            return called
        return number.judge if self._held[number.judge] == 1 else f"{number.judge} ({called})"
