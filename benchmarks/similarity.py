"""YiSi, TERp and skip n-grams, one thread; times of the programs are scaled by sacreBLEU's TER in the same run."""

import random
import statistics
import tempfile
from pathlib import Path

from sacrebleu.metrics.ter import TER

from benchmarks.clock import cpu_seconds
from benchmarks.edits import lines_of
from benchmarks.metrics import ours, theirs

SEGMENTS = 2_000
PEER_SEGMENTS = 300
WORDS = 20
REPEATS = 3
# the programs and sacreBLEU's TER on one machine, µs a segment of 20 words; TERp with costs=terpa and stems
YISI_PROGRAM, TERP_PROGRAM, TER_BESIDE_THEM = 1300, 5200, 1505


def vectors_of(texts: list[str], path: Path) -> None:
    """A vector of 300 numbers for each word."""
    rng = random.Random(5)
    words = sorted({word for text in texts for word in text.split()})
    rows = (f"{word} {' '.join(f'{rng.gauss(0, 1):.4f}' for _ in range(300))}\n" for word in words)
    path.write_text(f"{len(words)} 300\n" + "".join(rows))


def run() -> None:
    """Print a line for each metric."""
    print(f"{SEGMENTS} segments of {WORDS} words, {REPEATS} repeats on fresh text, CPU time, one thread")
    batches = [lines_of(WORDS, SEGMENTS, seed) for seed in range(REPEATS)]
    few = [lines_of(WORDS, PEER_SEGMENTS, seed) for seed in range(REPEATS)]
    ter = 1e6 * statistics.median(cpu_seconds(theirs(TER), batch) for batch in few) / PEER_SEGMENTS
    yisi, terp = (program * ter / TER_BESIDE_THEM for program in (YISI_PROGRAM, TERP_PROGRAM))
    print(f"  sacreBLEU's TER takes {ter:.0f} µs a segment, so YiSi's program would take {yisi:.0f}, TERp's {terp:.0f}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vectors.txt"
        vectors_of([text for batch in batches for texts in batch for text in texts], path)
        programs = {"YiSi-0": yisi, "TERp-A": terp}
        for name, spec in {
            "YiSi-0": "yisi:threads=1",
            "YiSi-1": f"yisi:vectors={path},threads=1",
            "TERp-A": "terp:wordnet=none,threads=1",
            "TERp-TER": "terp:costs=ter,threads=1",
            "skip-2-grams": "skipgram:threads=1",
        }.items():
            taken = [cpu_seconds(ours(spec), batch) for batch in batches]
            mine = 1e6 * statistics.median(taken) / SEGMENTS
            beside = f", the program {programs[name] / mine:.0f} times" if name in programs else ""
            print(f"  {name:<13} {mine:7.1f} µs a segment{beside}")
