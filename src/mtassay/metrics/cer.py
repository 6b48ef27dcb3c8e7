"""CER: character edits for each reference character."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay._native import EditMeasure, Unit
from mtassay.corpus.writing_systems import WritingSystem
from mtassay.metrics.edit_metric import EditRate


@dataclass(frozen=True, kw_only=True)
class CharacterErrorRate(EditRate):
    """100 · character edits / characters of the reference, white space counted as single spaces.

    The fewest character edits that turn the reference into the hypothesis, summed over the corpus.
    For a segment with an empty reference each character counts 100. Of several references the one with
    the lowest rate counts.

    Agrees with jiwer 4 on text whose only white space is single U+0020.
    """

    name: ClassVar[str] = "cer"
    title: ClassVar[str] = "character edits for each reference character"
    paper: ClassVar[str] = (
        "Vladimir I. Levenshtein. 1966. Binary codes capable of correcting deletions, insertions, and reversals. "
        "Soviet Physics Doklady 10(8), pages 707-710."
    )
    range: ClassVar[str] = "0, for output equal to a reference, and up; many superfluous characters exceed 100."
    strengths: ClassVar[str] = (
        "Languages written without spaces, rich inflection, spelling: a word that is nearly right costs little. No "
        "tokenizer is needed."
    )
    weaknesses: ClassVar[str] = (
        "Order: a word that moved costs its letters at both places. Similar spelling passes for similar meaning, and "
        "long words weigh more than short ones. Blind to synonyms."
    )
    disagreements: ClassVar[str] = (
        "jiwer counts each of several spaces, this one for any run of white space; other programs drop spaces. This "
        "counts code points, so a letter and its accent are two where they are written as two; programs that count "
        "graphemes or normalize Unicode give other numbers."
    )
    measure: ClassVar[EditMeasure] = EditMeasure.DISTANCE
    unit: ClassVar[Unit] = Unit.CHARACTER

    @property
    def label(self) -> str:
        return "CER"

    def cuts_only_at_spaces(self, writing: WritingSystem) -> bool:
        return False  # it counts characters
