"""Judged outputs from one table: a row for each output, with the human score and a column for each metric."""

from collections.abc import Sequence

import numpy as np

from mtassay.corpus.formats.base import Column
from mtassay.corpus.tables import find_column, list_columns
from mtassay.errors import InputError, Remedy
from mtassay.metaeval.judged import Judged, MetricScores, known_means, make_judged
from mtassay.metaeval.sources.tables import ScoreTable, is_numeric, name_people, read_score_table
from mtassay.significance.evidence import Floats

_HUMAN = ("human", "gold", "people", "mqm", "da", "z", "score")
_LOWER = "mqm"
_SEGMENT = ("segment", "seg_id", "segment_id", "seg", "line", "item", "position", "id")


def judged_from_table(
    path: str,
    *,
    human: str | None = None,
    metrics: Sequence[str] = (),
    errors: Sequence[str] = (),
    lower_is_better: bool = False,
    people: Sequence[str] = (),
    common: bool = False,
) -> Judged:
    """What is in a table with the columns system, segment and one for people and each metric.

    `human` names the column of people's scores, `metrics` those of metrics, unless all other numbers are; of `errors`
    lower scores are better. Without segments each row is a system as a whole. Columns of words are labels of segments,
    where they say the same of all its outputs.
    """
    table = read_score_table(path)
    system = table.required(None, "system", "call it system")
    segment = _segment_column(table)
    gold = _human_column(table, human, [system, *([] if segment is None else [segment])])
    chosen = _metric_columns(table, metrics, errors, [system, gold, *([] if segment is None else [segment])])
    names = table.texts(system, "system")
    keys = ["" for _ in names] if segment is None else table.texts(segment, "segment")
    systems, segments = list(dict.fromkeys(names)), list(dict.fromkeys(keys))
    places = _places(table, names, keys, systems, segments)

    def spread_out(column: Column) -> Floats:
        cells = np.full((len(systems), len(segments)), np.nan)
        cells[places] = table.numbers(column)
        return cells

    scores = {}
    for column in chosen:
        cells = spread_out(column)
        label = column.name.strip()
        scores[label] = MetricScores(segments=cells, systems=known_means(cells), higher_is_better=label not in errors)
    notes = []
    is_lower = lower_is_better or gold.name.strip().casefold() == _LOWER
    if is_lower and not lower_is_better:
        notes.append(f"{gold.name.strip()} counts errors: lower is better.")
    return make_judged(
        systems,
        spread_out(gold),
        scores,
        gold=gold.name.strip(),
        lower_is_better=is_lower,
        people=name_people(systems, people),
        labels={} if segment is None else _labels(table, [system, segment, gold, *chosen], keys, segments),
        common=common,
        notes=notes,
    )


def _segment_column(table: ScoreTable) -> Column | None:
    """The column that names segments, in whatever way, if there is one."""
    by_name = {column.name.strip().casefold(): column for column in table.table.columns}
    return next((by_name[name] for name in _SEGMENT if name in by_name), None)


def _human_column(table: ScoreTable, human: str | None, taken: Sequence[Column]) -> Column:
    if human is not None:
        return find_column(table.table, human, table.shown)
    free = {column.name.strip().casefold(): column for column in table.table.columns if _is_free(column, taken)}
    for name in _HUMAN:
        if name in free:
            return free[name]
    raise InputError(
        f"{table.shown}: no column seems to hold the scores of people; {list_columns(table.table)}: say which",
        remedy=Remedy.NAME_HUMAN_SCORES,
    )


def _metric_columns(
    table: ScoreTable, metrics: Sequence[str], errors: Sequence[str], taken: Sequence[Column]
) -> list[Column]:
    chosen = [find_column(table.table, name, table.shown) for name in metrics]
    if not chosen:
        chosen = [column for column in table.table.columns if _is_free(column, taken) and is_numeric(column)]
    if not chosen:
        raise InputError(f"{table.shown}: no column holds the scores of a metric; {list_columns(table.table)}: add one")
    for name in errors:
        if name not in [column.name.strip() for column in chosen]:
            raise InputError(
                f"{name}, of which lower is better: there is no such metric; there are "
                f"{', '.join(column.name.strip() for column in chosen)}"
            )
    return chosen


def _is_free(column: Column, taken: Sequence[Column]) -> bool:
    return not any(column is other for other in taken)


def _places(
    table: ScoreTable, names: Sequence[str], keys: Sequence[str], systems: Sequence[str], segments: Sequence[str]
) -> tuple[list[int], list[int]]:
    """Where each row stands; an output that has two is refused."""
    rows = {name: number for number, name in enumerate(systems)}
    columns = {key: number for number, key in enumerate(segments)}
    seen: dict[tuple[str, str], int] = {}
    for row, output in enumerate(zip(names, keys, strict=True)):
        if seen.setdefault(output, row) != row:
            what = f"segment {output[1]} of {output[0]}" if output[1] else output[0]
            raise InputError(f"{table.place(row)}: {what} stands in row {table.table.first_row + seen[output]} too")
    return [rows[name] for name in names], [columns[key] for key in keys]


def _labels(
    table: ScoreTable, taken: Sequence[Column], keys: Sequence[str], segments: Sequence[str]
) -> dict[str, list[str]]:
    """Columns that say one thing of all outputs of a segment."""
    labels = {}
    for column in table.table.columns:
        if not _is_free(column, taken):
            continue
        pairs = {(key, text or "") for key, text in zip(keys, column.texts, strict=True)}
        if len(pairs) == len(segments):
            by_segment = dict(pairs)
            labels[column.name.strip()] = [by_segment[key] for key in segments]
    return labels
