"""Stems of words, by the Snowball stemmers that PyStemmer carries."""

from collections.abc import Sequence
from typing import Any

from mtassay.corpus.language_codes import LANGUAGES, language_code
from mtassay.errors import MissingExtra, SettingError
from mtassay.settings import did_you_mean

NO_STEMMER = "none"


def check_stemmer(name: str, user: str) -> None:
    """Refuse a stemmer that there is not; `user` is what asks for it."""
    if name == NO_STEMMER:
        return
    known = _package(user).algorithms()
    if name not in known:
        raise SettingError(
            f"{user}: stemmer={name}: there is no such stemmer{did_you_mean(name, known)}; "
            f"there are {', '.join([NO_STEMMER, *known])}"
        )


def stemmer_of(language: str | None) -> str | None:
    """The stemmer of a language by its code; None where there is none, or where stems are not installed."""
    try:
        known = _package("").algorithms()
    except MissingExtra:
        return None
    if language is None:
        return None
    name = LANGUAGES.get(language_code(language).partition("-")[0], "").casefold().partition(" ")[0]
    return name if name in known else None


def stem_words(words: Sequence[str], name: str, user: str) -> list[str]:
    """The stem of each word; `user` is what asks for it."""
    stemmer = _package(user).Stemmer(name, 0)  # made anew, because one stemmer must not serve two threads
    stems: list[str] = stemmer.stemWords(words)
    return stems


def stemmer_signature(name: str, user: str) -> str:
    """The name of a stemmer and its version; stems of a language can differ between versions."""
    return name if name == NO_STEMMER else f"{name}[{_package(user).version()}]"


def _package(user: str) -> Any:
    try:
        import Stemmer
    except ImportError:
        raise MissingExtra(f"{user} with stems", "stem") from None
    return Stemmer
