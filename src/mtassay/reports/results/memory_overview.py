"""The overview of a memory: the paper's tables 1, 2 and 3."""

from mtassay.estimation.figures.overview import Overview
from mtassay.estimation.figures.with_interval import FigureWithInterval
from mtassay.reports.document import Table, Value

_HEADS = ("figure", "value", "low", "high", "paper")


def overview_tables(found: Overview) -> list[Table]:
    """All figures, a row each, and the systems."""
    counts = found.counts
    rows: list[tuple[Value, ...]] = [
        ("sources (n)", counts.sources, None, None, "tables 1, 2"),
        ("words in sources", found.sources.words, None, None, ""),
        ("vocabulary of sources", found.sources.different, None, None, "table 1"),
        ("translations", counts.targets, None, None, ""),
        ("words in translations", found.targets.words, None, None, ""),
        ("vocabulary of translations", found.targets.different, None, None, "table 1"),
        ("judged translations (T)", counts.judged, None, None, ""),
        ("judged perfect (R)", counts.references, None, None, ""),
        ("judgments", counts.judgments, None, None, ""),
        ("rechecks", counts.rechecks, None, None, ""),
        ("judges", found.judges, None, None, ""),
        row("T/n", found.targets_per_source, "table 2"),
        row("R/n", found.references_per_source, "table 3"),
        row("|EE|, of those that can be estimated", found.error, "table 2"),
        row("|EE|, over all T", found.error_over_all, "as printed"),
    ]
    if found.range is not None:
        lowest, highest = found.range
        rows.append(row(f"lowest SSER: {_name(lowest.system, lowest.run)}", lowest.sser, "table 1"))
        rows.append(row(f"highest SSER: {_name(highest.system, highest.run)}", highest.sser, "table 1"))
    if found.item_error is not None:
        rows.append(("IER of all translations", found.item_error, None, None, ""))
    if found.seconds is not None:
        rows.append(("median seconds per judgment", found.seconds, None, None, ""))
    notes = (f"|EE|: mean error of a translation left out and estimated by {found.distance}, points of 0 to 10.",)
    return [
        Table.of(_HEADS, tuple(rows), frozenset({"paper"}), "overview", notes),
        _systems(found),
    ]


def row(name: str, figure: FigureWithInterval | None, *more: Value) -> tuple[Value, ...]:
    """A name, a value and the ends of its interval."""
    return (name, *ends(figure), *more)


def ends(figure: FigureWithInterval | None) -> tuple[float | None, float | None, float | None]:
    """A value and the ends of its interval, None for what there is not."""
    if figure is None:
        return None, None, None
    if figure.interval is None:
        return known(figure.value), None, None
    return known(figure.value), known(figure.interval.low), known(figure.interval.high)


def known(value: float) -> float | None:
    """None for what is not a number, which JSON cannot hold."""
    return None if value != value else value


def _systems(found: Overview) -> Table:
    heads = ("system", "run", "segments", "judged", "SSER", "low", "high")
    rows = tuple((one.system, one.run, one.segments, one.judged, *ends(one.sser)) for one in found.runs)
    notes = () if rows else ("No outputs of systems are stored; add some",)
    return Table.of(heads, rows, frozenset({"run"}), "systems", notes)


def _name(system: str, run: str) -> str:
    return f"{system} ({run})" if run else system
