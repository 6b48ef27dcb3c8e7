"""Pairs of two lists, each thing in one pair at most, so that what the pairs weigh is as much as it can be."""

import numpy as np
from numpy.typing import NDArray


def heaviest_pairs(weights: NDArray[np.float64]) -> list[tuple[int, int]]:
    """As many pairs (row, column) as the shorter side has, with the largest sum of weights, none of them negative.

    The Hungarian method in its form with shortest paths: rows are added one by one.
    """
    if weights.shape[0] > weights.shape[1]:
        return sorted((row, column) for column, row in heaviest_pairs(weights.T))
    rows, columns = weights.shape
    costs = -weights
    of_rows, of_columns = np.zeros(rows + 1), np.zeros(columns + 1)
    taken = [rows] * (columns + 1)  # which row has a column; `rows` is none
    for added in range(rows):
        least, came_from = np.full(columns, np.inf), [columns] * columns
        seen = np.zeros(columns, dtype=bool)
        taken[columns] = added
        column = columns
        while taken[column] != rows:
            if column != columns:
                seen[column] = True
            row = taken[column]
            reduced = costs[row] - of_rows[row] - of_columns[:columns]
            nearer = ~seen & (reduced < least)
            least[nearer] = reduced[nearer]
            for place in np.flatnonzero(nearer).tolist():
                came_from[place] = column
            column, step = _nearest(least, seen)
            for place in (*np.flatnonzero(seen).tolist(), columns):
                of_rows[taken[place]] += step
                of_columns[place] -= step
            least[~seen] -= step
        while column != columns:
            before = came_from[column]
            taken[column] = taken[before]
            column = before
    return sorted((row, column) for column, row in enumerate(taken[:columns]) if row != rows)


def _nearest(least: NDArray[np.float64], seen: NDArray[np.bool_]) -> tuple[int, float]:
    """The column that is reached next, and how far it is."""
    open_columns = np.where(seen, np.inf, least)
    column = int(open_columns.argmin())
    return column, float(open_columns[column])
