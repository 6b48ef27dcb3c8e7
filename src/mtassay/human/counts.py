"""How full a memory is: targets and references per source (T/n and R/n), and who judged how much."""

from dataclasses import dataclass, field

import numpy as np

from mtassay.human.memory import Memory
from mtassay.human.ratios import RatioEvidence, mean_evidence


@dataclass(frozen=True, kw_only=True)
class Counts:
    """What a memory holds.

    `targets` are all stored translations, `judged` those with a score and `references` those judged perfect.
    `targets_per_source` is the T/n of Nießen et al. (2000): judged ones, since theirs were; `references_per_source` is
    R/n. Both divide by all sources, and are NaN where there are none. `judgments` counts those that count for scores.
    Units of the evidence, whose columns are T/n and R/n, are sources.
    """

    sources: int
    judged_sources: int
    targets: int
    judged: int
    references: int
    judgments: int
    rechecks: int
    targets_per_source: float
    references_per_source: float
    evidence: RatioEvidence = field(repr=False, compare=False)


def count(memory: Memory) -> Counts:
    """Everything that can be counted without looking at text."""
    size = len(memory.sources)
    is_judged = ~np.isnan(memory.scores)
    judged, references = (
        np.bincount(memory.source_of[which], minlength=size) for which in (is_judged, memory.is_perfect)
    )
    evidence = mean_evidence(judged.astype(np.float64), references.astype(np.float64))
    per_source = evidence.score_under(np.ones((1, size)))[0]
    return Counts(
        sources=size,
        judged_sources=int(np.count_nonzero(judged)),
        targets=len(memory.targets),
        judged=int(judged.sum()),
        references=int(references.sum()),
        judgments=len(memory.counting),
        rechecks=int(np.count_nonzero(memory.judgments.is_recheck)),
        targets_per_source=float(per_source[0]),
        references_per_source=float(per_source[1]),
        evidence=evidence,
    )


def judgments_per_judge(memory: Memory) -> dict[str, int]:
    """How many judgments each judge gave, rechecks and judgments of items alone included, the busiest first.

    Those of nobody in particular stand under the empty name.
    """
    numbers, counts = np.unique(memory.judgments.judge, return_counts=True)
    named = [
        ("" if number < 0 else memory.judges[number], given)
        for number, given in zip(numbers.tolist(), counts.tolist(), strict=True)
    ]
    return dict(sorted(named, key=lambda entry: (-entry[1], entry[0])))
