"""MQM: marked errors to penalties, and penalties to points."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from mtassay.errors import SettingError
from mtassay.human.memory import Floats
from mtassay.human.scales import POINTS

GOOGLE_WEIGHTS: Mapping[str, float] = {
    "major": 5.0,
    "minor": 1.0,
    "neutral": 0.0,
    "no-error": 0.0,
    "major/non-translation!": 25.0,
    "minor/fluency/punctuation": 0.1,
}
"""Those of Freitag et al. (2021), as mt-metrics-eval has them."""

POINTS_PER_PENALTY = 0.4
"""A penalty of 25, the heaviest error, takes all ten points."""


class MarkedError(NamedTuple):
    """One row of annotation; a row that says `no-error` stands for a translation without any."""

    severity: str
    category: str = ""


@dataclass(frozen=True)
class MqmWeights:
    """Penalties of errors by `severity`, `severity/category` or `severity/category/subcategory`, case aside.

    The most specific one that fits counts; what none fits costs 0, and `knows` tells it from what does.
    """

    weights: Mapping[str, float] = field(default_factory=lambda: GOOGLE_WEIGHTS)

    def __post_init__(self) -> None:
        lowered = {key.strip().lower(): float(weight) for key, weight in self.weights.items()}
        for key, weight in lowered.items():
            if not 0 <= weight < np.inf:
                raise SettingError(f"the MQM weight of {key} is {weight:g}; a penalty must be 0 or more")
        object.__setattr__(self, "weights", dict(sorted(lowered.items())))

    @property
    def signature(self) -> str:
        """The weights, as a signature shows them."""
        return "mqm:" + ",".join(f"{key}={weight:g}" for key, weight in self.weights.items())

    def __hash__(self) -> int:
        return hash(self.signature)

    def knows(self, error: MarkedError) -> bool:
        """Whether any weight fits the error."""
        return self._key(error) is not None

    def weight(self, error: MarkedError) -> float:
        key = self._key(error)
        return 0.0 if key is None else self.weights[key]

    def penalty(self, errors: Iterable[MarkedError]) -> float:
        """The sum over the errors that one rater marked in one translation; 0 where there is none."""
        return float(sum(self.weight(error) for error in errors))

    def _key(self, error: MarkedError) -> str | None:
        parts = [part.strip() for part in f"{error.severity}/{error.category}".lower().split("/") if part.strip()]
        for length in range(len(parts), 0, -1):
            if (key := "/".join(parts[:length])) in self.weights:
                return key
        return None


def mean_penalty(errors_by_rater: Iterable[Iterable[MarkedError]], weights: MqmWeights | None = None) -> float:
    """The penalty of a translation that several raters annotated: the mean of theirs, NaN where there is none."""
    used = MqmWeights() if weights is None else weights
    penalties = [used.penalty(errors) for errors in errors_by_rater]
    return float(np.mean(penalties)) if penalties else float("nan")


def mqm_points(penalties: Floats | float) -> Floats:
    """Penalties as points of 0 to 10: 10 - 0.4 · penalty, and 0 from a penalty of 25 on.

    This conversion is ours, not the field's: a single major error gives 8, what MQM calls equal stays equal, but what
    lies beyond a penalty of 25 is no longer told apart.
    """
    points: Floats = np.maximum(0.0, POINTS - POINTS_PER_PENALTY * np.asarray(penalties, dtype=np.float64))
    return points
