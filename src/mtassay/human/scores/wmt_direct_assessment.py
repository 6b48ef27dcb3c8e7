"""Direct assessment as WMT published it: standard scores, means over segments, and stars of rank-sum tests."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mtassay.human.answers.judged_outputs import Scored
from mtassay.human.direct_assessment import standardize
from mtassay.human.memory import Floats
from mtassay.human.scores.columns import score_columns, segment_means
from mtassay.significance.rank_sum import rank_sum_p

_STARS = (0.001, 0.01, 0.05)


@dataclass(frozen=True)
class WmtSystem:
    """A system's mean standard score and mean raw score over segments, and on how many segments and answers."""

    system: str
    z: float
    raw: float
    segments: int
    answers: int


@dataclass(frozen=True, eq=False)
class WmtDirectAssessment:
    """Systems, the best z first; `p_values` of each (row) against each (column), one-sided; raters without z."""

    systems: tuple[WmtSystem, ...]
    p_values: Floats
    excluded: tuple[str, ...]

    def stars(self, better: int, worse: int) -> str:
        """How sure it is that a system is better than another, by their places."""
        return "*" * sum(float(self.p_values[better, worse]) < level for level in _STARS)


def wmt_direct_assessment(
    answers: Sequence[Scored], others: Sequence[Scored] = (), *, is_lower_better: bool = False
) -> WmtDirectAssessment:
    """Of the answers on systems; `others`, on references and spoilt texts, count for the mean of their raters alone.

    z has the rater's own mean and deviation (ddof 1) over all that he or she scored, and is turned where less is
    better, so that more z is better always.
    """
    everything = [*answers, *others]
    standard = standardize([each.judge for each in everything], [each.value for each in everything], ddof=1)
    columns = score_columns(answers)
    named = np.array([bool(each.judge.strip() and each.made_by) for each in answers], dtype=bool)
    turned = -standard.z if is_lower_better else standard.z
    z = columns.with_values(turned[: len(answers)][named])
    tables = [segment_means(values) for values in (z, columns)]
    systems, lists = [], []
    for place, name in enumerate(columns.systems):
        means = [table[:, place][~np.isnan(table[:, place])] for table in tables]
        given = int(np.count_nonzero(z.rows[1] == place))
        values = [float(mean.mean()) if len(mean) else float("nan") for mean in means]
        systems.append(WmtSystem(name, values[0], values[1], len(means[0]), given))
        lists.append(means[0])
    order = sorted(range(len(systems)), key=lambda place: (-np.nan_to_num(systems[place].z, nan=-np.inf), place))
    p_values = np.array([[rank_sum_p(lists[better], lists[worse]) for worse in order] for better in order])
    return WmtDirectAssessment(tuple(systems[place] for place in order), p_values, standard.excluded)
