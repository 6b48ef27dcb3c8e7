"""What a memory is made of and how far it can be trusted: the paper's tables 1, 2 and 3."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from mtassay.errors import InputError
from mtassay.estimation.figures.with_interval import FigureWithInterval, state
from mtassay.estimation.nearest.leave_one_out import LeftOut
from mtassay.human.counts import Counts, count
from mtassay.human.items import ier
from mtassay.human.memory import Memory
from mtassay.human.pace import pace
from mtassay.human.sser import sser
from mtassay.human.translations import stored_translations, translations_of
from mtassay.significance.bootstrap import Bootstrap


@dataclass(frozen=True)
class Vocabulary:
    """Running and different words of some texts, as white space cuts them; each text counts once."""

    texts: int
    words: int
    different: int


@dataclass(frozen=True)
class RunRate:
    """The SSER of one run of a system over what was judged of it; None where nothing was."""

    system: str
    run: str
    segments: int
    judged: int
    sser: FigureWithInterval | None


@dataclass(frozen=True, kw_only=True)
class Overview:
    """Tables 1 to 3, and how much was judged.

    `error` is |EE| over the translations that can be estimated, `error_over_all` over all judged ones as the paper
    prints it; both are None where fewer than two translations of a source were judged. `seconds` is the median and
    `item_error` the IER of all that is stored; None where nobody took the time, or judged items.
    """

    sources: Vocabulary
    targets: Vocabulary
    counts: Counts
    targets_per_source: FigureWithInterval
    references_per_source: FigureWithInterval
    error: FigureWithInterval | None
    error_over_all: FigureWithInterval | None
    distance: str
    judges: int
    runs: tuple[RunRate, ...]
    seconds: float | None
    item_error: float | None

    @property
    def range(self) -> tuple[RunRate, RunRate] | None:
        """The runs with the lowest and the highest SSER, the last row of table 1; None where none has one.

        Runs that were judged as a whole, if there are any: the few judged segments of another may be easy ones.
        """
        whole = [run for run in self.runs if run.judged == run.segments]
        rated = sorted(
            ((run.sser.value, place, run) for place, run in enumerate(whole or self.runs) if run.sser is not None),
            key=lambda entry: entry[:2],
        )
        return (rated[0][2], rated[-1][2]) if rated else None


def overview(memory: Memory, left_out: LeftOut, bootstrap: Bootstrap | None = None) -> Overview:
    """The tables of a memory, of which single targets were left out."""
    counts = count(memory)
    per_source = state(counts.evidence, bootstrap if counts.sources else None)
    scorable = left_out.scorable > 0
    return Overview(
        sources=vocabulary(memory.sources),
        targets=vocabulary(memory.targets),
        counts=counts,
        targets_per_source=per_source[0],
        references_per_source=per_source[1],
        error=state(left_out.evidence(), bootstrap)[0] if scorable else None,
        error_over_all=state(left_out.evidence(over_all=True), bootstrap)[0] if scorable else None,
        distance=left_out.distance.spec,
        judges=len(np.unique(memory.judgments.judge[memory.judgments.judge >= 0])),
        runs=run_rates(memory, bootstrap),
        seconds=_seconds(memory),
        item_error=_item_error(memory),
    )


def vocabulary(texts: Iterable[str]) -> Vocabulary:
    """Words of texts; case and punctuation count."""
    different: set[str] = set()
    size = words = 0
    for text in texts:
        cut = text.split()
        size += 1
        words += len(cut)
        different.update(cut)
    return Vocabulary(size, words, len(different))


def run_rates(memory: Memory, bootstrap: Bootstrap | None = None) -> tuple[RunRate, ...]:
    """Every run of every system, in the order in which they came."""
    rates = []
    for outputs in memory.outputs:
        judged = int(np.count_nonzero(~np.isnan(memory.scores[outputs.target])))
        rate = state(sser(memory, translations_of(memory, outputs)).evidence, bootstrap)[0] if judged else None
        rates.append(RunRate(outputs.system, outputs.run, len(outputs), judged, rate))
    return tuple(rates)


def _seconds(memory: Memory) -> float | None:
    try:
        return pace(memory).median
    except InputError:  # nobody took the time
        return None


def _item_error(memory: Memory) -> float | None:
    try:
        return ier(memory, stored_translations(memory)).value
    except InputError:  # nobody judged items
        return None
