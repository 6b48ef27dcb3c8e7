"""CPU time of all analyses of two systems, beside compare-mt, and of ten systems on 5,000 segments."""

import contextlib
import io
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import mtassay
from benchmarks.text import corpus
from mtassay.analyses.base import ANALYSES

SEGMENTS = 2_400
ROUNDS = 3
MANY_SYSTEMS, MANY_SEGMENTS = 10, 5_000


def example_texts(systems: int, segments: int, seed: int) -> tuple[list[str], dict[str, list[str]]]:
    """The same references with the outputs of several systems: each takes every line of a system of the examples."""
    outputs: dict[str, list[str]] = {}
    references: list[str] = []
    for number in range(systems):
        hypotheses, references = corpus(segments, seed)
        shift = number * 7  # another system each, with some segments wrong
        outputs[f"system-{number}"] = [
            hypotheses[(place + shift) % segments] if place % 11 < number else line
            for place, line in enumerate(hypotheses)
        ]
    return references, outputs


def _cpu(work: Callable[[], object]) -> float:
    started = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        work()
    return time.process_time() - started


def _compare_mt(folder: Path) -> Callable[[], object]:
    from compare_mt import compare_mt_main

    arguments = ["compare-mt", str(folder / "reference"), str(folder / "first"), str(folder / "second")]

    def run() -> None:
        before, sys.argv = sys.argv, arguments
        try:
            compare_mt_main.main()
        finally:
            sys.argv = before

    return run


def _analyze(evalset: mtassay.EvalSet, *specs: str) -> Callable[[], object]:
    """All analyses as users get them, or some with what takes least time beside them."""
    if specs:
        return lambda: mtassay.analyze(evalset, specs, ["chrf"], test="jackknife")
    return lambda: mtassay.analyze(evalset)


def run() -> None:
    """Print what was measured."""
    ours, peers, errors = [], [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(ROUNDS):
            references, outputs = example_texts(2, SEGMENTS, seed)
            first, second = outputs.values()
            for file, lines in (("reference", references), ("first", first), ("second", second)):
                (folder / file).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            evalset = mtassay.EvalSet(references, systems=outputs, target_language="en")
            ours.append(_cpu(_analyze(evalset)))
            peers.append(_cpu(_compare_mt(folder)))
            errors.append(_cpu(_analyze(evalset, "errors")))
    print(f"2 systems, {SEGMENTS:,} segments of 28 words, medians of {ROUNDS}")
    print(f"  all analyses   {median(ours):5.2f} s")
    times = median(peer / mine for peer, mine in zip(peers, ours, strict=True))
    print(f"  compare-mt     {median(peers):5.2f} s, {times:.1f} times")
    print(f"  errors alone   {median(errors):5.2f} s, with chrF")
    for spec in ANALYSES:
        if spec not in ("terms", "consistency", "kept"):
            print(f"  {spec:<14} {_cpu(_analyze(evalset, spec)):5.2f} s")
    # in a process of its own, whose memory is that of this work alone
    done = subprocess.run([sys.executable, "-m", "benchmarks.analyses"], capture_output=True, text=True, check=True)
    print(done.stdout, end="")


def _many() -> None:
    references, outputs = example_texts(MANY_SYSTEMS, MANY_SEGMENTS, 1)
    evalset = mtassay.EvalSet(references, systems=outputs, target_language="en")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds = _cpu(_analyze(evalset))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{MANY_SYSTEMS} systems, {MANY_SEGMENTS:,} segments of 28 words")
    print(f"  all analyses   {seconds:5.2f} s, {after:.0f} MB at most ({before:.0f} MB before)")


if __name__ == "__main__":
    _many()
