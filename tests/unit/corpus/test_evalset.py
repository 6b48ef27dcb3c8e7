"""Test sets are checked when they are made."""

import pytest

from mtassay import EvalSet, InputError, MtassayWarning


def test_holds_what_it_was_given() -> None:
    evalset = EvalSet(["a", "b"], sources=["x", "y"], systems={"one": ["a", "c"]})
    assert len(evalset) == 2
    assert evalset.references is not None
    assert list(evalset.references) == [("a",), ("b",)]
    assert evalset.sources == ["x", "y"]
    assert evalset.systems == {"one": ["a", "c"]}
    assert repr(evalset) == "<EvalSet of 2 segments; references: 1; systems: one>"
    assert evalset.target_language is None


def test_the_target_language_may_be_known() -> None:
    evalset = EvalSet(["a"], target_language="zh-CN")
    assert evalset.target_language == "zh-CN"
    assert repr(evalset) == "<EvalSet of 1 segments; references: 1; systems: none; target language: zh-CN>"


def test_references_are_not_always_needed() -> None:
    evalset = EvalSet(systems={"one": ["a", "c"]})
    assert len(evalset) == 2
    assert evalset.references is None
    assert repr(evalset) == "<EvalSet of 2 segments; references: none; systems: one>"
    assert len(EvalSet(sources=["x", "y", "z"])) == 3
    with pytest.raises(InputError, match="this test set has no references; give them: references="):
        _ = evalset.required_references


def test_segments_may_have_labels() -> None:
    labels = {"document": ["d1", "d2"], "domain": ("news", "")}
    evalset = EvalSet(["a", "b"], labels=labels)
    assert evalset.labels == labels
    assert repr(evalset) == "<EvalSet of 2 segments; references: 1; systems: none; labels: document, domain>"
    assert EvalSet(["a"]).labels == {}


def test_post_edits_are_references_that_are_flagged() -> None:
    evalset = EvalSet([["a"], "b"], systems={"mine": ["x", "b"]}, post_edit=True)
    assert evalset.post_edits is evalset.references
    assert repr(evalset) == "<EvalSet of 2 segments; references: 1 (post-edits); systems: mine>"
    assert EvalSet(["a"]).post_edits is None
    assert not EvalSet(["a"]).post_edit


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "an empty test set; give references, sources or the output of a system"),
        ({"labels": {"document": ["a"]}}, "an empty test set"),
        ({"sources": []}, "sources: no segments"),
        ({"sources": ["a"], "systems": {"one": ["a", "b"]}}, "system one: 2 segments, but the sources have 1"),
        ({"systems": {"one": ["a"], "two": ["a", "b"]}}, "system two: 2 segments, but system one has 1"),
        ({"references": [["a", "b"]], "labels": {"x": ["a", "b"]}}, "labels 'x': 2 for 1 segment; each segment needs"),
        ({"references": ["a"], "labels": {"x": [3]}}, "labels 'x', segment 1: expected a string, got int"),
        ({"references": ["a"], "labels": ["a"]}, "labels: expected a dict from names to labels of segments, got list"),
        ({"references": ["a"], "systems": ["a"]}, "systems: expected a dict from names to outputs, got list"),
        ({"references": []}, "no segments"),
        ({"references": ["a"], "systems": {"one": ["a", "b"]}}, "system one: 2 segments, but the references have 1"),
        ({"references": ["a", "b"], "sources": ["a"]}, "sources: 1 segment, but the references have 2"),
        ({"references": ["a"], "systems": {"one": "a"}}, "system one: expected a list of strings, got one str"),
        ({"references": ["a"], "systems": {"one": [b"a"]}}, "system one, segment 1: expected a string, got bytes"),
        ({"references": ["a"], "target_language": "Chinese"}, "target_language: 'Chinese' is no language code"),
        ({"references": ["a"], "target_language": ""}, "target_language: '' is no language code"),
        ({"references": ["a"], "target_language": 3}, "write one such as de, ja or zh-CN"),
        ({"references": ["a"], "systems": {"one": 3}}, "system one: expected a list of strings, got int"),
        ({"sources": ["a"], "post_edit": True}, "post_edit: there are no references that could be post-edits"),
        ({"references": [["a", "b"]], "post_edit": True}, "post_edit: 2 references for a segment; a post-edit is one"),
        (
            {"references": ["a"], "systems": {"one": ["a"], "two": ["b"]}, "post_edit": True},
            "post_edit: 2 systems, but a post-edit belongs to the output that was edited",
        ),
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
