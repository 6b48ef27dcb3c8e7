"""Estimates from a memory of 1,000 sources with 100 judged targets each, beside RapidFuzz doing the same distances."""

import random
import statistics
import time
from collections.abc import Callable

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from benchmarks.text import corpus
from mtassay.estimation.nearest.candidate_set import candidate_set
from mtassay.estimation.nearest.leave_one_out import leave_one_out
from mtassay.estimation.nearest.rule import estimate
from mtassay.human.memory import Memory, make_memory

SOURCES, TARGETS, REPEATS = 1000, 100, 3


def variants(line: str, count: int, words: list[str], rng: random.Random) -> list[str]:
    """Different translations that share most of their words: one to eight of them are replaced, dropped or moved."""
    made: dict[str, None] = {}
    while len(made) < count:
        changed = line.split()
        for _ in range(rng.randint(1, 8)):
            place = rng.randrange(len(changed))
            kind = rng.randrange(3)
            if kind == 0:
                changed[place] = rng.choice(words)
            elif kind == 1 and len(changed) > 1:
                del changed[place]
            else:
                changed.insert(rng.randrange(len(changed) + 1), changed.pop(place))
        made[" ".join(changed)] = None
    return list(made)


def filled(seed: int) -> tuple[Memory, list[str]]:
    """A memory as 100 systems fill it, and what one more system says of each source."""
    rng = random.Random(seed)
    _, lines = corpus(SOURCES, seed)
    words = sorted({word for line in lines for word in line.split()})
    pairs, new = [], []
    for line in lines:
        *judged, last = variants(line, TARGETS + 1, words, rng)
        pairs += [(line, text, rng.randint(0, 10)) for text in judged]
        new.append(last)
    return make_memory(pairs, systems=[f"system {number % TARGETS}" for number in range(len(pairs))]), new


def cut(memory: Memory) -> list[list[list[str]]]:
    """The words of the targets of each source."""
    bounds = zip(memory.offsets[:-1].tolist(), memory.offsets[1:].tolist(), strict=True)
    return [[text.split() for text in memory.targets[start:end]] for start, end in bounds]


def peer_among(memory: Memory) -> None:
    """All distances among the targets of each source."""
    for texts in cut(memory):
        # each pair twice: with one list on both sides cdist does each pair once, and takes twice the time
        cdist(texts, list(texts), scorer=Levenshtein.distance, dtype=np.int32, workers=1)


def peer_between(memory: Memory, new: list[str]) -> None:
    """The distances from each new output to the targets of its source."""
    for text, texts in zip(new, cut(memory), strict=True):
        cdist([text.split()], texts, scorer=Levenshtein.distance, dtype=np.int32, workers=1)


def seconds(work: Callable[[], object]) -> float:
    """CPU time of one call, all threads together."""
    started = time.process_time()
    work()
    return time.process_time() - started


def run() -> None:
    """Print a line for each task: median CPU seconds, one thread."""
    memories = [filled(seed) for seed in range(REPEATS)]
    places = np.arange(SOURCES)

    def median(work: Callable[[Memory, list[str]], object]) -> float:
        return statistics.median(seconds(lambda pair=pair: work(*pair)) for pair in memories)  # type: ignore[misc]

    words = statistics.mean(len(text.split()) for text in memories[0][0].targets)
    print(f"{SOURCES:,} sources x {TARGETS} targets of {words:.0f} words, {REPEATS} memories, CPU time, one thread")
    for spec in ("edits:threads=1", "moves:threads=1", "characters:threads=1"):
        name = spec.partition(":")[0]
        took = median(lambda memory, new, spec=spec: leave_one_out(memory, spec))  # type: ignore[misc]
        print(f"  leave one target out, {name:10} {took:6.2f} s")
        took = median(lambda memory, new, spec=spec: leave_one_out(memory, spec, "system"))  # type: ignore[misc]
        print(f"  leave one system out, {name:10} {took:6.2f} s")
        took = median(
            lambda memory, new, spec=spec: candidate_set(memory, estimate(memory, places, new, spec))  # type: ignore[misc]
        )
        print(f"  estimate {SOURCES:,} outputs, {name:10} {took:6.2f} s")
    print(f"  RapidFuzz, distances among the targets  {median(lambda memory, new: peer_among(memory)):6.2f} s")
    print(f"  RapidFuzz, distances of {SOURCES:,} outputs   {median(peer_between):6.2f} s")
