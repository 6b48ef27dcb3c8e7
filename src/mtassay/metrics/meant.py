"""MEANT as far as it can be had without a labeller of semantic roles: YiSi's comparison of frames alone."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay.errors import SettingError
from mtassay.metrics.yisi import Yisi
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class Meant(Yisi):
    """P R / (alpha · P + (1 - alpha) · R) of who did what to whom, as `yisi` with beta 1; mean over segments.

    `frames=FILE` must be given; `yisi` says how it looks, and how frames are compared. A segment without frames in one
    of its texts scores 0.
    """

    name: ClassVar[str] = "meant"
    title: ClassVar[str] = "who did what to whom, like MEANT"
    paper: ClassVar[str] = (
        "Chi-kiu Lo and Dekai Wu. 2011. MEANT: An Inexpensive, High-Accuracy, Semi-Automatic Metric for Evaluating "
        "Translation Utility Based on Semantic Roles. Proceedings of ACL 2011, pages 220-229."
    )
    range: ClassVar[str] = "0 (no event in common) to 1 (the reference itself)"
    strengths: ClassVar[str] = (
        "Asks for events and who takes part in them, not for wording; shows what was misunderstood."
    )
    weaknesses: ClassVar[str] = (
        "No better than the labels that it is given; words outside of frames, and sentences without a verb, count for "
        "nothing. It cannot score other text or explain."
    )
    disagreements: ClassVar[str] = (
        "MEANT itself trained its weights on judgments, and its versions differ in how fillers are compared; these are"
        " the weights and similarities of YiSi, which grew out of it. So tables call it MEANT-like."
    )
    needs_settings: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = (
        "frames=frames.jsonl",
        "frames=other.jsonl,beta=0.5,vectors=vectors.txt,ngram=1,alpha=0.5,characters=yes,tokenize=13a",
    )

    beta: float | None = setting(1.0, "weight of frames against all words", low=0, high=1)

    def __post_init__(self) -> None:
        if not self.frames:
            raise SettingError(
                "meant: no frames; name the file that says who did what to whom: meant:frames=FILE. Without one, yisi "
                "compares words"
            )
        super().__post_init__()

    @property
    def label(self) -> str:
        return "MEANT-like"
