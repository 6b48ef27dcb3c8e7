"""Wrong encodings."""

import pytest
from found import found


def broken(text: str, encoding: str = "cp1252") -> str:
    return text.encode().decode(encoding, "replace" if encoding == "cp1252" else "strict")


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
@pytest.mark.parametrize(
    "text", ["für", "größer", "It’s so", "naïve café", "10 €", "Прекрасный день", "日本語です。", "🙂"]
)
def test_broken_text_is_found(text: str, encoding: str) -> None:
    assert list(found("mojibake", ["fine", broken(text, encoding)])["new"]) == [2]


def test_it_says_what_it_was() -> None:
    assert found("mojibake", ["fÃ¼r", "itâ€™s", "\ufffd", "a\x93b"]) == {
        "new": {
            1: "Ã¼ for ü",
            2: "â€™ for ’",
            3: "a replacement character (U+FFFD)",
            4: "a control character (U+0093)",
        }
    }


@pytest.mark.parametrize("text", ["über die Straße", "Jedličkův ústav", "Прекрасный день"])
def test_letters_that_became_question_marks_are_found(text: str) -> None:
    lost = text.encode("ascii", "replace").decode()
    assert list(found("mojibake", [text, lost])["new"]) == [2]
    assert found("mojibake", ["f?r"]) == {"new": {1: "question marks for letters: f?r"}}


@pytest.mark.parametrize(
    "text",
    [
        "Really?Yes! So? he said. Who?! Why??? What ?",
        "see http://x.org/watch?v=abc or x.org/a?b, index.php?id=3&q=w",
        "für größere Übung, naïve Café",
        "„zum Spaß“ und „Fuß“",
        "« il est passé… » a-t-il dit à\u00a0« lui\u00a0»",
        "«passé…»",
        "NÃO. AMANHÃ” e IRMÃ»",
        "Úžasné, šťastný žák",
        "Прекрасный день",
        "日本語です。",
        "",
        "a\x85b",
        "São Paulo, Ångström, Ðe, Ñandú",
    ],
)
def test_good_text_is_none(text: str) -> None:
    assert found("mojibake", [text], [text], [text]) == {}


def test_references_and_sources_are_looked_at_too() -> None:
    assert found("mojibake", None, [["ok", "fÃ¼r"]], ["fÃ¼r"]) == {
        "references": {1: "Ã¼ for ü"},
        "sources": {1: "Ã¼ for ü"},
    }
