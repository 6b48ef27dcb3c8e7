"""What the metrics that count edits share: a row for each reference, and a choice among them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from mtassay._native import EditMeasure, Segments, Unit, edit_rows, pairwise_edit_rows
from mtassay.alignment.edits import EditOperation, align_words
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError
from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.browser_formula import BrowserFormula, ratio_formula
from mtassay.metrics.explanation import Edits, Formula, Step, count_of, shown
from mtassay.metrics.reference_texts import ReferenceTexts, first_best, lowercased
from mtassay.metrics.word_settings import lowercase_setting, tokenize_setting
from mtassay.tokenizers.base import tokenizer


@dataclass(frozen=True, kw_only=True)
class EditMetric(Metric[ReferenceTexts]):
    """Compares the hypothesis with each reference by itself; text is cut at white space unless told otherwise."""

    higher_is_better: ClassVar[bool] = False
    measure: ClassVar[EditMeasure]
    unit: ClassVar[Unit] = Unit.WORD
    is_aligned: ClassVar[bool] = True
    """Whether its edits are those of an alignment from left to right."""
    several_references: ClassVar[str | None] = None
    """The metric to use instead where a segment has several references; None where it takes several."""
    examples: ClassVar[tuple[str, ...]] = ("lowercase=yes,tokenize=13a",)

    lowercase: bool = lowercase_setting(False)
    tokenize: str = tokenize_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)

    def for_evalset(self, evalset: EvalSet) -> Self:
        checked = super().for_evalset(evalset)
        per_segment = evalset.required_references.per_segment
        if self.several_references is not None and per_segment != "1":
            raise InputError(
                f"{self.name} compares with one reference, and this test set has {per_segment}; "
                f"use {self.several_references}, or give one reference"
            )
        return checked

    def _segments(self, texts: Sequence[str]) -> Segments:
        return Segments(tokenizer(self.tokenize).prepare(lowercased(texts, self.lowercase)))

    def prepare(self, evalset: EvalSet) -> ReferenceTexts:
        references = evalset.required_references
        return ReferenceTexts(self._segments(references.texts), references.starts)

    def stats(self, hypotheses: Sequence[str], prepared: ReferenceTexts) -> Floats:
        measured = edit_rows(
            self._segments(hypotheses),
            prepared.texts,
            prepared.starts,
            tokenizer(self.tokenize).tokenization,
            self.unit,
            self.measure,
            self.threads,
        )
        return self.rows(measured, prepared)

    def rows(self, measured: Floats, prepared: ReferenceTexts) -> Floats:
        """Rows of segments from what was measured for each reference: by default that of the lowest rate."""
        rows = self.row_of(measured)
        if len(prepared.starts) == len(rows) + 1:
            return rows
        return rows[first_best(-self.score(rows), prepared.starts)]

    def pair_rows(self, hypotheses: Sequence[str], references: Sequence[str]) -> Floats:
        if self.unit is not Unit.WORD:
            return super().pair_rows(hypotheses, references)
        left, right = self._segments(hypotheses), self._segments(references)
        tokenization = tokenizer(self.tokenize).tokenization
        return self.row_of(pairwise_edit_rows(left, right, tokenization, self.measure, self.threads))

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        texts = lowercased([hypothesis, *references], self.lowercase)
        words, *others = (self._units(text) for text in tokenizer(self.tokenize).tokenize(texts))
        if self.is_aligned:
            aligned = [align_words(words, reference) for reference in others]
            changes = [sum(edit.operation is not EditOperation.MATCH for edit in edits) for edits in aligned]
            best = changes.index(min(changes))
            which = f"Nearest reference ({best + 1} of {len(others)})" if len(others) > 1 else "Edits"
            yield Edits(which, words, others[best], aligned[best])
        yield from (step for step in super().explain(hypothesis, references) if not isinstance(step, Formula))
        sums = self.stats([hypothesis], self.prepare(EvalSet([list(references)], warn_of_blanks=False)))[0]
        yield Formula(self.label, *self.formula(sums), float(self.score(sums)))

    def _units(self, text: str) -> tuple[str, ...]:
        return tuple(text) if self.unit is Unit.CHARACTER else tuple(text.split())

    def formula(self, sums: Floats) -> tuple[str, str]:
        """The formula of the score, in words and with the numbers of a row in it."""
        return "100 · edits / length of the reference", f"100 · {shown(sums[0])} / {shown(max(1.0, sums[1]))}"

    def row_of(self, measured: Floats) -> Floats:
        """Rows from what was measured for each reference (see `EditMeasure`)."""
        return np.ascontiguousarray(measured[:, [0, 2]])  # edits, reference length


@dataclass(frozen=True, kw_only=True)
class EditRate(EditMetric):
    """Edits in percent of the reference length."""

    @property
    def columns(self) -> tuple[str, ...]:
        return ("edits", "reference_length")

    def score(self, sums: Floats) -> Floats:
        return rate(sums[..., 0], sums[..., 1])

    def in_browser(self) -> BrowserFormula:
        return ratio_formula(self.columns, {"edits": 1}, {"reference_length": 1}, scale=100, least=1)

    def summary(self, sums: Floats) -> str:
        unit = "character" if self.unit is Unit.CHARACTER else "word"
        return f"{count_of(sums[0], f'{unit} edit')} for {count_of(sums[1], f'reference {unit}')}"


def rate(errors: Floats, length: Floats) -> Floats:
    """Errors in percent of a length; where the length is 0, every error counts 100."""
    return 100 * errors / np.maximum(length, 1.0)
