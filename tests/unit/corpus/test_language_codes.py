import pytest

from mtassay.corpus.language_codes import LANGUAGES, language_code, same_language
from mtassay.errors import SettingError


@pytest.mark.parametrize(
    ("said", "code"),
    [
        *(("sk", "sk"), ("SK", "sk"), ("slk", "sk"), ("slo", "sk"), ("Slovak", "sk"), (" slovak ", "sk")),
        *(("pt_br", "pt-BR"), ("ZH-hant-tw", "zh-Hant-TW"), ("es-419", "es-419"), ("iw", "he"), ("deu-AT", "de-AT")),
        *(("yue", "yue"), ("hsb", "hsb"), ("de-1996", "de-1996"), ("en-x-legal", "en-x-legal"), ("", ""), (" ", "")),
        *(("Norwegian Bokmål", "nb"), ("Farsi", "fa"), ("Haitian Creole", "ht"), ("Twi", "tw")),
    ],
)
def test_codes_and_names_become_codes_in_their_usual_form(said: str, code: str) -> None:
    assert language_code(said) == code
    assert language_code(language_code(said)) == code


@pytest.mark.parametrize("said", ["xx", "qq-DE", "Slovakk", "German and English", "de-", "-", "d", "e" * 101, "de\0"])
def test_what_is_no_language_is_refused(said: str) -> None:
    with pytest.raises(SettingError, match="no code of a language"):
        language_code(said)


def test_the_nearest_name_is_offered() -> None:
    with pytest.raises(SettingError, match="did you mean 'Slovak'"):
        language_code("Slowak")


def test_all_two_letter_codes_of_the_standard_are_there() -> None:
    assert len([code for code in LANGUAGES if len(code) == 2]) == 183
    assert all(language_code(code) == code for code in LANGUAGES)
    assert all(language_code(name) == code for code, name in LANGUAGES.items())


def test_one_language_has_many_spellings() -> None:
    assert same_language("German", "de")
    assert same_language("deu", "DE")
    assert same_language("Klingonish!", "Klingonish!")
    assert not same_language("de", "de-AT")
    assert not same_language("de", "")
