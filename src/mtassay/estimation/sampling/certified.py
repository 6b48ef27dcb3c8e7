"""The SSER of a new system by a judged sample: unbiased whatever the memory predicts, with an interval that holds."""

from mtassay.estimation.prediction.prediction import Prediction
from mtassay.estimation.sampling.fresh_judgments import aim_at
from mtassay.estimation.sampling.queue import QueueSample
from mtassay.estimation.sampling.rate_estimate import RateEstimate, check_level
from mtassay.estimation.sampling.sample import SampleMean, sample_mean
from mtassay.human.memory import Bools, Floats


def certified(
    prediction: Prediction,
    queue: QueueSample,
    scores: Floats,
    without_score: Bools | None = None,
    target: str = "B",
    level: float = 0.95,
) -> RateEstimate:
    """The estimate after some of the queue was judged; `scores` are those of items, NaN where not judged yet.

    Take judge effects from scores first, as they were taken from the memory: `DrawnQueue.scores` does.
    """
    found = sample_mean(prediction, queue, scores, without_score)
    return aim_at(with_interval(prediction, queue, found, check_level(level)), prediction, target)


def with_interval(prediction: Prediction, queue: QueueSample, found: SampleMean, level: float) -> RateEstimate:
    """A sample's mean with all that belongs to it, for target B."""
    reason = "" if found.variance is not None else "nothing of the queue was judged yet"
    return RateEstimate(
        prediction.system,
        "certified",
        "B",
        found.mean,
        found.variance,
        found.degrees,
        level,
        found.outputs,
        found.repeats,
        found.outputs - found.repeats,
        found.size,
        found.outside,
        found.without_score,
        prediction.without_neighbours,
        prediction.predictor.systems,
        prediction.revision,
        queue.seed,
        prediction.effects is not None and prediction.effects.is_fitted,
        prediction.text_variance,
        found.is_expected,
        reason,
    )
