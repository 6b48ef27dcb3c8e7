"""How many judgments a wanted precision takes, said before anybody judges; and when to stop."""

from dataclasses import dataclass

from mtassay.errors import SettingError
from mtassay.estimation.prediction.prediction import Prediction
from mtassay.estimation.sampling.fresh_judgments import noise_degrees, repeat_noise
from mtassay.estimation.sampling.queue import dealt_probabilities
from mtassay.estimation.sampling.rate_estimate import check_level, check_target, name_target
from mtassay.estimation.sampling.sample import degrees_of_freedom
from mtassay.human.sser import RATE_PER_POINT
from mtassay.significance.student import t_quantile

LOOKS = (0.05, 0.1, 0.2, 0.3, 0.5)
"""The shares of new outputs at which to look, where judging stops at a width: this costs about 1 % of coverage."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a certified interval of a wanted half width takes, in judgments of one output each.

    `judgments` is None where no number reaches it; `reason` then says why. `half_width` is that which is expected after
    them, in points of SSER. `without_memory` are those of a random sample that is estimated by its mean, by how much
    the memory's scores differ. `words` are those to be read, on average over all queues, of `all_words` of the test
    set; `minutes` what that takes at the pace of the judges, None where no judgment was timed.
    """

    system: str
    target: str
    wanted: float
    level: float
    judgments: int | None
    half_width: float
    without_memory: int
    items: int
    outputs: int
    repeats: int
    revision: int
    words: float | None = None
    all_words: float = 0.0
    minutes: float | None = None
    reason: str = ""

    @property
    def share(self) -> float | None:
        """The judgments as a share of the test set, 0 to 1."""
        return None if self.judgments is None else self.judgments / self.outputs

    @property
    def saved(self) -> float | None:
        """The share of judgments that the memory saves, 0 to 1."""
        return None if self.judgments is None else 1 - self.judgments / max(self.without_memory, 1)


def plan(prediction: Prediction, half_width: float = 1.0, target: str = "B", level: float = 0.95) -> Plan:
    """The fewest judgments for a half width in points of SSER."""
    if not half_width > 0:
        raise SettingError(f"a half width of {half_width:g} points: it must lie above 0")
    check_target(target)
    check_level(level)
    fewest, most = 0, prediction.items
    reached = expected_half_width(prediction, most, target, level)
    reason = ""
    if reached is None or reached > half_width:
        reason = "the noise of repeats is unknown" if reached is None else "the noise of repeats alone is wider"
        judgments = None
    else:
        # more judgments never widen it, so halving finds the fewest
        while fewest < most:
            middle = (fewest + most) // 2
            width = expected_half_width(prediction, middle, target, level)
            fewest, most = (fewest, middle) if width is not None and width <= half_width else (middle + 1, most)
        judgments = fewest
        reached = expected_half_width(prediction, fewest, target, level)
    effort = None if judgments is None else expected_effort(prediction, judgments)
    return Plan(
        system=prediction.system,
        target=name_target(target, prediction.near_repeats),
        wanted=half_width,
        level=level,
        judgments=judgments,
        half_width=float("nan") if reached is None else reached,
        without_memory=judgments_without_memory(len(prediction), prediction.predictor.score_spread, half_width, level),
        items=prediction.items,
        outputs=len(prediction),
        repeats=prediction.repeats,
        revision=prediction.revision,
        words=None if effort is None else effort.words,
        all_words=float(prediction.words.sum()),
        minutes=None if effort is None else effort.minutes,
        reason=reason,
    )


@dataclass(frozen=True)
class Effort:
    """Words to be read and minutes of judging, which are None where no judgment was timed."""

    words: float
    minutes: float | None


def expected_effort(prediction: Prediction, judgments: int) -> Effort:
    """What so many judgments take, on average over all queues; longer outputs are often asked for first."""
    chances = dealt_probabilities(prediction.item_sizes, prediction.dealt, judgments)
    words = float((chances * prediction.words[prediction.first]).sum())
    if prediction.seconds is None:
        return Effort(words, None)
    return Effort(words, float((chances * prediction.seconds[prediction.first]).sum()) / 60)


def planned_judgments(prediction: Prediction, half_width: float = 1.0) -> int:
    """The judgments to ask for; at least two, because one says nothing of how sure it is."""
    judgments = plan(prediction, half_width).judgments
    return min(max(judgments or 0, 2), prediction.items)


def expected_half_width(prediction: Prediction, judgments: int, target: str = "B", level: float = 0.95) -> float | None:
    """Of the certified interval after so many judgments, in points of SSER; infinite after none, None if unknown."""
    variance, degrees = 0.0, degrees_of_freedom(judgments)
    if target == "A":
        noise = repeat_noise(prediction.predictor, prediction.repeat_share)
        if noise is None:
            return None
        if noise > 0:
            variance, degrees = noise, noise_degrees(prediction.predictor)
    if judgments < prediction.items:
        if not judgments:
            return float("inf")
        chances = dealt_probabilities(prediction.item_sizes, prediction.dealt, judgments)
        deviations = prediction.item_deviations * prediction.item_counts
        variance += float((deviations**2 * (1 - chances) / chances).sum()) / len(prediction) ** 2
    if variance == 0:
        return 0.0
    spread: float = variance**0.5
    return RATE_PER_POINT * t_quantile((1 + level) / 2, degrees) * spread


def judgments_without_memory(outputs: int, spread: float, half_width: float, level: float = 0.95) -> int:
    """How many outputs of a random sample must be judged, where their mean is the estimate."""
    fewest, most = 2, outputs
    while fewest < most:
        middle = (fewest + most) // 2
        error = spread * ((1 - middle / outputs) / middle) ** 0.5
        width = RATE_PER_POINT * t_quantile((1 + level) / 2, middle - 1) * error
        fewest, most = (fewest, middle) if width <= half_width else (middle + 1, most)
    return min(fewest, outputs)  # a single output has no spread, and is judged whole
