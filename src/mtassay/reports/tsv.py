"""Tab-separated tables: systems in rows, or segments in rows."""

from collections.abc import Iterator

from mtassay.evaluation.score import Evaluation


def render(evaluation: Evaluation, digits: int | None, *, color: bool) -> str:
    """A header line and a line for each system."""
    head = ["system", *(label for label, _ in evaluation.columns)]
    rows = [[name, *(_number(score.value, digits) for score in scores)] for name, scores in evaluation.systems.items()]
    return "".join(_line(row) for row in [head, *rows])


def segment_lines(evaluation: Evaluation, digits: int | None) -> Iterator[str]:
    """A header line, then a line for each segment of each system, segments counted from 1."""
    yield _line(["system", "segment", *(label for label, _ in evaluation.columns)])
    for name, scores in evaluation.systems.items():
        columns = [score.segments.tolist() for score in scores]
        for number, values in enumerate(zip(*columns, strict=True), start=1):
            yield _line([name, str(number), *(_number(value, digits) for value in values)])


def _number(value: float, digits: int | None) -> str:
    return repr(value) if digits is None else f"{value:.{digits}f}"


def _line(cells: list[str]) -> str:
    return "\t".join(" ".join(cell.split("\t")) for cell in cells) + "\n"
