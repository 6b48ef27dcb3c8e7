"""Exports of campaigns: whatever is written of answers is read with the same figures."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from mtassay.campaigns.campaign_answers import answers_of_campaign
from mtassay.errors import InputError
from mtassay.human.answers.answer_files import read_answers
from mtassay.human.answers.judged_outputs import Judged, Kind
from mtassay.human.protocols.base import PROTOCOLS
from mtassay.human.scores.repeats import self_agreement
from mtassay.reports.formats.choice import report_format
from mtassay.reports.results.campaigns import answers_document
from mtassay.store.campaigns.all_answers import AnsweredNumber
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign

Write = Callable[[str, str | bytes], str]
Export = Callable[..., str]

ALL = ("da", "esa", "ranking", "comprehension")
CAMPAIGN = StoredCampaign(
    id=1,
    project=1,
    name="talks",
    state=CampaignState.CLOSED,
    protocols=tuple(map(PROTOCOLS.create, ALL)),
    context="none",
    settings={},
    seed=0,
    guidelines="",
)
SPANS = [
    {"side": "target", "start": 0, "end": 3, "severity": "minor"},
    {"side": "target", "missing": True, "severity": "major"},
]


def number(answer: int | None, protocol: str, name: str, value: float | None, **fields: Any) -> AnsweredNumber:
    known: dict[str, Any] = {
        "answer_key": f"answer {answer}",
        "item": 8,
        "kind": "work",
        "is_reused": answer is None,
        "original_language": "de",
        "post_edit": "",
        "body": {name: value},
        "seat": 2,
        "judge": "anna",
        "expertise": "professional",
        "is_excluded": False,
        "document": "talk",
        "position": 3,
        "systems": ("a",),
        "source": "Ja, =1+1.",
        "text": "Yes.",
        "cannot": "",
        "seconds": 4.5,
        "at": datetime(2026, 5, 1, 7, 8, 9, tzinfo=UTC),
        "comment": "",
    }
    known |= fields
    told = {"judged_by": f"seat {known['seat']}", **known}
    return AnsweredNumber(answer=answer, protocol=protocol, name=name, value=value, **told)


DA = [
    number(1, "da", "score", 60, systems=("a", "b")),
    number(2, "da", "score", 60, text="Yes!", systems=("c",), domain="news"),
    number(3, "da", "score", 70.0, seat=3, judge="", document="", at=None, seconds=0.0),
    number(4, "da", "", None, cannot="source", body={"cannot": "source"}),
    number(5, "da", "score", 1, seat=4, judge="cy", is_excluded=True),
]
ESA = [
    number(6, "esa", name, value, body={"spans": SPANS, "score": 50}, comment="odd")
    for name, value in {"score": 50, "minor": 1, "major": 1, "penalty": 6}.items()
]
RANKED = {"8": 1, "9": 1, "10": 2, "11": 3}
RANKS = [
    number(7, "ranking", name, value, item=item, systems=systems, text=text, body={"ranks": RANKED})
    for item, systems, text, values in (
        (8, ("a",), "Yes.", (2 / 3, 1 / 3, 0)),
        (9, ("b", "d"), "Yes.", (2 / 3, 1 / 3, 0)),  # equal, and ranked by itself all the same
        (10, ("c",), "No.", (1 / 3, 0, 2 / 3)),
        (11, ("e",), "Oh.", (0, 0, 1)),
    )
    for name, value in zip(("win", "tie", "loss"), values, strict=True)
]
QUESTIONS = [
    number(
        8, "comprehension", name, value, source=question, text="Yes.", body={"answers": {"8": "a", "9": "b", "7": "c"}}
    )
    for question, name, value in (("What?", "% right", 100), ("Who?", "% right", 50), ("When?", "", None))
]


@pytest.fixture
def export(write: Write) -> Export:
    def exported(numbers: list[AnsweredNumber], ending: str = "tsv", *, has_names: bool = False) -> str:
        document = answers_document(CAMPAIGN, numbers, has_names=has_names)
        return write(f"answers.{ending}", report_format(ending).write(document))

    return exported


def said(answers: Iterable[Judged]) -> list[Judged]:
    return [replace(answer, task="", seconds=answer.seconds or 0.0) for answer in answers]


@pytest.mark.parametrize("ending", ["tsv", "jsonl", "csv", "xlsx"])
@pytest.mark.parametrize("has_names", [False, True])
@pytest.mark.parametrize("protocol", ALL)
def test_what_is_written_is_read_with_the_same_figures(
    export: Export, ending: str, has_names: bool, protocol: str
) -> None:
    numbers = [*DA, *ESA, *RANKS, *QUESTIONS]
    read = read_answers([export(numbers, ending, has_names=has_names)], protocol=protocol)
    kept = answers_of_campaign(numbers, PROTOCOLS.create(protocol), has_names=has_names, has_comments=has_names)
    assert said(read.judged) == said(kept.judged)
    assert replace(read, judged=()) == replace(kept, judged=())


def test_answers_by_several_protocols_do_not_add_up(export: Export) -> None:
    path = export([*DA, *ESA])
    with pytest.raises(InputError, match="answers by da and esa, which do not add up; name one"):
        read_answers([path])
    with pytest.raises(InputError, match="nobody answered by 'sqm' in it; it has da, esa"):
        read_answers([path], protocol="sqm")
    (answer,) = read_answers([export(ESA)]).scored
    assert answer.value == 50


def test_answers_that_were_known_before_are_told_apart_without_numbers(export: Export) -> None:
    known = [number(None, "da", "score", value, seat=None, judge="") for value in (50, 50, 70)]
    answers = read_answers([export(known)]).scored
    assert [(answer.judge, answer.value) for answer in answers] == [("", 50), ("", 50), ("", 70)]


def test_repeats_are_told_and_what_else_checks_judges_is_left_out(export: Export) -> None:
    numbers = [DA[0], number(8, "da", "score", 55, kind="repeat"), number(9, "da", "score", 5, kind="degraded")]
    answers = read_answers([export(numbers)])
    assert [answer.kind for answer in answers.judged] == [Kind.OUTPUT, Kind.REPEAT]
    agreement = self_agreement(answers.scored)
    assert agreement is not None
    assert (agreement.pairs, agreement.distance) == (1, 5)
    assert answers.left_out == {"that only check judges": 1}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("\t60\t", "\tmuch\t", "line 2: the value is 'much', which is no number"),
        ("2026-05-01T", "yesterday T", "line 2: the time is"),
        ('{"score": 60}', "{", "line 2: the body of the answer is no JSON"),
        ("\tda\t", "\tours\t", "'ours' is no protocol that this version of mtassay knows"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(write: Write, export: Export, old: str, new: str, words: str) -> None:
    with open(export(DA[1:2]), encoding="utf-8", newline="") as file:
        text = file.read()
    assert old in text
    with pytest.raises(InputError, match=words):
        read_answers([write("broken.tsv", text.replace(old, new))])


def test_a_file_in_which_nothing_counts_is_refused(export: Export) -> None:
    with pytest.raises(InputError, match="no answer by da in it counts"):
        read_answers([export(DA[3:])])
