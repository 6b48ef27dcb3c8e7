"""Scores as columns: which judge gave which output which score, and whose output it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mtassay.errors import InputError
from mtassay.human.answers.judged_outputs import Scored
from mtassay.human.memory import Floats, Ints


@dataclass(frozen=True, eq=False, kw_only=True)
class ScoreColumns:
    """One entry for each answer: its score, judge and item, all but the score by number.

    An item is an output; `segment_of` numbers the segment of each. `made` has a row for each item and each system whose
    output it is: an output that two systems wrote is one item with two rows. `unnamed` counts answers without a judge
    and `unmade` those on outputs of no system, which are left out.
    """

    systems: tuple[str, ...]
    judges: tuple[str, ...]
    segments: tuple[str, ...]
    value: Floats
    judge: Ints
    item: Ints
    segment_of: Ints
    made: Ints
    unnamed: int = 0
    unmade: int = 0

    def __len__(self) -> int:
        return len(self.value)

    @cached_property
    def segment(self) -> Ints:
        """The segment of each answer."""
        return self.segment_of[self.item]

    @cached_property
    def makers(self) -> Floats:
        """`(items, systems)`: 1 where the item is an output of the system."""
        table = np.zeros((len(self.segment_of), len(self.systems)))
        table[self.made[:, 0], self.made[:, 1]] = 1.0
        return table

    @cached_property
    def rows(self) -> tuple[Ints, Ints]:
        """Each answer once for each system that it is about: numbers of answers, and of systems."""
        counts = np.bincount(self.made[:, 0], minlength=len(self.segment_of))
        order = np.argsort(self.made[:, 0], kind="stable")
        starts = np.cumsum(counts) - counts
        times = counts[self.item]
        answer = np.repeat(np.arange(len(self)), times)
        within = np.arange(len(answer)) - np.repeat(np.cumsum(times) - times, times)
        return answer, self.made[order, 1][starts[self.item][answer] + within]

    @property
    def has_shared_items(self) -> bool:
        """Whether an output is that of several systems."""
        return len(self.made) > len(self.segment_of)

    def with_values(self, value: Floats) -> "ScoreColumns":
        """The same answers with other scores; those without one, NaN, are left out."""
        known = ~np.isnan(value)
        return ScoreColumns(
            systems=self.systems,
            judges=self.judges,
            segments=self.segments,
            value=value[known],
            judge=self.judge[known],
            item=self.item[known],
            segment_of=self.segment_of,
            made=self.made,
            unnamed=self.unnamed,
            unmade=self.unmade,
        )


def score_columns(answers: Iterable[Scored]) -> ScoreColumns:
    """The answers as columns, systems and judges in order of first mention."""
    systems: dict[str, int] = {}
    judges: dict[str, int] = {}
    segments: dict[str, int] = {}
    items: dict[tuple[int, str], int] = {}
    segment_of: list[int] = []
    made: dict[tuple[int, int], None] = {}
    rows: list[tuple[int, int]] = []
    values: list[float] = []
    unnamed = unmade = 0
    for answer in answers:
        if not answer.judge.strip():
            unnamed += 1
            continue
        if not answer.made_by:
            unmade += 1
            continue
        segment = segments.setdefault(answer.segment, len(segments))
        item = items.setdefault((segment, answer.item), len(items))
        if item == len(segment_of):
            segment_of.append(segment)
        for system in answer.made_by:
            made[item, systems.setdefault(system, len(systems))] = None
        rows.append((judges.setdefault(answer.judge, len(judges)), item))
        values.append(answer.value)
    if not rows:
        raise InputError("no answer names a judge and a system, so there is nothing to say of systems")
    judge, item_ = np.array(rows, dtype=np.int64).T
    return ScoreColumns(
        systems=tuple(systems),
        judges=tuple(judges),
        segments=tuple(segments),
        value=np.array(values, dtype=np.float64),
        judge=judge,
        item=item_,
        segment_of=np.array(segment_of, dtype=np.int64),
        made=np.array(list(made), dtype=np.int64),
        unnamed=unnamed,
        unmade=unmade,
    )


def segment_means(columns: ScoreColumns) -> Floats:
    """The mean of the answers on each segment and system, `(segments, systems)`; NaN where there is none."""
    answer, system = columns.rows
    shape = len(columns.segments), len(columns.systems)
    cells = columns.segment[answer] * shape[1] + system
    counts = np.bincount(cells, minlength=shape[0] * shape[1])
    sums = np.bincount(cells, weights=columns.value[answer], minlength=len(counts))
    means: Floats = np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)
    return means.reshape(shape)


def system_means(columns: ScoreColumns) -> Floats:
    """Each system's mean over segments, of the mean over its answers on each; NaN where it has none."""
    means = segment_means(columns)
    known = ~np.isnan(means)
    counts = known.sum(axis=0)
    sums = np.where(known, means, 0.0).sum(axis=0)
    overall: Floats = np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)
    return overall


def answers_of(columns: ScoreColumns) -> Ints:
    """How many answers are about each system."""
    return np.bincount(columns.rows[1], minlength=len(columns.systems))
