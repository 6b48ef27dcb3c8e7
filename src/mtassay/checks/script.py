"""Outputs in the wrong script."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.text.characters import COMMON, NO_LETTER, blocks, known_scripts, script_code, script_name, scripts
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.references import References
from mtassay.settings import setting

# by the first word of the names of their letters in Unicode
_LANGUAGES = {
    "LATIN": "af az ca cs cy da de en eo es et eu fi fr ga gl hr hu id is it la lb lt lv ms mt nl no nb nn pl pt ro "
    "sk sl sq sv sw tl tr uz vi",
    "CYRILLIC": "be bg kk ky mk mn ru tg tt uk",
    "GREEK": "el",
    "ARABIC": "ar ckb fa ps sd ug ur",
    "HEBREW": "he iw yi",
    "DEVANAGARI": "bho hi mai mr ne sa",
    "BENGALI": "as bn",
    "GURMUKHI": "pa",
    "GUJARATI": "gu",
    "ORIYA": "or",
    "TAMIL": "ta",
    "TELUGU": "te",
    "KANNADA": "kn",
    "MALAYALAM": "ml",
    "SINHALA": "si",
    "THAI": "th",
    "LAO": "lo",
    "KHMER": "km",
    "MYANMAR": "my",
    "GEORGIAN": "ka",
    "ARMENIAN": "hy",
    "ETHIOPIC": "am ti",
    "HANGUL": "ko",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "CJK": "ja ko yue zh",
}
_FEW = 3


@dataclass(frozen=True, kw_only=True)
class Script(Check):
    """Texts with letters of a script that does not belong there.

    Expected are the scripts in which the references are written, and those of the target language where its code
    is given (-l ru). Three letters of another script are odd unless a reference of the same segment has some too.
    Only Latin letters stand in texts of all scripts, in names and brands; of these most of the text must be.
    Translate these segments again, or look whether the right file was named.
    """

    name: ClassVar[str] = "script"
    title: ClassVar[str] = "with letters of another script"
    advice: ClassVar[str] = "the wrong language, or words left as they were?"
    needs: ClassVar[tuple[str, ...]] = ()
    needs_any: ClassVar[tuple[str, ...]] = ("references", "target_language")

    latin_share: float = setting(0.5, "share of letters that may be Latin in texts of another script", low=0, high=1)
    min_latin: int = setting(10, "Latin letters from which on there are too many", low=1)

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """References by the target language, every system by both."""
        of_language = _scripts_of_language(evalset.target_language)
        expected = set(of_language)
        if evalset.references is not None:
            expected |= _usual(evalset.references.texts)
            if of_language:
                starts, odd = evalset.references.starts, {}
                for index, told in self._odd(evalset.references.texts, of_language).items():
                    odd[int(starts.searchsorted(index, side="right")) - 1] = told
                yield from self.finding(evalset, "references", None, odd)
        if not expected:
            return
        for name, outputs in evalset.systems.items():
            odd = self._odd(outputs, expected, evalset.references)
            yield from self.finding(evalset, "systems", name, odd)

    def _odd(
        self, texts: Sequence[str], expected: Collection[int], references: References | None = None
    ) -> dict[int, str]:
        """Texts with letters that are not expected, and what their scripts are."""
        odd = {}
        latin = script_code("LATIN")
        for index, counts in _foreign(texts, expected):
            allowed = _scripts_in("".join(references[index])) if references is not None else set()
            strange = {
                code: int(counts[code])
                for code in np.flatnonzero(counts).tolist()
                if code > COMMON and code not in expected and code not in allowed
            }
            names = strange.get(latin, 0)
            is_latin = names >= self.min_latin and names > self.latin_share * counts[COMMON + 1 :].sum()
            if is_latin or sum(strange.values()) - names >= _FEW:
                odd[index] = " and ".join(map(script_name, strange))
        return odd


def _scripts_in(text: str) -> set[int]:
    return {code for block in blocks([text]) for code in np.unique(scripts(block.points)).tolist()}


def _scripts_of_language(code: str | None) -> set[int]:
    language = (code or "").replace("_", "-").split("-")
    if len(language) > 1 and len(language[1]) == 4:  # it names its script, as sr-Latn does
        return set()
    return {script_code(script) for script, languages in _LANGUAGES.items() if language[0] in languages.split()}


def _usual(texts: Sequence[str]) -> set[int]:
    """The scripts of which at least a few per cent of the letters are."""
    total = np.zeros(0, np.int64)
    for block in blocks(texts):
        sums = np.bincount(scripts(block.points), minlength=known_scripts())
        sums[: len(total)] += total
        total = sums
    return {code for code in range(COMMON + 1, len(total)) if total[code] > 0.03 * total[COMMON + 1 :].sum()}


def _foreign(texts: Sequence[str], expected: Collection[int]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Texts with some letters of scripts that are not expected, and how many they have of each script."""
    for block in blocks(texts):
        codes = scripts(block.points)
        size = known_scripts()
        usual = [NO_LETTER, COMMON, *expected]
        in_all = np.bincount(codes, minlength=size)
        if in_all.sum() - in_all[usual].sum() < _FEW:  # most blocks, which need not be looked at text by text
            continue
        lengths = np.diff(np.append(block.starts, len(block.points)))
        cells = np.repeat(np.arange(len(lengths)) * size, lengths) + codes
        counts = np.bincount(cells, minlength=len(lengths) * size).reshape(len(lengths), size)
        foreign = counts.copy()
        foreign[:, usual] = 0
        for index in np.flatnonzero(foreign.sum(axis=1) >= _FEW).tolist():
            yield block.first + index, counts[index]
