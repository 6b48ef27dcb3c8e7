"""Memory above the text at a million segments, in a process of its own."""

import subprocess
import sys

SEGMENTS = 1_000_000

# VmHWM is the peak of resident memory; writing 5 to clear_refs starts it anew (Linux).
CODE = """
import gc, sys
from pathlib import Path
import mtassay
from benchmarks.text import corpus

def peak():
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.split("VmHWM:")[1].split()[0])

spec, segments = sys.argv[1], int(sys.argv[2])
mtassay.score(["warm up"], ["warm up"], [spec])
hypotheses, references = corpus(segments, 1)
wide = sum(len(text.encode()) for texts in (hypotheses, references) for text in texts if not text.isascii())
gc.collect()
Path("/proc/self/clear_refs").write_text("5")
before = peak()
mtassay.score(hypotheses, references, [spec])
print((peak() - before) / segments, wide / segments)
"""


def run() -> None:
    """Print a line for each metric."""
    print(f"{SEGMENTS} segments, peak memory above the text")
    for spec in ("bleu", "chrf", "chrf:word_order=2"):
        command = [sys.executable, "-c", CODE, spec, str(SEGMENTS)]
        above, wide = map(float, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
        print(f"  {spec:<18} {above:4.0f} bytes a segment, {wide:.0f} of them the UTF-8 of non-ASCII text")
