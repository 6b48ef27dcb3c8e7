"""The whole command, BLEU, chrF and TER of 2400 segments, beside sacreBLEU's; CPU time of the processes."""

import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks.startup import child_cpu_seconds
from benchmarks.text import corpus

SEGMENTS = 2400
REPEATS = 3


def run() -> None:
    """Print one line."""
    programs = Path(sys.executable).parent
    measured: dict[str, list[float]] = {"mtassay": [], "sacrebleu": []}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(REPEATS):
            hypotheses, references = corpus(SEGMENTS, seed)
            system, reference = Path(folder, "system.txt"), Path(folder, "reference.txt")
            system.write_text("\n".join(hypotheses) + "\n", encoding="utf-8")
            reference.write_text("\n".join(references) + "\n", encoding="utf-8")
            flags = [str(reference), "-i", str(system), "-m", "bleu", "chrf", "ter"]
            measured["mtassay"].append(child_cpu_seconds([str(programs / "mtassay"), "sacrebleu", *flags]))
            measured["sacrebleu"].append(child_cpu_seconds([str(programs / "sacrebleu"), *flags]))
    ours, theirs = statistics.median(measured["mtassay"]), statistics.median(measured["sacrebleu"])
    print(f"bleu, chrf and ter of {SEGMENTS} segments, median of {REPEATS}")
    print(f"  mtassay sacrebleu {ours:5.2f} s, sacrebleu {theirs:5.2f} s: {theirs / ours:5.0f} times as fast")
