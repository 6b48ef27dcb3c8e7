"""Tab-separated tables: systems in rows, or segments in rows."""

from collections.abc import Iterator

from mtassay.comparison.result import Comparison
from mtassay.evaluation.score import Evaluation, Score

_COMPARISON_HEAD = (
    *("metric", "part", "system", "against", "score", "low", "high", "cluster"),
    *("difference", "p", "adjusted p", "wins", "losses", "ties"),
)


def render(evaluation: Evaluation, digits: int | None, *, color: bool) -> str:
    """A header line and a line for each system; the ends of intervals have columns of their own."""
    head = ["system"]
    for label, score in evaluation.columns:
        head += [label, f"{label} low", f"{label} high"] if score.interval else [label]
    rows = [
        [name, *(cell for score in scores for cell in _cells(score, digits))]
        for name, scores in evaluation.systems.items()
    ]
    return "".join(_line(row) for row in [head, *rows])


def render_comparison(comparison: Comparison, digits: int | None, *, color: bool) -> str:
    """A line for each metric and system, and for each pair; where the test set is broken down, for each part."""
    lines = [list(_COMPARISON_HEAD)]
    for label, one in comparison.columns:
        for system in one.systems:
            interval = system.interval
            ends = ["", ""] if interval is None else [_number(end, digits) for end in (interval.low, interval.high)]
            start = [label, "", system.name]
            score = [_number(system.value, digits), *ends, str(system.cluster)]
            pairs = [pair for pair in one.pairs if pair.second == system.name]
            if not pairs:
                lines.append([*start, "", *score, "", "", "", "", "", ""])
            for pair in pairs:
                found = pair.outcome
                shares = [found.second_higher, found.first_higher, found.ties]
                if not one.higher_is_better:
                    shares[0], shares[1] = shares[1], shares[0]
                p_values = [repr(pair.p_value), repr(pair.adjusted_p)]
                cells = ["" if share is None else repr(share) for share in shares]
                lines.append([*start, pair.first, *score, _number(pair.difference, digits), *p_values, *cells])
    for group in comparison.groups:
        for label, values in zip(comparison.labels, group.scores, strict=True):
            for name, value in zip(comparison.systems, values, strict=True):
                lines.append([label, group.name, name, "", _number(value, digits), *[""] * 9])
    return "".join(_line(cells) for cells in lines)


def segment_lines(evaluation: Evaluation, digits: int | None) -> Iterator[str]:
    """A header line, then a line for each segment of each system, segments counted from 1."""
    yield _line(["system", "segment", *(label for label, _ in evaluation.columns)])
    for name, scores in evaluation.systems.items():
        columns = [score.segments.tolist() for score in scores]
        for number, values in enumerate(zip(*columns, strict=True), start=1):
            yield _line([name, str(number), *(_number(value, digits) for value in values)])


def _cells(score: Score, digits: int | None) -> list[str]:
    ends = (score.interval.low, score.interval.high) if score.interval else ()
    return [_number(value, digits) for value in (score.value, *ends)]


def _number(value: float, digits: int | None) -> str:
    return repr(value) if digits is None else f"{value:.{digits}f}"


def _line(cells: list[str]) -> str:
    return "\t".join(" ".join(cell.split("\t")) for cell in cells) + "\n"
