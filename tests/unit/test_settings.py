"""Specs, options and their errors."""

from dataclasses import dataclass
from typing import ClassVar, Optional

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay import SettingError
from mtassay.settings import Configured, format_spec, options_of, parse_spec, runtime, setting

names = st.text("abcdefgh_-0123", min_size=1)
values = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@dataclass(frozen=True, kw_only=True)
class Thing(Configured):
    name: ClassVar[str] = "thing"
    flag: bool = setting(False, "a flag", key="f")
    count: int = setting(2, "a count", low=1, hide_default=True)
    size: float = setting(0.5, "a size")
    maybe: float | None = setting(None, "perhaps a number", high=9)
    word: str = setting("one", "a word", choices=("one", "two"), shown={"one": "1", "two": "2"})
    path: str = setting("", "any text")
    many: tuple[float, ...] = setting((), "numbers")
    speed: int = runtime(0, "how fast")


@given(name=names, given_values=st.dictionaries(names, values, max_size=4))
def test_any_spec_round_trips(name: str, given_values: dict[str, str]) -> None:
    assert parse_spec(format_spec(name, given_values)) == (name, given_values)


@given(
    flag=st.booleans(),
    count=st.integers(1, 9),
    size=st.floats(-1e6, 1e6),
    maybe=st.none() | st.floats(0, 1),
    word=st.sampled_from(["one", "two"]),
    path=values,
    many=st.lists(st.floats(0, 1), max_size=3).map(tuple),
)
def test_any_value_round_trips(**options: object) -> None:
    thing = Thing(**options)  # type: ignore[arg-type]
    name, texts = parse_spec(thing.spec)
    assert name == "thing"
    assert Thing.from_texts(texts) == thing


def test_specs_nest() -> None:
    inner = format_spec("spm", {"model": "/data/a,b.model"})
    assert parse_spec(format_spec("bleu", {"tokenize": inner}))[1] == {"tokenize": inner}
    assert parse_spec("bleu:tokenize='spm:model=/data/a,b.model'")[1] == {"tokenize": "spm:model=/data/a,b.model"}


def test_only_what_differs_from_the_default_is_in_the_spec() -> None:
    assert Thing().spec == "thing"
    assert Thing(flag=True, size=3).spec == "thing:flag=yes,size=3"
    assert Thing(speed=4).spec == "thing"


def test_signature_items_follow_declaration_and_spelling() -> None:
    assert list(Thing(word="two").signature_items()) == [
        ("f", "no"), ("size", "0.5"), ("maybe", "none"), ("word", "2"), ("path", ""), ("many", "")
    ]  # fmt: skip
    assert ("count", "3") in list(Thing(count=3).signature_items())


def test_runtime_options_come_last() -> None:
    assert [option.name for option in options_of(Thing)][-1] == "speed"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "names nothing"),
        ("thing:", "ends in a colon"),
        ("thing:flag", "expected key=value near 'flag'"),
        ("thing:flag=yes,", "ends in a comma"),
        ("thing:flag=yes,flag=no", "sets 'flag' twice"),
        ("thing:path='a", "does not close"),
        ("thing:path='a'b", "expected a comma"),
        ("thing:flug=yes", "did you mean 'flag'?"),
        ("thing:flag=maybe", "flag=maybe: expected yes or no"),
        ("thing:count=two", "count=two: expected a whole number"),
        ("thing:count=0", "count=0: expected 1 or more"),
        ("thing:size=big", "size=big: expected a number"),
        ("thing:maybe=10", "maybe=10: expected 9 or less"),
        ("thing:size=inf", "expected a finite number"),
        ("thing:word=tow", "expected one of one, two (did you mean 'two'?)"),
    ],
)
def test_mistakes_are_named(spec: str, message: str) -> None:
    with pytest.raises(SettingError) as caught:
        Thing.from_texts(parse_spec(spec)[1])
    assert message in str(caught.value)


@pytest.mark.parametrize("options", [{"flag": 1}, {"count": True}, {"count": 1.5}, {"word": 3}, {"many": "1,2"}])
def test_values_of_the_wrong_type_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(SettingError, match="expected"):
        Thing(**options)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers() -> None:
    thing = Thing(count=np.int64(3), size=np.float32(2), flag=np.bool_(True), many=np.array([0.25, 0.5]))  # type: ignore[arg-type]
    assert thing == Thing(count=3, size=2, flag=True, many=(0.25, 0.5))
    assert thing.spec == "thing:flag=yes,count=3,size=2,many='0.25,0.5'"


def test_a_field_may_be_spelled_otherwise() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Titled(Configured):
        name: ClassVar[str] = "titled"
        title_name: str = setting("", "what to call it", spelled="name")
        count_of: int = setting(1, "how many", low=1, spelled="count", key="n")

    titled = Titled.from_texts({"name": "x", "count": "2"})
    assert (titled.title_name, titled.count_of) == ("x", 2)
    assert titled.spec == "titled:name=x,count=2"
    assert list(titled.signature_items()) == [("name", "x"), ("n", "2")]
    for texts, message in [
        ({"count": "0"}, "titled: count=0: expected 1 or more"),
        ({"count": "x"}, "titled: count=x: expected a whole number"),
        ({"title_name": "x"}, "titled has no setting 'title_name' (did you mean 'name'?); it has name, count"),
    ]:
        with pytest.raises(SettingError) as caught:
            Titled.from_texts(texts)
        assert str(caught.value) == message


def test_optional_is_a_union_too() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Older(Configured):
        name: ClassVar[str] = "older"
        n: Optional[int] = setting(None, "perhaps", low=1)  # noqa: UP045  # as older code writes it

    assert Older.from_texts({"n": "3"}).n == 3
    assert Older.from_texts({"n": "none"}).n is None
