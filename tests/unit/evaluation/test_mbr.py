"""The best of several candidates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay import InputError, MtassayWarning, metric
from mtassay.evaluation.mbr import Choice, choose_by_reference, choose_by_risk

CANDIDATES = ["the cat sat on a mat", "the cat sat on the mat", "a dog", "the cat sat on the mat today"]
sentences = st.lists(st.sampled_from(["the", "cat", "sat", "mat"]), min_size=1, max_size=8).map(" ".join)


@given(candidates=st.lists(sentences, min_size=1, max_size=6), name=st.sampled_from(["chrf", "ter", "wer"]))
def test_the_chosen_one_has_the_best_mean(candidates: list[str], name: str) -> None:
    one = metric(name)
    means = np.array([one.pairwise([candidate], candidates).mean() for candidate in candidates])
    choice = choose_by_risk(candidates, one)
    assert choice.score == pytest.approx(means.max() if one.higher_is_better else means.min())
    assert means[choice.index] == pytest.approx(choice.score)


def test_outliers_are_not_chosen() -> None:
    assert choose_by_risk(CANDIDATES, metric("chrf")).index != CANDIDATES.index("a dog")


def test_weights_are_probabilities() -> None:
    assert choose_by_risk(CANDIDATES, metric("chrf"), [0, 0, 1, 0]) == Choice(2, pytest.approx(100))
    assert choose_by_risk(CANDIDATES, metric("chrf"), [2, 2, 2, 2]) == choose_by_risk(CANDIDATES, metric("chrf"))


@pytest.mark.parametrize("weights", [[0, 0], [1], [float("nan"), 1], [-1, 2], [float("inf"), 1]])
def test_weights_that_are_no_shares_are_refused(weights: list[float]) -> None:
    with pytest.raises(InputError):
        choose_by_risk(["a", "b"], metric("chrf"), weights)


def test_a_segment_needs_a_candidate() -> None:
    with pytest.raises(InputError, match="no candidates"):
        choose_by_risk([], metric("chrf"))
    with pytest.raises(InputError, match="no candidates"):
        choose_by_reference([], ["a"], metric("chrf"))


def test_of_equals_the_first() -> None:
    assert choose_by_risk(["a b", "a b", "a b"], metric("chrf")).index == 0


def test_the_oracle_knows_the_references() -> None:
    assert choose_by_reference(CANDIDATES, ["a dog"], metric("ter")) == Choice(2, 0.0)
    assert choose_by_reference(CANDIDATES, ["a dog barks", "the cat sat on a mat"], metric("chrf")).index == 0


CHINESE = ["我们去公园吧", "我们去公园", "今天天气很好"]


def test_the_letters_choose_the_tokenizer_unless_a_language_does() -> None:
    with pytest.warns(MtassayWarning, match="BLEU uses the tokenizer zh"):
        choice = choose_by_risk(CHINESE, metric("bleu"))
    assert choice == choose_by_risk(CHINESE, metric("bleu:tokenize=zh"))
    with pytest.warns(MtassayWarning, match="BLEU uses the tokenizer zh"):
        assert choose_by_reference(CHINESE, ["我们去公园"], metric("bleu")) == Choice(1, pytest.approx(100))
    assert choose_by_risk(CHINESE, metric("bleu"), target_language="en").score == pytest.approx(100 / 3)
    assert choose_by_reference(CHINESE, ["我们去公园了"], metric("bleu"), "en") == Choice(0, 0)


def test_short_candidates_are_told_apart() -> None:
    assert choose_by_reference(["No.", "Thank you."], ["Thank you."], metric("bleu")) == Choice(1, pytest.approx(100))
