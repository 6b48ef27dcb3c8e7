"""Phrases in texts: the longest first, none over another, case where it matters."""

import pytest

from mtassay import EvalSet
from mtassay.analyses.counting.phrases import PhraseFinder
from mtassay.analyses.counting.view import View


def found_phrases(phrases: list[str], text: str, stemmer: str | None = None) -> list[tuple[str, int]]:
    view = View(EvalSet(["x"], systems={"s": [text]}, warn_of_blanks=False), ["chrf"], splitting="space")
    words = view.output_words(0)
    finder = PhraseFinder([phrase.split() for phrase in phrases], view.vocabulary, stemmer)
    return sorted((phrases[each.phrase], each.place) for each in finder.find(words))


@pytest.mark.parametrize(
    ("phrases", "text", "wanted"),
    [
        (["cat"], "a cat and a Cat", [("cat", 1), ("cat", 4)]),
        (["Cat"], "a cat and a Cat", [("Cat", 4)]),
        (["new york", "york"], "new york or york", [("new york", 0), ("york", 3)]),
        (["a b", "b c d"], "a b c d", [("b c d", 1)]),
        (["a b"], "a", []),
        (["never said"], "a b", []),
        (["cat"], "", []),
    ],
)
def test_phrases(phrases: list[str], text: str, wanted: list[tuple[str, int]]) -> None:
    assert found_phrases(phrases, text) == wanted


def test_stems_find_other_forms_unless_there_is_a_capital() -> None:
    assert found_phrases(["house"], "two houses") == []
    assert found_phrases(["house"], "two houses", "english") == [("house", 1)]
    assert found_phrases(["House"], "two Houses", "english") == []


def test_phrases_of_the_same_words_are_all_there() -> None:
    assert found_phrases(["a b", "a b", "a"], "a b a") == [("a", 2), ("a b", 0), ("a b", 0)]


def test_letters_in_title_case_are_no_capitals() -> None:
    assert found_phrases(["ǆep"], "ǅep") == [("ǆep", 0)]
    assert found_phrases(["ǅep"], "ǆep") == [("ǅep", 0)]
