"""What became of the information items of a source: the paper's figure 2."""

from dataclasses import dataclass

import numpy as np

from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.human.items import Difficulty, rank_difficult
from mtassay.human.memory import Memory


@dataclass(frozen=True)
class ItemFigures:
    """One source whose translations have verdicts.

    `rank` counts from 1, the hardest by its share of items that are ok, among `ranked` sources; `error_rate` is the
    IER of all its verdicts.
    """

    difficulty: Difficulty
    verdicts: int
    error_rate: float
    rank: int
    ranked: int


@dataclass(frozen=True)
class ItemSummary:
    """All sources with verdicts, the hardest first, and how often each class was said."""

    sources: tuple[ItemFigures, ...]
    classes: dict[str, int]
    cut: int
    """How many sources have items, with verdicts or without."""

    @property
    def verdicts(self) -> int:
        return sum(self.classes.values())

    @property
    def error_rate(self) -> float:
        """The IER, 0 (best) to 100; NaN where there is no verdict."""
        return _error_rate(self.classes)

    def of(self, source: int) -> ItemFigures | None:
        """The figures of one source of the memory; None where nobody judged its items."""
        return next((figures for figures in self.sources if figures.difficulty.source == source), None)


def item_summary(memory: Memory) -> ItemSummary:
    """The items of every source."""
    ranked = rank_difficult(memory, "items")
    sources = []
    for rank, source in enumerate(ranked, start=1):
        classes = _added(source.classes)
        sources.append(ItemFigures(source, sum(classes.values()), _error_rate(classes), rank, len(ranked)))
    cut = 0 if memory.item_offsets is None else int(np.count_nonzero(np.diff(memory.item_offsets)))
    return ItemSummary(tuple(sources), _added(tuple(counts for source in ranked for counts in source.classes)), cut)


def _added(counts: tuple[dict[str, int], ...]) -> dict[str, int]:
    return {name: sum(classes[name] for classes in counts) for name in ITEM_CLASSES}


def _error_rate(classes: dict[str, int]) -> float:
    verdicts = sum(classes.values())
    return 100 * (verdicts - classes["ok"]) / verdicts if verdicts else float("nan")
