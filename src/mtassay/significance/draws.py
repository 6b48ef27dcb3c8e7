"""Random draws, a block at a time so that memory stays bounded however many units there are."""

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

SAMPLES = ("full", "half", "half-with-replacement")

_BLOCK_CELLS = 2**21
_LARGEST_TABLE = 8  # 40,320 orders


def block_sizes(draws: int, size: int) -> Iterator[int]:
    """How many draws to make at once, until all are made."""
    block = max(1, min(256, _BLOCK_CELLS // max(1, size)))
    for start in range(0, draws, block):
        yield min(block, draws - start)


def sample_weights(sample: str, size: int, draws: int, rng: np.random.Generator) -> Iterator[NDArray[np.float32]]:
    """How often each unit is drawn, `(block, size)`.

    `full` draws as many units as there are, with replacement (Koehn 2004); its stream of numbers is
    the one that sacreBLEU draws. `half` is half of the units without replacement (Neubig's
    tutorial), `half-with-replacement` what compare-mt does.
    """
    half = max(1, size // 2)
    if sample != "half":
        for chosen in choose_units(size, draws, size if sample == "full" else half, rng):
            yield count_units(chosen, size)
        return
    for block in block_sizes(draws, size):
        weights = np.zeros((block, size), dtype=np.float32)
        keys = rng.random((block, size), dtype=np.float32)
        np.put_along_axis(weights, np.argpartition(keys, half - 1, axis=1)[:, :half], 1, axis=1)
        yield weights


def choose_units(size: int, draws: int, count: int, rng: np.random.Generator) -> Iterator[NDArray[np.int32]]:
    """Which units are drawn, with replacement, `(block, count)`."""
    for block in block_sizes(draws, size):
        # the stream is that of rng.choice; int32 takes half the time
        yield rng.integers(0, size, size=(block, count), dtype=np.int32)


def count_units(chosen: NDArray[np.int32], size: int) -> NDArray[np.float32]:
    """How often each unit was drawn: `(block, count)` to `(block, size)`."""
    weights = np.empty((len(chosen), size), dtype=np.float32)
    for row, indices in zip(weights, chosen, strict=True):
        row[:] = np.bincount(indices, minlength=size)
    return weights


def swap_masks(size: int, draws: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """1 where the two outputs of a unit change places, `(draws, size)`."""
    bits = np.frombuffer(rng.bytes(-(-draws * size // 8)), dtype=np.uint8)
    return np.unpackbits(bits, count=draws * size).reshape(draws, size).astype(np.float32)


def deals(size: int, draws: int, cards: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """An order of 0 … cards - 1 for each draw and unit, each equally likely: `(cards, draws, size)`."""
    if cards <= _LARGEST_TABLE:
        return _orders(cards)[:, rng.integers(math.factorial(cards), size=(draws, size), dtype=np.int32)]
    keys = rng.random((draws, size, cards), dtype=np.float32)
    return np.moveaxis(np.argsort(keys, axis=-1).astype(np.uint8), -1, 0)


@lru_cache(maxsize=4)
def _orders(cards: int) -> NDArray[np.uint8]:
    """Every order of 0 … cards - 1, one in each column."""
    from itertools import permutations

    return np.array(list(permutations(range(cards))), dtype=np.uint8).T.copy()
