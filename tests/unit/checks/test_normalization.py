"""Normal forms."""

from unicodedata import normalize

from found import found

TEXTS = ["Das Café ist schön.", "Übung", "plain"]
DECOMPOSED = [normalize("NFD", text) for text in TEXTS]


def test_another_form_than_the_reference_is_found() -> None:
    assert list(found("normalization", DECOMPOSED, TEXTS)["new"]) == [1, 2]
    assert list(found("normalization", TEXTS, DECOMPOSED)["new"]) == [1, 2]


def test_the_same_form_is_none() -> None:
    assert found("normalization", TEXTS, TEXTS) == {}
    assert found("normalization", DECOMPOSED, DECOMPOSED) == {}
    assert found("normalization", DECOMPOSED) == {}


def test_text_without_accents_is_in_every_form() -> None:
    assert found("normalization", ["plain"], [normalize("NFD", "é")]) == {}
    assert found("normalization", ["日本語"], [normalize("NFD", "é")]) == {}


def test_what_is_in_neither_form_is_not_called_decomposed() -> None:
    assert found("normalization", ["\u0958लम"], ["\u0915\u093cलम"]) == {
        "new": {1: "not in form NFC, unlike the reference"}
    }
