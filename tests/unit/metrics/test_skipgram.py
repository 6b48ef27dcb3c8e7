"""Skip n-grams: by hand, sides, corpora, and the name BLANC."""

import pytest
from single_scores import value

import mtassay
from mtassay import SettingError, metric


def test_by_hand() -> None:
    # of the three pairs of words of each, "a … c" is in both; there a word is skipped in each
    assert value("skipgram:decay=1", "a b c", "a x c") == pytest.approx(2 * 1 / (3 + 3))
    assert value("skipgram:decay=0.5", "a b c", "a x c") == pytest.approx(2 * 0.25 / (2 * (2 + 0.25)))
    assert value("skipgram:decay=0", "a b c", "a x c") == 0
    assert value("skipgram:order=1", "a b c", "a x c") == pytest.approx(2 / 3)
    assert value("skipgram:order=4", "a b c", "a b c") == 0


def test_sides_and_repeated_words() -> None:
    assert value("skipgram:order=1,side=precision", "a", "a a") == 2
    assert value("skipgram:order=1,side=recall", "a", "a a") == 0.5
    assert value("skipgram:order=1", "a", "a a") == pytest.approx(2 * 2 / (1 + 4))


def test_a_corpus_is_scored_by_its_sums() -> None:
    score = mtassay.score(["a b c", "a"], ["a x c", "a a"], ["skipgram:order=1"])[0]
    assert score.value == pytest.approx(2 * (2 + 2) / (3 + 1 + 3 + 4))
    assert score.parts == pytest.approx({"precision": 4 / 4, "recall": 4 / 7})


def test_the_best_of_several_references_counts() -> None:
    assert value("skipgram", "a b c d", "x y", "a b x d", "d c b a") == value("skipgram", "a b c d", "a b x d")


def test_blanc_needs_learned_weights() -> None:
    for spec in ("blanc", "BLANC", "blanc:order=2"):
        with pytest.raises(SettingError, match=r"weights come from `learn`.*skipgram"):
            metric(spec)
