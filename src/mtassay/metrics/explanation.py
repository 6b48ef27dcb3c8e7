"""How the score of one segment comes about: the steps that a good lecture would show."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtassay.alignment.edits import Edit
from mtassay.alignment.matches import MatchedWords


@dataclass(frozen=True)
class Words:
    """Texts as the metric sees them; `marked` are the positions of words that count for the score."""

    title: str
    texts: tuple[tuple[str, tuple[str, ...], frozenset[int]], ...]


@dataclass(frozen=True)
class Counts:
    """A table: its first column is of names, the others are of numbers."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True)
class Matching:
    """Words of the hypothesis that stand for words of the reference, in chunks that keep together."""

    title: str
    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    chunks: tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True)
class Edits:
    """What must be done to turn one text into the other; `before` tells what was done before that."""

    title: str
    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    edits: tuple[Edit, ...]
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class Formula:
    """A quantity: its formula, the formula with the numbers in it, and what that gives."""

    title: str
    formula: str
    filled: str
    value: float


@dataclass(frozen=True)
class Curve:
    """A function, and where on it this segment lies."""

    title: str
    x: str
    y: str
    points: tuple[tuple[float, float], ...]
    mark: tuple[float, float]


Step = Words | Counts | Matching | Edits | Formula | Curve


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """The steps from one segment to its score by one metric."""

    metric: str
    spec: str
    label: str
    signature: str
    direction: str
    places: int
    score: float
    steps: tuple[Step, ...]


def matching(title: str, hypothesis: Sequence[str], reference: Sequence[str], matched: MatchedWords) -> Matching:
    """The step that shows matched words."""
    chunks = tuple(tuple((match.hypothesis, match.reference) for match in chunk) for chunk in matched.chunks)
    return Matching(title, tuple(hypothesis), tuple(reference), chunks)


def ngram_counts(words: Sequence[str], order: int) -> dict[tuple[str, ...], int]:
    """How often each n-gram of an order occurs, in order of first appearance."""
    counts: dict[tuple[str, ...], int] = {}
    for start in range(len(words) - order + 1):
        ngram = tuple(words[start : start + order])
        counts[ngram] = counts.get(ngram, 0) + 1
    return counts


def count_of(number: float, noun: str) -> str:
    """A number and what it is of: `1 edit`, `1,200 edits`, `16.5 words`."""
    written = f"{number:,.0f}" if float(number).is_integer() else f"{number:,.1f}"
    return f"{written} {noun}" + ("" if number == 1 else "s")


def shown(value: float) -> str:
    """A number as formulas write it: whole numbers without a point, others with four digits."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.4f}"
