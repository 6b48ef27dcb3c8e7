"""How wrong estimates are: judged translations, estimated as if they had not been judged."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mtassay.alignment.distances.base import Distance, GroupedDistances, distance
from mtassay.errors import InputError, SettingError
from mtassay.estimation.nearest.rule import find_nearest
from mtassay.human.memory import Bools, Floats, Ints, Judgments, Memory, counting
from mtassay.human.ratios import RatioEvidence
from mtassay.human.sser import error_rate
from mtassay.settings import did_you_mean

LEFT_OUT = ("target", "system", "judge")
"""What can be left out."""

# distances held at once, 8 bytes each: sources are taken in blocks, so that a large memory needs no more
_CELLS = 2_000_000


@dataclass(frozen=True)
class GroupError:
    """What was estimated of one system or judge from all the others, in SSER, 0 (best) to 100.

    Both rates are over the translations that can be estimated, NaN where there are none.
    """

    name: str
    units: int
    scorable: int
    repeats: int
    sser: float
    esser: float

    @property
    def error(self) -> float:
        """The eSSER minus the SSER: above 0 where the estimate is too bad."""
        return self.esser - self.sser


@dataclass(frozen=True, eq=False, kw_only=True)
class LeftOut:
    """Columns, one entry for each judged translation and what was left out: a target, a system or a judge.

    `group` is the number of the target, system or judge that was left out, and `truth` the mean of the judgments that
    this took away, `estimate` what the remaining ones give, NaN where none of the source remains. `distances` lead to
    the nearest remaining targets. A repeat is a target that keeps judgments of others: its estimate is their mean, at
    distance 0.
    """

    leave: str
    distance: Distance
    names: tuple[str, ...]
    group: Ints
    source: Ints
    target: Ints
    truth: Floats
    estimate: Floats
    distances: Floats
    is_repeat: Bools

    def __len__(self) -> int:
        return len(self.truth)

    @cached_property
    def errors(self) -> Floats:
        """Estimate minus truth, in points of 0 to 10: above 0 where the estimate is too good."""
        return self.estimate - self.truth

    @cached_property
    def is_scorable(self) -> Bools:
        """Which ones could be estimated at all."""
        return ~np.isnan(self.estimate)

    @property
    def scorable(self) -> int:
        """How many could be estimated."""
        return int(self.is_scorable.sum())

    @property
    def error(self) -> float:
        """|EE|, the mean absolute error, over those that could be estimated; NaN where none could."""
        return self._total / self.scorable if self.scorable else float("nan")

    @property
    def error_over_all(self) -> float:
        """|EE| as the paper prints it, by the number of all targets: what cannot be estimated counts as no error."""
        return self._total / len(self) if len(self) else float("nan")

    @property
    def bias(self) -> float:
        """The mean error: above 0 where estimates are too good."""
        return float(self.errors[self.is_scorable].mean()) if self.scorable else float("nan")

    @property
    def repeats(self) -> float:
        """The share of repeats, 0 to 1."""
        return float(self.is_repeat.mean()) if len(self) else float("nan")

    @cached_property
    def groups(self) -> tuple[GroupError, ...]:
        """Each system or judge by itself, those without judgments left out; empty where single targets are left out."""
        if self.leave == "target":
            return ()
        errors = []
        for number, name in enumerate(self.names):
            inside = self.group == number
            scorable = inside & self.is_scorable
            if inside.any():
                rates = (
                    error_rate(float(column[scorable].mean())) if scorable.any() else float("nan")
                    for column in (self.truth, self.estimate)
                )
                counts = (int(which.sum()) for which in (inside, scorable, inside & self.is_repeat))
                errors.append(GroupError(name, *counts, *rates))
        return tuple(errors)

    @property
    def group_error(self) -> float:
        """The mean of |SSER - eSSER| over the systems or judges of which something could be estimated."""
        errors = [abs(group.error) for group in self.groups if group.scorable]
        return float(np.mean(errors)) if errors else float("nan")

    def evidence(self, over_all: bool = False) -> RatioEvidence:
        """The mean absolute error for intervals; units are sources, as the errors of one source depend on each other.

        Sources of which nothing can be estimated are no units, unless it is the error `over_all`.
        """
        absolute = np.where(self.is_scorable, np.abs(self.errors), 0.0)
        sources, places = np.unique(self.source, return_inverse=True)
        counted = np.ones(len(self)) if over_all else self.is_scorable.astype(np.float64)
        numerators, denominators = np.zeros(len(sources)), np.zeros(len(sources))
        np.add.at(numerators, places, absolute)
        np.add.at(denominators, places, counted)
        table = np.column_stack([numerators, denominators])[denominators > 0]
        return RatioEvidence(table[:, None])

    @property
    def _total(self) -> float:
        return float(np.abs(self.errors[self.is_scorable]).sum())


def leave_one_out(
    memory: Memory, by: str | Distance = "edits", leave: str = "target", judgments: Judgments | None = None
) -> LeftOut:
    """Estimate every judged translation from the judgments that remain when something is left out.

    `leave` is what: a `target` with all its judgments (the paper's |EE|), or all judgments that a `system`'s outputs
    got, or all that a `judge` gave; then a target that others judged too keeps their score. `judgments` are those that
    count, all of the memory by default. Distances among the targets of a source are computed once.
    """
    if leave not in LEFT_OUT:
        raise SettingError(f"cannot leave out {leave!r}{did_you_mean(leave, LEFT_OUT)}; write {', '.join(LEFT_OUT)}")
    measure = distance(by)
    scores = memory.scores_from(counting(memory, judgments))
    judged = np.flatnonzero(~np.isnan(scores))
    if leave == "target":
        units = _Units(judged, judged, scores[judged], np.full(len(judged), np.nan))
    else:
        units = _group_units(counting(memory, judgments), leave)

    estimate, distances = np.full(len(units.target), np.nan), np.full(len(units.target), np.nan)
    by_target = np.argsort(units.target, kind="stable")
    for first, last in _blocks(np.searchsorted(judged, memory.offsets)):
        targets = judged[first:last]
        texts = [memory.targets[target] for target in targets.tolist()]
        sizes = np.bincount(memory.source_of[targets] - memory.source_of[targets[0]])
        inner = measure.within(texts, np.concatenate([[0], np.cumsum(sizes)]))
        # others can be at distance 0 too; a target that keeps judgments is nearer to itself than to any of them
        inner.values[inner.starts[:-1] - inner.first + np.arange(len(inner))] = -1.0
        begin, end = np.searchsorted(units.target[by_target], [targets[0], targets[-1] + 1])
        inside = by_target[begin:end]
        if not len(inside):
            continue
        rows = np.searchsorted(targets, units.target[inside])
        if leave == "target":
            estimates = _estimate_rows(inner, rows, scores[targets], units.remaining[inside])
            estimate[inside], distances[inside] = estimates
            continue
        order = np.argsort(units.group[inside], kind="stable")
        edges = np.flatnonzero(np.diff(units.group[inside][order])) + 1
        for members in np.split(order, edges):
            # the scores without the group differ from those of all only where the group judged
            without = scores[targets]
            without[rows[members]] = units.remaining[inside[members]]
            estimates = _estimate_rows(inner, rows[members], without, units.remaining[inside[members]])
            estimate[inside[members]], distances[inside[members]] = estimates
    return LeftOut(
        leave=leave,
        distance=measure,
        names={"target": (), "system": memory.systems, "judge": memory.judges}[leave],
        group=units.group,
        source=memory.source_of[units.target],
        target=units.target,
        truth=units.truth,
        estimate=estimate,
        distances=distances,
        is_repeat=~np.isnan(units.remaining),
    )


@dataclass(frozen=True, eq=False)
class _Units:
    """What is estimated: a target without the judgments of a group, their mean, and the mean of its others or NaN."""

    group: Ints
    target: Ints
    truth: Floats
    remaining: Floats


def _group_units(judgments: Judgments, leave: str) -> _Units:
    column = judgments.system if leave == "system" else judgments.judge
    if not (column >= 0).any():
        raise InputError(
            f"no judgment of this memory says which {leave} it belongs to, so none can be left out; "
            "leave out single targets instead"
        )
    order = np.argsort(judgments.target, kind="stable")
    target, column, points = judgments.target[order], column[order], judgments.points[order]
    named = column >= 0
    pairs = np.unique(np.stack([column[named], target[named]], axis=1), axis=0)
    group, unit_target = pairs[:, 0], pairs[:, 1]
    # every judgment of the target of every unit: it is of the group, or it remains
    starts = np.searchsorted(target, unit_target)
    counts = np.searchsorted(target, unit_target, side="right") - starts
    unit = np.repeat(np.arange(len(pairs)), counts)
    entry = np.arange(counts.sum()) + np.repeat(starts - np.cumsum(counts) + counts, counts)
    own = column[entry] == group[unit]
    truth, remaining = (_means(unit[which], points[entry[which]], len(pairs)) for which in (own, ~own))
    return _Units(group, unit_target, truth, remaining)


def _means(places: Ints, values: Floats, size: int) -> Floats:
    counts = np.bincount(places, minlength=size)
    sums = np.bincount(places, weights=values, minlength=size)
    means: Floats = np.divide(sums, counts, out=np.full(size, np.nan), where=counts > 0)
    return means


def _blocks(offsets: Ints) -> Iterator[tuple[int, int]]:
    """First and last judged target of whole sources, few enough that their distances fit into memory."""
    first, cells = 0, 0
    for start, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
        if cells and cells + (end - start) ** 2 > _CELLS:
            yield first, start
            first, cells = start, 0
        cells += (end - start) ** 2
    if cells:
        yield first, int(offsets[-1])


def _estimate_rows(inner: GroupedDistances, rows: Ints, scores: Floats, remaining: Floats) -> tuple[Floats, Floats]:
    """Scores and distances of some targets; what remains of their own judgments counts before all others."""
    # rows come in ascending order, so as many as there are means all of them
    chosen = inner if len(rows) == len(inner) else inner.chosen(rows)
    of_columns = scores[chosen.columns]
    of_columns[chosen.starts[:-1] - chosen.first + rows] = remaining
    nearest = find_nearest(chosen, of_columns)
    return nearest.scores, np.maximum(nearest.distances, 0.0)
