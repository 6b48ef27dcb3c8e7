"""Test sets are checked when they are made."""

import pytest

from mtassay import EvalSet, InputError, MtassayWarning


def test_holds_what_it_was_given() -> None:
    evalset = EvalSet(["a", "b"], sources=["x", "y"], systems={"one": ["a", "c"]})
    assert len(evalset) == 2
    assert list(evalset.references) == [("a",), ("b",)]
    assert evalset.sources == ["x", "y"]
    assert evalset.systems == {"one": ["a", "c"]}
    assert repr(evalset) == "<EvalSet of 2 segments; references: 1; systems: one>"
    assert evalset.target_language is None


def test_the_target_language_may_be_known() -> None:
    evalset = EvalSet(["a"], target_language="zh-CN")
    assert evalset.target_language == "zh-CN"
    assert repr(evalset) == "<EvalSet of 1 segments; references: 1; systems: none; target language: zh-CN>"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"references": []}, "no segments"),
        ({"references": ["a"], "systems": {"one": ["a", "b"]}}, "system one: 2 segments, but the references have 1"),
        ({"references": ["a", "b"], "sources": ["a"]}, "sources: 1 segment, but the references have 2"),
        ({"references": ["a"], "systems": {"one": "a"}}, "system one: expected a list of strings, got one str"),
        ({"references": ["a"], "systems": {"one": [b"a"]}}, "system one, segment 1: expected a string, got bytes"),
        ({"references": ["a"], "target_language": "Chinese"}, "target_language: 'Chinese' is no language code"),
        ({"references": ["a"], "target_language": ""}, "target_language: '' is no language code"),
        ({"references": ["a"], "target_language": 3}, "write one such as de, ja or zh-CN"),
        ({"references": ["a"], "systems": {"one": 3}}, "system one: expected a list of strings, got int"),
    ],
)
def test_what_does_not_fit_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as caught:
        EvalSet(**arguments)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_empty_texts_are_warned_of_once_with_their_numbers() -> None:
    with pytest.warns(MtassayWarning) as warnings:
        EvalSet(["a", "", ["b", " "]], systems={"one": ["", "b", "\u3000"]})
    assert [str(warning.message) for warning in warnings] == [
        "references: 2 empty segments (number 2, 3); is text missing?",
        "system one: 2 empty segments (number 1, 3); is text missing?",
    ]
