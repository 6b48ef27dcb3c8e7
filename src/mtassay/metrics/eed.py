"""EED: character edits with jumps between words, and a count of what was passed over or used twice."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay._native import Segments, eed_rows
from mtassay.corpus.evalset import EvalSet
from mtassay.metrics.base import Floats
from mtassay.metrics.explanation import Counts, Formula, Step, shown
from mtassay.metrics.reference_texts import ReferenceTexts, lowercased, lowest
from mtassay.metrics.segment_mean import SegmentMean
from mtassay.metrics.word_settings import lowercase_setting
from mtassay.settings import setting

# In order. Two slips of the authors' program are kept, because scores depend on them: after a title any character
# counts as its period ("Mr Smith" becomes "Mr.mith"), and "i . e ." becomes "e.g.".
_ENGLISH = [
    (re.compile(r"(?=[.!?,])"), " "),
    (re.compile(r"\s+"), " "),
    (re.compile(r"(\d) ([.,]) (\d)"), r"\1\2\3"),
    (re.compile(r"(Dr|Gen|Jr|Mrs?|Ms|Mt|Prof|Rev) ."), r"\1."),
    (re.compile(r"e \. g \."), "e.g."),
    (re.compile(r"i \. e \."), "e.g."),
    (re.compile(r"U \. S \."), "U.S."),
]


def _separate_english(text: str) -> str:
    text = text.rstrip()
    for pattern, replacement in _ENGLISH:
        text = pattern.sub(replacement, text)
    return text


def _normalize_japanese(text: str) -> str:
    return unicodedata.normalize("NFKC", text.rstrip())


_PREPROCESS = {"en": _separate_english, "ja": _normalize_japanese}


@dataclass(frozen=True, kw_only=True)
class ExtendedEditDistance(SegmentMean[ReferenceTexts]):
    """(e + ρ·v) / (r + ρ·v), at most 1: character edits e with jumps, and visits v, for each reference character.

    A space is put before and after each text; r is the number of characters of the reference, these two included. A
    path leads through the reference from left to right: equal characters cost nothing, another character (substitution)
    and a reference character that the hypothesis lacks (insertion) cost 1, a hypothesis character that is left out
    (deletion) costs 0.2. After each space of the reference the path may jump to any place of the hypothesis for α = 2.
    v counts the places of the hypothesis that are never the cheapest one after some reference character, and each time
    that a place is so again; ρ = 0.3. The score of a corpus is the mean of its segments; of several references the one
    with the lowest score counts.

    Because the first place is never visited, a perfect translation scores ρ / (r + ρ) and not 0, two empty texts
    0.1304; `empty_zero=yes` makes the latter 0. `preprocess=en` separates punctuation as the authors' program does for
    English, slips included, `preprocess=ja` normalizes to NFKC.

    Agrees with the Python program of the authors (EED.py), rounding included.
    """

    name: ClassVar[str] = "eed"
    title: ClassVar[str] = "character edits with jumps, for each reference character"
    paper: ClassVar[str] = (
        "Peter Stanchev, Weiyue Wang and Hermann Ney. 2019. EED: Extended Edit Distance Measure for Machine "
        "Translation. Proceedings of WMT 2019, pages 514-520."
    )
    range: ClassVar[str] = "0 to 1: near 0 is the reference itself (never quite 0), 1 is nothing in common"
    strengths: ClassVar[str] = (
        "Forgives inflection and spelling, which cost a few characters and not a word, and moved phrases, which cost a "
        "jump. Needs no tokenizer."
    )
    weaknesses: ClassVar[str] = (
        "Words of similar letters look alike whatever they mean. Output is left out cheaply, so additions are punished "
        "little."
    )
    disagreements: ClassVar[str] = (
        "Which of several equally cheap places is visited depends on how sums of 0.2 are rounded: a program that adds "
        "in another order, or exactly, differs on a third of all segments, by 0.01 at worst in our tests. TorchMetrics "
        "corrects the slip that turns `i . e .` into `e.g.`; this does not."
    )
    higher_is_better: ClassVar[bool] = False
    places: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = (
        "lowercase=yes,preprocess=en,empty_zero=yes",
        "preprocess=ja,alpha=0.7,rho=1,deletion=0,insertion=3.3",
    )

    lowercase: bool = lowercase_setting(False)
    preprocess: str = setting(
        "none", "what is done to the text before: nothing, or the rules for a language", choices=("none", "en", "ja")
    )
    alpha: float = setting(2.0, "cost of a jump", low=0, high=1000, hide_default=True)
    rho: float = setting(0.3, "weight of the visits", low=0, high=1000, hide_default=True)
    deletion: float = setting(
        0.2, "cost of a hypothesis character that is left out", key="del", low=0, high=1000, hide_default=True
    )
    insertion: float = setting(
        1.0, "cost of a reference character that is missing", key="ins", low=0, high=1000, hide_default=True
    )
    empty_zero: bool = setting(False, "score two empty texts 0", key="empty0", hide_default=True)

    def perfect_score(self, text: str) -> float | None:
        # the place before the text is visited by no path
        length = len(self._prepared([text])[0]) + 2
        return self.rho / (length + self.rho)

    @property
    def label(self) -> str:
        return "EED"

    def _prepared(self, texts: Sequence[str]) -> Sequence[str]:
        texts = lowercased(texts, self.lowercase)
        prepare = _PREPROCESS.get(self.preprocess)
        return texts if prepare is None else [prepare(text) for text in texts]

    def _segments(self, texts: Sequence[str]) -> Segments:
        return Segments(self._prepared(texts))

    def prepare(self, evalset: EvalSet) -> ReferenceTexts:
        references = evalset.required_references
        return ReferenceTexts(self._segments(references.texts), references.starts)

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        best = self.best_reference(hypothesis, references)
        prepared = self.prepare(EvalSet([[references[best]]], warn_of_blanks=False))
        costs = (self.alpha, self.deletion, self.insertion)
        row = eed_rows(self._segments([hypothesis]), prepared.texts, prepared.starts, *costs, 1)[0]
        cost, visits, length, reference = row.tolist()
        which = "" if len(references) == 1 else f", with the nearest reference ({best + 1} of {len(references)})"
        rows = (
            ("cost of the cheapest path: edits and jumps", shown(cost)),
            ("visits: places of the hypothesis used again, or never", shown(visits)),
            ("characters of the hypothesis", shown(length)),
            ("characters of the reference, with a space at each end", shown(reference + 2)),
        )
        yield Counts(f"What is counted{which}", ("", "number"), rows)
        value = float(self.segment_values([hypothesis], prepared)[0])
        covered = f"{self.rho:g} · {shown(visits)}"
        filled = f"min(1, ({cost:.4f} + {covered}) / ({shown(reference + 2)} + {covered}))"
        if self.empty_zero and not length and not reference:
            filled = "both are empty"
        yield Formula(self.label, "min(1, (cost + ρ · visits) / (r + ρ · visits))", filled, value)

    def segment_values(self, hypotheses: Sequence[str], prepared: ReferenceTexts) -> Floats:
        costs = (self.alpha, self.deletion, self.insertion)
        rows = eed_rows(self._segments(hypotheses), prepared.texts, prepared.starts, *costs, self.threads)
        cost, visits, hypothesis, reference = rows.T
        coverage = self.rho * visits
        values = np.minimum(1.0, (cost + coverage) / (reference + 2 + coverage))
        if self.empty_zero:
            values[(hypothesis == 0) & (reference == 0)] = 0.0
        return lowest(values, prepared.starts)
