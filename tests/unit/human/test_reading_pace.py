import dataclasses

import numpy as np
import pytest

from mtassay.human.memory import Memory, make_memory
from mtassay.human.reading_pace import reading_pace


def memory_of(seconds: list[float], judges: list[str]) -> Memory:
    """Translation n has n words."""
    pairs = [("s", " ".join(["w"] * number), 5.0) for number in range(1, len(seconds) + 1)]
    memory = make_memory(pairs, judges=judges)
    return dataclasses.replace(memory, judgments=dataclasses.replace(memory.judgments, seconds=np.array(seconds)))


def lengths(memory: Memory) -> np.ndarray:
    return np.array([len(text.split()) for text in memory.targets])


def test_a_line_by_words() -> None:
    memory = memory_of([10 + 2 * n for n in range(1, 31)], ["anna"] * 30)
    found = reading_pace(memory, lengths(memory))
    assert found is not None
    assert (found.base, found.per_word, found.timed) == pytest.approx((10, 2, 30))
    assert found.seconds(np.array([5.0, 50.0]), np.array([0, -1])).tolist() == pytest.approx([20, 110])


def test_slow_judges_are_slow_for_every_length() -> None:
    seconds = [(10 + 2 * n) * (2 if n % 2 else 1) for n in range(1, 41)]
    memory = memory_of(seconds, ["slow" if n % 2 else "fast" for n in range(1, 41)])
    found = reading_pace(memory, lengths(memory))
    assert found is not None
    slow, fast = (found.factors[memory.judges.index(name)] for name in ("slow", "fast"))
    assert slow > 1.2
    assert fast < 0.8


def test_breaks_few_judgments_and_odd_paces() -> None:
    few = memory_of([20.0, 40.0, 5000.0, np.nan], ["anna"] * 4)
    found = reading_pace(few, lengths(few))
    assert found is not None
    assert (found.base, found.per_word, found.timed) == (30, 0, 2)
    falling = memory_of([100.0 - n for n in range(1, 31)], ["anna"] * 30)
    found = reading_pace(falling, lengths(falling))
    assert found is not None
    assert found.per_word == 0
    steep = memory_of([max(0.1, 10.0 * n - 40) for n in range(1, 31)], ["anna"] * 30)
    found = reading_pace(steep, lengths(steep))
    assert found is not None
    assert found.base == 0
    assert found.per_word > 0
    untimed = make_memory([("s", "a", 5)])
    assert reading_pace(untimed, lengths(untimed)) is None
