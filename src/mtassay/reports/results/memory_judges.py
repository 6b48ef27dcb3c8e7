"""Judges: how much each of them did, how fast, and how strictly."""

from collections.abc import Mapping, Sequence

from mtassay.estimation.figures.judge_figures import JudgeFigures
from mtassay.human.judge_effects import JudgeEffects
from mtassay.reports.document import Document, Table, Value
from mtassay.reports.results.memory_overview import known

_HEADS = ("judge", "judgments", "rechecks", "translations", "mean score", "median s", "mean s", "breaks", "untimed")


def judge_tables(judges: Sequence[JudgeFigures]) -> list[Table]:
    """A row for each judge."""
    if not judges:
        return [Table.of(_HEADS, (), title="judges", notes=("Nobody has judged anything yet.",))]
    rows = []
    for one in judges:
        times: tuple[Value, ...] = (None, None, None, one.judgments)
        if one.pace is not None:
            times = (one.pace.median, known(one.pace.mean), one.pace.breaks, one.pace.untimed)
        counts = (one.name or "(no name)", one.judgments, one.rechecks, one.targets)
        rows.append((*counts, known(one.mean), *times))
    timed = [one.pace for one in judges if one.pace is not None]
    note = "No judgment says how long it took."
    if timed:
        note = f"Times beyond {timed[0].longest:g} seconds are breaks, and not part of the mean."
    return [Table.of(_HEADS, tuple(rows), title="judges", notes=(note,))]


def effects_document(found: JudgeEffects, facts: Mapping[str, Value]) -> Document:
    """The effects; programs also learn whether there are any, and why not. A note tells people."""
    table = effect_table(found)
    told: dict[str, Value] = {"fitted": found.is_fitted, "reason": found.reason}
    return Document("Judge effects", (table,), facts=facts, content={**facts, **told, table.key: table.records()})


def effect_table(found: JudgeEffects) -> Table:
    """How much higher each judge scores than the others would."""
    told = [found.is_fitted and judge not in found.untold for judge in found.judges]
    effects = [effect if is_told else None for effect, is_told in zip(found.effects.tolist(), told, strict=True)]
    rows = tuple(zip(found.judges, found.counts.tolist(), effects, strict=True))
    notes: tuple[str, ...]
    if found.is_fitted:
        notes = ("Points of 0 to 10, above 0 for a mild judge; effects of few judgments are shrunk.",)
        if found.untold:
            notes += (f"Not told from sources or systems yet, and taken as 0: {', '.join(found.untold)}.",)
    else:
        notes = (f"No effects: {found.reason}.",)
    return Table.of(("judge", "judgments", "effect"), rows, frozenset({"judge"}), "Judge effects", notes)
