"""Tables of an evaluation: scores of systems and of segments, how they are spread, and how metrics correlate."""

from collections.abc import Iterator, Sequence

from mtassay.corpus.column_names import label_name, system_name
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.base import Role
from mtassay.corpus.tables import table_of
from mtassay.evaluation.score import Evaluation, Score
from mtassay.evaluation.segment_statistics import Correlation, SegmentStatistics, Spread
from mtassay.reports.document import Cell, Column, Estimate, Row, Table, Value

STATISTICS = ("maximum", "minimum", "range", "mean", "variance", "standard deviation")
SAMPLE_VARIANCE = "Variance and standard deviation are those of a sample: they divide by n - 1."
MEANS = "A mean of segments is not the score of the test set, which most metrics compute from sums of counts."
POOLED = "all systems"
CORRELATION_PLACES = 3
_SYSTEM = Column("system", "System")


def score_table(evaluation: Evaluation, name: str = "") -> Table:
    """Systems in rows, metrics in columns, the best of each column bold; with one system nothing is best."""
    columns = tuple(
        Column(label, digits=score.places, has_ends=score.interval is not None) for label, score in evaluation.columns
    )
    rows = tuple((system, *map(_estimate, scores)) for system, scores in evaluation.systems.items())
    best = {column: evaluation.best(column) for column in range(len(columns)) if len(evaluation) > 1}
    bold = {
        (row, column + 1)
        for row, scores in enumerate(evaluation.systems.values())
        for column, score in enumerate(scores)
        if score.value == best.get(column)
    }
    segments = "1 segment" if evaluation.segments == 1 else f"{evaluation.segments} segments"
    notes = (segments,) if name else ()  # people know it from the command that they gave
    return Table((_SYSTEM, *columns), rows, notes=notes, name=name, bold=frozenset(bold))


def segment_names(evaluation: Evaluation) -> list[str]:
    """The columns of `segment_rows`."""
    return ["system", "segment", *(label for label, _ in evaluation.columns)]


def segment_rows(evaluation: Evaluation) -> Iterator[Sequence[Value]]:
    """A row for each segment of each system, segments counted from 1, one after the other: there may be millions."""
    for name, scores in evaluation.systems.items():
        columns = [score.segments.tolist() for score in scores]
        for number, values in enumerate(zip(*columns, strict=True), start=1):
            yield [name, number, *values]


def text_table(evaluation: Evaluation, evalset: EvalSet) -> Table:
    """Segments in rows: their labels and texts, and behind the text of each system its scores."""
    columns = [Column("Segment", digits=0)]
    cells: list[Sequence[Cell]] = [range(1, len(evalset) + 1)]
    texts = table_of(evalset).columns
    for text_column in texts:
        if text_column.role is Role.LABEL:
            columns.append(Column(label_name(text_column.name), is_words=True))
            cells.append(text_column.texts)
    for text_column in texts:
        if text_column.role in (Role.SOURCE, Role.REFERENCE):
            kind = "Source" if text_column.role is Role.SOURCE else "Reference"
            columns.append(Column(kind + text_column.name[3:].replace(":", " "), is_words=True))
            cells.append(text_column.texts)
    for text_column in texts:
        if text_column.role is Role.SYSTEM:
            name = system_name(text_column.name)
            columns.append(Column(name, is_words=True))
            cells.append(text_column.texts)
            for (label, _), score in zip(evaluation.columns, evaluation.systems[name], strict=True):
                columns.append(Column(f"{name} {label}", digits=score.places))
                cells.append(score.segments.tolist())
    return Table(tuple(columns), list(zip(*cells, strict=True)), name="Segments")


def statistics_tables(statistics: SegmentStatistics) -> Iterator[Table]:
    """For each system the spreads, metrics in rows; then the correlations of each system and of all together."""
    heads = tuple(Column(name, missing="") for name in ("Metric", *STATISTICS))
    for index, (name, spreads) in enumerate(statistics.spreads.items()):
        rows = [(label, *spread_values(spread)) for label, spread in zip(statistics.labels, spreads, strict=True)]
        is_last = index == len(statistics.spreads) - 1
        notes = (SAMPLE_VARIANCE, MEANS) if is_last else ()
        yield Table(
            heads,
            rows,
            title=f"{name}: scores of segments",
            notes=notes,
            row_digits=tuple(statistics.places),
        )
    if len(statistics.labels) == 1:  # which correlates with nothing but itself
        return
    heads = tuple(Column(name, digits=CORRELATION_PLACES, missing="") for name in ("Metric", *statistics.labels))
    for correlation in statistics.correlations:
        cells = [(label, *values) for label, values in zip(statistics.labels, correlation.coefficients, strict=True)]
        title = f"{correlated(correlation)}: correlation of the metrics over {_count_segments(correlation)} (Pearson)"
        yield Table(heads, cells, title=title, notes=tuple(_constant_notes(correlation)))


def statistics_data(statistics: SegmentStatistics) -> Iterator[Table]:
    """Spreads, and correlations where there are two metrics: a row for each system and metric."""
    rows: list[Row] = [
        (system, label, *spread_values(spread))
        for system, spreads in statistics.spreads.items()
        for label, spread in zip(statistics.labels, spreads, strict=True)
    ]
    places = max(statistics.places)
    columns = tuple(
        Column(name, name.capitalize(), digits=places, missing="") for name in ("system", "metric", *STATISTICS)
    )
    yield Table(columns, rows, name="Statistics", notes=(SAMPLE_VARIANCE, MEANS))
    if len(statistics.labels) == 1:
        return
    rows = [
        (correlated(correlation), correlation.segments, label, *coefficients)
        for correlation in statistics.correlations
        for label, coefficients in zip(statistics.labels, correlation.coefficients, strict=True)
    ]
    own = (Column("system", "System"), Column("segments", "Segments"), Column("metric", "Metric"))
    columns = (*own, *(Column(label, digits=CORRELATION_PLACES, missing="") for label in statistics.labels))
    notes = ["Pearson's correlation of the metrics over segments."]
    notes += [note for correlation in statistics.correlations for note in _constant_notes(correlation)]
    yield Table(columns, rows, name="Correlation", notes=tuple(notes))


def spread_values(spread: Spread) -> tuple[float | None, ...]:
    """The numbers of a spread in the order of `STATISTICS`."""
    return (spread.maximum, spread.minimum, spread.range, spread.mean, spread.variance, spread.standard_deviation)


def correlated(correlation: Correlation) -> str:
    """Whose segments they are."""
    return POOLED if correlation.system is None else correlation.system


def _estimate(score: Score) -> Estimate | float:
    if score.interval is None:
        return score.value
    return Estimate(score.value, score.interval.low, score.interval.high)


def _count_segments(correlation: Correlation) -> str:
    return "1 segment" if correlation.segments == 1 else f"{correlation.segments} segments"


def _constant_notes(correlation: Correlation) -> Iterator[str]:
    """Why there is no correlation, where there is none."""
    for label in correlation.constant:
        yield f"{correlated(correlation)}: {label} scores every segment alike, and so correlates with nothing."
