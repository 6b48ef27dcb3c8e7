"""Pairs of systems that were ranked on one screen, as columns, and how often each system beat each other one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from mtassay.errors import InputError
from mtassay.human.answers.judged_outputs import Ranked
from mtassay.human.memory import Bools, Floats, Ints

FIRST, TIE, SECOND = 0, 1, 2
"""Which of a pair is better, as `label` has it."""


@dataclass(frozen=True, eq=False, kw_only=True)
class RankedPairs:
    """One entry for each pair of systems of each screen, in the order of the screen.

    `systems` are in order of their names; `first` and `second` are their numbers, `label` says which is better.
    `segment` numbers `segments`, as answers call them.
    `unnamed` counts answers without a judge, which are left out; `alone` those with fewer than two systems, which
    compare nothing.
    """

    systems: tuple[str, ...]
    judges: tuple[str, ...]
    segments: tuple[str, ...] = ()
    first: Ints
    second: Ints
    label: Ints
    judge: Ints
    segment: Ints
    task: Ints
    unnamed: int = 0
    alone: int = 0

    def __len__(self) -> int:
        return len(self.label)

    @cached_property
    def wins(self) -> Floats:
        """How often each system (rows) was better than each other one (columns)."""
        return self._all[0]

    @cached_property
    def ties(self) -> Floats:
        """How often two systems were equally good."""
        return self._all[1]

    @cached_property
    def _all(self) -> tuple[Floats, Floats]:
        won, tied = self.wins_by(np.zeros(len(self), dtype=np.int64))
        return won[0], tied[0]

    def wins_by(self, units: Ints) -> tuple[Floats, Floats]:
        """Wins and ties within each unit, `(units, systems, systems)`; `units` numbers the unit of each pair."""
        size, count = len(self.systems), int(units.max(initial=-1)) + 1
        better = np.where(self.label == SECOND, self.second, self.first)
        worse = np.where(self.label == SECOND, self.first, self.second)
        places = (units * size + better) * size + worse
        shape = count, size, size
        is_tie = self.label == TIE
        won = np.bincount(places[~is_tie], minlength=count * size * size).reshape(shape).astype(np.float64)
        tied = np.bincount(places[is_tie], minlength=count * size * size).reshape(shape).astype(np.float64)
        return won, tied + tied.transpose(0, 2, 1)

    def chosen(self, which: Bools | Ints) -> "RankedPairs":
        """Some of the pairs, of the same systems and judges."""
        columns = (self.first, self.second, self.label, self.judge, self.segment, self.task)
        first, second, label, judge, segment, task = (column[which] for column in columns)
        return RankedPairs(
            systems=self.systems,
            judges=self.judges,
            segments=self.segments,
            first=first,
            second=second,
            label=label,
            judge=judge,
            segment=segment,
            task=task,
        )


def rank_pairs(answers: Iterable[Ranked], is_collapsed: bool = False) -> RankedPairs:
    """Every two systems that were ranked on one screen.

    Systems that share an output tie, as at WMT16; where `is_collapsed`, outputs are paired instead of systems, each
    called by all of its systems, as agreement asks for: nobody judges that two equal texts are equal.
    """
    systems, judges, segments, tasks = _Numbers(), _Numbers(), _Numbers(), _Numbers()
    rows: list[tuple[int, int, int, int, int, int]] = []
    called: dict[frozenset[str], str] = {}
    unnamed = alone = 0
    for answer in answers:
        if not answer.judge.strip():
            unnamed += 1
            continue
        ranked = _collapsed(answer, called) if is_collapsed else _by_system(answer)
        if len(ranked) < 2:
            alone += 1
            continue
        given = judges[answer.judge], segments[answer.segment], tasks[answer.task]
        for (first_name, rank), (second_name, other_rank) in combinations(ranked, 2):
            which = TIE if rank == other_rank else FIRST if rank < other_rank else SECOND
            rows.append((systems[first_name], systems[second_name], which, *given))
    if not rows:
        raise InputError("no screen ranks two systems, so there is nothing to compare")
    first, second, label, judge, segment, task = np.array(rows, dtype=np.int64).T
    names, places = np.unique(np.array(systems.names), return_inverse=True)
    return RankedPairs(
        systems=tuple(names.tolist()),
        judges=judges.names,
        segments=segments.names,
        first=places[first],
        second=places[second],
        label=label,
        judge=judge,
        segment=segment,
        task=task,
        unnamed=unnamed,
        alone=alone,
    )


def _by_system(answer: Ranked) -> Sequence[tuple[str, int]]:
    return [(system, output.rank) for output in answer.outputs for system in output.systems]


def _collapsed(answer: Ranked, called: dict[frozenset[str], str]) -> Sequence[tuple[str, int]]:
    """Outputs, called by all of their systems in the order in which these were first named."""
    return [
        (called.setdefault(frozenset(output.systems), "+".join(output.systems)), output.rank)
        for output in answer.outputs
        if output.systems
    ]


class _Numbers:
    """Names in order of first mention."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def __getitem__(self, name: str) -> int:
        return self._places.setdefault(name, len(self._places))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._places)
