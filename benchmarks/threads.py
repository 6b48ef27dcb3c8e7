"""Two threads against one: elapsed time, best of seven."""

from benchmarks.clock import wall_seconds
from benchmarks.metrics import ours
from benchmarks.text import corpus

SEGMENTS = 100_000
REPEATS = 7


def run() -> None:
    """Print a line for each metric."""
    batch = corpus(SEGMENTS, 1)
    print(f"{SEGMENTS} segments, elapsed time, best of {REPEATS}")
    for name in ("bleu", "chrf"):
        best = {1: float("inf"), 2: float("inf")}
        for _ in range(REPEATS):
            for threads in best:
                seconds = wall_seconds(ours(f"{name}:threads={threads}"), batch)
                best[threads] = min(best[threads], seconds)
        print(f"  {name:<10} one {1000 * best[1]:6.0f} ms, two {1000 * best[2]:6.0f} ms: {best[1] / best[2]:.2f} times")
