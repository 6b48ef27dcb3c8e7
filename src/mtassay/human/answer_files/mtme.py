"""Scores of people as mt-metrics-eval reads them: a line for each segment of each system, or for each system."""

from collections import defaultdict
from dataclasses import dataclass
from typing import ClassVar

from mtassay.human.answer_files.base import AnswerSet, WriteOnly, mean_of, plain_cell
from mtassay.human.protocols.marking import Marking
from mtassay.human.protocols.rating import Rating

_NONE = "None"


@dataclass(frozen=True, kw_only=True)
class Mtme(WriteOnly):
    """System and score, in the order of segments in each system; `None` where nobody answered.

    A name that ends in `.sys.score` holds the mean of each system, over segments of the mean over answers. Penalties
    of MQM are negative, so that more is better.
    """

    name: ClassVar[str] = "mtme"
    title: ClassVar[str] = "scores by system and segment, as mt-metrics-eval has them"

    def write(self, answers: AnswerSet, path: str) -> bytes:
        chosen = answers.of((Rating, Marking), self.name, "scores and penalties")
        first = chosen[0].protocol
        said: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
        for answer in chosen:
            if answer.protocol != first:  # fluency and adequacy are not one score
                continue
            (item,) = answer.items
            value = answer.numbers[0].value
            for system in item.systems:
                said[system][item.position].append(value if first.better == "higher" else -value)
        last = max(position for segments in said.values() for position in segments)
        lines = []
        for system, segments in said.items():
            means = {position: mean_of(values) for position, values in segments.items()}
            if path.endswith(".sys.score"):
                lines.append((system, f"{mean_of(list(means.values())):.10g}"))
                continue
            lines += [(system, f"{means[place]:.10g}" if place in means else _NONE) for place in range(1, last + 1)]
        return "".join(f"{plain_cell(system)}\t{score}\n" for system, score in lines).encode()
