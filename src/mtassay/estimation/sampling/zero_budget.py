"""The SSER of a new system when nothing of it is judged but its repeats."""

import numpy as np

from mtassay.estimation.prediction.prediction import Prediction
from mtassay.estimation.sampling.fresh_judgments import aim_at
from mtassay.estimation.sampling.rate_estimate import RateEstimate, check_level
from mtassay.human.memory import Bools, Floats

LEAST_SYSTEMS = 5
"""Fewer systems in the memory than this say too little of how wrong predictions of a whole system are."""


def zero_budget(prediction: Prediction, target: str = "B", level: float = 0.95) -> RateEstimate:
    """The estimate from the memory alone; without an interval where it knows fewer than five systems."""
    systems = prediction.predictor.systems
    variance: float | None = prediction.error_variance
    reason = ""
    if not prediction.new:
        variance = 0.0
    elif not prediction.predictor.is_learnt or systems < LEAST_SYSTEMS:
        variance, reason = None, too_few(prediction)
    estimated = RateEstimate(
        system=prediction.system,
        method="predicted",
        target="B",
        mean=predicted_mean(prediction),
        variance=variance,
        degrees=max(systems - 1.0, 1.0),
        level=check_level(level),
        outputs=len(prediction),
        repeats=prediction.repeats,
        new=prediction.new,
        judged=0,
        outside=0,
        without_score=0,
        without_neighbours=prediction.without_neighbours,
        systems=systems,
        revision=prediction.revision,
        seed=None,
        judges_adjusted=prediction.effects is not None and prediction.effects.is_fitted,
        text_variance=prediction.text_variance,
        is_expected=True,
        reason=reason,
    )
    return aim_at(estimated, prediction, target)


def predicted_mean(prediction: Prediction, scores: Floats | None = None, without_score: Bools | None = None) -> float:
    """The mean of stored scores and blended predictions; items with `scores` count as known."""
    blend = prediction.predictor.blend
    values = np.where(
        prediction.is_repeat, prediction.known, blend * prediction.corrected + (1 - blend) * prediction.calibrated
    )
    if scores is not None:
        of_items = np.append(scores, np.nan)[prediction.item]  # repeats, -1, are the last
        values = np.where(np.isnan(of_items), values, of_items)
    if without_score is not None:
        values = values[~np.append(without_score, False)[prediction.item]]
    return float(values.mean())


def too_few(prediction: Prediction) -> str:
    """Why the memory cannot say how wrong its predictions of systems are."""
    systems = prediction.predictor.systems
    if systems < LEAST_SYSTEMS:
        others = "1 other system" if systems == 1 else f"{systems} other systems"
        return f"the memory has judgments of {others}, and needs {LEAST_SYSTEMS}"
    return f"the memory has only {prediction.predictor.rows} judged outputs that no other system made"
