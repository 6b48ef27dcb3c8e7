"""How well a memory serves: what it holds, how far its estimates can be trusted, what it says of each run."""

from dataclasses import dataclass

from mtassay.alignment.distances.base import Distance
from mtassay.estimation.figures.overview import Overview, overview
from mtassay.estimation.figures.with_interval import FigureWithInterval, state
from mtassay.estimation.nearest.candidate_set import CandidateSet, candidate_set
from mtassay.estimation.nearest.leave_one_out import leave_one_out
from mtassay.estimation.nearest.rule import estimate
from mtassay.human.counts import judgments_per_judge
from mtassay.human.memory import Memory
from mtassay.human.translations import translations_of
from mtassay.significance.bootstrap import Bootstrap


@dataclass(frozen=True, eq=False)
class RunHealth:
    """One run of a system, and what the nearest judged translations say of it."""

    system: str
    run: str
    candidates: CandidateSet


@dataclass(frozen=True, eq=False)
class Health:
    """The overview, every run that has outputs, the oldest first, and the judgments of each judge.

    `error` is that of estimates, None where fewer than two translations of a source were judged.
    """

    overview: Overview
    error: FigureWithInterval | None
    runs: tuple[RunHealth, ...]
    judges: dict[str, int]


def health(memory: Memory, by: str | Distance = "edits", bootstrap: Bootstrap | None = None) -> Health:
    """All of it; takes time with the number of translations, so it is worth keeping as long as the revision holds."""
    runs = []
    for outputs in memory.outputs:
        if len(outputs):
            translations = translations_of(memory, outputs)
            candidates = candidate_set(memory, estimate(memory, translations.source, translations.texts, by))
            runs.append(RunHealth(outputs.system, outputs.run, candidates))
    left_out = leave_one_out(memory, by)
    error = state(left_out.evidence(), bootstrap)[0] if left_out.scorable else None
    # intervals of what nobody looks at here would take as long as all the rest
    return Health(overview(memory, left_out), error, tuple(runs), judgments_per_judge(memory))
