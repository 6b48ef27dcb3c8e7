"""METEOR 1.5 beside its jar, one thread, and how it starts; where METEOR's files and Java are on this machine."""

import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.clock import cpu_seconds
from benchmarks.metrics import ours
from benchmarks.text import corpus
from mtassay.alignment.resources.finding import find_resource
from mtassay.alignment.resources.meteor_data import METEOR

SEGMENTS = 2_000
REPEATS = 3
SPEC = "meteor:language=en,threads=1"


def jar_seconds(jar: Path, texts: tuple[list[str], list[str]], folder: Path) -> float:
    """CPU time of a run of the program, its start included."""
    for name, lines in zip(("hypotheses", "references"), texts, strict=True):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["java", "-Xmx2G", "-XX:+UseSerialGC", "-jar", str(jar), str(folder / "hypotheses")]
    subprocess.run([*command, str(folder / "references"), "-l", "en", "-norm"], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def command_cost() -> tuple[float, float]:
    """CPU seconds and MB of a command that scores one segment."""
    code = (
        "import resource, mtassay; "
        f"mtassay.score(['the cat sat'], ['a cat sat'], ['{SPEC}']); "
        "used = resource.getrusage(resource.RUSAGE_SELF); print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)"
    )
    printed = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    seconds, megabytes = map(float, printed.split())
    return seconds, megabytes


def run() -> None:
    """Print a line for each."""
    found = find_resource(METEOR)
    if found is None or shutil.which("java") is None:
        print(f"METEOR 1.5 or Java is not on this machine: {METEOR.remedy}")
        return
    batches = [corpus(SEGMENTS, seed) for seed in range(REPEATS)]
    cpu_seconds(ours(SPEC), batches[0])  # makes the index
    jar = found.path / METEOR.marks[0]
    mine, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        for seed, batch in enumerate(batches):
            mine.append(1e6 * cpu_seconds(ours(SPEC), batch) / SEGMENTS)
            # what four times as much takes beyond it, so that the start of the program is not counted
            once = jar_seconds(jar, batch, Path(folder))
            more = jar_seconds(jar, corpus(4 * SEGMENTS, 100 + seed), Path(folder))
            theirs.append(1e6 * (more - once) / (3 * SEGMENTS))
    ours_each, jar_each = statistics.median(mine), statistics.median(theirs)
    print(f"{SEGMENTS} segments of 28 words, {REPEATS} repeats on fresh text, CPU time, one thread")
    print(f"  METEOR {ours_each:.1f} µs a segment, the jar {jar_each:.0f}: {jar_each / ours_each:.0f} times as fast")
    costs = [command_cost() for _ in range(REPEATS)]
    print("  one segment as a command: {:.2f} s, {:.0f} MB".format(*map(statistics.median, zip(*costs, strict=True))))
