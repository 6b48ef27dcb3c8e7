"""Test sets drawn, and outputs exchanged, from the random numbers that sacreBLEU draws at the same seed."""

import os
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from mtassay.compat.sacrebleu.arithmetic import (
    Scores,
    Single,
    exchanged_scores,
    observed_score,
    resampled_scores,
)
from mtassay.errors import SettingError
from mtassay.evaluation.rows import RowEvidence
from mtassay.metrics.base import Floats
from mtassay.significance.draws import choose_units, count_units
from mtassay.significance.evidence import Pairs

DRAWS = {"bs": 1000, "ar": 10_000}
"""How many sacreBLEU makes unless told otherwise: test sets, or exchanges."""

# whole numbers up to here are exact in single precision, in whatever order they are added
_EXACT = 2**24
_BLOCK_CELLS = 2**21


def environment_seed() -> tuple[str, int | None]:
    """What SACREBLEU_SEED says, as text and as a number; None means another one each time."""
    text = os.environ.get("SACREBLEU_SEED", "12345").lower()
    if text == "none":
        return text, None
    try:
        seed = int(text)
    except ValueError:
        seed = -1
    if seed < 0:
        raise SettingError(f"SACREBLEU_SEED={text}: expected a whole number of 0 or more, or none")
    return text, seed


def resample(evidences: Sequence[RowEvidence], draws: int, rng: np.random.Generator) -> list[list[Scores]]:
    """Scores of drawn test sets, `(draws,)`, by evidence and system; the same draws serve all of them."""
    size = evidences[0].size
    pieces: list[list[list[Scores]]] = [[[] for _ in range(evidence.table.shape[1])] for evidence in evidences]
    added_up = [_cells_to_add_up(evidence) for evidence in evidences]
    for chosen in choose_units(size, draws, size, rng):
        weights = count_units(chosen, size)
        for evidence, cells, of_systems in zip(evidences, added_up, pieces, strict=True):
            sums = _single_sums(evidence, chosen, weights, cells)
            for system, piece in enumerate(of_systems):
                piece.append(resampled_scores(evidence.metric, sums[:, system]))
    return [[np.concatenate(piece) for piece in of_systems] for of_systems in pieces]


def exchange(evidences: Sequence[RowEvidence], pairs: Pairs, draws: int, rng: np.random.Generator) -> list[list[float]]:
    """The p-value of each pair, by evidence: how often exchanged outputs differ by more than was observed."""
    above = np.zeros((len(evidences), len(pairs)), dtype=np.intp)
    limits = [_differences(evidence, pairs) for evidence in evidences]
    totals = [total_sums(evidence) for evidence in evidences]
    for swaps in _coin_tosses(evidences[0].size, draws, rng):
        for number, evidence in enumerate(evidences):
            kept, given = _parted_sums(evidence, swaps, totals[number])
            for pair, (first, second) in enumerate(pairs):
                scores = exchanged_scores(evidence.metric, given[:, first] + kept[:, second])
                other = exchanged_scores(evidence.metric, kept[:, first] + given[:, second])
                above[number, pair] += np.count_nonzero(np.abs(scores - other) > limits[number][pair])
    return [[share_above(count, draws) for count in of_pairs] for of_pairs in above.tolist()]


def bootstrap_p(first: Scores, second: Scores, difference: float) -> float:
    """The p-value of a difference, from the scores of both systems on the same drawn test sets.

    sacreBLEU asks how often the *size* of the resampled difference exceeds its own mean by more than the
    observed difference, and so finds a difference too often where there is none.
    """
    sizes = np.abs(second - first)
    return share_above(int(np.count_nonzero(sizes - sizes.mean() > abs(difference))), len(sizes))


def share_above(count: int, draws: int) -> float:
    """A p-value that is never 0."""
    return (count + 1) / (draws + 1)


def mean_and_half_width(scores: Scores) -> tuple[float, float]:
    """The middle and the ± of a 95 % interval: half of what lies between the outer fortieths."""
    ordered = np.sort(scores)  # before the mean too, as in single precision the order of a sum shows
    outside = len(ordered) // 40
    return float(ordered.mean()), float(0.5 * (ordered[len(ordered) - outside - 1] - ordered[outside]))


def observed_scores(evidence: RowEvidence) -> list[float]:
    """The score of each system."""
    return [observed_score(evidence.metric, sums) for sums in total_sums(evidence)]


def total_sums(evidence: RowEvidence) -> Floats:
    """The sums of all rows, `(systems, columns)`; fractions are added one after the other, as sacreBLEU does."""
    return evidence.totals if evidence.table.dtype == np.float32 else np.cumsum(evidence.table, axis=0)[-1]


def _differences(evidence: RowEvidence, pairs: Pairs) -> list[float]:
    scores = observed_scores(evidence)
    return [abs(scores[first] - scores[second]) for first, second in pairs]


def _cells_to_add_up(evidence: RowEvidence) -> NDArray[np.bool_]:
    """Which columns of which systems hold fractions, whose sums depend on their order."""
    return np.asarray((np.rint(evidence.table) != evidence.table).any(axis=0))


def _single_sums(
    evidence: RowEvidence, chosen: NDArray[np.int32], weights: NDArray[np.float32], cells: NDArray[np.bool_]
) -> Single:
    exact = evidence.sums_under(weights)
    sums = exact.astype(np.float32)
    for system, column in np.argwhere(cells | (exact.max(axis=0) > _EXACT)).tolist():
        values = evidence.table[:, system, column].astype(np.float32)
        sums[:, system, column] = np.cumsum(values[chosen], axis=1)[:, -1]
    return sums


def _parted_sums(evidence: RowEvidence, swaps: NDArray[np.float32], totals: Floats) -> tuple[Floats, Floats]:
    """Of each system the sums of the rows without and with a swap, `(draws, systems, columns)`."""
    if evidence.table.dtype == np.float32:
        given = evidence.sums_under(swaps)
        return totals - given, given
    # fractions round: the sum of differences is not the difference of sums
    with_swap, without_swap = swaps.astype(np.float64), 1.0 - swaps.astype(np.float64)
    systems = [np.ascontiguousarray(evidence.table[:, system]) for system in range(len(totals))]
    without_sums, with_sums = ([mask @ rows for rows in systems] for mask in (without_swap, with_swap))
    return np.stack(without_sums, axis=1), np.stack(with_sums, axis=1)


def _coin_tosses(size: int, draws: int, rng: np.random.Generator) -> Iterator[NDArray[np.float32]]:
    """0 or 1 for each unit, `(block, size)`: the stream of `rng.integers(2, dtype=bool)`.

    Blocks are of 32 draws, as each random number gives 32 tosses and what is left of one is lost.
    """
    block = 32 * max(1, min(256, _BLOCK_CELLS // size) // 32)
    for start in range(0, draws, block):
        cells = min(block, draws - start) * size
        bits = np.frombuffer(rng.bytes(-(-cells // 32) * 4), dtype=np.uint8)
        tosses = np.unpackbits(bits, count=cells, bitorder="little")
        yield tosses.reshape(-1, size).astype(np.float32)
