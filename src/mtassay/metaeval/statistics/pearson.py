"""Pearson's correlation: how nearly a metric's scores are a straight line of people's."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay.metaeval.statistics.correlation import RowCorrelation
from mtassay.significance.correlation import correlate_rows
from mtassay.significance.evidence import Floats


@dataclass(frozen=True, kw_only=True)
class Pearson(RowCorrelation):
    """The covariance of both scores over the product of their standard deviations.

    A single system far from the others can decide it: look at the outliers.
    """

    name: ClassVar[str] = "pearson"
    title: ClassVar[str] = "Pearson's r"
    paper: ClassVar[str] = (
        "Karl Pearson. 1895. Note on Regression and Inheritance in the Case of Two Parents. Proceedings of the Royal "
        "Society of London 58, pages 240-242."
    )

    def correlate(self, human: Floats, scores: Floats) -> Floats:
        return correlate_rows(human, scores)
