"""Laws that every registered protocol keeps."""

import json
import math
import pickle
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import unicode_text

from mtassay.errors import InputError
from mtassay.human.protocols.base import COMMON_KEYS, PROTOCOLS, AskedItem, BodyError, Protocol, legend
from mtassay.human.protocols.questions import Question
from mtassay.web.pages.seat.views import part_of
from mtassay.web.rendering import STATIC, TEMPLATES

OTHER_SETTINGS = {
    "sser": ["sser:low=1,high=5", "sser:low=0,high=100,step=none", "sser:low=-1,high=1,step=0.1"],
    "fluency": [],
    "adequacy": ["adequacy:against=reference", "adequacy:against=both"],
    "da": ["da:against=reference"],
    "sqm": ["sqm:against=both"],
    "ranking": ["ranking:against=both"],
    "pairwise": ["pairwise:by=yes", "pairwise:against=reference,by=yes"],
    "postedit": ["postedit:against=reference"],
    "comprehension": ["comprehension:reference=no"],
    "esa": ["esa:against=reference", "esa:overlap=yes", "esa:weights='critical=10,major=4.5,minor=1'"],
    "mqm": ["mqm:score=yes", "mqm:tree=vilar,against=both", """mqm:tree='["A",{"name":"B","missing":true}]'"""],
}
SOURCE, TEXT = "Er ist dämlich.", "He is 👩‍🌾 שלום 猫."
ITEMS = (AskedItem(17, (3, 4, 29), SOURCE, TEXT), AskedItem(4), AskedItem(29), AskedItem(5), AskedItem(3))
QUESTIONS = (AskedItem(4, question=Question(right=("two", "2"))), AskedItem(29, question=Question(choices=("a", "b"))))


def asked(protocol: Protocol) -> tuple[AskedItem, ...]:
    """As many items as the protocol asks about at once."""
    return (*ITEMS[:1], *QUESTIONS) if protocol.asks_questions else ITEMS[: protocol.outputs[1]]


def protocols() -> Iterator[Protocol]:
    for name in PROTOCOLS:
        yield PROTOCOLS.create(name)
        yield from map(PROTOCOLS.create, OTHER_SETTINGS[name])


every_protocol = pytest.mark.parametrize("protocol", [*protocols()], ids=lambda protocol: protocol.spec)

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.integers(-(10**400), 10**400) | unicode_text
names = (
    st.sampled_from(
        [
            *("value", "verdicts", "score", "ranks", "better", "by", "text", "keys", "insert", "seconds", "edit"),
            *("17", "3", "03", "4", "29", "5", "-3", "٣", "a/b~c", ""),
            *("answers", "read", "answer-4", "untold-29"),
            *("spans", "side", "start", "end", "missing", "quote", "time", "severity", "category", "note"),
            *("side_1", "quote_1", "time_1", "severity_2", "category_2"),
        ]
    )
    | unicode_text
)
words = (
    st.sampled_from(["ok", "missing", "OK", "", 7, 10, 0.30000000000000004, -0.0, 5.0000000001, 3, 0, "is", "\ud800"])
    | st.sampled_from(["target", "source", "minor", "major", "A", "B", "Accuracy/Omission", "Punctuation", True])
    | scalars
)
any_json = st.recursive(
    words, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4), max_leaves=12
)


@every_protocol
@given(data=st.data())
def test_any_json_is_a_body_or_an_error_with_a_pointer(protocol: Protocol, data: st.DataObject) -> None:
    given_body = data.draw(any_json | nearly_bodies(protocol))
    body, error = tried(protocol, given_body)
    if body is not None:
        keeps_the_laws(protocol, body)
        return
    assert isinstance(error, InputError)
    assert error.pointer == "" or error.pointer.startswith("/")
    assert error.problem
    assert str(error).endswith(error.problem)
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.pointer, copy.problem) == (error.pointer, error.problem)


@every_protocol
@given(data=st.data())
def test_what_the_schema_describes_is_checked(protocol: Protocol, data: st.DataObject) -> None:
    body = data.draw(bodies(protocol))
    keeps_the_laws(protocol, protocol.check(body, asked(protocol)))


def tried(protocol: Protocol, given_body: object) -> tuple[dict[str, Any] | None, BodyError | None]:
    try:
        return protocol.check(given_body, asked(protocol)), None
    except BodyError as error:
        return None, error


