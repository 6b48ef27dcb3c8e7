"""TER beside sacreBLEU at three lengths, WER beside jiwer, CharacTER beside cer, EED by itself; one thread."""

import random
import statistics
from collections.abc import Iterator

import cer
import jiwer
from sacrebleu.metrics.ter import TER

from benchmarks.clock import compare, cpu_seconds
from benchmarks.metrics import ours, theirs
from benchmarks.text import corpus

REPEATS = 3


def lines_of(words: int, segments: int, seed: int) -> tuple[list[str], list[str]]:
    """Hypotheses and references of exactly so many words, cut from longer ones."""

    def cut(lines: Iterator[str]) -> list[str]:
        joined: list[str] = []
        for _ in range(segments):
            line: list[str] = []
            while len(line) < words:
                line += next(lines).split()
            joined.append(" ".join(line[:words]))
        return joined

    hypotheses, references = corpus(segments * (words // 14 + 2), random.Random(seed).randrange(10**6))
    return cut(iter(hypotheses)), cut(iter(references))


def character_of_cer(hypotheses: list[str], references: list[str]) -> object:
    """The corpus score by the peer of CharacTER."""
    return cer.calculate_cer_corpus([line.split() for line in hypotheses], [line.split() for line in references])


def run() -> None:
    """Print a line for each length of TER, and one for each other metric."""
    print(f"{REPEATS} repeats on fresh text, CPU time, one thread")
    for words, segments in ((20, 500), (40, 150), (160, 8)):
        batches = [lines_of(words, segments, seed) for seed in range(REPEATS)]
        mine, peers, ratio = compare(ours("ter:threads=1"), theirs(TER), batches)
        print(
            f"  TER {words:>3} words {1e6 * mine / segments:8.1f} µs a segment, "
            f"sacreBLEU {1e6 * peers / segments:8.0f}: {ratio:5.0f} times as fast"
        )
    batches = [corpus(10_000, seed) for seed in range(REPEATS)]
    mine, peers, ratio = compare(ours("wer:threads=1"), lambda h, r: jiwer.wer(r, h), batches)
    print(f"  WER {1e2 * mine:17.2f} µs a segment, jiwer {1e2 * peers:12.1f}: {ratio:5.0f} times as fast")
    for words, segments in ((20, 5000), (100, 10)):
        batches = [lines_of(words, segments, seed) for seed in range(REPEATS)]
        mine, peers, ratio = compare(ours("character:threads=1"), character_of_cer, batches)
        print(
            f"  CharacTER {words:>3} words {1e6 * mine / segments:8.1f} µs a segment "
            f"({segments / mine:,.0f} a second), cer {1e6 * peers / segments:8.0f}: {ratio:5.0f} times as fast"
        )
    batches = [lines_of(20, 10_000, seed) for seed in range(REPEATS)]
    seconds = statistics.median(cpu_seconds(ours("eed:threads=1"), batch) for batch in batches)
    print(f"  EED  20 words {1e2 * seconds:8.1f} µs a segment: {1e4 / seconds:,.0f} segments a second")
