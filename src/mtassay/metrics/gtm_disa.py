"""GTM as the DISA report defines it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mtassay.metrics.gtm import GtmMetric
from mtassay.metrics.run_metric import RunCounting


@dataclass(frozen=True, kw_only=True)
class GtmDisa(GtmMetric):
    """2PR / (P + R) of the words that both texts have, in lower case, cut at white space.

    P is the share of the hypothesis' words that are matched, R that of the reference's. The same as
    `gtm:lowercase=yes`. Of several references the one with the best score counts.

    Agrees with the worked example of the report but for its rounding: it cuts digits off.
    """

    name: ClassVar[str] = "gtm-disa"
    title: ClassVar[str] = "F-score of matched words, as in the DISA report"
    paper: ClassVar[str] = (
        "Ayush Chaurasia, Arjya Das and Kishan Kumar. 2018. Evaluation Metric for Machine Translation. DISA Report, "
        "IIT Delhi. After: I. Dan Melamed, Ryan Green and Joseph P. Turian. 2003. Precision and Recall of Machine "
        "Translation. Companion Volume of the Proceedings of HLT-NAACL 2003, Short Papers, pages 61-63."
    )
    range: ClassVar[str] = "0 to 1: 0 is no word in common, 1 is the same words in any order"
    strengths: ClassVar[str] = "Simple enough to check by hand."
    weaknesses: ClassVar[str] = (
        "The order of words does not count at all, words match only as they are written, and punctuation sticks to "
        "them."
    )
    disagreements: ClassVar[str] = "The report prints 0.81 where its formula gives 0.818, because it cuts digits off."

    @property
    def label(self) -> str:
        return "GTM-DISA"

    @property
    def counting(self) -> RunCounting:
        return RunCounting()

    def signature_items(self) -> Iterator[tuple[str, str]]:
        yield "case", "lc"
        yield "tok", "none"
