"""Laws that every registered protocol keeps."""

import json
import math
import pickle
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import unicode_text

from mtassay.errors import InputError
from mtassay.human.protocols.base import COMMON_KEYS, PROTOCOLS, AskedItem, BodyError, Protocol, legend

OTHER_SETTINGS = {
    "sser": ["sser:low=1,high=5", "sser:low=0,high=100,step=none", "sser:low=-1,high=1,step=0.1"],
}
ITEMS = (AskedItem(17, (3, 4, 29)),)


def protocols() -> Iterator[Protocol]:
    for name in PROTOCOLS:
        yield PROTOCOLS.create(name)
        yield from map(PROTOCOLS.create, OTHER_SETTINGS[name])


every_protocol = pytest.mark.parametrize("protocol", [*protocols()], ids=lambda protocol: protocol.spec)

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.integers(-(10**400), 10**400) | unicode_text
names = st.sampled_from(["value", "verdicts", "3", "03", "4", "29", "5", "-3", "٣", "a/b~c", ""]) | unicode_text
words = st.sampled_from(["ok", "missing", "OK", "", 7, 10, 0.30000000000000004, -0.0, 5.0000000001]) | scalars
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
    keeps_the_laws(protocol, protocol.check(body, ITEMS))


def tried(protocol: Protocol, given_body: object) -> tuple[dict[str, Any] | None, BodyError | None]:
    try:
        return protocol.check(given_body, ITEMS), None
    except BodyError as error:
        return None, error


def keeps_the_laws(protocol: Protocol, body: dict[str, Any]) -> None:
    validator(protocol).validate(body)
    stored = json.loads(json.dumps(body, allow_nan=False))
    assert stored == body
    again = protocol.check(stored, ITEMS)
    assert json.dumps(again) == json.dumps(body)  # also the order of names, and 8 is not 8.0
    numbers = protocol.numbers(body, ITEMS)
    assert numbers == protocol.numbers(stored, ITEMS)
    assert numbers[0].name == headline(protocol)
    assert {number.item for number in numbers} <= {item.id for item in ITEMS}
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
        protocol.check({**body, "a/b~": 1}, ITEMS)
    assert caught.value.pointer == "/a~1b~0"
    for name in schema["required"]:
        with pytest.raises(BodyError) as caught:
            protocol.check({key: value for key, value in body.items() if key != name}, ITEMS)
        assert caught.value.pointer == f"/{name}"


@every_protocol
def test_keys_do_not_clash(protocol: Protocol) -> None:
    keys = [key.key for key in protocol.keys]
    taken = {key.key for key in COMMON_KEYS} | {"q", "Escape", "Tab", " ", "/"}  # a terminal leaves by q
    assert len(keys) == len(set(keys))
    assert not taken & set(keys)
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


def validator(protocol: Protocol) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(dict(protocol.schema()))


def headline(protocol: Protocol) -> str:
    return protocol.numbers(good_bodies(protocol)[0], ITEMS)[0].name


def good_bodies(protocol: Protocol) -> list[dict[str, Any]]:
    """Bodies for each protocol, in their canonical form."""
    if protocol.name == "sser":
        best = protocol.schema()["properties"]["value"]["maximum"]
        return [{"value": int(best), "verdicts": {}}, {"value": int(best), "verdicts": {"3": "ok", "29": "other"}}]
    raise AssertionError(f"say here what an answer of {protocol.name} looks like")


def nearly_bodies(protocol: Protocol) -> st.SearchStrategy[Any]:
    """Bodies with one member replaced by something else."""
    members = st.sampled_from([*protocol.schema()["properties"]])
    return st.builds(lambda body, name, value: {**body, name: value}, bodies(protocol), members, any_json)


def bodies(protocol: Protocol) -> st.SearchStrategy[Any]:
    return st.sampled_from(good_bodies(protocol))
