"""WER: word edits for each reference word."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay._native import EditMeasure
from mtassay.metrics.edit_metric import EditRate


@dataclass(frozen=True, kw_only=True)
class WordErrorRate(EditRate):
    """100 · (substitutions + deletions + insertions) / words of the reference.

    The fewest word edits that turn the reference into the hypothesis (Levenshtein), summed over the
    corpus. It can exceed 100. For a segment with an empty reference each word counts 100.

    Agrees with jiwer 4 on text whose only white space is U+0020. Several references: see `mwer`.
    """

    name: ClassVar[str] = "wer"
    title: ClassVar[str] = "word edits for each reference word"
    paper: ClassVar[str] = (
        "Vladimir I. Levenshtein. 1966. Binary codes capable of correcting deletions, insertions, and reversals. "
        "Soviet Physics Doklady 10(8), pages 707-710."
    )
    measure: ClassVar[EditMeasure] = EditMeasure.DISTANCE
    several_references: ClassVar[str | None] = "mwer"

    @property
    def label(self) -> str:
        return "WER"
