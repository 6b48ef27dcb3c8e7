"""What systems cost one after the other where only the first are judged in full, and all later ones by their queues."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from mtassay.alignment.distances.base import Distance, distance
from mtassay.errors import InputError
from mtassay.estimation.prediction.cost import JUDGMENTS
from mtassay.estimation.prediction.dealing import Dealing
from mtassay.estimation.prediction.judged_targets import JudgedTargets, judged_targets
from mtassay.estimation.prediction.prediction import predict
from mtassay.estimation.prediction.quality import Qualities
from mtassay.estimation.sampling.certified import certified
from mtassay.estimation.sampling.plan import planned_judgments
from mtassay.estimation.sampling.queue import draw_queue
from mtassay.estimation.sampling.validation import enough_judged
from mtassay.human.judge_effects import JudgeEffects
from mtassay.human.memory import Bools, Floats, Memory, Outputs
from mtassay.human.sser import error_rate
from mtassay.human.translations import translations_of

FULL = 3
"""How many systems are judged in full before queues begin."""

ORDERS = 20
"""In how many orders systems come, each drawn at random."""

LAST = 3
"""The last systems of an order, which stand for a memory that grew for long."""


@dataclass(frozen=True, kw_only=True)
class SequenceStep:
    """A system that was judged by its queue alone when `earlier` others had been: what it took, and what came out."""

    system: str
    earlier: int
    outputs: int
    repeats: int
    judgments: int
    half_width: float
    error: float

    @property
    def share(self) -> float:
        """The judgments as a share of the test set, 0 to 1."""
        return self.judgments / self.outputs

    @property
    def is_covered(self) -> bool:
        """Whether the interval holds the truth."""
        return abs(self.error) <= self.half_width + 1e-9


@dataclass(frozen=True)
class SequenceValidation:
    """The steps of all orders, one after the other; `full` systems were judged in full in each."""

    steps: tuple[SequenceStep, ...]
    orders: int
    full: int
    half_width: float
    seed: int

    @property
    def places(self) -> tuple[int, ...]:
        """How many systems came before, from the first that was judged by its queue on."""
        return tuple(sorted({step.earlier for step in self.steps}))

    def at(self, earlier: int) -> tuple[SequenceStep, ...]:
        """The steps with so many systems before."""
        return tuple(step for step in self.steps if step.earlier == earlier)

    @property
    def last_share(self) -> float:
        """What the last systems of each order took, as a share of the test set."""
        last = set(self.places[-LAST:])
        return float(np.mean([step.share for step in self.steps if step.earlier in last]))

    @property
    def coverage(self) -> float:
        """The share of intervals that hold the truth."""
        return float(np.mean([step.is_covered for step in self.steps]))


def validate_sequence(
    memory: Memory,
    quality: Floats | None = None,
    effects: JudgeEffects | None = None,
    by: str | Distance = "edits",
    orders: int = ORDERS,
    seed: int = 1,
    half_width: float = 1.0,
    leave: str = "",
    advance: Callable[[int], None] | None = None,
    *,
    judge_memory: bool = False,
    near_repeats: bool = False,
    cost: str = JUDGMENTS,
) -> SequenceValidation:
    """Let the systems of a memory come one after the other, in orders by chance.

    The first three are judged in full. Of each later one people judge the beginning of its queue, as long as the plan
    says, and nothing else enters the memory for those that follow. `quality` and the rest are as for `validate`;
    `advance` is told of each step.
    """
    measure = distance(by)
    used = memory if effects is None else effects.adjusted(memory)
    judged = judged_targets(used, measure)
    numbers = [number for number in enough_judged(judged) if judged.names[number] != leave]
    if len(numbers) <= FULL:
        raise InputError(
            f"the memory has enough judgments of {len(numbers)} systems; a sequence needs {FULL} that are judged in "
            "full, and at least one after them"
        )
    whole = _Sequence(memory, used, judged, quality, effects, measure, half_width, judge_memory, near_repeats, cost)
    rng = np.random.default_rng(seed)
    steps = []
    for _ in range(orders):
        order = rng.permutation(numbers).tolist()
        is_known = np.isin(whole.system, order[:FULL])
        for place in range(FULL, len(order)):
            step, is_known = whole.step(order[: place + 1], is_known, int(rng.integers(2**31)))
            steps.append(step)
            if advance is not None:
                advance(1)
    return SequenceValidation(tuple(steps), orders, FULL, half_width, seed)


class _Sequence:
    """All that people said, of which a memory holds more from step to step."""

    def __init__(
        self,
        memory: Memory,
        used: Memory,
        judged: JudgedTargets,
        quality: Floats | None,
        effects: JudgeEffects | None,
        measure: Distance,
        half_width: float,
        judge_memory: bool,
        near_repeats: bool,
        cost: str,
    ) -> None:
        self._memory, self._judged, self._quality, self._effects = memory, judged, quality, effects
        self._measure, self._half_width, self._judge_memory = measure, half_width, judge_memory
        self._near_repeats, self._cost = near_repeats, cost
        self._judgments, self._points = memory.counting, used.counting.points
        names = {name: number for number, name in enumerate(judged.names)}
        numbers = np.array([*(names[name] for name in memory.systems), -1], dtype=np.int64)
        self.system = numbers[self._judgments.system]  # the last is for judgments of no system
        self._judge = judged.records.first_judge(len(judged.unit_system))

    def step(self, order: list[int], is_known: Bools, seed: int) -> tuple[SequenceStep, Bools]:
        """Judge the queue of the last system of an order; returns what came out, and all that is known then."""
        system, judged = order[-1], self._judged
        memory = replace(
            self._memory,
            judgments=self._judgments.chosen(is_known),
            outputs=tuple(self._outputs(number) for number in order),
        )
        translations = translations_of(memory, memory.outputs[-1])
        qualities = None
        if self._quality is not None:
            qualities = Qualities(self._quality, self._quality[translations.target], "")
        units = judged.units_of(system)
        dealing = Dealing(memory.judges, seed, self._judge[units]) if self._judge_memory else None
        prediction = predict(
            memory,
            translations,
            qualities,
            self._effects,
            self._measure,
            near_repeats=self._near_repeats,
            dealing=dealing,
            cost=self._cost,
        )
        # judges had as much as they had, so they cannot take turns here: all are in one order
        prediction = replace(prediction, dealt=None)
        truth = judged.truth(system)
        rate = error_rate(float(np.where(prediction.is_repeat, prediction.known, truth).mean()))
        count, half_width, estimated = 0, 0.0, rate
        if prediction.items:
            queue = draw_queue(prediction, seed)
            count = planned_judgments(prediction, self._half_width)
            asked = queue.order[:count]
            scores = np.full(prediction.items, np.nan)
            scores[asked] = truth[prediction.first[asked]]
            estimate = certified(prediction, queue, scores)
            estimated = estimate.sser
            half_width = float("inf") if estimate.half_width is None else estimate.half_width
            targets = translations.target[prediction.first[asked]]
            is_known = is_known | ((self.system == system) & np.isin(self._judgments.target, targets))
        step = SequenceStep(
            system=judged.names[system],
            earlier=len(order) - 1,
            outputs=len(prediction),
            repeats=prediction.repeats,
            judgments=count,
            half_width=half_width,
            error=estimated - rate,
        )
        return step, is_known

    def _outputs(self, system: int) -> Outputs:
        judged = self._judged
        places = judged.unit_target[judged.units_of(system)]
        return Outputs(judged.names[system], "", 0, judged.source[places], judged.places[places])
