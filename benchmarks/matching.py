"""GTM, RIBES and METEOR beside NLTK where it has them, 20 words a segment; one thread."""

from collections.abc import Callable

from nltk.stem.porter import PorterStemmer
from nltk.translate.meteor_score import meteor_score
from nltk.translate.ribes_score import sentence_ribes

from benchmarks.clock import Work, compare, cpu_seconds
from benchmarks.edits import lines_of
from benchmarks.metrics import ours

WORDS = 20
SEGMENTS = 10_000
PEER_SEGMENTS = 400
REPEATS = 3


class NoStems:
    """A stage of NLTK that is left out."""

    def stem(self, word: str) -> str:
        """The word itself."""
        return word


class NoSynonyms:
    """Another one."""

    def synsets(self, word: str) -> list[object]:
        """None."""
        return []


def segment_by_segment(score: Callable[[list[list[str]], list[str]], float]) -> Work:
    """NLTK's functions take one segment, cut into words."""
    return lambda hypotheses, references: [
        score([reference.lower().split()], hypothesis.lower().split())
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]


EXACT = segment_by_segment(lambda several, one: meteor_score(several, one, stemmer=NoStems(), wordnet=NoSynonyms()))
STEMS = segment_by_segment(
    lambda several, one: meteor_score(several, one, stemmer=PorterStemmer(), wordnet=NoSynonyms())
)
CASES: dict[str, tuple[str, Work | None]] = {
    "GTM": ("gtm:threads=1", None),
    "GTM, e = 2": ("gtm:exponent=2,threads=1", None),
    "GTM-DISA": ("gtm-disa:threads=1", None),
    "METEOR-DISA": ("meteor-disa:threads=1", None),
    "RIBES": ("ribes:threads=1", segment_by_segment(sentence_ribes)),
    "METEOR 2005": ("meteor2005:threads=1", EXACT),
    "METEOR 2005, stems": ("meteor2005:stemmer=porter,threads=1", STEMS),
    "METEOR 2005, nltk": ("meteor2005:matcher=nltk,threads=1", EXACT),
}


def run() -> None:
    """Print a line for each metric."""
    print(f"{SEGMENTS} segments of {WORDS} words, {REPEATS} repeats on fresh text, CPU time, one thread")
    batches = [lines_of(WORDS, SEGMENTS, seed) for seed in range(REPEATS)]
    for name, (spec, peer) in CASES.items():
        mine = sorted(cpu_seconds(ours(spec), batch) for batch in batches)[REPEATS // 2]
        line = f"  {name:<20} {1e6 * mine / SEGMENTS:6.2f} µs a segment, {SEGMENTS / mine:9,.0f} segments a second"
        if peer is not None:
            # the peer on fewer segments, and ours on the same ones beside it
            few = [(hypotheses[:PEER_SEGMENTS], references[:PEER_SEGMENTS]) for hypotheses, references in batches]
            _, theirs, _ = compare(ours(spec), peer, few)
            each = theirs / PEER_SEGMENTS
            line += f"; NLTK {1e6 * each:7.0f} µs: {each * SEGMENTS / mine:5.0f} times as fast"
        print(line)
