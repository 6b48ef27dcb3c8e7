"""BLEU and chrF beside sacreBLEU, one thread, corpus and segment scores."""

from collections.abc import Callable
from typing import Any

from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

import mtassay
from benchmarks.clock import Work, compare
from benchmarks.text import corpus

SEGMENTS = 10_000
REPEATS = 5


def ours(spec: str) -> Work:
    """Corpus and segment scores of one metric."""
    return lambda hypotheses, references: mtassay.score(hypotheses, references, [spec])


def theirs(peer: Callable[[], Any]) -> Work:
    """The corpus score alone: less work than ours does."""
    return lambda hypotheses, references: peer().corpus_score(hypotheses, [references])


CASES: dict[str, tuple[str, Callable[[], Any]]] = {
    "BLEU 13a": ("bleu:threads=1", BLEU),
    "BLEU intl": ("bleu:tokenize=intl,threads=1", lambda: BLEU(tokenize="intl")),
    "chrF": ("chrf:threads=1", CHRF),
    "chrF++": ("chrf:word_order=2,threads=1", lambda: CHRF(word_order=2)),
}


def run() -> None:
    """Print a line for each metric."""
    batches = [corpus(SEGMENTS, seed) for seed in range(REPEATS)]
    words = sum(len(line.split()) for line in batches[0][1]) / SEGMENTS
    print(f"{SEGMENTS} segments, {words:.1f} words each, {REPEATS} repeats on fresh text, CPU time, one thread")
    for name, (spec, peer) in CASES.items():
        mine, peers, ratio = compare(ours(spec), theirs(peer), batches)
        print(
            f"  {name:<10} {1e6 * mine / SEGMENTS:6.2f} µs a segment, sacreBLEU {1e6 * peers / SEGMENTS:6.1f}: "
            f"{ratio:5.0f} times as fast"
        )
