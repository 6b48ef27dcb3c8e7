"""Tests and intervals: whole commands beside sacreBLEU's, CPU time of the processes; and the bootstrap alone."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.startup import child_cpu_seconds
from benchmarks.text import corpus

SEGMENTS = 2400
REPEATS = 3
TESTS = {"--paired-bs": "1000 resampled test sets", "--paired-ar": "10000 exchanges"}


def run() -> None:
    """Print a line for each test, and one for the bootstrap in a process of its own with one BLAS thread."""
    programs = Path(sys.executable).parent
    print(f"bleu, chrf and ter of {SEGMENTS} segments x 2 systems, median of {REPEATS}")
    with tempfile.TemporaryDirectory() as folder:
        for flag, draws in TESTS.items():
            measured: dict[str, list[float]] = {"mtassay": [], "sacrebleu": []}
            for seed in range(REPEATS):
                flags = [*_files(Path(folder), seed), "-m", "bleu", "chrf", "ter", "-f", "text", "-q", flag]
                measured["mtassay"].append(child_cpu_seconds([str(programs / "mtassay"), "sacrebleu", *flags]))
                measured["sacrebleu"].append(child_cpu_seconds([str(programs / "sacrebleu"), *flags]))
            ours, theirs = statistics.median(measured["mtassay"]), statistics.median(measured["sacrebleu"])
            times = f"mtassay {ours:5.2f} s, sacrebleu {theirs:5.2f} s"
            print(f"  {flag}, {draws}: {times}: {theirs / ours:5.0f} times as fast")
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    subprocess.run([sys.executable, "-m", "benchmarks.significance"], check=True, env=environment)


def _files(folder: Path, seed: int) -> list[str]:
    """References, and two systems: each joins the example systems by chance."""
    first, references = corpus(SEGMENTS, seed)
    second, _ = corpus(SEGMENTS, seed)
    # one is a little worse than the other, or there would be nothing to test
    second = [text.rpartition(" ")[0] if number % 7 == 0 else text for number, text in enumerate(second)]
    paths = [folder / name for name in ("reference.txt", "first.txt", "second.txt")]
    for path, lines in zip(paths, (references, first, second), strict=True):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    reference, *systems = map(str, paths)
    return [reference, "-i", *systems]


def bootstrap() -> None:
    """CPU time of `Bootstrap(draws=1000)` on BLEU's rows of 3000 segments x 8 systems."""
    from mtassay import Bootstrap, EvalSet, metric
    from mtassay.evaluation.run import collect_rows

    hypotheses, references = corpus(3000, 0)
    systems = {str(number): [text[number:] for text in hypotheses] for number in range(8)}
    (evidence,) = collect_rows([metric("bleu")], EvalSet(references, systems=systems))
    seconds = []
    for _ in range(9):
        start = time.process_time()
        Bootstrap(draws=1000).intervals(evidence)
        seconds.append(time.process_time() - start)
    print("Bootstrap(draws=1000), BLEU of 3000 segments x 8 systems, median of 9")
    print(f"  {1000 * statistics.median(seconds):4.0f} ms")


def memory() -> None:
    """Peak memory above the rows while chrF's rows of a million segments x 2 systems are resampled and exchanged."""
    import numpy as np

    from mtassay import Bootstrap, metric, paired_test
    from mtassay.evaluation.rows import RowEvidence

    chrf = metric("chrf")
    rows = np.random.default_rng(0).integers(50, 200, size=(1_000_000, 2, len(chrf.columns))).astype(np.float32)
    evidence = RowEvidence(chrf, rows)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = _peak()
    Bootstrap(draws=100).intervals(evidence)
    paired_test("randomization:draws=100").compare(evidence, [(0, 1)])
    print("100 samples and 100 exchanges of a million segments x 2 systems, chrF")
    print(f"  {(_peak() - before) / 1e6:4.0f} MB above the rows, which take {rows.nbytes / 1e6:.0f} MB")


def _peak() -> int:
    """Of resident memory, in bytes (Linux)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1024 * int(status.split("VmHWM:")[1].split()[0])


if __name__ == "__main__":
    bootstrap()
    memory()