def keeps_the_laws(protocol: Protocol, body: dict[str, Any]) -> None:
    validator(protocol).validate(body)
    stored = json.loads(json.dumps(body, allow_nan=False))
    assert stored == body
    again = protocol.check(stored, asked(protocol))
    assert json.dumps(again) == json.dumps(body)  # also the order of names, and 8 is not 8.0
    numbers = protocol.numbers(body, asked(protocol))
    assert numbers == protocol.numbers(stored, asked(protocol))
    if numbers or not protocol.asks_questions:  # an answer to a question may wait for a grade
        assert numbers[0].name == headline(protocol)
    assert {number.item for number in numbers} <= {item.id for item in asked(protocol)}
    assert len({(number.item, number.name) for number in numbers}) == len(numbers)
    assert all(math.isfinite(number.value) for number in numbers)


@every_protocol
@given(fields=st.lists(st.tuples(names | st.sampled_from(["item-3", "item-", "csrf", "target"]), unicode_text)))
def test_any_form_is_read(protocol: Protocol, fields: list[tuple[str, str]]) -> None:
    said = protocol.read_form(fields)
    assert set(said) <= set(protocol.schema()["properties"])
    assert json.loads(json.dumps(said)) == said or "NaN" in json.dumps(said)


@every_protocol
def test_a_body_has_nothing_additional(protocol: Protocol) -> None:
    schema = protocol.schema()
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) <= set(schema["properties"])
    jsonschema_rs.meta.validate(schema)
    body = good_bodies(protocol)[0]
    with pytest.raises(BodyError) as caught:
        protocol.check({**body, "a/b~": 1}, asked(protocol))
    assert caught.value.pointer == "/a~1b~0"
    for name in schema["required"]:
        with pytest.raises(BodyError) as caught:
            protocol.check({key: value for key, value in body.items() if key != name}, asked(protocol))
        assert caught.value.pointer == f"/{name}"


@every_protocol
def test_keys_do_not_clash(protocol: Protocol) -> None:
    keys = [key.key for key in protocol.keys]
    moving = [key.key for key in protocol.moving_keys]
    assert not set(keys) & set(moving)
    assert len(moving) == len(set(moving))
    taken = {key.key for key in COMMON_KEYS} | {"q", "Escape", "Tab", " ", "/"}  # a terminal leaves by q
    assert len(keys) == len(set(keys))
    assert not taken & {*keys, *moving}
    assert all(key.words and key.action for key in protocol.keys)
    entries = legend(protocol.keys)
    assert [key for entry in entries for key in entry.keys] == keys
    assert all(entry.shown and entry.words.startswith(entry.action) for entry in entries)
    assert len({entry.action for entry in entries}) == len(entries)


@every_protocol
def test_is_a_documented_value(protocol: Protocol) -> None:
    assert protocol.__doc__
    assert len(protocol.__doc__.splitlines()) > 2
    assert protocol.title
    assert protocol.version >= 1
    assert protocol.better in ("higher", "lower")
    assert protocol == PROTOCOLS.create(protocol.spec) == pickle.loads(pickle.dumps(protocol))
    assert len(good_bodies(protocol)) > 1
    assert 1 <= protocol.outputs[0] <= protocol.outputs[1]
    assert "none" in protocol.contexts or protocol.contexts == ("document",)
    assert protocol.seconds > 0
    # judges see something to hold an output against, unless they are asked how it reads, or what it says
    is_alone = protocol.name == "fluency" or protocol.asks_questions
    assert protocol.shows_source or protocol.shows_reference or is_alone


@every_protocol
def test_answers_on_one_output_alone_serve_other_campaigns(protocol: Protocol) -> None:
    # of an output that people correct there is no end, and its corrections are wanted from each
    is_anew = protocol.outputs[1] > 1 or protocol.name == "postedit" or protocol.asks_questions
    assert (protocol.reuse == "never") == is_anew
    # how answers to questions differ hangs on the questions, and nobody knows it beforehand
    is_unknown = protocol.outputs[1] > 1 or headline(protocol) in ("hter", "penalty", "% right")
    assert (protocol.width is None) == is_unknown
    # what enters the memory is a score on a scale, whose points are compared with all others there
    if protocol.is_of_memory:
        assert headline(protocol) == "points"
        assert protocol.reuse == "by default"
        assert protocol.width == 10


@every_protocol
def test_an_answer_is_the_same_under_other_numbers(protocol: Protocol) -> None:
    def hidden(name: str) -> str:
        return f"1{name}"

    for body in good_bodies(protocol):
        elsewhere = protocol.renumbered(body, hidden, hidden)
        back = protocol.renumbered(elsewhere, lambda name: name[1:], lambda name: name[1:])
        assert back == body
        assert protocol.renumbered({}, hidden, hidden) == {}
        named = re.findall(r'"(\d+)"', json.dumps(body))
        assert re.findall(r'"(\d+)"', json.dumps(elsewhere)) == [hidden(name) for name in named]


