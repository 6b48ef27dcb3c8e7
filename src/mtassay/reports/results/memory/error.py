"""How wrong estimates are: the paper's figure 3."""

from mtassay.estimation.figures.error_figures import ErrorFigures
from mtassay.estimation.figures.with_interval import known
from mtassay.reports.document import Table, Value
from mtassay.reports.drawing.elements import decimal
from mtassay.reports.drawing.frame import WIDTH, heading, paragraph, section
from mtassay.reports.drawing.memory_figures import Column, Step, columns, steps
from mtassay.reports.drawing.picture import Picture
from mtassay.reports.results.memory.overview import row

_HEADS = ("figure", "value", "low", "high")


def error_tables(error_figures: ErrorFigures | None, which: str) -> list[Table]:
    """The figures, the histogram, errors by distance, and each system or judge that was left out."""
    if error_figures is None:
        why = f"No translation{which} can be estimated: none shares its source with another one that was judged."
        return [without_errors(why)]
    left_out = error_figures.left_out
    figures: tuple[tuple[Value, ...], ...] = (
        ("translations", error_figures.units, None, None),
        ("that can be estimated", error_figures.scorable, None, None),
        row("|EE|", error_figures.error),
        row("|EE|, over all", error_figures.error_over_all),
        ("mean error (above 0: too good)", error_figures.bias, None, None),
    )
    if left_out.leave != "target":
        figures += (
            ("percent that others judged too", 100 * left_out.repeats, None, None),
            ("mean |SSER - eSSER|", known(left_out.group_error), None, None),
        )
    histogram = tuple(
        (span.low, span.high, span.count, 100 * span.count / error_figures.scorable) for span in error_figures.histogram
    )
    distances = tuple((_span(span.low, span.high), span.count, span.error) for span in error_figures.by_distance)
    note = f"{_method(error_figures, which)}, intervals over sources."
    tables = [
        Table.of(_HEADS, figures, title="error", notes=(note,), digits=3),
        Table.of(("from", "to", "translations", "percent"), histogram, title="errors", digits=1),
        Table.of(
            (f"distance ({left_out.distance.spec})", "translations", "|EE|"), distances, title="errors by distance"
        ),
    ]
    if left_out.groups:
        heads = (left_out.leave, "translations", "estimated", "repeats", "SSER", "eSSER", "difference")
        rows = tuple(
            (
                group.name,
                group.units,
                group.scorable,
                group.repeats,
                known(group.sser),
                known(group.esser),
                known(group.error),
            )
            for group in left_out.groups
        )
        tables.append(Table.of(heads, rows, title=f"left out by {left_out.leave}"))
    return tables


def error_picture(error_figures: ErrorFigures, which: str) -> Picture:
    """The histogram, and errors against distances."""
    title = f"Errors of estimates: |EE| = {error_figures.error.value:.2f}"
    bins = [
        Column(span.low, span.high, span.count, f"{_span_of_errors(span.low, span.high)}: {span.count:,}")
        for span in error_figures.histogram
    ]
    far = [
        Step(
            _short_span(span.low, span.high, ".2f" if error_figures.left_out.distance.is_share else ".3g"),
            span.error,
            f"{span.count:,}",
            f"Distance {_span(span.low, span.high)}: |EE| {span.error:.2f} of {span.count:,}",
        )
        for span in error_figures.by_distance
    ]
    mean = decimal(error_figures.bias, 2, signed=True)
    subtitle = f"{error_figures.scorable:,} of {error_figures.units:,} translations can be estimated, mean error {mean}"
    said = f"{subtitle}. " + " ".join(f"Error {column.tip}." for column in bins)
    said += " " + " ".join(f"{step.tip}." for step in far)
    blocks = (
        heading(title, subtitle, WIDTH),
        section(
            "How many are wrong by how much", WIDTH, columns(bins, "estimate minus judgment, points", "translations")
        ),
        section(
            "The farther the nearest judged translation, the larger the error?",
            WIDTH,
            steps(
                far,
                f"distance to the nearest judged translation ({error_figures.left_out.distance.spec})",
                "|EE|, and how many there are",
            ),
        ),
        paragraph(f"{_method(error_figures, which)}.", WIDTH),
    )
    return Picture("error", title, said, blocks)


def without_errors(why: str) -> Table:
    """Where no estimate can be made."""
    return Table.of(_HEADS, (), title="error", notes=(why,))


def _method(error_figures: ErrorFigures, which: str) -> str:
    left_out = error_figures.left_out
    what = {"target": "translation", "system": "system's outputs", "judge": "judge's judgments"}[left_out.leave]
    only = f"; only translations{which}" if which else ""
    return (
        f"Each {what} left out in turn and estimated from the rest by {left_out.distance.spec}{only}; points of 0 to 10"
    )


def _span(low: float, high: float) -> str:
    return f"{low:.3g}" if f"{low:.3g}" == f"{high:.3g}" else f"{low:.3g} to {high:.3g}"


def _short_span(low: float, high: float, form: str) -> str:
    return "–".join(dict.fromkeys(f"{end:{form}}" for end in (low, high)))


def _span_of_errors(low: float, high: float) -> str:
    return f"from {decimal(low, 1, signed=True)} to {decimal(high, 1, signed=True)}"
