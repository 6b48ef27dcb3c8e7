"""CPU time of all analyses of two systems, beside compare-mt, and of ten systems on 5,000 segments.

Of the examples, and of public sets where their folder is beside that of the repository. Each in a process of its own,
whose memory is that of this work alone, with one thread of linear algebra, as the command line has it.
"""

import contextlib
import gzip
import io
import os
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
from mtassay.analyses.counting.view import View
from mtassay.analyses.errors import Errors

SEGMENTS = 2_400
ROUNDS = 3
MANY_SYSTEMS, MANY_SEGMENTS = 10, 5_000
# Hjerson's program is not to be had here: a system took so long where compare-mt took as long as this, in seconds
HJERSON, COMPARE_MT_THEN = 2.15, 4.9
PUBLIC = Path(__file__).parents[2] / "shared" / "data"
TED, NEWS = PUBLIC / "ted-slk-eng-pair", PUBLIC / "wmt13-fren-rank5"


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


def ted_pair() -> mtassay.EvalSet:
    """The pair of talks that compare-mt comes with."""
    systems = {name: _lines(TED / f"sys{name}.detok.eng.txt") for name in ("1-pbmt", "2-nmt")}
    sources, references = _lines(TED / "source.tok.slk.txt"), _lines(TED / "reference.detok.eng.txt")
    return mtassay.EvalSet(references, sources=sources, systems=systems, target_language="en")


def news() -> mtassay.EvalSet:
    """Ten systems of WMT13; its 3,000 segments are as many as wanted once they begin anew."""
    places = [place % len(_lines(NEWS / "source.fr.txt.gz")) for place in range(MANY_SEGMENTS)]

    def read(path: Path) -> list[str]:
        lines = _lines(path)
        return [lines[place] for place in places]

    paths = sorted((NEWS / "outputs").glob("*.txt.gz"))[:MANY_SYSTEMS]
    systems = {path.name.removesuffix(".en.txt.gz"): read(path) for path in paths}
    sources, references = read(NEWS / "source.fr.txt.gz"), read(NEWS / "reference.en.txt.gz")
    return mtassay.EvalSet(references, sources=sources, systems=systems, target_language="en")


def _lines(path: Path) -> list[str]:
    content = path.read_bytes()
    return (gzip.decompress(content) if path.suffix == ".gz" else content).decode().split("\n")[:-1]


def run() -> None:
    """Print what was measured."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    for name in _PARTS:
        arguments = [sys.executable, "-m", "benchmarks.analyses", name]
        print(subprocess.run(arguments, env=environment, capture_output=True, text=True, check=True).stdout, end="")


def _pair_of_examples() -> None:
    evalsets = []
    for seed in range(ROUNDS):
        references, outputs = example_texts(2, SEGMENTS, seed)
        evalsets.append(mtassay.EvalSet(references, systems=outputs, target_language="en"))
    print(f"2 systems, {SEGMENTS:,} segments of 28 words, medians of {ROUNDS}")
    _beside_compare_mt(evalsets)
    for spec in ANALYSES:
        if spec not in ("terms", "consistency", "kept"):
            print(f"  {spec:<14} {_cpu(_analyze(evalsets[0], spec)):5.2f} s")


def _ted() -> None:
    if TED.is_dir():
        print(f"the pair of talks, 2,445 segments, medians of {ROUNDS}")
        _beside_compare_mt([ted_pair() for _ in range(ROUNDS)])


def _beside_compare_mt(evalsets: list[mtassay.EvalSet]) -> None:
    """Ours and the peer by turns, each on a test set that it has not seen."""
    ours, peers, classes = [], [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for evalset in evalsets:
            texts = zip(("reference", "first", "second"), (evalset.references, *evalset.systems.values()), strict=True)
            for file, lines in texts:
                written = (line if isinstance(line, str) else line[0] for line in lines or ())
                (folder / file).write_text("".join(f"{line}\n" for line in written), encoding="utf-8")
            peers.append(_cpu(_compare_mt(folder)))
            classes.append(_cpu(_count_classes(evalset)) / len(evalset.systems))
            ours.append(_cpu(_analyze(evalset)))
    times = median(peer / mine for peer, mine in zip(peers, ours, strict=True))
    hjerson = [peer * HJERSON / COMPARE_MT_THEN for peer in peers]
    faster = median(peer / mine for peer, mine in zip(hjerson, classes, strict=True))
    print(f"  all analyses   {median(ours):5.2f} s")
    print(f"  compare-mt     {median(peers):5.2f} s, {times:.1f} times")
    print(f"  error classes  {1000 * median(classes):5.1f} ms a system")
    print(f"  hjerson.py     {1000 * median(hjerson):5.0f} ms a system, scaled by compare-mt, {faster:.0f} times")


def _count_classes(evalset: mtassay.EvalSet) -> Callable[[], object]:
    return lambda: list(Errors().count(View(evalset, ["chrf"])))


def _many_of_examples() -> None:
    references, outputs = example_texts(MANY_SYSTEMS, MANY_SEGMENTS, 1)
    _many("of the examples", mtassay.EvalSet(references, systems=outputs, target_language="en"))


def _many_of_news() -> None:
    if NEWS.is_dir():
        _many("of news", news())


def _many(kind: str, evalset: mtassay.EvalSet) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds = _cpu(_analyze(evalset))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{MANY_SYSTEMS} systems, {MANY_SEGMENTS:,} segments {kind}")
    print(f"  all analyses   {seconds:5.2f} s, {after:.0f} MB at most ({before:.0f} MB before)")


_PARTS = {"examples": _pair_of_examples, "talks": _ted, "many": _many_of_examples, "news": _many_of_news}

if __name__ == "__main__":
    _PARTS[sys.argv[1]]()
