from datetime import UTC, datetime
from typing import Any

import pytest

from mtassay.campaigns.campaign_answers import answers_of_campaign
from mtassay.errors import InputError
from mtassay.human.answers.answer_filter import AnswerFilter
from mtassay.human.answers.judged_outputs import Mark
from mtassay.human.protocols.base import PROTOCOLS
from mtassay.store.campaigns.all_answers import AnsweredNumber


def number(**fields: Any) -> AnsweredNumber:
    known: dict[str, Any] = {
        "answer": 1,
        "item": 8,
        "kind": "work",
        "is_reused": False,
        "original_language": "de",
        "post_edit": "",
        "body": {},
        "protocol": "da",
        "seat": 2,
        "judge": "anna",
        "expertise": "professional",
        "is_excluded": False,
        "document": "talk",
        "position": 3,
        "systems": ("a",),
        "source": "Ja.",
        "text": "Yes.",
        "name": "score",
        "value": 60.0,
        "cannot": "",
        "seconds": 4.0,
        "at": datetime(2026, 5, 1, tzinfo=UTC),
        "comment": "",
    }
    known |= fields
    told = {"answer_key": f"answer {known['answer']}", "judged_by": f"seat {known['seat']}"}
    return AnsweredNumber(**{**told, **known})


def test_judges_are_seats_unless_names_are_asked_for() -> None:
    numbers = [number(), number(answer=2, seat=3, judge="")]
    assert [each.judge for each in answers_of_campaign(numbers, PROTOCOLS.create("da")).judged] == ["seat 2", "seat 3"]
    named = answers_of_campaign(numbers, PROTOCOLS.create("da"), has_names=True)
    assert [each.judge for each in named.judged] == ["anna", "seat 3"]


def test_what_does_not_count_is_counted() -> None:
    numbers = [
        number(systems=("a", "b")),
        number(answer=2, is_excluded=True),
        number(answer=3, name="", value=None, cannot="source"),
        number(answer=4, protocol="fluency"),
    ]
    answers = answers_of_campaign(numbers, PROTOCOLS.create("da"))
    (answer,) = answers.scored
    assert (answer.made_by, answer.value, answer.expertise) == (("a", "b"), 60, "professional")
    assert answers.left_out == {"of excluded seats": 1, "that could not be given": 1}
    with pytest.raises(InputError, match="nobody has answered by da yet"):
        answers_of_campaign(numbers[1:], PROTOCOLS.create("da"))
    both = answers_of_campaign(numbers, PROTOCOLS.create("da"), with_excluded=True)
    assert (len(both.judged), both.left_out) == (2, {"that could not be given": 1})


def test_marked_errors_and_comments_come_along() -> None:
    spans = [
        {"side": "target", "start": 0, "end": 3, "severity": "minor"},
        {"side": "target", "missing": True, "severity": "major"},
    ]
    given = number(protocol="esa", body={"spans": spans, "score": 60}, comment="too short")
    (answer,) = answers_of_campaign([given], PROTOCOLS.create("esa")).scored
    assert answer.marks == (Mark(0, 3, "", "minor"), Mark(0, 0, "", "major"))
    assert (answer.text, answer.comment) == ("Yes.", "")
    (told,) = answers_of_campaign([given], PROTOCOLS.create("esa"), has_comments=True).scored
    assert told.comment == "too short"
    assert answers_of_campaign([number()], PROTOCOLS.create("da")).scored[0].marks is None


def test_ranks_follow_from_how_many_were_better() -> None:
    said = {"a": (1.0, 0.0, 0.0), "b": (0.0, 0.5, 0.5), "c": (0.0, 0.5, 0.5)}
    numbers = [
        number(protocol="ranking", systems=(system,), text=system, name=name, value=value)
        for system, values in said.items()
        for name, value in zip(("win", "tie", "loss"), values, strict=True)
    ]
    (screen,) = answers_of_campaign(numbers, PROTOCOLS.create("ranking")).ranked
    assert screen.outputs == ((("a",), 1, "a"), (("b",), 2, "b"), (("c",), 2, "c"))


def test_names_change_no_statistics() -> None:
    numbers = [
        number(),
        number(answer=None, seat=None, is_reused=True, position=4, answer_key="reused 1", judged_by="seat 2"),
        number(answer=2, seat=3, judge="ben"),
        number(answer=3, seat=4, judge="ben"),
        number(answer=None, seat=None, is_reused=True, judge="cy", answer_key="reused 2", judged_by="known 2"),
        # two seats of an earlier campaign whose judges have no name, on the same output
        number(answer=None, seat=None, is_reused=True, judge="", answer_key="reused 3", judged_by="known 3"),
        number(answer=None, seat=None, is_reused=True, judge="", answer_key="reused 4", judged_by="known 4"),
    ]
    seats, names = (
        [each.judge for each in answers_of_campaign(numbers, PROTOCOLS.create("da"), has_names=has_names).judged]
        for has_names in (False, True)
    )
    assert seats == ["seat 2", "seat 2", "seat 3", "seat 4", "known judge 2", "known judge 3", "known judge 4"]
    assert names == ["anna", "anna", "ben (seat 3)", "ben (seat 4)", "cy", "known judge 3", "known judge 4"]


def test_answers_are_chosen_by_the_language_of_the_source() -> None:
    numbers = [number(), number(answer=2, position=4, original_language="en")]
    chosen = answers_of_campaign(numbers, PROTOCOLS.create("da")).chosen(AnswerFilter(language="en"))
    assert len(chosen.judged) == 1
