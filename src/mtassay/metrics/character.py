"""CharacTER: phrases are shifted, then character edits are counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay._native import Segments, character_rows
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.writing_systems import WritingSystem
from mtassay.metrics.base import Floats
from mtassay.metrics.explanation import Counts, Formula, Step, shown
from mtassay.metrics.reference_texts import ReferenceTexts, lowercased, lowest
from mtassay.metrics.segment_mean import SegmentMean
from mtassay.metrics.word_settings import lowercase_setting, tokenize_setting
from mtassay.tokenizers.base import tokenizer

_SHIFTS_A_SECOND = 20_000_000_000


@dataclass(frozen=True, kw_only=True)
class CharacTer(SegmentMean[ReferenceTexts]):
    """(character edits + cost of shifts) / characters of the hypothesis, at most 1.

    Of all phrases that hypothesis and reference share in different places, the one is shifted to its place in the
    reference that lowers the edit distance of words most, again and again until none does; of equals the one after
    which the words of the hypothesis come last in the order of code points. Then the fewest character edits between the
    shifted hypothesis and the reference count, words being separated by single spaces, and each phrase that was shifted
    costs the mean length of its words. The score of a corpus is the mean of its segments; of several references the one
    with the lowest score counts.

    A hypothesis or a reference that is empty scores 1, two empty texts score 0.

    Agrees with the package `cer` 1.2.0, which takes one reference, none of them empty.
    """

    name: ClassVar[str] = "character"
    title: ClassVar[str] = "character edits after shifts of phrases, for each hypothesis character"
    paper: ClassVar[str] = (
        "Weiyue Wang, Jan-Thorsten Peter, Hendrik Rosendahl and Hermann Ney. 2016. CharacTer: Translation Edit Rate on "
        "Character Level. Proceedings of WMT 2016, pages 505-510."
    )
    range: ClassVar[str] = "0 to 1: 0 is the reference itself, 1 is as many edits as the hypothesis has characters"
    strengths: ClassVar[str] = (
        "Forgives inflection and spelling, which cost a few characters and not a word, and counts a moved phrase once, "
        "as TER does. Suits languages with much inflection."
    )
    weaknesses: ClassVar[str] = (
        "Words of similar letters look alike whatever they mean. It divides by the length of the hypothesis, so longer "
        "output is punished less; and shifts are tried without limit, so segments of a thousand "
        "words take seconds, of two thousand ten times that."
    )
    disagreements: ClassVar[str] = (
        "None known with one reference. The package `cer` fails where the reference is empty, and takes no second one."
    )
    higher_is_better: ClassVar[bool] = False
    places: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = ("lowercase=yes,tokenize=13a",)

    lowercase: bool = lowercase_setting(False)
    tokenize: str = tokenize_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)

    @staticmethod
    def cost(hypothesis: str, reference: str) -> float:
        """Every phrase is tried at every place, again and again."""
        shifts = (_words(hypothesis) * _words(reference)) ** 2 / _SHIFTS_A_SECOND
        return max(shifts, SegmentMean.cost(hypothesis, reference))

    @property
    def label(self) -> str:
        return "CharacTER"

    def cuts_only_at_spaces(self, writing: WritingSystem) -> bool:
        return False  # it counts characters

    def _segments(self, texts: Sequence[str]) -> Segments:
        return Segments(tokenizer(self.tokenize).prepare(lowercased(texts, self.lowercase)))

    def prepare(self, evalset: EvalSet) -> ReferenceTexts:
        references = evalset.required_references
        return ReferenceTexts(self._segments(references.texts), references.starts)

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        best = self.best_reference(hypothesis, references)
        prepared = self.prepare(EvalSet([[references[best]]], warn_of_blanks=False))
        tokenization = tokenizer(self.tokenize).tokenization
        row = character_rows(self._segments([hypothesis]), prepared.texts, prepared.starts, tokenization, 1)[0]
        edits, shifts, length, reference = row.tolist()
        which = "" if len(references) == 1 else f", with the nearest reference ({best + 1} of {len(references)})"
        rows = (
            ("edits of characters after the shifts", shown(edits)),
            ("cost of the shifts: mean word lengths of moved phrases", shown(shifts)),
            ("characters of the hypothesis", shown(length)),
            ("characters of the reference", shown(reference)),
        )
        yield Counts(f"What is counted{which}", ("", "number"), rows)
        value = float(self.segment_values([hypothesis], prepared)[0])
        filled = (
            f"min(1, ({shown(edits)} + {shifts:.4f}) / {shown(length)})" if length and reference else "a text is empty"
        )
        yield Formula(self.label, "min(1, (edits + cost of shifts) / characters of the hypothesis)", filled, value)

    def segment_values(self, hypotheses: Sequence[str], prepared: ReferenceTexts) -> Floats:
        tokenization = tokenizer(self.tokenize).tokenization
        rows = character_rows(self._segments(hypotheses), prepared.texts, prepared.starts, tokenization, self.threads)
        edits, shifts, hypothesis, reference = rows.T
        rate = np.minimum(1.0, (edits + shifts) / np.maximum(hypothesis, 1.0))
        # where one text is empty there is nothing that could be edited
        values = np.where((hypothesis > 0) & (reference > 0), rate, np.sign(hypothesis + reference))
        return lowest(values, prepared.starts)


def _words(text: str) -> int:
    return text.count(" ") + 1
