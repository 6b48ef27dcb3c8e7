"""Figures: what measures give for each line and system, how far differences are beyond chance."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mtassay.analyses.base import Analysis, Cell, Counts, Line, Plan, Result, Standout
from mtassay.analyses.measures import Measure, MetricMeasure, better
from mtassay.analyses.notebook import figures_html
from mtassay.evaluation.rows import group_sums
from mtassay.metrics.base import Floats
from mtassay.significance.corrections import benjamini_hochberg
from mtassay.significance.jackknife import FEWEST_UNITS, jackknife_error, jackknife_p
from mtassay.significance.paired_test import rounding
from mtassay.significance.student import t_quantile

if TYPE_CHECKING:
    from mtassay.analyses.counting.view import View


@dataclass(frozen=True)
class Value:
    """What a measure gives for a system; NaN where nothing could be divided.

    `error` is its standard error by the jackknife over so many `units`; None where there are too few.
    """

    value: float
    error: float | None
    units: int

    def interval(self, level: float = 0.95) -> tuple[float, float] | None:
        """The ends of a confidence interval; None where there are too few units."""
        if self.error is None:
            return None
        reach = t_quantile((1 + level) / 2, self.units - 1) * self.error
        return self.value - reach, self.value + reach


@dataclass(frozen=True)
class Difference:
    """How two systems differ: the second less the first.

    `q` is the p-value corrected for all differences of a table by Benjamini and Hochberg. Both are None where there are
    too few units, or where nothing may be tested. `contribution` is the share of this line in the whole difference.
    """

    first: str
    second: str
    value: float
    error: float | None
    p: float | None
    q: float | None = None
    contribution: float | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class FigureLine:
    """A line of a table of figures: its values by system and its differences by pair, for each measure."""

    key: str
    title: str
    measures: tuple[Measure, ...]
    values: tuple[tuple[Value, ...], ...]
    differences: tuple[tuple[Difference, ...], ...]
    sizes: tuple[float, ...]
    reference: float | None = None
    is_total: bool = False
    about: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class FigureTable(Result):
    """Lines and what was measured of them; the first measure of a line is the main one.

    `whole_title` names what contributions add up to, and `whole` has that difference for each pair; people see so many
    `whole_places` after the point.
    """

    systems: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    line_head: str
    size_head: str
    lines: tuple[FigureLine, ...]
    alpha: float
    counts: Counts = field(repr=False)
    whole_title: str = ""
    whole: tuple[float, ...] = ()
    whole_places: int = 2

    def records(self) -> list[dict[str, Cell]]:
        return [record for line in self.lines for record in self._line_records(line)]

    def _line_records(self, line: FigureLine) -> Iterator[dict[str, Cell]]:
        for number, measure in enumerate(line.measures):
            for place, system in enumerate(self.systems):
                value = line.values[number][place]
                differences: list[Difference | None] = [
                    each for each in line.differences[number] if each.second == system
                ]
                for difference in differences or [None]:
                    yield {
                        "analysis": self.spec,
                        "table": self.title,
                        "line": line.key,
                        "measure": measure.key,
                        "system": system,
                        "value": value.value,
                        "error": value.error,
                        "size": line.sizes[place] if line.sizes else None,
                        "reference": line.reference,
                        "compared with": difference.first if difference else None,
                        "difference": difference.value if difference else None,
                        "difference error": difference.error if difference else None,
                        "p": difference.p if difference else None,
                        "q": difference.q if difference else None,
                        "contribution": difference.contribution if difference else None,
                    }

    def _repr_html_(self) -> str:
        return figures_html(self)

    def standouts(self) -> Sequence[Standout]:
        """A total is left out where one of its parts stands out in the same direction: the part says more."""
        parts, totals = (
            [
                standout
                for line in self.lines
                if line.is_total == is_total
                for difference in line.differences[0]
                if (standout := self._standout(line, difference)) is not None
            ]
            for is_total in (False, True)
        )
        told = {(part.first, part.second, part.is_better) for part in parts}
        return [*parts, *(total for total in totals if (total.first, total.second, total.is_better) not in told)]

    def _standout(self, line: FigureLine, difference: Difference) -> Standout | None:
        if difference.q is None or difference.p is None or difference.q >= self.alpha:
            return None
        measure = line.measures[0]
        first, second = (
            line.values[0][self.systems.index(name)].value for name in (difference.first, difference.second)
        )
        return Standout(
            first=difference.first,
            second=difference.second,
            about=f"{line.about or line.title or self.title}, {measure.title}",
            before=first,
            after=second,
            places=measure.places,
            p=difference.p,
            is_better=better(measure, first, second),
        )


@dataclass(frozen=True, kw_only=True)
class CountingAnalysis(Analysis):
    """An analysis whose counts are rows: figures, tests and filters are sums of them."""

    @abstractmethod
    def count(self, view: "View") -> Iterator[Counts]:
        """Tables of rows; row i depends on segment i alone, and on what the whole test set decided before."""

    def results(self, view: "View", plan: Plan) -> Iterator[Result]:
        for counts in self.count(view):
            yield figure_table(self.spec, counts, plan)


def figure_table(spec: str, counts: Counts, plan: Plan) -> FigureTable:
    """Values, errors, differences, p, q and contributions of all lines of counts."""
    lines = [_line(line, counts, plan) for line in counts.lines]
    whole: tuple[float, ...] = ()
    if counts.whole is not None:
        sums = counts.rows.sum(axis=0, dtype=np.float64)
        lines = [
            _with_contributions(done, line, sums, counts, plan) for done, line in zip(lines, counts.lines, strict=True)
        ]
        values = plan.means(_scored(counts.whole, sums, counts.columns))
        whole = tuple(float(values[second] - values[first]) for first, second in plan.pairs)
    return FigureTable(
        spec=spec,
        title=counts.title,
        notes=(*counts.notes, *_notes(lines, plan)),
        systems=plan.systems,
        pairs=tuple((plan.systems[first], plan.systems[second]) for first, second in plan.pairs),
        line_head=counts.line_head,
        size_head=counts.size_head,
        lines=_corrected(lines),
        alpha=plan.alpha,
        counts=counts,
        whole_title=counts.whole.title if counts.whole is not None else "",
        whole=whole,
        whole_places=counts.whole.places if counts.whole is not None else 2,
    )


def _line(line: Line, counts: Counts, plan: Plan) -> FigureLine:
    rows = counts.rows if line.segments is None else counts.rows[line.segments]
    units = plan.units
    if units is not None and line.segments is not None:
        units = units[line.segments]
    measured = [_measured(measure, rows, units, counts.columns, plan) for measure in line.measures]
    sizes: tuple[float, ...] = ()
    if line.size:
        places = [counts.columns.index(name) for name in line.size]
        sizes = tuple(plan.means(rows[..., places].sum(axis=(0, 2), dtype=np.float64)).tolist())
    elif line.segments is not None:
        sizes = (float(len(line.segments)),) * len(plan.systems)
    return FigureLine(
        key=line.key,
        title=line.title,
        measures=line.measures,
        values=tuple(values for values, _ in measured),
        differences=tuple(differences for _, differences in measured),
        sizes=sizes,
        reference=line.reference,
        is_total=line.is_total,
        about=line.about,
    )


def _measured(
    measure: Measure,
    rows: NDArray[np.floating[Any]],
    units: NDArray[np.intp] | None,
    columns: Sequence[str],
    plan: Plan,
) -> tuple[tuple[Value, ...], tuple[Difference, ...]]:
    """A measure of all systems, and of all pairs, with errors by leaving out each unit in turn."""
    own: NDArray[np.floating[Any]] = rows[..., measure.columns(columns)]
    if units is not None:
        own = group_sums(own, np.unique(units, return_inverse=True)[1], len(np.unique(units)))
    sums = own.sum(axis=0, dtype=np.float64)
    scores = plan.means(measure.score(sums))
    is_counted = plan.means((own != 0).any(axis=2).astype(np.float64)) > 0  # units with a row that is not zero
    left_out = plan.means(measure.score(sums - own)) if not plan.refusal else np.empty(is_counted.shape)
    values = []
    for place, score in enumerate(scores.tolist()):
        counted = is_counted[:, place]
        error = None if plan.refusal else _error(left_out[counted, place])
        values.append(Value(score, error, int(counted.sum())))
    differences = []
    for first, second in plan.pairs:
        difference = float(scores[second] - scores[first])
        counted = is_counted[:, first] | is_counted[:, second]
        is_few = _is_partial(measure) and is_counted[:, [first, second]].sum(axis=0).min() < FEWEST_UNITS
        error = None if plan.refusal or is_few else _error(left_out[counted, second] - left_out[counted, first])
        p_value = None
        if error is not None:
            slack = rounding(float(scores[first]), float(scores[second]))
            p_value = jackknife_p(difference, error, int(counted.sum()), slack)
        differences.append(Difference(plan.systems[first], plan.systems[second], difference, error, p_value))
    return tuple(values), tuple(differences)


def _is_partial(measure: Measure) -> bool:
    """Whether segments may lack a score: of two systems one may then have a handful, and the other all."""
    return isinstance(measure, MetricMeasure) and measure.metric.known_column is not None


def _error(left_out: Floats) -> float | None:
    """None where there are too few units, or where what is left of them cannot be divided."""
    if len(left_out) < FEWEST_UNITS:
        return None
    error = float(jackknife_error(left_out))
    return None if np.isnan(error) else error


def _scored(measure: Measure, sums: Floats, columns: Sequence[str]) -> Floats:
    return measure.score(sums[..., measure.columns(columns)])


def _with_contributions(done: FigureLine, line: Line, sums: Floats, counts: Counts, plan: Plan) -> FigureLine:
    """How much of the whole difference goes away where this line of the second system is that of the first."""
    assert counts.whole is not None
    if line.segments is None and not line.part:
        return done
    part = sums if line.segments is None else counts.rows[line.segments].sum(axis=0, dtype=np.float64)
    places = [counts.columns.index(name) for name in line.part] or list(range(len(counts.columns)))
    contributions = []
    for first, second in plan.pairs:
        before = plan.runs[first]
        exchanged = sums.copy()
        for run in plan.runs[second]:
            exchanged[run, places] += part[list(before)][:, places].mean(axis=0) - part[run, places]
        change = plan.means(_scored(counts.whole, sums, counts.columns))[second]
        contributions.append(float(change - plan.means(_scored(counts.whole, exchanged, counts.columns))[second]))
    main = tuple(
        replace(difference, contribution=contribution)
        for difference, contribution in zip(done.differences[0], contributions, strict=True)
    )
    return replace(done, differences=(main, *done.differences[1:]))


def _corrected(lines: Sequence[FigureLine]) -> tuple[FigureLine, ...]:
    """With q: the p-values of one measure of all lines and pairs are corrected together, those of totals apart."""
    corrected: dict[tuple[int, int, int], float] = {}
    for number in range(max((len(line.measures) for line in lines), default=0)):
        for is_total in (False, True):
            tested = [
                ((place, number, pair), difference.p)
                for place, line in enumerate(lines)
                if number < len(line.measures) and line.is_total == is_total
                for pair, difference in enumerate(line.differences[number])
                if difference.p is not None
            ]
            q_values = benjamini_hochberg([p for _, p in tested]) if tested else []
            corrected.update(zip((key for key, _ in tested), q_values, strict=True))
    return tuple(
        replace(
            line,
            differences=tuple(
                tuple(
                    replace(difference, q=corrected.get((place, number, pair)))
                    for pair, difference in enumerate(differences)
                )
                for number, differences in enumerate(line.differences)
            ),
        )
        for place, line in enumerate(lines)
    )


def _notes(lines: Sequence[FigureLine], plan: Plan) -> Iterator[str]:
    """Where nothing was tested, and why."""
    if plan.refusal:
        return
    few: list[str] = []
    tested: list[str] = []
    empty: list[str] = []
    for line in lines:
        is_tested = all(difference.p is not None for difference in line.differences[0])
        is_known = not any(np.isnan(value.value) for value in line.values[0])
        (tested if is_tested else few if is_known else empty).append(line.title or line.key)
    if empty:
        yield f"Not tested, as a system has nothing to count there: {', '.join(empty)}."
    if not few:
        return
    units = "segments" if plan.unit == "segment" else f"parts by {plan.unit}"
    which = f": {', '.join(few)}" if len(few) <= len(tested) else f", but for: {', '.join(tested)}" if tested else ""
    yield f"Too few {units} to test (under {FEWEST_UNITS}){which}."
