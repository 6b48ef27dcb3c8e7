"""CPU time of every check on 100,000 segments of one system; there is no peer."""

import random
import time

import mtassay
from benchmarks.text import EXAMPLES
from mtassay.checks.base import CHECKS

SEGMENTS = 100_000


def _evalset() -> mtassay.EvalSet:
    """Two segments of the dialogues and a number in each line, the same in source, reference and output."""
    rng = random.Random(1)
    names = ("source.de.txt", "reference-a.en.txt", "systems/neural-small.txt")
    lines = list(zip(*((EXAMPLES / name).read_text(encoding="utf-8").splitlines() for name in names), strict=True))
    texts = [
        [f"{one} {number} {other}" for one, other in zip(first, second, strict=True)]
        for first, second, number in zip(
            rng.choices(lines, k=SEGMENTS),
            rng.choices(lines, k=SEGMENTS),
            rng.sample(range(10**6), SEGMENTS),
            strict=True,
        )
    ]
    sources, references, outputs = ([text[part] for text in texts] for part in range(3))
    return mtassay.EvalSet(references, sources=sources, systems={"new": outputs})


def run() -> None:
    """Print a line for each check, and one for all."""
    print(f"{SEGMENTS:,} segments of 28 words, with references and sources")
    evalset = _evalset()
    total = 0.0
    for name in CHECKS:
        started = time.process_time()
        mtassay.check(evalset, [name])
        seconds = time.process_time() - started
        total += seconds
        print(f"  {name:<14} {seconds:5.2f} s")
    print(f"  {'all':<14} {total:5.2f} s, {1e6 * total / SEGMENTS:.0f} µs a segment")
