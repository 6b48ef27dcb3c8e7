"""Length, repetition, variety."""

import pytest
from analysed import analysed, figures, repeated, values

from mtassay import EvalSet
from mtassay.analyses.profile import VocabularyTable


def test_length_repetition_and_what_references_do() -> None:
    evalset = repeated("a b c d a b c", "a b c", "a b c a b c a b c")
    table = figures(evalset, "profile")
    assert values(table, "length") == pytest.approx([3 / 7, 9 / 7])
    # 7 trigrams of which abc, bca and cab come again
    assert values(table, "repetition") == pytest.approx([0, 100 * 4 / 7])
    assert table.lines[0].reference == 1
    assert table.lines[1].reference == pytest.approx(100 / 5)


def test_different_words_are_counted_in_equally_long_texts() -> None:
    variety = analysed(EvalSet(["a b c d"], systems={"x": ["a a a"], "y": ["a b c e f"]}), "profile").results[1]
    assert isinstance(variety, VocabularyTable)
    assert (variety.words, variety.counts, variety.reference) == (3, (1, 3), 3)
