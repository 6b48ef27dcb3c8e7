"""From counts of matched words to METEOR's score, with any parameters."""

from collections.abc import Mapping

import numpy as np

from mtassay.metrics.base import Floats
from mtassay.metrics.meteor_parameters import STAGES, Parameters


def meteor_scores(sums: Floats, parameters: Parameters) -> Floats:
    """Fmean (1 - penalty)."""
    parts = meteor_parts(sums, parameters)
    return np.maximum(parts["fmean"] * (1 - parts["penalty"]), 0.0)


def meteor_parts(sums: Floats, parameters: Parameters) -> Mapping[str, Floats]:
    """Precision, recall, their mean, and what is lost by text in pieces."""
    kinds = np.array([parameters.delta, 1 - parameters.delta])
    of_stages = sums[..., :16].reshape(*sums.shape[:-1], len(STAGES), 2, 2)  # stage, side, kind of word
    lengths = sums[..., 16:20].reshape(*sums.shape[:-1], 2, 2)
    # not by matrix products, whose last digits depend on how many rows there are
    matched = sum(
        weight * (of_stages[..., i, :, :] * kinds).sum(axis=-1) for i, weight in enumerate(parameters.weights)
    )
    shares = _divided(matched, (lengths * kinds).sum(axis=-1))
    precision, recall = shares[..., 0], shares[..., 1]
    mean = _divided(precision * recall, parameters.alpha * precision + (1 - parameters.alpha) * recall)
    fragments = _divided(sums[..., 20], sums[..., 21:23].sum(axis=-1) / 2)
    penalty = np.where(sums[..., 21] > 0, parameters.gamma * fragments**parameters.beta, 0.0)
    return {"precision": precision, "recall": recall, "fmean": mean, "penalty": penalty}


def _divided(numerator: Floats, denominator: Floats) -> Floats:
    """0 where there is nothing to divide by."""
    return np.divide(numerator, denominator, out=np.zeros(np.shape(numerator)), where=denominator > 0)
