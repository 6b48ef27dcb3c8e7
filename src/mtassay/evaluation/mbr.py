"""The best of several candidates: by minimum Bayes risk, or by a reference."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.nbest import check_candidates
from mtassay.metrics.base import Floats, Metric


@dataclass(frozen=True)
class Choice:
    """Which candidate, counted from 0, and the score for which it was chosen."""

    index: int
    score: float


def choose_by_risk(
    candidates: Sequence[str],
    metric: Metric[Any],
    weights: Sequence[float] | None = None,
    target_language: str | None = None,
) -> Choice:
    """The candidate that agrees best with all candidates, each taken as a reference in turn.

    `weights` say how much each counts as a reference, for example its probability. Of equals the first.
    """
    check_candidates(candidates, weights)
    metric = metric.for_evalset(EvalSet(candidates, target_language=target_language, warn_of_blanks=False))
    shares = np.full(len(candidates), 1.0) if weights is None else np.asarray(weights, dtype=np.float64)
    return _best(metric.pairwise(candidates, candidates) @ (shares / shares.sum()), metric)


def choose_by_reference(
    candidates: Sequence[str], references: Sequence[str], metric: Metric[Any], target_language: str | None = None
) -> Choice:
    """The oracle: the candidate that a metric likes best given the true references. Of equals the first."""
    check_candidates(candidates, None)
    evalset = EvalSet([list(references)] * len(candidates), target_language=target_language, warn_of_blanks=False)
    resolved = metric.for_evalset(evalset)
    rows = resolved.stats(candidates, resolved.prepare(evalset))
    return _best(resolved.for_segments().score(rows), metric)


def _best(scores: Floats, metric: Metric[Any]) -> Choice:
    index = int(np.argmax(scores) if metric.higher_is_better else np.argmin(scores))
    return Choice(index, float(scores[index]))
