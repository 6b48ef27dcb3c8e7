"""Synonyms as METEOR 1.5 knows them: the synsets of WordNet that a word, or a base form of it, is in."""

from collections.abc import Sequence

from mtassay.errors import InputError

# What an ending may stand for, in METEOR's order, which is not WordNet's: the first that gives a known word ends it.
_ENDINGS = (
    *(("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh")),
    *(("men", "man"), ("ies", "y"), ("s", ""), ("ies", "y"), ("es", "e"), ("es", "")),
    *(("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    *(("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
)
_LAST_LETTERS = frozenset(ending[-1] for ending, _ in _ENDINGS)
_SHORT = 2
_LARGEST = 2**31 - 1


class MeteorSynonyms:
    """Words and their synsets, as lines: a word, then its numbers; and base forms: one, then the forms of it."""

    def __init__(self, synsets: Sequence[str], exceptions: Sequence[str], shown: str) -> None:
        # numbers are parsed for words that occur, which are few
        self._synsets = dict(zip(synsets[::2], synsets[1::2], strict=True))
        self._bases: dict[str, list[str]] = {}
        self._shown = shown
        for base, forms in zip(exceptions[::2], exceptions[1::2], strict=True):
            for form in forms.split():
                self._bases.setdefault(form, []).append(base)

    def synsets(self, word: str) -> list[int]:
        """The numbers of all synsets of a form and its base forms, in ascending order."""
        bases = self._bases.get(word)
        if bases is None:
            bases = [self._base_form(word)]
        lines = [line for form in (word, *bases) if (line := self._synsets.get(form))]
        if not lines:
            return []
        try:
            numbers = sorted({int(number) for line in lines for number in line.split()})
        except ValueError:
            raise InputError(f"{self._shown}: the line after {word!r} or a base form of it is not of numbers") from None
        if numbers and not 0 <= numbers[0] <= numbers[-1] <= _LARGEST:
            raise InputError(f"{self._shown}: synsets of {word!r} or a base form of it are not from 0 to {_LARGEST:,}")
        return numbers

    def _base_form(self, word: str) -> str:
        if word.endswith("ss") or len(word) <= _SHORT:
            return word
        if word[-1] not in _LAST_LETTERS:
            return ""
        for ending, put in _ENDINGS:
            if word.endswith(ending) and (base := word[: -len(ending)] + put) in self._synsets:
                return base
        return ""
