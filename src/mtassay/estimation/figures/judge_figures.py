"""Who judged how much, how kindly and how fast."""

from dataclasses import dataclass, replace

import numpy as np

from mtassay.errors import InputError
from mtassay.human.memory import Memory
from mtassay.human.pace import Pace, pace


@dataclass(frozen=True)
class JudgeFigures:
    """One judge. `judgments` counts all, rechecks and judgments of items alone included.

    `mean` is that of the points that count for scores, NaN where there are none; `pace` is None where no judgment says
    how long it took.
    """

    name: str
    judgments: int
    rechecks: int
    targets: int
    mean: float
    pace: Pace | None


def judge_figures(memory: Memory) -> tuple[JudgeFigures, ...]:
    """Every judge, the busiest first, those of nobody in particular under the empty name."""
    numbers = np.unique(memory.judgments.judge).tolist()
    figures = [_figures(memory, number, memory.judges[number] if number >= 0 else "") for number in numbers]
    return tuple(sorted(figures, key=lambda judge: (-judge.judgments, judge.name)))


def _figures(memory: Memory, number: int, name: str) -> JudgeFigures:
    own = memory.judgments.chosen(memory.judgments.judge == number)
    counting = own.points[~own.is_recheck & ~np.isnan(own.points)]
    return JudgeFigures(
        name,
        len(own),
        int(np.count_nonzero(own.is_recheck)),
        len(np.unique(own.target)),
        float(counting.mean()) if len(counting) else float("nan"),
        _pace(replace(memory, judgments=own)),
    )


def _pace(memory: Memory) -> Pace | None:
    try:
        return pace(memory)
    except InputError:  # none of these judgments was timed
        return None
