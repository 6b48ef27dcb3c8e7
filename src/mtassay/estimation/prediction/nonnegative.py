"""Least squares with coefficients that must not fall below 0."""

from itertools import combinations

import numpy as np

from mtassay.human.memory import Floats


def fit_nonnegative(rows: Floats, values: Floats) -> Floats:
    """The coefficients of at least 0 that bring `rows @ coefficients` nearest to the values.

    The best ones are an ordinary fit to those columns that they use, so all choices of columns are tried: exact, and
    for the five columns of a spread no slower than the usual search (Lawson and Hanson), which takes care over ties.
    """
    columns = rows.shape[1]
    scales = np.sqrt((rows**2).sum(axis=0))
    scales[scales == 0] = 1.0
    scaled = rows / scales
    products, target = scaled.T @ scaled, scaled.T @ values
    best, gained = np.zeros(columns), 0.0
    for size in range(1, columns + 1):
        for chosen in combinations(range(columns), size):
            places = list(chosen)
            solution = np.linalg.lstsq(products[np.ix_(places, places)], target[places], rcond=1e-10)[0]
            if (solution < 0).any():
                continue
            # how far the squared error falls below that of no columns at all
            gain = float(2 * solution @ target[places] - solution @ products[np.ix_(places, places)] @ solution)
            if gain > gained * (1 + 1e-12):
                best, gained = np.zeros(columns), gain
                best[places] = solution
    coefficients: Floats = best / scales
    return coefficients
