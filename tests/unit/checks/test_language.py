"""Languages told by their letters alone."""

from found import example, found

GERMAN = example("dialogues/source.de.txt")
ENGLISH = example("dialogues/reference-a.en.txt")
SYSTEM = example("dialogues/systems/neural-small.txt")
FRENCH = [
    "Je voudrais réserver une chambre pour deux personnes avec petit déjeuner, s'il vous plaît.",
    "Malheureusement, il n'y a plus de places libres dans cette voiture aujourd'hui.",
    "Pouvez-vous m'expliquer comment on arrive à la gare depuis le musée des beaux-arts ?",
]


def test_another_language_is_found() -> None:
    output = [*FRENCH, *SYSTEM[3:]]
    assert list(found("language", output, ENGLISH)["new"]) == [1, 2, 3]
    assert list(found("language", output, ENGLISH, GERMAN)["new"]) == [1, 2, 3]
    assert found("untranslated", output, ENGLISH, GERMAN) == {}


def test_the_source_language_is_found() -> None:
    output = [*GERMAN[10:20], *SYSTEM[10:]]
    assert len(found("untranslated", output, ENGLISH, GERMAN)["new"]) >= 9
    assert found("language", output, ENGLISH, GERMAN) == {}
    assert len(found("language", output, ENGLISH)["new"]) >= 7


def test_translations_are_in_the_right_language() -> None:
    for name in ("neural-large", "neural-small", "phrase-based", "word-by-word"):
        output = example(f"dialogues/systems/{name}.txt")
        assert found("language", output, ENGLISH, GERMAN) == {}
        assert found("untranslated", output, ENGLISH, GERMAN) == {}


def test_names_that_the_reference_has_too_are_no_language() -> None:
    names = "Krzysztof Brzęczyszczykiewicz, Łukasz Dzięgielewski i Zbigniew Szczęśniak"
    assert found("language", [names, *SYSTEM[1:]], [names, *ENGLISH[1:]], GERMAN) == {}


def test_little_text_says_nothing() -> None:
    assert found("language", FRENCH, ENGLISH[:3]) == {}
    assert found("untranslated", GERMAN[:3], ENGLISH[:3], GERMAN[:3]) == {}
    assert found("language", ["Oui, merci.", *SYSTEM[1:]], ENGLISH) == {}


def test_two_languages_that_are_one_cannot_be_told_apart() -> None:
    other = example("dialogues/reference-b.en.txt")
    assert found("untranslated", other, ENGLISH, other) == {}
