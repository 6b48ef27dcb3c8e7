"""CDER: edits where blocks may move."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay._native import EditMeasure
from mtassay.metrics.edit_metric import EditRate


@dataclass(frozen=True, kw_only=True)
class CoverDisjointErrorRate(EditRate):
    """100 · edits / words of the reference, where a jump to any place of the hypothesis is one edit.

    The reference is covered once and in order; blocks of the hypothesis may be used in any order,
    more than once or not at all. Of several references the one with the lowest rate counts.

    Agrees with the CderScorer of Moses for each reference; to choose among several, Moses rounds rates down
    to whole numbers, and this does not.
    """

    name: ClassVar[str] = "cder"
    title: ClassVar[str] = "word edits with block movement"
    paper: ClassVar[str] = (
        "Gregor Leusch, Nicola Ueffing and Hermann Ney. 2006. CDER: Efficient MT Evaluation Using Block Movements. "
        "Proceedings of EACL 2006, pages 241-248."
    )
    range: ClassVar[str] = (
        "0, for output equal to a reference, to little above 100: one edit more than the reference has words, unless "
        "that is empty."
    )
    strengths: ClassVar[str] = (
        "Languages that order phrases differently: a moved block costs the jumps there and back, however long it "
        "is. The search is exact, where TER's is greedy."
    )
    weaknesses: ClassVar[str] = (
        "Blocks may be left out or used twice for the price of a jump, so superfluous and repeated words cost "
        "little. A synonym costs as much as nonsense."
    )
    disagreements: ClassVar[str] = (
        "Moses rounds rates down to whole numbers before it chooses among references. The paper also has "
        "substitution costs that depend on the words; Moses and this count each as 1."
    )
    measure: ClassVar[EditMeasure] = EditMeasure.COVER
    is_aligned: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return "CDER"
