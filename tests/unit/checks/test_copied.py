"""Outputs that are their source."""

from found import found

SOURCE = "Wir fahren morgen nach Hause."


def test_a_copy_is_found_whatever_its_case_and_spaces() -> None:
    copies = [SOURCE, SOURCE.upper(), f" {SOURCE.replace(' ', '  ')}", "We go home tomorrow."]
    assert found("copied", copies, sources=[SOURCE] * 4) == {"new": {1: "", 2: "", 3: ""}}


def test_what_the_reference_leaves_is_left() -> None:
    title = "Der Freischütz, Oper in drei Akten"
    assert found("copied", [title], [["Der Freischütz", title]], [title]) == {"references": {1: ""}}


def test_names_and_numbers_are_the_same_in_many_languages() -> None:
    same = ["Maria Schmidt", "1234 5678", "www.example.org/index.html", "", "OK"]
    assert found("copied", same, sources=same) == {"new": {1: ""}}
    assert found("copied:min_letters=13", same, sources=same) == {}


def test_scripts_without_spaces_can_be_copied() -> None:
    text = "我们明天一起坐火车回家好吗"
    assert found("copied", [text], ["Shall we?"], [text]) == {"new": {1: ""}}


def test_needs_sources() -> None:
    assert found("copied", ["a"], ["a"]) == {}
