"""Metrics in the order of their agreement with people."""

import math
from collections.abc import Iterator, Sequence
from functools import partial

from mtassay.metaeval.result import CONSTANT, MeasuredPart, MetaEvaluation, RankedMetric, Ranking
from mtassay.reports.document import (
    Cell,
    Column,
    Document,
    Estimate,
    Exact,
    Figure,
    Form,
    Note,
    Row,
    Section,
    Signature,
    Table,
    Value,
)
from mtassay.reports.drawing.elements import decimal
from mtassay.reports.drawing.metric_pictures import draw_meaning, draw_parts, draw_ranking, draw_systems
from mtassay.reports.results.metaeval.meaning import meanings_table

_DIGITS = 4
_MOST_DRAWN = 8


def meta_document(result: MetaEvaluation) -> Document:
    """A ranking for each statistic, then every test between metrics, and the scores of systems behind them."""
    rankings = [section for ranking in result.rankings for section in _ranking_sections(result, ranking)]
    parts = (_all_parts_table(result),) if any(ranking.parts for ranking in result.rankings) else ()
    meanings = (meanings_table(result.meanings), _shares_table(result)) if result.meanings else ()
    curves = tuple(_meaning_figures(result, meanings[0])) if meanings else ()
    notes = (Note(result.notes, title="Notes"),) if result.notes else ()
    return Document(
        "Metrics and people",
        (*rankings, *_system_figures(result), *curves, *meanings[1:], *notes),
        facts=_facts(result),
        signatures=tuple(Signature(label, "", text) for label, text in result.signatures.items()),
        data=(_metrics_table(result), _pairs_table(result), _systems_table(result), *meanings, *parts),
        main="metrics",
    )


def _facts(result: MetaEvaluation) -> dict[str, Value]:
    facts: dict[str, Value] = {
        "people": result.gold,
        "systems": len(result.systems),
        "segments": result.segments,
        "judged outputs": result.judged_outputs,
    }
    if result.people:
        facts["left out as people"] = ", ".join(result.people)
    if result.outliers:
        facts["left out as outliers"] = ", ".join(result.outliers)
    return {
        **facts,
        "digest of judgments": result.digest,
        "alpha": Exact(result.alpha),
        "correction": result.correction,
        "draws of intervals": result.draws,
        "seed": result.seed,
    }


def _heading(ranking: Ranking) -> str:
    groups = {"item": ", by segment", "system": ", by system", "none": ", all outputs together", None: ""}
    return f"{ranking.level.capitalize()} level: {ranking.title}{groups[ranking.group]}"


def _ranking_sections(result: MetaEvaluation, ranking: Ranking) -> Iterator[Section]:
    table = _ranking_table(result, ranking)
    if any(row.rank is not None for row in ranking.metrics):
        yield Figure(partial(draw_ranking, ranking, table.title, table.notes), table)
    else:
        yield table
    for by in dict.fromkeys(part.by for part in ranking.parts):
        parts = parts_table(ranking, by)
        yield Figure(partial(draw_parts, ranking, by, parts.title, parts.notes[0]), parts)


def _system_figures(result: MetaEvaluation) -> Iterator[Figure]:
    """The best metrics only: who wants to see more chooses them."""
    ranking = next((ranking for ranking in result.rankings if ranking.level == "system"), None)
    rows = () if ranking is None else tuple(row for row in ranking.metrics if row.rank is not None)
    for row in rows[:_MOST_DRAWN]:
        assert ranking is not None
        finding = f"{ranking.title} {decimal(row.value, 4)}"
        if row.interval is not None:
            finding += f", {decimal(row.interval.low, 4)} to {decimal(row.interval.high, 4)} for other systems"
        yield Figure(partial(draw_systems, result, row.label, f"{finding}."))


def _meaning_figures(result: MetaEvaluation, table: Table) -> Iterator[Figure]:
    """A curve for each metric; the table of all of them goes with the first."""
    for place, meaning in enumerate(result.meanings):
        draw = partial(draw_meaning, meaning, result.shares[meaning.label])
        yield Figure(draw, table if place == 0 else None)


def _ranking_table(result: MetaEvaluation, ranking: Ranking) -> Table:
    """For people: the columns that say something."""
    rows = ranking.metrics
    columns = [Column("metric"), Column("rank")]
    columns.append(Column("value", digits=_DIGITS, has_ends=any(row.interval is not None for row in rows)))
    shown: list[tuple[Column, Sequence[Value]]] = [
        (Column("cluster"), [row.cluster for row in rows]),
        (Column("groups"), [row.groups for row in rows]),
        (Column("epsilon", digits=_DIGITS), [row.epsilon for row in rows]),
        (Column("note", is_words=True, missing=""), [row.note or None for row in rows]),
    ]
    extra = [(column, cells) for column, cells in shown if any(cell is not None for cell in cells)]
    table = [
        (row.label, row.rank, _estimate(row), *(cells[place] for _, cells in extra)) for place, row in enumerate(rows)
    ]
    names = tuple(column for column, _ in extra)
    return Table((*columns, *names), table, title=_heading(ranking), notes=tuple(_table_notes(result, ranking)))


