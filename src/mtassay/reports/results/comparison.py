"""A comparison of systems."""

from collections.abc import Iterator, Sequence
from typing import Any

from mtassay import __version__
from mtassay.comparison.result import Comparison, Disagreement, Group, MetricComparison, Pair, System
from mtassay.metaeval.differences import DifferenceMeaning
from mtassay.reports.cautions import cautions
from mtassay.reports.document import Column, Document, Exact, Figure, Note, Row, Signature, Table
from mtassay.reports.drawing.comparison_svg import comparison_picture
from mtassay.reports.results.comparison_tables import breakdown_tables, group_numbers, matrix, metric_table, summary
from mtassay.reports.results.evaluation import interval_object
from mtassay.reports.results.metaeval.meaning import meaning_lines, meaning_objects

_PLACES = {"p": 4, "adjusted p": 4, "wins": 3, "losses": 3, "ties": 3}
_NAMES = (
    *("metric", "part", "system", "against", "score", "low", "high", "groups"),
    *("difference", "p", "p is upper bound", "adjusted p", "adjusted p is upper bound", "wins", "losses", "ties"),
)


def comparison_document(
    comparison: Comparison, digits: int | None = None, meanings: Sequence[DifferenceMeaning] = ()
) -> Document:
    """A table for each metric with a picture of the intervals; then pairs, parts of the test set, and a drawing.

    `digits` are those of the numbers in notes; `meanings` say what differences of metrics mean to people.
    """
    tables = []
    for index in range(len(comparison.metrics)):
        tables.append(metric_table(comparison, index, digits))
        if comparison.all_pairs:
            tables.append(matrix(comparison, index))
    records = _records(comparison)
    told = tuple(cautions(comparison))
    notes = (Note(told),) if told else ()
    meant = (Note(tuple(meaning_lines(comparison, meanings)), title="What people said"),) if meanings else ()
    drawn = Figure(lambda: comparison_picture(comparison))
    return Document(
        "Comparison",
        (Note(tuple(summary(comparison))), *notes, *tables, *meant, *breakdown_tables(comparison), drawn),
        signatures=tuple(comparison_signatures(comparison)),
        data=(records,),
        content={
            **_content(comparison),
            **({"meaning": meaning_objects(comparison, meanings)} if meanings else {}),
        },
        lines=list(_lines(comparison, records)),
    )


def comparison_signatures(comparison: Comparison) -> Iterator[Signature]:
    """Those of the scores, and those of scores of segments where they differ and p-values come from them."""
    for label, metric in comparison.columns:
        yield Signature(label, metric.direction, metric.signature)
        if comparison.tests_segments and metric.segment_signature:
            yield Signature(f"{label} of segments", metric.direction, metric.segment_signature)


def _records(comparison: Comparison) -> Table:
    """A row for each metric and system, or pair; then one for each part."""
    places = max(metric.places for metric in comparison.metrics)
    columns = tuple(
        Column(name, name if name == "p" else name.capitalize(), digits=_PLACES.get(name, places), missing="")
        for name in _NAMES
    )
    return Table(columns, list(_rows(comparison)), name="Summary")


def _rows(comparison: Comparison) -> Iterator[Row]:
    for label, metric in comparison.columns:
        for system in metric.systems:
            interval = system.interval
            ends = (None, None) if interval is None else (interval.low, interval.high)
            start = (label, None, system.name)
            score = (system.value, *ends, group_numbers(metric, system.name))
            pairs = [pair for pair in metric.pairs if pair.second == system.name]
            if not pairs:
                yield (*start, None, *score, *[None] * 8)
            for pair in pairs:
                outcome = pair.outcome
                shares = [outcome.second_higher, outcome.first_higher, outcome.ties]
                if not metric.higher_is_better:
                    shares[0], shares[1] = shares[1], shares[0]
                p_values = (Exact(pair.p_value), outcome.is_bound, Exact(pair.adjusted_p), pair.adjusted_is_bound)
                yield (*start, pair.first, *score, pair.difference, *p_values, *map(_exact, shares))
    for group in comparison.groups:
        for label, values in zip(comparison.labels, group.scores, strict=True):
            for name, value in zip(comparison.systems, values, strict=True):
                yield (label, group.name, name, None, value, *[None] * 11)


def _lines(comparison: Comparison, records: Table) -> Iterator[dict[str, Any]]:
    signatures = {
        label: _signatures(metric, has_segments=comparison.tests_segments) for label, metric in comparison.columns
    }
    for record in records.records():
        named = {name.replace(" ", "_"): value for name, value in record.items()}
        yield {"version": __version__, **named, **signatures[str(record["metric"])]}


def _signatures(metric: MetricComparison, *, has_segments: bool) -> dict[str, str]:
    of_segments = {"segment_signature": metric.segment_signature} if has_segments and metric.segment_signature else {}
    return {"signature": metric.signature, **of_segments}


def _content(comparison: Comparison) -> dict[str, Any]:
    return {
        "version": __version__,
        "segments": comparison.segments,
        "unit": comparison.unit,
        "units": comparison.units,
        "baseline": comparison.baseline,
        "test": comparison.test.spec,
        "interval": comparison.interval.spec,
        "correction": comparison.correction,
        "alpha": Exact(comparison.alpha),
        "disagreements": [_disagreement(pair) for pair in comparison.disagreements],
        "metrics": [_metric(label, metric) for label, metric in comparison.columns],
        **({"by": comparison.by, "groups": _groups(comparison)} if comparison.by else {}),
    }


def _disagreement(pair: Disagreement) -> dict[str, Any]:
    return {"first": pair.first, "second": pair.second, "better": list(pair.better), "worse": list(pair.worse)}


def _metric(label: str, metric: MetricComparison) -> dict[str, Any]:
    return {
        "label": label,
        "metric": metric.metric,
        "spec": metric.spec,
        **_signatures(metric, has_segments=True),
        "higher_is_better": metric.higher_is_better,
        "systems": [_system(metric, system) for system in metric.systems],
        "indistinguishable": None
        if metric.indistinguishable is None
        else [list(group) for group in metric.indistinguishable],
        "pairs": [_pair(pair) for pair in metric.pairs],
    }


def _system(metric: MetricComparison, system: System) -> dict[str, Any]:
    return {
        "name": system.name,
        "score": system.value,
        "interval": None if system.interval is None else interval_object(system.interval),
        "groups": list(metric.groups_of(system.name)) or None,
        "runs": list(system.runs),
        "run_spread": system.run_spread,
        "sample_spread": system.sample_spread,
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "first": pair.first,
        "second": pair.second,
        "difference": pair.difference,
        "p": Exact(pair.p_value),
        "p_is_upper_bound": pair.outcome.is_bound,
        "adjusted_p": Exact(pair.adjusted_p),
        "adjusted_p_is_upper_bound": pair.adjusted_is_bound,
        "first_higher": _exact(pair.outcome.first_higher),
        "second_higher": _exact(pair.outcome.second_higher),
        "ties": _exact(pair.outcome.ties),
        "smallest_difference": pair.smallest_difference,
        "segments_needed": pair.segments_needed,
    }


def _groups(comparison: Comparison) -> list[dict[str, Any]]:
    def scores(group: Group) -> dict[str, dict[str, float]]:
        return {
            label: dict(zip(comparison.systems, values, strict=True))
            for label, values in zip(comparison.labels, group.scores, strict=True)
        }

    return [{"name": group.name, "segments": group.segments, "scores": scores(group)} for group in comparison.groups]


def _exact(value: float | None) -> Exact | None:
    return None if value is None else Exact(value)
