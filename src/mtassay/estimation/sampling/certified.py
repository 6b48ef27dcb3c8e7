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
    sample = sample_mean(prediction, queue, scores, without_score)
    return aim_at(with_interval(prediction, queue, sample, check_level(level)), prediction, target)


def with_interval(prediction: Prediction, queue: QueueSample, sample: SampleMean, level: float) -> RateEstimate:
    """A sample's mean with all that belongs to it, for target B."""
    reason = ""
    if sample.variance is None:
        reason = "nothing of the queue was judged yet"
        if sample.outside:
            reason = "the queue's first item is open" if queue.dealt is None else "not all of its judges have begun"
    return RateEstimate(
        system=prediction.system,
        method="certified",
        target="B",
        mean=sample.mean,
        variance=sample.variance,
        degrees=sample.degrees,
        level=level,
        outputs=sample.outputs,
        repeats=sample.repeats,
        new=sample.outputs - sample.repeats,
        judged=sample.size,
        outside=sample.outside,
        without_score=sample.without_score,
        without_neighbours=prediction.without_neighbours,
        systems=prediction.predictor.systems,
        revision=prediction.revision,
        seed=queue.seed,
        judges_adjusted=prediction.effects is not None and prediction.effects.is_fitted,
        text_variance=prediction.text_variance,
        is_expected=sample.is_expected,
        reason=reason,
    )