def _table_notes(result: MetaEvaluation, ranking: Ranking) -> Iterator[str]:
    if any(row.interval is not None for row in ranking.metrics):
        over = "systems" if ranking.level == "system" or ranking.group == "system" else "segments"
        yield f"Intervals of 95 %: bootstrap over {over}."
    if ranking.test is not None:
        correction = {"holm": ", Holm", "bh": ", Benjamini-Hochberg"}.get(result.correction, "")
        yield f"Clusters at {result.alpha:g} by {ranking.test_title}{correction}; it speaks of {ranking.asks}."
    left_out = {row.left_out for row in ranking.metrics if row.left_out}
    if left_out:
        yield "Groups in which people, or the metric, tie all outputs are left out."
    yield from ranking.notes


def _estimate(row: RankedMetric) -> Cell:
    if math.isnan(row.value):
        return None
    if row.interval is None:
        return Estimate(row.value, None, None)
    return Estimate(row.value, row.interval.low, row.interval.high)


def _metrics_table(result: MetaEvaluation) -> Table:
    columns = (
        *(Column(name) for name in ("level", "statistic", "group", "metric", "rank", "cluster")),
        Column("value", digits=_DIGITS, has_ends=True),
        Column("standard error", digits=_DIGITS),
        *(Column(name) for name in ("groups", "left out")),
        Column("epsilon", digits=_DIGITS),
        Column("note", is_words=True),
    )
    rows: list[Row] = [
        (
            *(ranking.level, ranking.statistic, ranking.group, row.label, row.rank, row.cluster),
            _estimate(row),
            *(row.error, row.groups, row.left_out, row.epsilon, row.note),
        )
        for ranking in result.rankings
        for row in ranking.metrics
    ]
    return Table(columns, rows, name="metrics")


def _pairs_table(result: MetaEvaluation) -> Table:
    columns = (
        *(Column(name) for name in ("level", "statistic", "group", "test", "first", "second")),
        Column("difference", digits=_DIGITS, form=Form.SIGNED),
        Column("p", form=Form.P_VALUE),
        Column("adjusted p", form=Form.P_VALUE),
    )
    rows: list[Row] = [
        (
            *(ranking.level, ranking.statistic, ranking.group, ranking.test, pair.first, pair.second),
            *(pair.difference, Exact(pair.p_value), Exact(pair.adjusted_p)),
        )
        for ranking in result.rankings
        for pair in ranking.pairs
    ]
    return Table(columns, rows, name="pairs")


def parts_table(ranking: Ranking, by: str) -> Table:
    """A row for each part of the test set, a column for each metric in their order."""
    labels = [row.label for row in ranking.metrics if row.rank is not None]
    parts = [part for part in ranking.parts if part.by == by]
    has_constant = not all(math.isnan(part.constant) for part in parts)
    names = [*labels, *([CONSTANT] if has_constant else [])]
    columns = (Column(by), Column("segments"), *(Column(name, digits=_DIGITS) for name in names))
    rows: list[Row] = [
        (
            *(part.name, part.segments, *(part.values.get(label) for label in labels)),
            *([part.constant] if has_constant else []),
        )
        for part in parts
    ]
    notes = ("Parts are smaller than the whole, so their intervals are wider: they are in the table parts.",)
    return Table(columns, rows, title=f"{_heading(ranking)}, by {by}", notes=notes)


def _all_parts_table(result: MetaEvaluation) -> Table:
    """A row for each metric on each part."""
    columns = (
        *(Column(name) for name in ("statistic", "by", "part", "segments", "metric")),
        Column("value", digits=_DIGITS, has_ends=True),
    )
    rows: list[Row] = [
        (ranking.statistic, part.by, part.name, part.segments, *_part_cell(part, label))
        for ranking in result.rankings
        for part in ranking.parts
        for label in (*part.values, *(() if math.isnan(part.constant) else (CONSTANT,)))
    ]
    return Table(columns, rows, name="parts")


def _part_cell(part: MeasuredPart, label: str) -> tuple[str, Cell]:
    value = part.constant if label == CONSTANT else part.values[label]
    interval = part.intervals.get(label)
    known = None if math.isnan(value) else value
    return label, Estimate(known, *(None, None) if interval is None else (interval.low, interval.high))


def _shares_table(result: MetaEvaluation) -> Table:
    columns = (
        Column("metric"),
        *(Column(name, digits=_DIGITS) for name in ("from", "to")),
        *(Column(name) for name in ("pairs", "agreed")),
    )
    rows: list[Row] = [
        (label, share.low, share.high, share.pairs, share.agreed)
        for label, shares in result.shares.items()
        for share in shares
    ]
    return Table(columns, rows, title="Differences by size, as counted", name="shares")


def _systems_table(result: MetaEvaluation) -> Table:
    """The scores of systems, turned so that higher is better."""
    labels = tuple(result.metric_scores)
    columns = (Column("system"), Column("people", digits=_DIGITS), *(Column(label, digits=_DIGITS) for label in labels))
    rows: list[Row] = [
        (name, float(result.human_scores[row]), *(float(result.metric_scores[label][row]) for label in labels))
        for row, name in enumerate(result.systems)
    ]
    return Table(columns, rows, name="systems")
