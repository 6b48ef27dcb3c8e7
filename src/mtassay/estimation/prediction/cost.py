"""What a judgment costs: one judgment each, its words, or the seconds that it takes."""

import numpy as np

from mtassay.errors import InputError, SettingError
from mtassay.human.memory import Floats, Ints, Memory
from mtassay.human.reading_pace import reading_pace
from mtassay.settings import did_you_mean

JUDGMENTS, WORDS, SECONDS = "judgments", "words", "seconds"
COSTS = (JUDGMENTS, WORDS, SECONDS)
"""What a queue is to save."""

WORDS_BESIDE = 3.0
"""How many words the shortest judgment costs besides its own."""


def check_cost(cost: str) -> str:
    """The cost, or a SettingError."""
    if cost not in COSTS:
        raise SettingError(f"there is no cost {cost!r}{did_you_mean(cost, COSTS)}; there are {', '.join(COSTS)}")
    return cost


def find_seconds(memory: Memory, lengths: Ints, words: Floats, judge: Ints, cost: str = JUDGMENTS) -> Floats | None:
    """What judging outputs of so many words takes their judges, -1 for anybody; None where no judgment was timed.

    `lengths` are those of the memory's targets. Where seconds are the cost, they must be known.
    """
    pace = reading_pace(memory, lengths)
    if pace is None:
        if check_cost(cost) == SECONDS:
            raise InputError(
                "no judgment of this project says how long it took, so a queue cannot save seconds; save words instead"
            )
        return None
    return np.maximum(pace.seconds(words, judge), 0.1)
