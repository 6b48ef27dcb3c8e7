"""Judges: how much each of them did, how fast, and how strictly."""

from collections.abc import Mapping, Sequence

from mtassay.estimation.figures.judge_figures import JudgeFigures
from mtassay.estimation.figures.with_interval import known
from mtassay.human.judge_effects import JudgeEffects
from mtassay.reports.document import Document, Table, Value

_HEADS = ("judge", "judgments", "rechecks", "translations", "mean score", "median s", "mean s", "breaks", "untimed")


def judge_tables(judges: Sequence[JudgeFigures]) -> list[Table]:
    """A row for each judge."""
    if not judges:
        return [Table.of(_HEADS, (), title="judges", notes=("Nobody has judged anything yet.",))]
    rows = []
    for judge in judges:
        times: tuple[Value, ...] = (None, None, None, judge.judgments)
        if judge.pace is not None:
            times = (judge.pace.median, known(judge.pace.mean), judge.pace.breaks, judge.pace.untimed)
        counts = (judge.name or "(no name)", judge.judgments, judge.rechecks, judge.targets)
        rows.append((*counts, known(judge.mean), *times))
    timed = [judge.pace for judge in judges if judge.pace is not None]
    note = "No judgment says how long it took."
    if timed:
        note = f"Times beyond {timed[0].longest:g} seconds are breaks, and not part of the mean."
    return [Table.of(_HEADS, tuple(rows), title="judges", notes=(note,))]


def effects_document(judge_effects: JudgeEffects, facts: Mapping[str, Value]) -> Document:
    """The effects; programs also learn whether there are any, and why not. A note tells people."""
    table = effect_table(judge_effects)
    told: dict[str, Value] = {"fitted": judge_effects.is_fitted, "reason": judge_effects.reason}
    return Document("Judge effects", (table,), facts=facts, content={**facts, **told, table.key: table.records()})


def effect_table(judge_effects: JudgeEffects) -> Table:
    """How much higher each judge scores than the others would."""
    told = [judge_effects.is_fitted and judge not in judge_effects.untold for judge in judge_effects.judges]
    effects = [
        effect if is_told else None for effect, is_told in zip(judge_effects.effects.tolist(), told, strict=True)
    ]
    rows = tuple(zip(judge_effects.judges, judge_effects.counts.tolist(), effects, strict=True))
    notes: tuple[str, ...]
    if judge_effects.is_fitted:
        notes = ("Points of 0 to 10, above 0 for a mild judge; effects of few judgments are shrunk.",)
        if judge_effects.untold:
            notes += (f"Not told from sources or systems yet, and taken as 0: {', '.join(judge_effects.untold)}.",)
    else:
        notes = (f"No effects: {judge_effects.reason}.",)
    return Table.of(("judge", "judgments", "effect"), rows, frozenset({"judge"}), "Judge effects", notes)
