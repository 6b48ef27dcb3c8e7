"""The overview of a memory: the paper's tables 1, 2 and 3."""

from mtassay.estimation.figures.overview import Overview
from mtassay.estimation.figures.with_interval import FigureWithInterval, ends
from mtassay.reports.document import Table, Value

_HEADS = ("figure", "value", "low", "high", "paper")


def overview_tables(overview: Overview) -> list[Table]:
    """All figures, a row each, and the systems."""
    counts = overview.counts
    rows: list[tuple[Value, ...]] = [
        ("sources (n)", counts.sources, None, None, "tables 1, 2"),
        ("words in sources", overview.sources.words, None, None, ""),
        ("vocabulary of sources", overview.sources.different, None, None, "table 1"),
        ("translations", counts.targets, None, None, ""),
        ("words in translations", overview.targets.words, None, None, ""),
        ("vocabulary of translations", overview.targets.different, None, None, "table 1"),
        ("judged translations (T)", counts.judged, None, None, ""),
        ("judged perfect (R)", counts.references, None, None, ""),
        ("judgments", counts.judgments, None, None, ""),
        ("rechecks", counts.rechecks, None, None, ""),
        ("judges", overview.judges, None, None, ""),
        row("T/n", overview.targets_per_source, "table 2"),
        row("R/n", overview.references_per_source, "table 3"),
        row("|EE|, of those that can be estimated", overview.error, "table 2"),
        row("|EE|, over all T", overview.error_over_all, "as printed"),
    ]
    if overview.range is not None:
        lowest, highest = overview.range
        rows.append(row(f"lowest SSER: {_name(lowest.system, lowest.run)}", lowest.sser, "table 1"))
        rows.append(row(f"highest SSER: {_name(highest.system, highest.run)}", highest.sser, "table 1"))
    if overview.item_error is not None:
        rows.append(("IER of all translations", overview.item_error, None, None, ""))
    if overview.seconds is not None:
        rows.append(("median seconds per judgment", overview.seconds, None, None, ""))
    notes = (f"|EE|: mean error of a translation left out and estimated by {overview.distance}, points of 0 to 10.",)
    return [
        Table.of(_HEADS, tuple(rows), frozenset({"paper"}), "overview", notes),
        _systems(overview),
    ]


def row(name: str, figure: FigureWithInterval | None, *more: Value) -> tuple[Value, ...]:
    """A name, a value and the ends of its interval."""
    return (name, *ends(figure), *more)


def _systems(overview: Overview) -> Table:
    heads = ("system", "run", "segments", "judged", "SSER", "low", "high")
    rows = tuple((run.system, run.run, run.segments, run.judged, *ends(run.sser)) for run in overview.runs)
    notes = () if rows else ("No outputs of systems are stored; add some",)
    return Table.of(heads, rows, frozenset({"run"}), "systems", notes)


def _name(system: str, run: str) -> str:
    return f"{system} ({run})" if run else system
