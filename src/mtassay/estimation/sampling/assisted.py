"""The best guess at the SSER of a new system: a judged sample and the memory's prediction, weighed by their errors."""

from dataclasses import replace

import numpy as np

from mtassay.errors import InputError
from mtassay.estimation.prediction.prediction import Prediction
from mtassay.estimation.sampling.certified import with_interval
from mtassay.estimation.sampling.fresh_judgments import aim_at
from mtassay.estimation.sampling.queue import QueueSample
from mtassay.estimation.sampling.rate_estimate import RateEstimate, check_level
from mtassay.estimation.sampling.sample import find_sample, sample_mean
from mtassay.estimation.sampling.zero_budget import LEAST_SYSTEMS, predicted_mean, too_few
from mtassay.human.memory import Bools, Floats


def assisted(
    prediction: Prediction,
    queue: QueueSample,
    scores: Floats,
    without_score: Bools | None = None,
    target: str = "B",
    level: float = 0.95,
) -> RateEstimate:
    """The estimate after some of the queue was judged, which supposes that the system is like those in the memory."""
    predictor = prediction.predictor
    reason = too_few(prediction) if not predictor.is_learnt or predictor.systems < LEAST_SYSTEMS else ""
    if reason := reason or _why_judges_differ(prediction):
        raise InputError(
            f"{prediction.system or 'this system'} cannot have an assisted estimate: {reason}; use the certified one"
        )
    sample = sample_mean(prediction, queue, scores, without_score)
    certified = with_interval(prediction, queue, sample, check_level(level))
    # what was judged outside the sample is known to both
    removed = np.zeros(prediction.items, dtype=bool) if without_score is None else without_score
    known = scores.copy()
    known[find_sample(queue, scores, removed).items] = np.nan
    mean = predicted_mean(prediction, known, without_score)
    mean, variance, degrees = weigh(
        sample.mean, sample.variance, sample.degrees, mean, prediction.error_variance, predictor.systems
    )
    estimate = replace(certified, method="assisted", mean=mean, variance=variance, degrees=degrees, reason="")
    return aim_at(estimate, prediction, target)


def _why_judges_differ(prediction: Prediction) -> str:
    """Why scores hold how strict their judges are, which makes the memory's own errors look too small; else empty."""
    effects = prediction.effects
    if prediction.judges < 2 or (effects is not None and effects.is_fitted):
        return ""
    why = "judge effects are switched off" if effects is None else effects.reason
    return f"its scores are of {prediction.judges} judges who may differ in how strict they are, and {why}"


def weigh(
    sampled: float, variance: float | None, degrees: float, predicted: float, error: float, systems: int
) -> tuple[float, float, float]:
    """Mean, variance and degrees of freedom of both together; without a variance the sample says nothing.

    The degrees are Satterthwaite's, of two variances that are estimates themselves.
    """
    if variance is None:
        return predicted, error, systems - 1.0
    weight = error / (error + variance) if error + variance > 0 else 1.0
    of_sample, of_memory = weight**2 * variance, (1 - weight) ** 2 * error
    total = of_sample + of_memory
    if total == 0:
        return sampled, 0.0, degrees
    mean = predicted + weight * (sampled - predicted)
    return mean, total, total**2 / (of_sample**2 / degrees + of_memory**2 / (systems - 1))
