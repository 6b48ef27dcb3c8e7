"""How much stricter or milder each judge is than the others, and scores without that."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from mtassay.human.memory import Floats, Ints, Judgments, Memory, counting

SHRINKAGE = 10.0
"""An effect of n judgments counts n / (n + 10) of what was fitted."""

_ROUNDS, _SMALL = 50, 1e-6


@dataclass(frozen=True, eq=False)
class JudgeEffects:
    """By how many points of 0 to 10 each judge scores above the others on the same sources and systems.

    Effects are 0 where they were not fitted; `reason` then says why, and is empty where they were. `counts` are the
    judgments that each judge gave. Their mean over all judgments of the fit is 0 before they are shrunk. `untold` are
    judges whose own effect cannot be told although that of others can; it is 0.
    """

    judges: tuple[str, ...]
    effects: Floats
    counts: Ints
    reason: str = ""
    untold: tuple[str, ...] = ()

    @property
    def is_fitted(self) -> bool:
        """Whether scores change by them."""
        return not self.reason

    def adjusted(self, memory: Memory) -> Memory:
        """The memory with the effect of its judge taken from every judgment.

        Scores can leave 0 to 10 by that, and must not be clipped before they are summed. Ask the memory as it was
        which translations are perfect.
        """
        judgments = memory.judgments
        return replace(memory, judgments=replace(judgments, points=self.adjust(judgments.points, judgments.judge)))

    def adjust(self, points: ArrayLike, judge: ArrayLike) -> Floats:
        """Scores without the effects of the judges who gave them, by number; -1 is nobody known, who has no effect."""
        effects = np.append(self.effects, 0.0)  # index -1, no known judge, reads the appended 0
        adjusted: Floats = np.asarray(points, dtype=np.float64) - effects[np.asarray(judge, dtype=np.int64)]
        return adjusted

    def adjust_named(self, points: Sequence[float], judges: Sequence[str]) -> Floats:
        """The same for names; one that the memory did not know has no effect."""
        numbers = {name: number for number, name in enumerate(self.judges)}
        return self.adjust(points, [numbers.get(name, -1) for name in judges])


def fit_judge_effects(memory: Memory, shrinkage: float = SHRINKAGE, judgments: Judgments | None = None) -> JudgeEffects:
    """The effects of the judges of a memory: score = source + system + judge, by alternating means.

    Not fitted, with a reason, where they cannot be told from those of sources or systems: with one judge, where no two
    judged the same sources, or where each judged systems of his or her own. Judges who alone cause that, as somebody
    does who has just begun on a new system, are left out of the fit.
    """
    used = counting(memory, judgments)
    used = used.chosen(used.judge >= 0)
    count = len(memory.judges)
    counts = np.bincount(used.judge, minlength=count)
    if reason := _reason(memory, used):
        told = _leave_out(memory, used, counts)
        if told is None:
            return JudgeEffects(memory.judges, np.zeros(count), counts, reason)
        used = told

    source, system, judge = memory.source_of[used.target], used.system + 1, used.judge
    by_source, by_system, by_judge = (np.zeros(int(column.max()) + 1) for column in (source, system, judge))
    for _ in range(_ROUNDS):
        before = by_judge.copy()
        by_source = _means(source, used.points - by_system[system] - by_judge[judge])
        by_system = _means(system, used.points - by_source[source] - by_judge[judge])
        by_judge = _means(judge, used.points - by_source[source] - by_system[system])
        by_judge -= by_judge[judge].mean()
        if np.abs(by_judge - before).max() < _SMALL:
            break
    effects = np.zeros(count)
    effects[: len(by_judge)] = by_judge
    effects *= counts / (counts + shrinkage)
    fitted = np.bincount(used.judge, minlength=count) > 0
    effects[~fitted] = 0.0
    untold = tuple(
        name for name, is_fitted, n in zip(memory.judges, fitted, counts, strict=True) if n and not is_fitted
    )
    return JudgeEffects(memory.judges, effects, counts, untold=untold)


def _leave_out(memory: Memory, judgments: Judgments, counts: Ints) -> Judgments | None:
    """The judgments of those whose effects can be told: without one judge, else without more, the least busy first."""
    judges = [int(judge) for judge in np.argsort(counts, kind="stable") if counts[judge]]
    alone = [[judge] for judge in judges]
    together = [judges[:number] for number in range(2, len(judges) - 1)]
    for left_out in [*alone, *together]:
        rest = judgments.chosen(~np.isin(judgments.judge, left_out))
        if not _reason(memory, rest):
            return rest
    return None


def _means(places: Ints, values: Floats) -> Floats:
    counts = np.bincount(places)
    means: Floats = np.bincount(places, weights=values) / np.maximum(counts, 1)
    return means


def _reason(memory: Memory, judgments: Judgments) -> str:
    """Why effects cannot be told, empty where they can."""
    if not len(judgments):
        return "no judgment says who gave it"
    judges, judge = np.unique(judgments.judge, return_inverse=True)
    if len(judges) == 1:
        return f"{memory.judges[judges[0]]} is the only judge"
    source = memory.source_of[judgments.target]
    if _rank(source, np.eye(len(judges))[judge]) < len(judges) - 1:
        return "judges do not share enough sources: how strict they are cannot be told from how hard their sources are"
    systems, system = np.unique(judgments.system, return_inverse=True)
    of_systems, of_judges = np.eye(len(systems))[system], np.eye(len(judges))[judge]
    both = _rank(source, np.hstack([of_systems, of_judges]))
    if both - _rank(source, of_systems) < len(judges) - 1:
        return "judges judged different systems: how strict they are cannot be told from how good their systems are"
    return ""


def _rank(groups: Ints, columns: Floats) -> int:
    """How many independent columns remain when each group's mean is taken away."""
    counts = np.maximum(np.bincount(groups), 1)[:, None]
    sums = np.zeros((len(counts), columns.shape[1]))
    np.add.at(sums, groups, columns)
    products = columns.T @ columns - sums.T @ (sums / counts)
    return int(np.linalg.matrix_rank(products, tol=1e-8 * max(1.0, float(np.trace(products))), hermitian=True))
