"""The cells that tables for people are made of."""

from dataclasses import dataclass

from mtassay.evaluation.score import Evaluation


@dataclass(frozen=True)
class Cell:
    """A number as text, and whether it is the best of its column."""

    text: str
    is_best: bool


def score_rows(evaluation: Evaluation, digits: int | None) -> list[tuple[str, list[Cell]]]:
    """Name and cells of each system; with one system nothing is best."""
    best = [evaluation.best(column) if len(evaluation) > 1 else None for column in range(len(evaluation.columns))]
    return [
        (name, [Cell(s.shown(digits), s.value == best[column]) for column, s in enumerate(scores)])
        for name, scores in evaluation.systems.items()
    ]
