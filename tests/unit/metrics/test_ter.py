"""TER: several references, and text that is normalized twice."""

import pytest
from sacrebleu.metrics import TER
from single_scores import value

import mtassay
from mtassay.errors import MtassayWarning


def test_ter_divides_by_the_mean_length_of_the_references() -> None:
    assert value("ter", "a b c", "a b", "a b c d") == pytest.approx(100 / 3)


def test_references_are_normalized_twice_as_in_sacrebleu() -> None:
    # sacreBLEU 2.6.0 says 33.33 and 66.67
    assert value("ter:normalized=yes", "costs ..50 and more", "costs ..50 and more") == pytest.approx(100 / 3)
    assert value("ter:normalized=yes", ",,9", ",,9") == pytest.approx(200 / 3)


CHINESE = ["今天天气很好，我们去公园。"], ["今天天气很好，我们去公园吧。"]


def test_the_steps_show_references_as_they_were_counted() -> None:
    (explanation,) = mtassay.explain("y", ["..0 x"], ["ter:normalized=yes"])
    edits, formula = explanation.steps
    assert edits.reference == (".", ".", "0", "x")
    assert formula.filled == "100 · (4 + 0) / 4"


def test_chinese_is_cut_into_characters_by_its_letters_or_by_the_language() -> None:
    note = "the references are in Chinese script, so TER takes each Chinese character for a word"
    with pytest.warns(MtassayWarning, match=f"{note}; say ter:normalized=no to choose otherwise"):
        recognised = mtassay.score(*CHINESE, ["ter"])[0]
    told = mtassay.score(*CHINESE, ["ter"], target_language="zh")[0]
    expected = TER(normalized=True, asian_support=True).corpus_score(CHINESE[0], [CHINESE[1]]).score
    assert recognised.value == told.value == pytest.approx(expected)
    assert "|norm:yes|punct:yes|asian:yes|" in recognised.signature
    assert recognised.spec == told.spec == "ter:normalized=yes,asian_support=yes"


@pytest.mark.parametrize("spec", ["ter:asian_support=no", "ter:normalized=no"])
@pytest.mark.filterwarnings("ignore::mtassay.errors.ChoiceWarning")
def test_settings_that_are_given_stay(spec: str) -> None:
    score = mtassay.score(*CHINESE, [spec], target_language="zh")[0]
    assert (score.value, score.spec) == (100, spec)
    assert "|norm:no|punct:yes|asian:no|" in score.signature


def test_another_language_or_words_that_somebody_separated_change_nothing() -> None:
    assert mtassay.score(*CHINESE, ["ter"], target_language="en")[0].spec == "ter"
    assert mtassay.score(["今天 天气 好 。"], ["今天 天气 很 好 。"], ["ter"])[0].value == pytest.approx(20)
