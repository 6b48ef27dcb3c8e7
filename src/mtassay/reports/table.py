"""What tables for people are made of, whatever format draws them."""

from dataclasses import dataclass

from mtassay.evaluation.score import Evaluation, Score

_TOO_LONG = 1e12


@dataclass(frozen=True)
class Cell:
    """A text, and whether it stands out."""

    text: str
    is_bold: bool = False


@dataclass(frozen=True)
class Table:
    """Headings and rows; the first column is of names, the others are of numbers."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()


def score_table(evaluation: Evaluation, digits: int | None) -> Table:
    """Systems in rows, metrics in columns, the best of each column bold; with one system nothing is best."""
    best = [evaluation.best(column) if len(evaluation) > 1 else None for column in range(len(evaluation.columns))]
    return Table(
        ("System", *(label for label, _ in evaluation.columns)),
        tuple(
            (Cell(name), *(Cell(_with_interval(s, digits), s.value == best[column]) for column, s in enumerate(scores)))
            for name, scores in evaluation.systems.items()
        ),
    )


def number(value: float, places: int, digits: int | None, *, sign: bool = False) -> str:
    """A number with so many digits after the point, or as many as the metric has; never minus zero."""
    precision = places if digits is None else digits
    kind = "f" if abs(value) < _TOO_LONG else "g"  # nobody reads sixty digits
    shown = f"{value:{'+' if sign else ''}.{precision}{kind}}"
    return shown if any(c in "123456789" for c in shown) else shown.replace("-", "+" if sign else "")


def _with_interval(score: Score, digits: int | None) -> str:
    if score.interval is None:
        return score.shown(digits)
    low, high = (number(end, score.places, digits) for end in (score.interval.low, score.interval.high))
    return f"{score.shown(digits)} [{low}, {high}]"
