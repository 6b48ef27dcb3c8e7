"""Terms of a glossary in a test set: asked for by sources, said by outputs."""

import numpy as np
import pytest

from mtassay import EvalSet
from mtassay.analyses.counting.glossary import Glossary
from mtassay.analyses.counting.term_counts import TermCounts, TermFinder
from mtassay.analyses.counting.view import View
from mtassay.errors import InputError


def finder_of(
    sources: list[str], outputs: list[str], *entries: tuple[str, list[str]], stemmer: str | None = None
) -> tuple[TermFinder, TermCounts]:
    evalset = EvalSet(["x"] * len(sources), sources=sources, systems={"s": outputs}, warn_of_blanks=False)
    view = View(evalset, ["chrf"])
    finder = TermFinder(view, Glossary.of(entries), stemmer)
    return finder, finder.count(view.output_words(0))


def test_what_is_asked_for_and_what_is_said_stand_by_segment_and_term() -> None:
    finder, counted = finder_of(
        ["Rat und Rat", "Datei", ""], ["board", "no", "file"], ("Rat", ["council", "board"]), ("Datei", ["file"])
    )
    assert finder.asked == {(0, 0): 2, (1, 1): 1}
    assert counted.said == {(0, 0): [1], (2, 1): [0]}
    assert finder.commonest(1) == [0]
    assert finder.commonest(9) == [0, 1]


def test_rows_have_all_terms_and_then_those_that_are_shown() -> None:
    _, counted = finder_of(
        ["Rat und Rat", "Datei", ""], ["board", "no", "file"], ("Rat", ["council", "board"]), ("Datei", ["file"])
    )
    rows = counted.rows(3, [1])
    np.testing.assert_array_equal(rows[:, 0], [[1, 1, 2], [0, 0, 1], [0, 1, 0]])
    np.testing.assert_array_equal(rows[:, 1], [[0, 0, 0], [0, 0, 1], [0, 1, 0]])
    assert not counted.rows(3, ())[:, 1:].size


@pytest.mark.parametrize(
    ("variants", "stemmer"), [(["Council", "council"], None), (["council", "councils"], "english")]
)
def test_words_that_are_two_variants_of_a_term_are_said_once(variants: list[str], stemmer: str | None) -> None:
    _, counted = finder_of(["Rat und Rat"], ["Council"], ("Rat", variants), stemmer=stemmer)
    assert counted.said == {(0, 0): [0]}
    np.testing.assert_array_equal(counted.rows(1, ())[0, 0], [1, 1, 2])


def test_words_that_are_two_terms_stand_for_the_one_that_is_asked_for() -> None:
    _, counted = finder_of(["Rat Beirat"], ["board"], ("Rat", ["board"]), ("Beirat", ["board"]))
    assert counted.said == {(0, 0): [0]}


def test_variants_come_in_the_order_of_the_text() -> None:
    _, counted = finder_of(["Rat " * 3], ["board, council, board"], ("Rat", ["council", "board"]))
    assert counted.said == {(0, 0): [1, 0, 1]}


def test_targets_that_hold_no_word_are_never_said() -> None:
    _, counted = finder_of(["Rat"], ["board"], ("Rat", ["\u200b \u2060"]))
    assert counted.said == {}


def test_some_segments_may_ask_for_nothing_but_not_all() -> None:
    evalset = EvalSet(["x"] * 2, sources=["Rat", "nichts"], systems={"s": ["board"] * 2})
    view = View(evalset, ["chrf"])
    glossary = Glossary.of([("Rat", ["board"])])
    finder = TermFinder(view.cut(np.array([False, True])), glossary, None)
    assert not finder.asked
    assert finder.commonest(5) == []
    with pytest.raises(InputError, match="none of its terms stands in the sources"):
        finder_of(["nichts"], ["x"], ("Rat", ["board"]))


def test_a_large_glossary_takes_no_more_than_its_terms_that_occur() -> None:
    entries = [(f"Wort{number}", [f"word{number}"]) for number in range(50_000)]
    finder, counted = finder_of(["Wort7 Wort49999"] * 2000, ["word7"] * 2000, *entries)
    assert len(finder.asked) == 4000
    assert counted.rows(2000, finder.commonest(20)).shape == (2000, 3, 3)
