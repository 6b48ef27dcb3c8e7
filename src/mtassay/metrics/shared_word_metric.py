"""What the metrics share that are computed from the words and n-grams shared with each reference."""

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from mtassay._native import Segments, Tokenization, WordForm, shared_word_rows
from mtassay.corpus.evalset import EvalSet
from mtassay.metrics.base import Floats
from mtassay.metrics.counted_metric import CountedMetric
from mtassay.metrics.reference_texts import ReferenceTexts, lowercased
from mtassay.metrics.word_settings import lowercase_setting, tokenize_setting
from mtassay.tokenizers.base import tokenizer

# AMBER's numbers of what can be done to text; all but 0 start from words in lower case
ORIGINAL, WORDS = 0, 1
WORD_FORMS = {
    ORIGINAL: WordForm.WHOLE,
    WORDS: WordForm.WHOLE,
    2: WordForm.FIRST_FOUR,
    3: WordForm.LAST_FOUR,
    4: WordForm.FIRST_FOUR_LAST_TWO,
    5: WordForm.PIECES_OF_FOUR,
    7: WordForm.LONG_ONLY,
}


@dataclass(frozen=True)
class TypedReferences:
    """The references, for each type of text as it is before native code cuts it."""

    by_type: Mapping[int, ReferenceTexts]

    def __getitem__(self, index: slice) -> Self:
        return type(self)({kind: texts[index] for kind, texts in self.by_type.items()})


class SharedWords:
    """The counts by name: each `(n, references, types)`, matches with the order as one more axis.

    Where segments have different numbers of references, the missing ones are False in `present`.
    """

    def __init__(self, counts: Floats) -> None:
        self.hypothesis_words: Floats = counts[..., 0]
        self.reference_words: Floats = counts[..., 1]
        self.hypothesis_characters: Floats = counts[..., 2]
        self.reference_characters: Floats = counts[..., 3]
        self.hypothesis_short: Floats = counts[..., 4]
        self.reference_short: Floats = counts[..., 5]
        self.squared: Floats = counts[..., 6]
        self.increasing: Floats = counts[..., 7]
        self.matches: Floats = counts[..., 8:]

    @property
    def present(self) -> NDArray[np.bool_]:
        return np.asarray(self.reference_words >= 0)

    @property
    def hypothesis_totals(self) -> Floats:
        return ngram_totals(self.hypothesis_words, self.matches.shape[-1])

    @property
    def reference_totals(self) -> Floats:
        return ngram_totals(self.reference_words, self.matches.shape[-1])


@dataclass(frozen=True, kw_only=True)
class SharedWordMetric(CountedMetric[TypedReferences]):
    """Compares the hypothesis with each reference by itself; those that read the same text share their counts."""

    lowercase: bool = lowercase_setting(True)
    tokenize: str = tokenize_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)

    @property
    def text_types(self) -> tuple[int, ...]:
        """Which of WORD_FORMS are compared."""
        return (WORDS,)

    @property
    def longest(self) -> int:
        """The longest n-gram."""
        return 4

    @property
    def counting(self) -> Hashable:
        return (SharedWordMetric, self.lowercase, self.tokenize, self.text_types, self.longest)

    def prepare(self, evalset: EvalSet) -> TypedReferences:
        references = evalset.required_references
        texts = self._segments(references.texts)
        return TypedReferences({kind: ReferenceTexts(texts[kind], references.starts) for kind in self.text_types})

    def _segments(self, texts: Sequence[str]) -> dict[int, Segments]:
        """The text of each type as native code reads it, kept once for all types that read the same."""
        plain = Segments(texts) if ORIGINAL in self.text_types else None
        words = None
        if set(self.text_types) != {ORIGINAL}:
            words = Segments(tokenizer(self.tokenize).prepare(lowercased(texts, self.lowercase)))
        by_type = {kind: plain if kind == ORIGINAL else words for kind in self.text_types}
        return {kind: segments for kind, segments in by_type.items() if segments is not None}

    def count(self, hypotheses: Sequence[str], prepared: TypedReferences) -> Floats:
        texts = self._segments(hypotheses)
        by_type = []
        for kind in self.text_types:
            references = prepared.by_type[kind]
            cut = Tokenization.NONE if kind == ORIGINAL else tokenizer(self.tokenize).tokenization
            by_type.append(
                shared_word_rows(
                    texts[kind], references.texts, references.starts, cut, WORD_FORMS[kind], self.longest, self.threads
                )
            )
        return padded(np.stack(by_type, axis=1), prepared.by_type[self.text_types[0]].starts)

    def rows(self, counts: Floats) -> Floats:
        return self.rows_of(SharedWords(counts))

    @abstractmethod
    def rows_of(self, shared: SharedWords) -> Floats:
        """Rows `(n, k)` from what each hypothesis shares with each of its references."""


def padded(rows: Floats, starts: NDArray[np.int64]) -> Floats:
    """Rows of references, `(m, …)`, by segment: `(n, most references, …)`, with -1 where there are fewer."""
    counts = np.diff(starts)
    if len(rows) == len(counts):
        return rows[:, np.newaxis]
    segment = np.repeat(np.arange(len(counts)), counts)
    table = np.full((len(counts), counts.max(), *rows.shape[1:]), -1.0)
    table[segment, np.arange(len(rows)) - starts[:-1][segment]] = rows
    return table


def ngram_totals(words: Floats, longest: int) -> Floats:
    """How many n-grams of each order texts of so many words have: `(…)` to `(…, longest)`."""
    return np.maximum(words[..., np.newaxis] - np.arange(longest), 0.0)


def shares(part: Floats, whole: Floats) -> Floats:
    """Part by whole, and 0 where there is no whole."""
    return np.divide(part, whole, out=np.zeros(np.broadcast(part, whole).shape), where=whole > 0)


def first_best_of(scores: Floats, present: NDArray[np.bool_], rows: Floats) -> Floats:
    """For each segment the row `(n, k)` of its best reference, of equals the first, from `(n, references, k)`."""
    best = np.argmax(np.where(present, scores, -np.inf), axis=1)
    return np.asarray(rows[np.arange(len(rows)), best])
