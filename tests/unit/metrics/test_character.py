"""What CharacTER makes of corners, of several references and of whole corpora."""

import pytest

import mtassay

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")


def character(hypothesis: str, *references: str, spec: str = "character") -> float:
    return mtassay.score([hypothesis], [list(references)], [spec])[0].value


def test_equal_words_score_0_whatever_stands_between_them() -> None:
    assert character("the  cat ", "the cat") == 0


def test_empty_texts() -> None:
    assert character("", "") == 0
    assert character("", "the cat") == 1
    assert character("the cat", "") == 1


def test_one_word() -> None:
    assert character("houses", "house") == pytest.approx(1 / 6)
    assert character("a", "internationalization") == 1  # at most


def test_no_match() -> None:
    assert character("xxx yyy", "the cat") == pytest.approx(6 / 7)


def test_a_shifted_phrase_costs_the_mean_length_of_its_words() -> None:
    # "he is" now stands two words further right
    assert character("he is at home", "at home he is") == pytest.approx(2 / 13)
    assert character("at home he is", "he is at home") == pytest.approx(3 / 13)


def test_repeated_words() -> None:
    assert character("the the the", "the") == pytest.approx(8 / 11)
    assert character("the", "the the the") == 1


def test_very_long_text_is_finite() -> None:
    assert 0 < character("one two three " * 60, "two three one " * 60) < 0.1


def test_of_several_references_the_nearest_counts() -> None:
    assert character("a cat", "the dogs bark", "a cat") == 0


def test_the_corpus_has_the_mean_of_its_segments() -> None:
    score = mtassay.score(["a cat", "ones", ""], ["a cat", ["a dog", "one"], "x"], ["character"])[0]
    assert score.segments.tolist() == [0, 0.25, 1]
    assert score.value == pytest.approx(1.25 / 3)
    assert score.shown() == "0.4167"


def test_settings() -> None:
    assert character("The Cat", "the cat", spec="character:lowercase=yes") == 0
    assert character("cat .", "cat.", spec="character:tokenize=13a") == 0
    with pytest.raises(mtassay.SettingError, match="tokenizer"):
        mtassay.metric("character:tokenize=13b")
