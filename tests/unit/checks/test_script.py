"""Letters of other scripts."""

from found import found

ENGLISH = ["The weather is fine today.", "He goes to the market.", "We met Maria in town."]
RUSSIAN = ["Сегодня хорошая погода.", "Он идёт на рынок.", "Мы встретили Марию в городе."]
HINDI = ["आज मौसम अच्छा है।", "वह बाज़ार जाता है।", "हम शहर में मारिया से मिले।"]


def test_another_script_is_found() -> None:
    assert found("script", [ENGLISH[0], RUSSIAN[1], HINDI[2]], ENGLISH) == {"new": {2: "Cyrillic", 3: "Devanagari"}}


def test_a_word_is_enough_where_neither_source_nor_reference_has_that_script() -> None:
    output = ["The weather is 天气很好 today.", *ENGLISH[1:]]
    assert found("script", output, ENGLISH, HINDI) == {"new": {1: "Chinese characters"}}


def test_names_may_stay_as_they_are() -> None:
    assert found("script", [HINDI[0], HINDI[1], "हम शहर में Maria से मिले।"], HINDI, ENGLISH) == {}
    assert found("script", ENGLISH, HINDI, ENGLISH) == {"new": {1: "Latin", 2: "Latin", 3: "Latin"}}
    assert found("script", ["π and μ", "the Ω"], ["pi and mu", "the ohm"]) == {}


def test_what_the_reference_has_belongs_there() -> None:
    references = [*ENGLISH * 20, "The sign said «Привет»."]
    assert found("script", [*ENGLISH * 20, "On the sign: «Привет»"], references) == {}


def test_the_language_says_what_is_expected() -> None:
    assert found("script", RUSSIAN, target_language="en") == {"new": {1: "Cyrillic", 2: "Cyrillic", 3: "Cyrillic"}}
    assert found("script", ["Он живёт в New York."], target_language="ru") == {}
    assert found("script", None, [*RUSSIAN[:2], ENGLISH[2]], target_language="ru") == {"references": {3: "Latin"}}
    assert found("script", RUSSIAN, target_language="sr-Cyrl") == {}
    assert found("script", ["日本語です。カタカナ"], target_language="ja") == {}


def test_numbers_and_marks_have_no_script() -> None:
    assert found("script", ["1, 2, 3!", "", "½ ² °"], ENGLISH) == {}
