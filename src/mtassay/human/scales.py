"""Scales on which people judge a translation. More is always better."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from mtassay.errors import InputError, SettingError
from mtassay.settings import did_you_mean

POINTS = 10.0
"""Figures of different scales are compared on 0 (worst) to 10 (best), as the SSER does."""


@dataclass(frozen=True)
class Scale:
    """Numbers from `low` (worst) to `high` (best), in steps or not, some of them in words."""

    low: float
    high: float
    step: float | None = None
    anchors: Mapping[float, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise SettingError(f"a scale from {self.low:g} to {self.high:g}: its end must lie above its start")
        if self.step is not None:
            steps = (self.high - self.low) / self.step if self.step > 0 else 0
            if steps < 1 or abs(steps - round(steps)) > 1e-9:
                raise SettingError(
                    f"a scale from {self.low:g} to {self.high:g} in steps of {self.step:g}: "
                    "the steps must fill it evenly"
                )
        object.__setattr__(self, "anchors", dict(sorted(self.anchors.items())))

    @property
    def spec(self) -> str:
        """`LOW..HIGH`, and `/STEP` where there are steps: `0..10/1`."""
        return f"{self.low:g}..{self.high:g}" + ("" if self.step is None else f"/{self.step:g}")

    @property
    def words(self) -> str:
        """For people: `0–10 in steps of 1`."""
        ends = f"{self.low:g} to {self.high:g}" if self.low < 0 else f"{self.low:g}–{self.high:g}"
        return ends + ("" if self.step is None else f" in steps of {self.step:g}")

    @property
    def values(self) -> tuple[float, ...]:
        """Every value of a scale that has steps, the worst first; empty where it has none."""
        if self.step is None:
            return ()
        count = round((self.high - self.low) / self.step)
        return tuple(self.low + self.step * number for number in range(count + 1))

    def points(self, value: float) -> float:
        """The value on 0 to 10: a straight line through the ends of the scale."""
        if value == self.high:
            return POINTS  # what is perfect stays so, however the numbers are rounded
        return POINTS * (value - self.low) / (self.high - self.low)

    def from_points(self, points: float) -> float:
        """The value that `points` of 0 to 10 stand for, between steps where it falls there."""
        if points == POINTS:
            return self.high
        return self.low + (self.high - self.low) * points / POINTS

    def check(self, value: float, place: str = "") -> float:
        """`value`, or an InputError where it is not on the scale."""
        where = f"{place}: " if place else ""
        if not math.isfinite(value) or not self.low <= value <= self.high:
            raise InputError(
                f"{where}the score {value:g} is not on the scale from {self.low:g} to {self.high:g}; "
                "correct it, or say which scale these scores have"
            )
        if self.step is not None:
            steps = (value - self.low) / self.step
            if abs(steps - round(steps)) > 1e-9:
                raise InputError(
                    f"{where}the score {value:g} falls between the steps of the scale {self.spec}; correct it, or use "
                    f"a scale without steps: {self.low:g}..{self.high:g}"
                )
        return value


EVALTRANS = Scale(
    0,
    10,
    1,
    {
        0: "nonsense",
        1: "a few aspects of the content come across",
        5: "understandable, with major errors of syntax",
        9: "fine but for slight errors of style, register or syntax",
        10: "perfect",
    },
)
"""The scale of the EvalTrans paper (Nießen et al. 2000)."""

SCALES: Mapping[str, Scale] = {
    "evaltrans": EVALTRANS,
    "classes": Scale(
        0,
        6,
        1,
        {
            0: "nonsense",
            1: "hardly anything comes across",
            2: "some of it comes across",
            3: "most of it comes across, with major errors",
            4: "all of it comes across, with errors",
            5: "slight errors only",
            6: "perfect",
        },
    ),
    "adequacy": Scale(1, 5, 1, {1: "nothing", 2: "little", 3: "much", 4: "most", 5: "all of the meaning"}),
    "fluency": Scale(1, 5, 1, {1: "incomprehensible", 2: "disfluent", 3: "like a learner's", 4: "good", 5: "flawless"}),
    "da": Scale(0, 100, None, {0: "worst", 100: "best"}),
    "points": Scale(0, 10, None, {0: "worst", 10: "best"}),
}
"""Scales by name; `classes` has the seven that the judges of the EvalTrans paper wished for."""

_NUMBER = r"-?\d+(?:\.\d+)?"
_SPEC = re.compile(rf"({_NUMBER})(?:\.\.|–|-)({_NUMBER})(?:/({_NUMBER}))?")


def scale(spec: str) -> Scale:
    """The scale of a name, or of `LOW..HIGH` or `LOW..HIGH/STEP`: `scale("da")`, `scale("0..10/1")`."""
    if spec in SCALES:
        return SCALES[spec]
    match = _SPEC.fullmatch(spec.strip())
    if match is None:
        raise SettingError(
            f"there is no scale {spec!r}{did_you_mean(spec, SCALES)}; there are {', '.join(SCALES)}, "
            "and scales such as 0..100 or 1..5/1"
        )
    low, high, step = match.groups()
    return Scale(float(low), float(high), None if step is None else float(step))
