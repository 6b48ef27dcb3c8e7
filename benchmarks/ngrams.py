"""NIST and GLEU beside NLTK, ROUGE beside rouge-score, AMBER and the DISA metrics alone; 20 words, one thread."""

from collections.abc import Callable

from nltk.translate.gleu_score import corpus_gleu
from nltk.translate.nist_score import corpus_nist
from rouge_score.rouge_scorer import RougeScorer

from benchmarks.clock import Work, compare
from benchmarks.edits import lines_of
from benchmarks.metrics import ours

SEGMENTS = 10_000
WORDS = 20
REPEATS = 3


def by_nltk(score: Callable[..., float]) -> Work:
    """The corpus score alone, of text cut at white space: less work than ours does."""
    return lambda hypotheses, references: score(
        [[line.split()] for line in references], [h.split() for h in hypotheses]
    )


def by_rouge_score(kind: str, stem: bool = False) -> Work:
    """The scores of all segments."""

    def work(hypotheses: list[str], references: list[str]) -> object:
        scorer = RougeScorer([kind], use_stemmer=stem)
        return [scorer.score(r, h) for h, r in zip(hypotheses, references, strict=True)]

    return work


def nothing(hypotheses: list[str], references: list[str]) -> object:
    """Where there is no peer."""
    return None


CASES: dict[str, tuple[str, str, Work]] = {
    "NIST": ("nist", "NLTK", by_nltk(corpus_nist)),
    "GLEU": ("gleu", "NLTK", by_nltk(corpus_gleu)),
    "ROUGE-1": ("rouge:type=1", "rouge-score", by_rouge_score("rouge1")),
    "ROUGE-2": ("rouge:type=2", "rouge-score", by_rouge_score("rouge2")),
    "ROUGE-L": ("rouge", "rouge-score", by_rouge_score("rougeL")),
    "ROUGE-L, stems": ("rouge:stem=yes", "rouge-score", by_rouge_score("rougeL", stem=True)),
    "ROUGE-Lsum": ("rouge:type=Lsum", "rouge-score", by_rouge_score("rougeLsum")),
    "BLEU-DISA": ("bleu-disa", "", nothing),
    "AMBER": ("amber", "", nothing),
    "AMBER-DISA": ("amber-disa", "", nothing),
}


def run() -> None:
    """Print a line for each metric."""
    print(f"{SEGMENTS} segments of {WORDS} words, {REPEATS} repeats on fresh text, CPU time, one thread")
    batches = [lines_of(WORDS, SEGMENTS, seed) for seed in range(REPEATS)]
    for name, (spec, peer, work) in CASES.items():
        mine, theirs, ratio = compare(ours(f"{spec}{',' if ':' in spec else ':'}threads=1"), work, batches)
        beside = f"{peer} {1e6 * theirs / SEGMENTS:7.1f} µs: {ratio:5.0f} times as fast" if peer else "no peer"
        print(f"  {name:<15} {SEGMENTS / mine:9,.0f} segments a second, {1e6 * mine / SEGMENTS:5.2f} µs each, {beside}")
