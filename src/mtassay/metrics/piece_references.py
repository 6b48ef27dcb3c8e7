"""References in word pieces, what pieces weigh, and the vectors that were computed of references."""

import math
import os
import threading
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from mtassay.alignment.resources.transformer.encoder import Transformer
from mtassay.alignment.resources.transformer.pieces import Pieces
from mtassay.errors import MissingExtra
from mtassay.metrics.base import Floats

Vectors = NDArray[np.float32]

_MOST_BYTES = 512 * 1024**2


class PieceWeights:
    """What pieces weigh: all alike, or the more the fewer references have one; those around a text nothing."""

    def __init__(self, frame: frozenset[int], references: Iterable[Pieces] | None) -> None:
        self._frame = frame
        self._having: dict[int, int] | None = None
        if references is None:
            return
        having: dict[int, int] = {}
        count = 0
        for pieces in references:
            count += 1
            for number in set(pieces.numbers.tolist()):
                having[number] = having.get(number, 0) + 1
        self._having, self._references = having, count

    def __call__(self, pieces: Pieces) -> Floats:
        """Of each piece; where none weighs anything, all weigh alike: each is in every reference."""
        numbers = pieces.numbers.tolist()
        told = np.array([self.of(number) for number in numbers])
        if not told.any():
            told = np.array([float(number not in self._frame) for number in numbers])
        return told if told.any() else np.ones(len(told))  # a text of nothing but the model's own signs

    def of(self, number: int) -> float:
        """What one piece weighs."""
        if number in self._frame:
            return 0.0
        if self._having is None:
            return 1.0
        return math.log((self._references + 1) / (self._having.get(number, 0) + 1))


@dataclass(frozen=True)
class EncodedText:
    """A text whose pieces have vectors of length 1."""

    pieces: Pieces
    vectors: Vectors
    is_empty: bool


class TextEncoder:
    """Texts with their vectors; those of references are kept, because every system is compared with them."""

    def __init__(self, transformer: Transformer, layer: int) -> None:
        self._transformer = transformer
        self._layer = layer
        self._kept: dict[str, EncodedText] = {}
        self._bytes = 0

    def encode(self, texts: Iterable[str], references: Iterable[str], threads: int) -> dict[str, EncodedText]:
        """Hypotheses and references; the latter are kept while there is room, the first ones, as all come in a row."""
        from concurrent.futures import ThreadPoolExecutor  # which most commands have no use for

        references = set(references)
        done = {text: self._kept[text] for text in {*texts, *references} if text in self._kept}
        new = sorted({*texts, *references} - done.keys())
        # products of so small matrices are no faster by several threads of BLAS, and slower by far where these have to
        # wait for each other; so each stack of texts has a thread of its own
        with one_blas_thread:
            self._transformer.load(self._layer)
            cut = list(map(self._transformer.pieces.cut, new))
            stacks = self._transformer.stacks(cut)
            stacked = [[cut[place] for place in stack] for stack in stacks]
            if len(stacks) < 2 or threads == 1:
                encoded = list(map(self._encode, stacked))
            else:
                with ThreadPoolExecutor(threads or _processors()) as pool:
                    encoded = list(pool.map(self._encode, stacked))
        for stack, of_stack in zip(stacks, encoded, strict=True):
            for place, encoded_text in zip(stack, of_stack, strict=True):
                done[new[place]] = encoded_text
                if new[place] in references and self._bytes + encoded_text.vectors.nbytes <= _MOST_BYTES:
                    self._bytes += encoded_text.vectors.nbytes
                    self._kept[new[place]] = encoded_text
        return done

    def _encode(self, stack: Sequence[Pieces]) -> list[EncodedText]:
        encoded = []
        for pieces, vectors in zip(stack, self._transformer.stack_vectors(stack, self._layer), strict=True):
            lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
            units = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
            encoded.append(EncodedText(pieces, units, len(pieces.numbers) <= len(self._transformer.pieces.frame)))
        return encoded


class _OneBlasThread:
    """Products of numpy take one thread while anybody is in here.

    The number is that of the process: where two come and go in turn, the second would put back what the first had set.
    """

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._inside = 0
        self._limit: Any = None

    def __enter__(self) -> None:
        with self._changing:
            if not self._inside:
                self._limit = _blas().limit(limits=1, user_api="blas")
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._changing:
            self._inside -= 1
            if not self._inside:
                self._limit.restore_original_limits()


one_blas_thread: AbstractContextManager[None] = _OneBlasThread()


@cache
def _blas() -> Any:
    """What sets the threads of numpy's products."""
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:
        raise MissingExtra("a transformer", "bert") from None
    return ThreadpoolController()


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class PieceReferences:
    """All references; those of segment i are `texts[starts[i]:starts[i + 1]]`."""

    texts: tuple[str, ...]
    starts: NDArray[np.int64]
    encoder: TextEncoder
    weights: PieceWeights

    def __getitem__(self, index: slice) -> Self:
        return self.take(np.arange(*index.indices(len(self.starts) - 1)))

    def take(self, segments: NDArray[np.intp]) -> Self:
        """The same for some of the segments."""
        several = [self.texts[self.starts[i] : self.starts[i + 1]] for i in segments]
        starts = np.zeros(len(several) + 1, np.int64)
        np.cumsum([len(texts) for texts in several], out=starts[1:])
        return type(self)(tuple(text for texts in several for text in texts), starts, self.encoder, self.weights)


def soft_shares(hypothesis: EncodedText, reference: EncodedText, weights: PieceWeights) -> tuple[float, float, float]:
    """Precision, recall and F1: how like its nearest in the other text each piece is, on the weighted average."""
    if hypothesis.is_empty or reference.is_empty:
        return 0.0, 0.0, 0.0
    likeness = (hypothesis.vectors @ reference.vectors.T).astype(np.float64)
    ours, theirs = weights(hypothesis.pieces), weights(reference.pieces)
    precision = float(likeness.max(axis=1) @ ours / ours.sum())
    recall = float(likeness.max(axis=0) @ theirs / theirs.sum())
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0


def nearest_pieces(
    text: EncodedText, other: EncodedText, weights: PieceWeights
) -> Sequence[tuple[str, str, float, float]]:
    """Each piece of a text that weighs something, the most similar one of the other, how similar, and the weight."""
    likeness = text.vectors @ other.vectors.T
    pairs = []
    for place, weight in enumerate(weights(text.pieces).tolist()):
        if weight > 0:
            nearest = int(likeness[place].argmax())
            pairs.append(
                (text.pieces.words[place], other.pieces.words[nearest], float(likeness[place, nearest]), weight)
            )
    return pairs