@every_protocol
def test_seats_can_ask_so_with_and_without_script(protocol: Protocol) -> None:
    part = part_of(protocol)
    assert (TEMPLATES / "seat" / "protocols" / f"{part}.html").is_file()
    module = (STATIC / "seat" / "protocols" / f"{part}.js").read_text(encoding="utf-8")
    assert f"export const {part} = " in module
    for user in ("seat/seat_form.js", "pages/campaign_preview.js"):
        assert f"protocols/{part}.js" in (STATIC / user).read_text(encoding="utf-8")


def validator(protocol: Protocol) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(dict(protocol.schema()))


def headline(protocol: Protocol) -> str:
    return protocol.numbers(good_bodies(protocol)[0], asked(protocol))[0].name


def good_bodies(protocol: Protocol) -> list[dict[str, Any]]:
    """Bodies for each protocol, in their canonical form."""
    if protocol.name == "sser":
        best = protocol.schema()["properties"]["value"]["maximum"]
        return [{"value": int(best), "verdicts": {}}, {"value": int(best), "verdicts": {"3": "ok", "29": "other"}}]
    if protocol.name in ("fluency", "adequacy"):
        return [{"value": 1}, {"value": 5}]
    if protocol.name in ("da", "sqm"):
        return [{"score": 0}, {"score": 6}]
    if protocol.name == "ranking":
        return [
            {"ranks": {"3": 1, "4": 2, "5": 3, "17": 4, "29": 5}},
            {"ranks": {"3": 1, "4": 1, "5": 2, "17": 1, "29": 2}},
        ]
    if protocol.name == "pairwise":
        return (
            [{"better": "17", **by}, {"better": None}]
            if (by := by_how_much(protocol))
            else [{"better": "4"}, {"better": None}]
        )
    if protocol.name == "postedit":
        keys = {"insert": 41, "delete": 12, "move": 9, "paste": 0, "undo": 1}
        return [
            {"text": "A cat sat.", "unchanged": False, "keys": keys, "seconds": {"first": 3.1, "edit": 38.0}},
            {"text": TEXT, "unchanged": True},
        ]
    if protocol.name == "comprehension":
        return [{"answers": {"4": "two", "29": ""}, "read": 41.0}, {"answers": {"4": "Two days?", "29": "b"}}]
    if protocol.name in ("esa", "mqm"):
        return marked_bodies(protocol)
    raise AssertionError(f"say here what an answer of {protocol.name} looks like")


def marked_bodies(protocol: Protocol) -> list[dict[str, Any]]:
    """None marked, some marked; of mqm with a category that fits."""
    schema = protocol.schema()["properties"]
    score = {"score": 62} if "score" in schema else {}
    spans = [{"side": "target", "start": 0, "end": 2, "severity": "minor"}]
    spans.append({"side": "target", "start": 6, "end": 9, "severity": "major"})
    if "category" in schema["spans"]["items"]["properties"]:
        leaf = protocol.spec.partition("tree=")[2] or "wmt"
        name = "A" if "[" in leaf else "Punctuation" if "vilar" in leaf else "Fluency/Grammar"
        spans = [{**span, "category": name, "note": "so"} for span in spans]
    elif protocol.shows_source:
        spans.append({"side": "target", "missing": True, "severity": "minor"})
        spans.append({"side": "source", "start": 7, "end": 15, "missing": True, "severity": "minor"})
    return [{"spans": [], **score}, {"spans": spans, **score}, {"spans": spans[:1], **score}]


def by_how_much(protocol: Protocol) -> dict[str, int]:
    return {"by": 2} if "by" in protocol.schema()["properties"] else {}


def nearly_bodies(protocol: Protocol) -> st.SearchStrategy[Any]:
    """Bodies with one member replaced by something else."""
    members = st.sampled_from([*protocol.schema()["properties"]])
    replaced = st.builds(lambda body, name, value: {**body, name: value}, bodies(protocol), members, any_json)
    return replaced | nearly_marked(protocol) if protocol.marked_sides else replaced


def nearly_marked(protocol: Protocol) -> st.SearchStrategy[Any]:
    """Bodies with one more span, of which one member is replaced."""

    def added(body: dict[str, Any], place: tuple[int, int], name: str, value: Any) -> dict[str, Any]:
        span = {**marked_bodies(protocol)[1]["spans"][0], "start": place[0], "end": place[1]}
        return {**body, "spans": [*body["spans"], {**span, name: value}]}

    offsets = st.tuples(st.integers(-1, 20), st.integers(-1, 20))
    members = st.sampled_from([*protocol.schema()["properties"]["spans"]["items"]["properties"], "quote"])
    return st.builds(added, bodies(protocol), offsets, members, any_json)


def bodies(protocol: Protocol) -> st.SearchStrategy[Any]:
    return st.sampled_from(good_bodies(protocol))
