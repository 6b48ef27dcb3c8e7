"""Sign flips: as if it were chance which of two metrics had which value of a group."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.human.ratios import RatioEvidence
from mtassay.metaeval.contests.base import Contest, LabelPairs, share_reaching
from mtassay.metaeval.measured import Measured
from mtassay.settings import setting
from mtassay.significance.bootstrap import warn_of_few
from mtassay.significance.draws import block_sizes, swap_masks
from mtassay.significance.evidence import Floats


@dataclass(frozen=True, kw_only=True)
class Flips(Contest):
    """How often a difference at least as large arises when two metrics exchange their values of whole segments.

    Values of a segment change places with probability 1/2, on segments for which both metrics have one, and
    p = (#{|dᵢ| ≥ |d|} + 1) / (draws + 1). Outputs of one segment stay together, so equal outputs do no harm. Each
    metric keeps its own epsilon.
    """

    name: ClassVar[str] = "flips"
    title: ClassVar[str] = "sign flips of whole segments"
    asks: ClassVar[str] = "other segments, these systems"
    paper: ClassVar[str] = (
        "Ronald A. Fisher. 1935. The Design of Experiments. Oliver and Boyd, section 21. As a test of metrics: "
        "meta-evaluation by whole segments, see the explanation page."
    )

    draws: int = setting(10_000, "how many exchanges are tried", low=1, high=10_000_000)
    seed: int = setting(12345, "where the random numbers start", low=0, high=2**63 - 1)

    def words(self, measured: Measured) -> tuple[str, str]:
        if measured.group == "system":
            return "sign flips of whole systems", "other systems, these segments"
        return super().words(measured)

    def p_values(self, measured: Measured, pairs: LabelPairs) -> list[float]:
        if measured.level != "segment" or measured.group == "none":
            raise self.refuse(measured, "systems" if measured.level == "system" else "perm-both")
        warn_of_few(self.draws)
        exchanges = [_Exchange.of(measured, *pair) for pair in pairs]
        moved_numerators = np.column_stack([exchange.numerators @ [-1, 1] for exchange in exchanges])
        moved_denominators = np.column_stack([exchange.denominators @ [-1, 1] for exchange in exchanges])
        has_equal = not moved_denominators.any()
        hits = np.zeros(len(pairs), dtype=np.int64)
        rng = np.random.default_rng(self.seed)
        for block in block_sizes(self.draws, len(moved_numerators)):
            masks = swap_masks(len(moved_numerators), block, rng).astype(np.float64)
            numerators = masks @ moved_numerators
            denominators = np.zeros_like(numerators) if has_equal else masks @ moved_denominators
            for place, exchange in enumerate(exchanges):
                differences = exchange.differences(numerators[:, place], denominators[:, place])
                hits[place] += share_reaching(differences, exchange.observed)
        return [
            (count + 1) / (self.draws + 1) if exchange.has_units else float("nan")
            for count, exchange in zip(hits.tolist(), exchanges, strict=True)
        ]


@dataclass(frozen=True, eq=False)
class _Exchange:
    """Numerators and denominators of two metrics, `(groups, 2)`, 0 where one of them has no value."""

    numerators: Floats
    denominators: Floats

    @classmethod
    def of(cls, measured: Measured, first: str, second: str) -> "_Exchange":
        parts = [measured.parts[label] for label in (first, second)]
        denominators = np.column_stack([part.denominators for part in parts])
        shared = (denominators > 0).all(axis=1, keepdims=True)
        numerators = np.column_stack([part.numerators for part in parts])
        table = np.stack([np.where(shared, numerators, 0.0), np.where(shared, denominators, 0.0)], axis=2)
        evidence = RatioEvidence(table)
        table = (evidence if measured.units is None else evidence.grouped(measured.units)).table
        return cls(table[..., 0], table[..., 1])

    @property
    def has_units(self) -> bool:
        return bool(self.denominators.any())

    @property
    def observed(self) -> float:
        return float(self.differences(np.zeros(1), np.zeros(1))[0])

    def differences(self, numerators: Floats, denominators: Floats) -> Floats:
        """What the first is ahead after so much of the second's sums came to it, and went from it."""
        above, below = self.numerators.sum(axis=0), self.denominators.sum(axis=0)
        if not self.has_units:
            return np.zeros_like(numerators)
        ahead: Floats = (above[0] + numerators) / (below[0] + denominators) - (above[1] - numerators) / (
            below[1] - denominators
        )
        return ahead
