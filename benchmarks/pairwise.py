"""All pairs of 256 samples of one segment, chrF beside fastchrf; one thread."""

import random

import fastchrf

import mtassay
from benchmarks.clock import compare
from benchmarks.text import EXAMPLES

SAMPLES = 256
REPEATS = 3


def samples(seed: int) -> list[str]:
    """Versions of two segments by the example systems, each with a few words dropped."""
    rng = random.Random(seed)
    files = [*sorted((EXAMPLES / "systems").iterdir()), *sorted(EXAMPLES.glob("reference-*"))]
    versions = [path.read_text(encoding="utf-8").splitlines() for path in files]
    first, second = rng.randrange(len(versions[0])), rng.randrange(len(versions[0]))
    words = [f"{rng.choice(versions)[first]} {rng.choice(versions)[second]}".split() for _ in range(SAMPLES)]
    return [" ".join(word for word in line if rng.random() > 0.05) for line in words]


def run() -> None:
    """Print a line for chrF, and the times of the other metrics."""
    chrf = mtassay.metric("chrf:threads=1")
    batches = [(samples(seed), samples(seed + 100)) for seed in range(REPEATS)]
    mine, peers, ratio = compare(chrf.pairwise, lambda h, r: fastchrf.pairwise_chrf([h], [r]), batches)
    print(f"{SAMPLES} x {SAMPLES} pairs, {REPEATS} repeats, CPU time, one thread")
    print(f"  chrF  {1e3 * mine:6.1f} ms, fastchrf {1e3 * peers:6.0f}: {ratio:5.0f} times as fast")
    for spec in ("bleu:threads=1", "wer:threads=1", "ter:threads=1"):
        metric = mtassay.metric(spec)
        mine, _, _ = compare(metric.pairwise, lambda h, r: None, batches)
        print(f"  {metric.label:<5} {1e3 * mine:6.1f} ms")
