"""How wrong the estimates of some translations are: the paper's figure 3."""

from dataclasses import dataclass, replace

import numpy as np

from mtassay.errors import InputError
from mtassay.estimation.leave_one_out import LeftOut
from mtassay.estimation.stated import Stated, state
from mtassay.human.memory import Bools, Ints, Memory
from mtassay.settings import did_you_mean
from mtassay.significance.bootstrap import Bootstrap


@dataclass(frozen=True)
class ErrorBin:
    """How many errors lie from `low` up to `high`, in points of 0 to 10, the upper end not included."""

    low: float
    high: float
    count: int


@dataclass(frozen=True)
class DistanceBin:
    """Estimates that had to reach from `low` to `high`, both included, and their mean error without signs."""

    low: float
    high: float
    count: int
    error: float


@dataclass(frozen=True, eq=False)
class ErrorFigures:
    """|EE| of some translations, each estimated from all others of its source that are stored.

    `error` is over those that can be estimated, `error_over_all` as the paper prints it; `bias` has a sign, above 0
    where estimates are too good.
    """

    left_out: LeftOut
    error: Stated
    error_over_all: Stated
    bias: float
    histogram: tuple[ErrorBin, ...]
    by_distance: tuple[DistanceBin, ...]

    @property
    def units(self) -> int:
        return len(self.left_out)

    @property
    def scorable(self) -> int:
        return self.left_out.scorable


@dataclass(frozen=True)
class Subset:
    """Which translations are looked at: all conditions must hold, and those that are None are none.

    `sources` are numbers of the memory. A translation is a system's where one of its runs produced it or a judgment
    says so, and a judge's where he or she judged it; `text` is looked for in source and translation, whatever its case.
    """

    system: str | None = None
    judge: str | None = None
    text: str | None = None
    sources: frozenset[int] | None = None

    def targets(self, memory: Memory) -> Bools:
        """Which targets of the memory belong to it."""
        chosen = np.ones(len(memory.targets), dtype=bool)
        if self.system is not None:
            chosen &= _of_system(memory, self.system)
        if self.judge is not None:
            judged = memory.judgments.judge == _number(memory.judges, self.judge, "judge")
            chosen &= _marked(memory, memory.judgments.target[judged])
        if self.sources is not None:
            chosen &= np.isin(memory.source_of, sorted(self.sources))
        if self.text is not None:
            wanted = self.text.casefold()
            in_source = np.array([wanted in text.casefold() for text in memory.sources], dtype=bool)
            in_target = np.array([wanted in text.casefold() for text in memory.targets], dtype=bool)
            chosen &= in_source[memory.source_of] | in_target
        return chosen


def error_figures(
    memory: Memory, left_out: LeftOut, subset: Subset | None = None, bootstrap: Bootstrap | None = None
) -> ErrorFigures | None:
    """The figures of a subset; None where none of it can be estimated.

    Where systems or judges were left out, a subset of one means what that one's judgments were estimated from others.
    """
    chosen = left_out
    if subset is not None and subset != Subset():
        which = subset.targets(memory)[left_out.target]
        name = {"system": subset.system, "judge": subset.judge}.get(left_out.leave)
        if name is not None:
            which &= left_out.group == _number(left_out.names, name, left_out.leave)
        chosen = choose(left_out, which)
    if not chosen.scorable:
        return None
    return ErrorFigures(
        chosen,
        state(chosen.evidence(), bootstrap)[0],
        state(chosen.evidence(over_all=True), bootstrap)[0],
        chosen.bias,
        _histogram(chosen),
        _by_distance(chosen),
    )


def choose(left_out: LeftOut, which: Bools) -> LeftOut:
    """Some of what was estimated."""
    columns = ("group", "source", "target", "truth", "estimate", "distances", "is_repeat")
    return replace(left_out, **{name: getattr(left_out, name)[which] for name in columns})


def _histogram(left_out: LeftOut) -> tuple[ErrorBin, ...]:
    """Bins of a point around whole numbers, from the lowest error to the highest, empty ones between included."""
    errors = left_out.errors[left_out.is_scorable]
    places = np.floor(np.round(errors, 9) + 0.5).astype(np.int64)  # sums of estimates carry rounding
    low = int(places.min())
    counts = np.bincount(places - low)
    return tuple(ErrorBin(low + n - 0.5, low + n + 0.5, count) for n, count in enumerate(counts.tolist()))


def _by_distance(left_out: LeftOut) -> tuple[DistanceBin, ...]:
    """0 by itself, then ever wider bins: doubling counts of changes, tenths of shares; empty ones are left out."""
    scorable = left_out.is_scorable
    distances, errors = left_out.distances[scorable], np.abs(left_out.errors[scorable])
    edges = np.arange(11) / 10 if left_out.distance.is_share else np.array([0, *2.0 ** np.arange(41)])
    places = np.searchsorted(edges, distances)  # of the upper end
    found = []
    for place in np.unique(places).tolist():
        inside = places == place
        low, high = float(distances[inside].min()), float(distances[inside].max())
        found.append(DistanceBin(low, high, int(np.count_nonzero(inside)), float(errors[inside].mean())))
    return tuple(found)


def _of_system(memory: Memory, system: str) -> Bools:
    known = list(dict.fromkeys([*memory.systems, *(outputs.system for outputs in memory.outputs)]))
    _number(tuple(known), system, "system")
    made = [outputs.target for outputs in memory.outputs if outputs.system == system]
    if system in memory.systems:
        made.append(memory.judgments.target[memory.judgments.system == memory.systems.index(system)])
    return _marked(memory, np.concatenate(made))


def _marked(memory: Memory, targets: Ints) -> Bools:
    marked = np.zeros(len(memory.targets), dtype=bool)
    marked[targets] = True
    return marked


def _number(names: tuple[str, ...], name: str, what: str) -> int:
    if name not in names:
        known = f"there are {', '.join(names)}" if names else "there is none with a name"
        raise InputError(f"there is no {what} {name!r}{did_you_mean(name, names)}; {known}")
    return names.index(name)
