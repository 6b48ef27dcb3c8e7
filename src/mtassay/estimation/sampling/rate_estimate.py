"""An estimated SSER: how it came about, and how sure it is."""

from dataclasses import dataclass

from mtassay.errors import SettingError
from mtassay.human.sser import RATE_PER_POINT, error_rate
from mtassay.settings import did_you_mean
from mtassay.significance.intervals import Interval
from mtassay.significance.student import t_quantile

TARGETS = ("B", "A")
"""What is estimated: repeats keep their stored scores and new outputs get a fresh one (B), or all get one (A)."""

NEAR = "B′"
"""Target B where also what differs from a judged translation in case and punctuation alone keeps its score."""

METHODS = ("judged", "partial", "certified", "assisted", "predicted", "evaltrans")
"""What an estimate rests on, by the word that commands, pages and files have for it.

Every output was judged; the same, of some segments of the test set only; a judged sample; that and the memory; the
memory alone; the rule of 2000.
"""


@dataclass(frozen=True, kw_only=True)
class RateEstimate:
    """The SSER of a system as estimated, 0 (best) to 100, and all that is needed to compute it anew.

    `mean` is its mean score of 0 to 10 and `variance` that of the mean's error, None where nothing can be said of it:
    `reason` then says why. `judged` items of the queue count as a sample; `outside` were judged out of their
    judge's order, or though nobody was asked for them, which makes them known; `without_score` were left out of
    `outputs` because nobody could judge them. `systems` are those that the memory learnt from. Where the judged outputs
    vary more than the memory expects of a system like its own, `is_expected` is false: the interval then rests on the
    sample alone. Means and ends of intervals are not clipped.
    """

    system: str
    method: str
    target: str
    mean: float
    variance: float | None
    degrees: float
    level: float
    outputs: int
    repeats: int
    new: int
    judged: int
    outside: int
    without_score: int
    without_neighbours: int
    systems: int
    revision: int
    seed: int | None = None
    judges_adjusted: bool = False
    text_variance: float = 0.0
    is_expected: bool = True
    reason: str = ""

    @property
    def sser(self) -> float:
        """The error rate of the mean score."""
        return error_rate(self.mean)

    @property
    def half_width(self) -> float | None:
        """Of the interval, in points of SSER; None where there is none."""
        if self.variance is None:
            return None
        if self.variance == 0:
            return 0.0
        spread: float = self.variance**0.5
        return RATE_PER_POINT * t_quantile((1 + self.level) / 2, self.degrees) * spread

    @property
    def interval(self) -> Interval | None:
        """Where the SSER lies with the stated confidence, for these very texts."""
        width = self.half_width
        return None if width is None else Interval(self.sser - width, self.sser + width, self.level)

    @property
    def repeat_share(self) -> float:
        """The share of outputs that were judged before, 0 to 1."""
        return self.repeats / self.outputs if self.outputs else float("nan")


def check_target(target: str) -> str:
    """The target, or a SettingError."""
    if target not in TARGETS:
        raise SettingError(f"there is no target {target!r}{did_you_mean(target, TARGETS)}; there are A and B")
    return target


def name_target(target: str, near_repeats: bool) -> str:
    """What results call a target."""
    return NEAR if target == "B" and near_repeats else target


def check_level(level: float) -> float:
    """The level, or a SettingError."""
    if not 0 < level < 1:
        raise SettingError(f"a confidence of {level:g}: it must lie between 0 and 1, such as 0.95")
    return level
