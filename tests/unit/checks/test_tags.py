"""Markup and placeholders."""

import pytest
from found import found


@pytest.mark.parametrize("tag", ["<b>", "</b>", "<br/>", '<a href="x">', "{0}", "{name}", "{{ x }}".replace(" ", "")])
@pytest.mark.parametrize("text", ["Press {} now"])
def test_a_lost_tag_is_found(tag: str, text: str) -> None:
    source = text.replace("{}", tag)
    assert found("tags", ["Jetzt drücken"], sources=[source]) == {"new": {1: f"lost {tag}"}}
    assert found("tags", [f"Jetzt {tag} drücken"], sources=[source]) == {}


@pytest.mark.parametrize("tag", ["${user}", "%s", "%1$d", "%(name)s", "%.2f", "&amp;", "&#39;", "[[link]]", "__ID__"])
def test_placeholders_of_many_kinds(tag: str) -> None:
    assert found("tags", ["Hello"], sources=[f"Hallo {tag}!"]) == {"new": {1: f"lost {tag}"}}


@pytest.mark.parametrize("text", ["50%-ige Lösung", "100% sicher", "5 % so", "a < b > c", "R&D", "[1]", "x_y", "{ }"])
def test_what_only_looks_like_one(text: str) -> None:
    assert found("tags", ["nothing of it"], sources=[text]) == {}


def test_added_escapes_are_found() -> None:
    assert found("tags", ["&quot;Yes&quot;"], ['"Yes"'], ['"Ja"']) == {"new": {1: "added &quot;"}}
    assert found("tags", ["M&amp;C"], ["M&C"]) == {"new": {1: "added &amp;"}}


def test_what_the_reference_leaves_out_may_be_left_out() -> None:
    assert found("tags", ["one"], ["one"], ["<i>eins</i>"]) == {}
    assert found("tags", ["<i>one</i>"], ["one"], ["<i>eins</i>"]) == {}
    assert found("tags", ["one"], [["one", "<i>one</i>"]], ["<i>eins</i>"]) == {"new": {1: "lost <i>, </i>"}}
    assert found("tags", ["one"], [["one", "<i>one</i>"]]) == {}


def test_how_often_counts() -> None:
    assert found("tags", ["{0} und {1}"], sources=["{0} and {0}"]) == {"new": {1: "lost {0}; added {1}"}}
