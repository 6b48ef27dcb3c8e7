"""What EED makes of corners, of several references and of whole corpora."""

import pytest

import mtassay
from mtassay.metrics.eed import _PREPROCESS

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")


def eed(hypothesis: str, *references: str, spec: str = "eed") -> float:
    return mtassay.score([hypothesis], [list(references)], [spec])[0].value


def test_a_perfect_translation_pays_for_the_place_before_it() -> None:
    assert eed("the cat", "the cat") == pytest.approx(0.3 / (9 + 0.3))


def test_two_empty_texts() -> None:
    assert eed("", "") == pytest.approx(0.3 / 2.3)
    assert eed("", "", spec="eed:empty_zero=yes") == 0
    assert eed("", "a", spec="eed:empty_zero=yes") == eed("", "a") > 0


def test_one_empty_text() -> None:
    # both spaces are found and three characters are missing; the place after the first space is visited four times
    assert eed("", "abc") == pytest.approx((3 + 0.3 * 4) / (5 + 0.3 * 4))
    assert 0 < eed("abc", "") <= 1


def test_one_word() -> None:
    assert eed("cat", "cat") < eed("cats", "cat") < eed("dog", "cat") <= 1


def test_no_match() -> None:
    assert 0.8 < eed("xxxx", "the cat") <= 1  # the spaces before and after match even then
    assert eed("x" * 50, "ab") == 1


def test_repeated_words_are_paid_for() -> None:
    assert eed("the cat the cat", "the cat") > eed("the cat", "the cat")


def test_very_long_text_is_finite() -> None:
    assert 0 < eed("one two three " * 200, "two three one " * 200) < 0.2


def test_a_moved_phrase_is_cheaper_than_a_lost_one() -> None:
    reference = "yesterday in the evening the old man went home"
    moved, lost = "the old man went home yesterday in the evening", "the old man went home"
    assert eed(moved, reference) < eed(lost, reference)


def test_of_several_references_the_nearest_counts() -> None:
    assert eed("a cat", "the dogs bark", "a cat") == eed("a cat", "a cat")


def test_the_corpus_has_the_mean_of_its_segments() -> None:
    score = mtassay.score(["a cat", "one", ""], ["a cat sat", ["a dog", "only one"], "x"], ["eed"])[0]
    assert score.value == pytest.approx(score.segments.mean())
    assert score.segments.tolist() == [eed("a cat", "a cat sat"), eed("one", "a dog", "only one"), eed("", "x")]
    assert score.shown() == f"{score.value:.4f}"


def test_case() -> None:
    assert eed("The Cat", "the cat") > eed("The Cat", "the cat", spec="eed:lowercase=yes") == eed("the cat", "the cat")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, world!  ", "Hello , world !"),
        ("3.14", "3 .14"),
        ("3 . 14 and 1 , 000", "3.14 and 1,000"),
        ("1 . 2 . 3", "1.2 . 3"),
        ("Mr. Smith met Dr Who", "Mr. Smith met Dr.ho"),
        ("e . g . this, i . e . that", "e.g. this , e.g. that"),
        ("U . S . A", "U.S. A"),
        (" a\t b\u3000c", " a b c"),
        ("", ""),
    ],
)
def test_english_preprocessing_is_that_of_the_authors(text: str, expected: str) -> None:
    assert _PREPROCESS["en"](text) == expected


def test_japanese_preprocessing_normalizes() -> None:
    assert _PREPROCESS["ja"]("ＡＢＣ　ｱ \n") == "ABC ア"
    assert eed("ＡＢＣ", "ABC", spec="eed:preprocess=ja") == eed("ABC", "ABC")


def test_signature_shows_what_is_not_usual() -> None:
    score = mtassay.score(["a"], ["a"], ["eed", "eed:preprocess=en,rho=0.5,empty_zero=yes"])
    assert score[0].signature == f"nrefs:1|case:mixed|preprocess:none|version:{mtassay.__version__}"
    assert "|preprocess:en|rho:0.5|empty0:yes|" in score[1].signature
