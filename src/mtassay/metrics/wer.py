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
    range: ClassVar[str] = "0, for output equal to the reference, and up; many superfluous words exceed 100."
    strengths: ClassVar[str] = (
        "Tasks with one right answer in one order: transcription, recognition of speech or print, corrections of "
        "the same output. Exact, and easy to show."
    )
    weaknesses: ClassVar[str] = (
        "Order: a word that moved costs two edits, one for each place. Many translations are right, and only one of "
        "them is the reference; a synonym costs as much as nonsense. Case and punctuation on words count unless "
        "`lowercase` and `tokenize` say otherwise."
    )
    disagreements: ClassVar[str] = (
        "jiwer cuts at U+0020 alone, this at any white space. NIST's sclite aligns with costs of 3, 3 and 4 for "
        "insertions, deletions and substitutions, so it can count more edits than the fewest. Means of the "
        "segments' rates differ from edits summed over the corpus. Most large differences come from text cleaned in "
        "different ways first."
    )
    measure: ClassVar[EditMeasure] = EditMeasure.DISTANCE
    several_references: ClassVar[str | None] = "mwer"

    @property
    def label(self) -> str:
        return "WER"
