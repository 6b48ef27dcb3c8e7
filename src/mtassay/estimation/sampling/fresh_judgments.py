"""Target A: what would come out if all outputs were judged afresh, repeats too."""

from dataclasses import replace

import numpy as np

from mtassay.estimation.prediction.prediction import Prediction
from mtassay.estimation.prediction.predictor import Predictor
from mtassay.estimation.sampling.rate_estimate import RateEstimate, check_target, name_target


def repeat_noise(predictor: Predictor, repeat_share: float) -> float | None:
    """The variance that stored scores of repeats add when fresh ones are meant; None where the memory cannot tell.

    It is told by systems of the memory whose repeats were judged again as theirs.
    """
    if repeat_share == 0:
        return 0.0
    gaps = predictor.gaps[~np.isnan(predictor.gaps)]
    if len(gaps) < 2:
        return None
    return repeat_share**2 * float((gaps**2).sum()) / (len(gaps) - 1)


def noise_degrees(predictor: Predictor) -> float:
    """The degrees of freedom of that variance: one less than the systems that tell it."""
    return float(np.count_nonzero(~np.isnan(predictor.gaps))) - 1


def aim_at(estimate: RateEstimate, prediction: Prediction, target: str) -> RateEstimate:
    """An estimate of target B as one of the target that is wanted: the same number, a wider interval for A."""
    if check_target(target) == "B":
        return replace(estimate, target=name_target(target, prediction.near_repeats))
    noise = repeat_noise(prediction.predictor, estimate.repeat_share)
    if noise is None:
        reason = "no two systems of the memory had their repeats judged again, so the noise of repeats is unknown"
        return replace(estimate, target="A", variance=None, reason=reason)
    if estimate.variance is None or noise == 0:
        return replace(estimate, target="A")
    degrees = noise_degrees(prediction.predictor)
    return replace(estimate, target="A", variance=estimate.variance + noise, degrees=degrees)
