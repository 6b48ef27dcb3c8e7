"""The memory of judgments at one revision, as arrays that figures and estimates are computed from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mtassay.human.protocols.sser import Sser
from mtassay.human.scales import EVALTRANS, POINTS, Scale

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Judgments:
    """Columns, one entry for each judgment that counts, the oldest first.

    `points` are on 0 to 10, NaN where only items were judged; `judge` and `system` are numbers of names, -1 where
    unknown; `seconds` are NaN where unknown; a recheck repeats an earlier judgment and does not count for the score.
    """

    target: Ints
    points: Floats
    judge: Ints
    system: Ints
    seconds: Floats
    revision: Ints
    is_recheck: Bools

    def __len__(self) -> int:
        return len(self.target)

    def chosen(self, which: Bools | Ints) -> "Judgments":
        """Those that `which` selects."""
        return Judgments(
            self.target[which],
            self.points[which],
            self.judge[which],
            self.system[which],
            self.seconds[which],
            self.revision[which],
            self.is_recheck[which],
        )


@dataclass(frozen=True, eq=False)
class Verdicts:
    """Columns, one entry for each verdict on an information item: which judgment, which item, which class."""

    judgment: Ints
    item: Ints
    verdict: Ints  # a place in ITEM_CLASSES, so 0 is ok

    def __len__(self) -> int:
        return len(self.judgment)


@dataclass(frozen=True, eq=False)
class Outputs:
    """What one run of a system made of a test set: entry i is the i-th segment."""

    system: str
    run: str
    revision: int
    source: Ints
    target: Ints
    documents: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.source)


@dataclass(frozen=True, eq=False, kw_only=True)
class Memory:
    """Sources, their targets (judged or not), and every judgment that holds at a revision.

    Texts have one blank for each white space (`collapse`). Targets of source s stand at `offsets[s]` to
    `offsets[s + 1]`; items of a source likewise at `item_offsets`. All judgments are of one `kind`, the name of the
    protocol that people judged by; `scale` is where their points come from.
    """

    sources: tuple[str, ...]
    targets: tuple[str, ...]
    offsets: Ints
    judgments: Judgments
    judges: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    item_offsets: Ints | None = None
    verdicts: Verdicts | None = None
    outputs: tuple[Outputs, ...] = ()
    kind: str = Sser.name
    scale: Scale = EVALTRANS
    revision: int = 0

    def __post_init__(self) -> None:
        """A judge without a name is nobody: one stranger more or less must not look like two judges."""
        nameless = [number for number, name in enumerate(self.judges) if not (name or "").strip()]
        if nameless:
            judge = np.where(np.isin(self.judgments.judge, nameless), -1, self.judgments.judge)
            object.__setattr__(self, "judgments", replace(self.judgments, judge=judge))

    @cached_property
    def source_of(self) -> Ints:
        """The source of each target."""
        return np.repeat(np.arange(len(self.sources)), np.diff(self.offsets))

    @cached_property
    def counts(self) -> Ints:
        """How many judgments count for the score of each target."""
        return np.bincount(self.counting.target, minlength=len(self.targets))

    @cached_property
    def scores(self) -> Floats:
        """The mean of each target's judgments, 0 to 10, NaN where nobody judged it."""
        return self.scores_from(self.counting)

    @cached_property
    def counting(self) -> Judgments:
        """The judgments that count for scores: no rechecks, none of items alone."""
        return self.judgments.chosen(~self.judgments.is_recheck & ~np.isnan(self.judgments.points))

    def scores_from(self, judgments: Judgments) -> Floats:
        """The mean of some judgments for each target, NaN where there are none."""
        size = len(self.targets)
        counts = np.bincount(judgments.target, minlength=size)
        sums = np.bincount(judgments.target, weights=judgments.points, minlength=size)
        scores: Floats = np.divide(sums, counts, out=np.full(size, np.nan), where=counts > 0)
        return scores

    @cached_property
    def is_perfect(self) -> Bools:
        """Which targets serve as references: every judgment of them is the best that there is."""
        return self.scores >= POINTS  # a mean of 10 means that all were

    def latest_outputs(self, system: str) -> Outputs | None:
        """The last run of a system, or None where it has none."""
        return next((outputs for outputs in reversed(self.outputs) if outputs.system == system), None)


def make_memory(
    pairs: Sequence[tuple[str, str, float]],
    judges: Sequence[str | None] = (),
    systems: Sequence[str | None] = (),
    scale: Scale = EVALTRANS,
) -> Memory:
    """A memory of (source, target, points) without a database.

    `judges` and `systems` name those of each pair; None and blanks are nobody, as in a database.
    """
    from mtassay.human.collection import collapse

    grouped: dict[str, dict[str, int]] = {}
    for source, target, _ in pairs:
        grouped.setdefault(collapse(source), {}).setdefault(collapse(target), 0)
    numbers: dict[tuple[str, str], int] = {}
    for source, targets in grouped.items():
        for target in targets:
            numbers[source, target] = len(numbers)
    judge_names, judge = _numbered(judges, len(pairs))
    system_names, system = _numbered(systems, len(pairs))
    count = len(pairs)
    return Memory(
        sources=tuple(grouped),
        targets=tuple(target for _, target in numbers),
        offsets=np.cumsum([0, *(len(targets) for targets in grouped.values())]),
        judgments=Judgments(
            np.array([numbers[collapse(source), collapse(target)] for source, target, _ in pairs], dtype=np.int64),
            np.array([points for _, _, points in pairs], dtype=np.float64),
            judge,
            system,
            np.full(count, np.nan),
            np.arange(1, count + 1),
            np.zeros(count, dtype=bool),
        ),
        judges=judge_names,
        systems=system_names,
        scale=scale,
        revision=count,
    )


def _numbered(names: Sequence[str | None], count: int) -> tuple[tuple[str, ...], Ints]:
    """Different names, and which of them each entry has; -1 for an empty one, which is nobody's."""
    if not names:
        return (), np.full(count, -1, dtype=np.int64)
    distinct = tuple(dict.fromkeys(name for name in names if name and name.strip()))
    places = {name: place for place, name in enumerate(distinct)}
    return distinct, np.array([places.get(name or "", -1) for name in names], dtype=np.int64)


def counting(memory: Memory, judgments: Judgments | None) -> Judgments:
    """Those of some judgments that count for scores, all of the memory where None: no rechecks, none of items alone."""
    if judgments is None:
        return memory.counting
    return judgments.chosen(~judgments.is_recheck & ~np.isnan(judgments.points))
