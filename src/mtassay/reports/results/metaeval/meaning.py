"""What differences between systems mean to people, as a table and beside a comparison."""

from collections.abc import Iterator, Sequence
from typing import Any

from mtassay.comparison.result import Comparison, MetricComparison
from mtassay.metaeval.differences import DifferenceMeaning
from mtassay.reports.document import Column, Estimate, Row, Table

_DIGITS = 4


def meanings_table(meanings: Sequence[DifferenceMeaning]) -> Table:
    """A row for each metric: how fast people come to agree, and the differences with which most of them do."""
    columns = (
        Column("metric"),
        Column("slope", digits=_DIGITS, has_ends=True),
        Column("for 80 %", digits=_DIGITS, missing="none"),
        Column("for 95 %", digits=_DIGITS, missing="none"),
        *(Column(name) for name in ("agreed", "pairs")),
    )
    rows: list[Row] = [
        (
            meaning.label,
            Estimate(meaning.slope, meaning.low, meaning.high),
            *(meaning.needed(share) for share in (0.8, 0.95)),
            *(meaning.agreed, meaning.pairs),
        )
        for meaning in meanings
    ]
    notes = [
        "People agree with 1 / (1 + exp(-slope · d)) of differences d between systems; intervals of 95 % over systems."
    ]
    bounds = [meaning.label for meaning in meanings if meaning.is_bound]
    if bounds:
        notes.append(f"People agreed with every pair by {', '.join(bounds)}: the slope is at least this.")
    return Table(columns, rows, title="What a difference means", notes=tuple(notes), name="differences")


def meaning_lines(comparison: Comparison, meanings: Sequence[DifferenceMeaning]) -> Iterator[str]:
    """For each difference of a metric that is known, how often people agreed with such."""
    for label, metric in comparison.columns:
        meaning = _known(metric, meanings)
        if meaning is None:
            others = [other.signature for other in meanings if other.label == metric.label]
            why = f"it was {others[0]} there" if others else "it is not among the metrics there"
            yield f"{label}: what a difference means is not known, because {why}."
            continue
        for pair in metric.pairs:
            share = round(10 * meaning.share(pair.difference))
            low, high = (round(10 * end) for end in meaning.ends(pair.difference))
            least = "at least " if meaning.is_bound else ""
            yield (
                f"{label}, {pair.second} and {pair.first}: people agreed with {least}{share} of 10 differences like "
                f"{abs(pair.difference):.{metric.places}f} ({meaning.gold}, {meaning.pairs} pairs; {low} to {high} for "
                "other systems)."
            )


def meaning_objects(comparison: Comparison, meanings: Sequence[DifferenceMeaning]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {
            "metric": label,
            "first": pair.first,
            "second": pair.second,
            "share": meaning.share(pair.difference),
            "ends": list(meaning.ends(pair.difference)),
        }
        for label, metric in comparison.columns
        if (meaning := _known(metric, meanings)) is not None
        for pair in metric.pairs
    ]


def _known(metric: MetricComparison, meanings: Sequence[DifferenceMeaning]) -> DifferenceMeaning | None:
    """What is known of a metric with the same signature; that of a comparison says how it was tested besides."""
    items = set(metric.signature.split("|"))
    return next(
        (
            meaning
            for meaning in meanings
            if meaning.label == metric.label and meaning.signature and set(meaning.signature.split("|")) <= items
        ),
        None,
    )
