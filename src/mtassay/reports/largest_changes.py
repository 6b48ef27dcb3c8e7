"""Segments that gain or lose most from one system to another: what a report shows to be read."""

import numpy as np

from mtassay.analyses.result import Analyses
from mtassay.metrics.base import Floats

_MOST = 10


def segment_changes(analyses: Analyses, scores: Floats | None = None) -> Floats:
    """What each segment gains by the first metric between the two systems that are compared first.

    Without a pair it is the score of the only system; higher is better always. `scores` are those of segments by
    system, where somebody has them already.
    """
    view, plan = analyses.view, analyses.plan
    if scores is None:
        scores = plan.means(view.evidence(0).score_units())
    sign = 1 if view.metrics[0].higher_is_better else -1
    if not plan.pairs:
        return sign * scores[:, 0]
    first, second = plan.pairs[0]
    return np.nan_to_num(sign * (scores[:, second] - scores[:, first]))  # what has no score is neither


def largest_changes(analyses: Analyses, scores: Floats | None = None) -> tuple[list[int], list[int]]:
    """The places of the segments that lost most, and of those that gained most; without a pair the worst."""
    changes = segment_changes(analyses, scores)
    order = np.argsort(changes, kind="stable")
    if not analyses.plan.pairs:
        return [place for place in order[:_MOST].tolist() if changes[place] == changes[place]], []
    losing = [place for place in order[:_MOST].tolist() if changes[place] < 0]
    return losing, [place for place in order[::-1][:_MOST].tolist() if changes[place] > 0]
