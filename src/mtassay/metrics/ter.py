"""TER: edits and shifts of blocks for each reference word."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from mtassay._native import EditMeasure, Segments, Unit, edit_rows, pairwise_edit_rows
from mtassay.alignment.shifts import align_with_shifts, shifted
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.writing_systems import WritingSystem
from mtassay.errors import MtassayWarning
from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.browser_formula import BrowserFormula, ratio_formula
from mtassay.metrics.explanation import Edits, Formula, Step, count_of, shown
from mtassay.metrics.reference_texts import ReferenceTexts
from mtassay.settings import setting
from mtassay.tokenizers.tercom import Tercom

_ASIAN = (WritingSystem.CHINESE, WritingSystem.JAPANESE)
# not given is no, until a test set says otherwise
_SHOWN = {None: "no", False: "no", True: "yes"}


@dataclass(frozen=True, kw_only=True)
class Ter(Metric[ReferenceTexts]):
    """100 · (edits + shifts) / words of the reference: what a person would have to change at least.

    Blocks of words are shifted greedily, each shift counting 1, until no shift lowers the edit
    distance; the remaining insertions, deletions and substitutions count 1 each. With several
    references the fewest edits are divided by the mean length of the references.

    Chinese and Japanese are cut as tercom cuts them, each Chinese character a word (`normalized` and `asian_support`),
    where the target language or the letters of the references say that it is one of them and neither is set.

    Agrees with sacreBLEU 2.6, its beam and its limits on the length, distance and number of shifts
    included. The Java tercom has other limits and differs on very long segments.
    """

    name: ClassVar[str] = "ter"
    title: ClassVar[str] = "edits and shifts for each reference word"
    paper: ClassVar[str] = (
        "Matthew Snover, Bonnie Dorr, Richard Schwartz, Linnea Micciulla and John Makhoul. 2006. A Study of "
        "Translation Edit Rate with Targeted Human Annotation. Proceedings of AMTA 2006, pages 223-231."
    )
    range: ClassVar[str] = (
        "0, for output equal to a reference, and up; output much longer than its reference exceeds 100."
    )
    strengths: ClassVar[str] = (
        "Reads as work: the words that a person would have to change, a moved phrase being one change. Against "
        "corrections of the same output (HTER) it follows the effort of post-editing."
    )
    weaknesses: ClassVar[str] = (
        "A synonym costs as much as nonsense, and every edit costs the same. Against a reference made independently "
        "it overstates the work. Leaving words out is cheap: systems tuned to it grow terse. Unless "
        "`normalized=yes`, a word with a comma is another word than without. Shifts are found greedily, so a "
        "shorter way can be missed."
    )
    disagreements: ClassVar[str] = (
        "The Java tercom has other limits and differs on very long segments. It and sacreBLEU leave scores above "
        "100 as they are; TERp can cap them. Against post-edits of the same output it is HTER, which is much lower "
        "and cannot be compared with TER."
    )
    higher_is_better: ClassVar[bool] = False
    examples: ClassVar[tuple[str, ...]] = (
        "normalized=yes,asian_support=yes",
        "no_punct=yes,asian_support=yes,case_sensitive=yes",
    )

    case_sensitive: bool = setting(False, "compare with case", key="case", shown={True: "mixed", False: "lc"})
    normalized: bool | None = setting(
        None,
        "decode entities and separate punctuation; if not given, for Chinese and Japanese",
        key="norm",
        shown=_SHOWN,
    )
    no_punct: bool = setting(False, "remove punctuation", key="punct", shown={True: "no", False: "yes"})
    asian_support: bool | None = setting(
        None,
        "treat Chinese characters and full-width marks in the same way; if not given, for Chinese and Japanese",
        key="asian",
        shown=_SHOWN,
    )

    @property
    def label(self) -> str:
        return "TER"

    def for_evalset(self, evalset: EvalSet) -> Self:
        checked = super().for_evalset(evalset)
        writing = evalset.writing_without_spaces
        if writing not in _ASIAN or self.normalized is not None or self.asian_support is not None:
            return checked
        if evalset.is_writing_guessed and writing is not None:
            warnings.warn(
                f"the references are in {writing.value} script, so {self.label} takes each Chinese character for a "
                f"word; say {self.name}:normalized=no to choose otherwise",
                MtassayWarning,
                stacklevel=3,
            )
        return replace(checked, normalized=True, asian_support=True)

    def cuts_only_at_spaces(self, writing: WritingSystem) -> bool:
        return not (writing in _ASIAN and self.normalized and self.asian_support)

    @property
    def columns(self) -> tuple[str, ...]:
        return ("edits", "reference_length")

    @property
    def _tokenizer(self) -> Tercom:
        return Tercom(
            normalized=bool(self.normalized),
            no_punct=self.no_punct,
            asian_support=bool(self.asian_support),
            case_sensitive=self.case_sensitive,
        )

    def signature_items(self) -> Iterator[tuple[str, str]]:
        for key, value in super().signature_items():
            yield key, value
            if key == "case":
                yield "tok", "tercom"

    def _segments(self, texts: Sequence[str]) -> Segments:
        return Segments(self._tokenizer.prepare(texts))

    def _reference_segments(self, references: Sequence[str]) -> Segments:
        return self._segments(self._tokenized_once(references))

    def _tokenized_once(self, references: Sequence[str]) -> Sequence[str]:
        # sacreBLEU tokenizes references twice, which tells where a second pass still finds something: "..5"
        if self.normalized or self.no_punct:
            return self._tokenizer.tokenize([reference.rstrip() for reference in references])
        return references

    def prepare(self, evalset: EvalSet) -> ReferenceTexts:
        references = evalset.required_references
        return ReferenceTexts(self._reference_segments(references.texts), references.starts)

    def stats(self, hypotheses: Sequence[str], prepared: ReferenceTexts) -> Floats:
        measured = edit_rows(
            self._segments(hypotheses),
            prepared.texts,
            prepared.starts,
            self._tokenizer.tokenization,
            Unit.WORD,
            EditMeasure.TER,
            self.threads,
        )
        if len(measured) == len(hypotheses):
            return np.ascontiguousarray(measured[:, [0, 2]])
        edits = np.minimum.reduceat(measured[:, 0], prepared.starts[:-1])
        length = np.add.reduceat(measured[:, 2], prepared.starts[:-1]) / np.diff(prepared.starts)
        return np.column_stack([edits, length])

    def pair_rows(self, hypotheses: Sequence[str], references: Sequence[str]) -> Floats:
        left, right = self._segments(hypotheses), self._reference_segments(references)
        measured = pairwise_edit_rows(left, right, self._tokenizer.tokenization, EditMeasure.TER, self.threads)
        return np.ascontiguousarray(measured[:, [0, 2]])

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        texts = self._tokenizer.tokenize([hypothesis, *self._tokenized_once(references)])
        words, *others = (tuple(text.split()) for text in texts)
        aligned = [align_with_shifts(words, reference) for reference in others]
        best = min(range(len(others)), key=lambda index: aligned[index].edit_count)
        moved = list(words)
        moves = []
        for shift in aligned[best].shifts:
            block = moved[shift.start : shift.start + shift.length]
            moved = shifted(moved, shift)
            where = f"behind {moved[shift.new_start - 1]!r}" if shift.new_start else "to the front"
            moves.append(f"shift {' '.join(block)!r} {where}")
        which = f"Nearest reference ({best + 1} of {len(others)})" if len(others) > 1 else "Edits"
        yield Edits(which, words, others[best], aligned[best].edits, tuple(moves))
        sums = self.stats([hypothesis], self.prepare(EvalSet([list(references)], warn_of_blanks=False)))[0]
        edits = float(sums[0])
        counted = aligned[best].edit_count
        filled = f"100 · ({counted - len(moves)} + {len(moves)}) / {shown(float(sums[1]))}"
        if edits != counted:
            filled = f"100 · min({counted}, {shown(edits)}) / {shown(float(sums[1]))}"  # at most as many as are allowed
        if not sums[1]:
            filled = "nothing to divide by: 100 for any edit"
        length = "words of the reference" if len(references) == 1 else "mean words of the references"
        yield Formula(self.label, f"100 · (edits + shifts) / {length}", filled, float(self.score(sums)))

    def summary(self, sums: Floats) -> str:
        return f"{count_of(sums[0], 'edit')}, shifts included, for {count_of(sums[1], 'reference word')}"

    def score(self, sums: Floats) -> Floats:
        edits, length = sums[..., 0], sums[..., 1]
        # edits of a text whose references are all empty: nothing to divide by, and everything is wrong
        without = np.where(edits > 0, 100.0, 0.0)
        return np.where(length > 0, 100 * (edits / np.where(length > 0, length, 1.0)), without)

    def in_browser(self) -> BrowserFormula:
        return ratio_formula(self.columns, {"edits": 1}, {"reference_length": 1}, scale=100, otherwise=100)
