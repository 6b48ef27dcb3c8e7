"""How far judges agree with each other, with themselves, and with what is stored."""

from dataclasses import dataclass

from mtassay.errors import InputError
from mtassay.estimation.figures.with_interval import FigureWithInterval, state
from mtassay.human.agreement import Accord, group_agreement, pairwise_agreement, self_agreement
from mtassay.human.consistency import Consistency, consistency
from mtassay.human.memory import Memory
from mtassay.significance.bootstrap import Bootstrap


@dataclass(frozen=True)
class Coefficient:
    """One coefficient of all judges together; `reason` says why it is undefined."""

    name: str
    figure: FigureWithInterval
    reason: str


@dataclass(frozen=True)
class AgreementFigures:
    """All that can be said of agreement.

    `units` counts translations that two judges or more judged; `reason` says why there are no kappas of the whole
    group; `rechecks` is None where nothing was rechecked.
    """

    units: int
    judges: int
    coefficients: tuple[Coefficient, ...]
    reason: str
    pairs: tuple[Accord, ...]
    own: tuple[Accord, ...]
    rechecks: Consistency | None


def agreement_figures(memory: Memory, bootstrap: Bootstrap | None = None, judge: str | None = None) -> AgreementFigures:
    """Of all judges, or those comparisons that one judge is part of; the group is always everybody."""
    own = tuple(self_agreement(memory, judge).values())
    pairs = tuple(pair for pair in pairwise_agreement(memory) if judge is None or judge in (pair.first, pair.second))
    try:
        rechecks = consistency(memory)
    except InputError:  # nothing was rechecked
        rechecks = None
    try:
        group = group_agreement(memory)
    except InputError:  # no translation has two judges
        return AgreementFigures(0, 0, (), "", (), own, rechecks)
    known = [
        *group.alphas.values(),
        *(coefficient for coefficient in (group.fleiss, group.randolph) if coefficient is not None),
    ]
    coefficients = tuple(
        Coefficient(coefficient.name, state(coefficient.evidence, bootstrap)[0], coefficient.reason)
        for coefficient in known
    )
    return AgreementFigures(group.targets, group.judges, coefficients, group.reason, pairs, own, rechecks)
