"""HTER: TER against the output as a person corrected it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, Remedy
from mtassay.metrics.base import Floats
from mtassay.metrics.reference_texts import ReferenceTexts
from mtassay.metrics.ter import Ter
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class HumanTargetedTer(Ter):
    """100 · (edits + shifts) / words of the post-edit: `ter` against the output as a person corrected it.

    The references must be post-edits of this very output, and must be flagged as such: `post_edit=True` in Python,
    `--post-edit FILE` on the command line. Against any other reference the same number is TER, and this is refused.

    `cap=yes` counts no more edits of a segment than its post-edit has words, so a segment scores 100 at most. Data
    for quality estimation have it so, on a scale from 0 to 1.

    Edits are those of `ter`, which agrees with sacreBLEU 2.6.
    """

    name: ClassVar[str] = "hter"
    title: ClassVar[str] = "edits and shifts from the output to its post-edit"
    needs: ClassVar[tuple[str, ...]] = ("post_edits", "references")
    range: ClassVar[str] = "0 upwards: 0 is output that needed no correction, 100 as many edits as words"
    strengths: ClassVar[str] = (
        "Measures work: what a person had to change in this output. It does not punish a good translation for being "
        "another one than the reference."
    )
    weaknesses: ClassVar[str] = (
        "Each output needs a post-edit of its own, which takes a person's time and depends on the person. It counts "
        "edits, not effort: a hard word costs as much as a comma."
    )
    disagreements: ClassVar[str] = (
        "Some publish it capped at 1 for each segment (`cap=yes`), some not. Tokenization and case are seldom "
        "stated and change it, as they do TER."
    )
    examples: ClassVar[tuple[str, ...]] = (
        "normalized=yes,asian_support=yes,cap=yes",
        "no_punct=yes,asian_support=yes,case_sensitive=yes",
    )

    cap: bool = setting(False, "count no more edits than the post-edit has words", hide_default=True)

    @property
    def label(self) -> str:
        return "HTER"

    def for_evalset(self, evalset: EvalSet) -> Self:
        if not evalset.post_edit:
            raise InputError(
                "hter compares output with its post-edit, and these references are not flagged as post-edits (in "
                "Python: EvalSet(…, post_edit=True)); use ter, or flag them if they are",
                remedy=Remedy.NAME_POST_EDITS,
            )
        return super().for_evalset(evalset)

    def stats(self, hypotheses: Sequence[str], prepared: ReferenceTexts) -> Floats:
        return self._capped(super().stats(hypotheses, prepared))

    def pair_rows(self, hypotheses: Sequence[str], references: Sequence[str]) -> Floats:
        return self._capped(super().pair_rows(hypotheses, references))

    def _capped(self, rows: Floats) -> Floats:
        if self.cap:
            # at least 1, or output that was deleted as a whole would count as perfect
            rows[:, 0] = np.minimum(rows[:, 0], np.maximum(rows[:, 1], 1.0))
        return rows
