"""How the columns of a translation become a score, and how far off it may be: learnt from the memory's own systems."""

from dataclasses import dataclass

import numpy as np

from mtassay.estimation.prediction.neighbourhood import Columns
from mtassay.estimation.prediction.nonnegative import fit_nonnegative
from mtassay.estimation.prediction.training_rows import TrainingRows
from mtassay.human.memory import Bools, Floats, Ints
from mtassay.human.scales import POINTS

LEAST_ROWS = 50
"""Fewer new outputs than this teach nothing: predictions are then plain means."""

LEAST_ROWS_OF_INTERVAL = 200
"""With fewer outputs the interval of one segment is the normal one."""

_NORMAL = 1.96
_LEAST_SPREAD = 0.1


@dataclass(frozen=True, eq=False, kw_only=True)
class Predictor:
    """Coefficients, and what they were learnt from.

    `calibration` belongs to `Columns.calibration`, `correction` to `Columns.correction`, `spread` to 1, the points
    missing to 10, the length, both multiplied, and 1 for what is new. `usual_distance` is the mean distance of new
    outputs to the closest judged target. `quantile` times the spread covers 95 % of the memory's outputs. Errors are
    those of whole systems, in points of 0 to 10: what the new outputs' mean prediction misses, over all outputs;
    `systems` counts these, without those of which little was judged yet; `gaps` what the repeats' stored scores miss of
    their own fresh ones, NaN without any. `new_share` is the largest share of a system's outputs that were new when it
    was left out. `within_share` is what remains of squared spreads when the mean error of each system is taken away,
    which a sample does. `score_mean` and `score_spread` are the mean and the standard deviation of all judgments.
    `full_systems` were judged in full, and of `queued_systems` only a part was.
    """

    calibration: Floats
    usual_distance: float
    correction: Floats
    spread: Floats
    least_variance: float
    quantile: float
    rows: int
    is_learnt: bool
    systems: int
    calibrated_errors: Floats
    corrected_errors: Floats
    gaps: Floats
    new_share: float
    within_share: float
    score_mean: float
    score_spread: float
    full_systems: int = 0
    queued_systems: int = 0

    @property
    def blend(self) -> float:
        """What the corrected prediction counts in a system's mean, 0 to 1; the calibrated one counts the rest."""
        calibrated, corrected = (float((errors**2).mean()) if len(errors) else 0.0 for errors in self._errors)
        both = calibrated**2 + corrected**2
        return calibrated**2 / both if both > 0 else 0.5

    @property
    def error_variance(self) -> float:
        """The squared error of a system's blended mean, nothing of it judged and no more of it new than of those here.

        NaN under three systems.
        """
        if not self.is_learnt or self.systems < 3:
            return float("nan")
        errors = self.blend * self.corrected_errors + (1 - self.blend) * self.calibrated_errors
        return float((errors**2).sum()) / (self.systems - 2)

    @property
    def _errors(self) -> tuple[Floats, Floats]:
        return self.calibrated_errors, self.corrected_errors

    def calibrated(self, columns: Columns) -> Floats:
        """The score of each translation, best for one segment."""
        return np.clip(columns.calibration(self.usual_distance) @ self.calibration, 0, POINTS)

    def corrected(self, columns: Columns) -> Floats:
        """The score of each translation, noisy for one segment but better for the mean of many."""
        return np.clip(columns.nearest + columns.correction @ self.correction, 0, POINTS)

    def spreads(self, columns: Columns, calibrated: Floats, is_new: Bools) -> Floats:
        """The standard error of each calibrated score as the prediction of one fresh judgment."""
        variance = _spread_columns(columns, calibrated, is_new) @ self.spread
        return _spreads(variance, columns.has_neighbours, self.least_variance, self.score_spread)


def fit_predictor(training: TrainingRows, points: Floats) -> Predictor:
    """A predictor fitted to training rows; `points` are all judgments of the memory, for where there are no rows."""
    columns, truth = training.columns, training.truth
    is_new = ~columns.is_repeat
    systems = training.systems
    with_gap = columns.gap is not None
    mean, variance = float(points.mean()), float(points.var(ddof=1)) if len(points) > 1 else 0.0
    if len(systems) < 2 or np.count_nonzero(is_new) < LEAST_ROWS:
        # of a memory of equal scores nothing says how far others may lie; one step of the scale is a guess
        variance = variance if variance > 0 else 1.0
        calibration = np.zeros(3 + with_gap + (columns.judge_gap is not None))
        calibration[1] = 1.0
        none = np.zeros(0)
        return Predictor(
            calibration=calibration,
            usual_distance=1.0,
            correction=np.zeros(2 if with_gap else 1),
            spread=np.array([variance, 0.0, 0.0, 0.0, 0.0]),
            least_variance=0.0,
            quantile=_NORMAL,
            rows=int(np.count_nonzero(is_new)),
            is_learnt=False,
            systems=training.available,
            calibrated_errors=none,
            corrected_errors=none,
            gaps=none,
            new_share=1.0,
            within_share=1.0,
            score_mean=mean,
            score_spread=variance**0.5,
            full_systems=training.full,
            queued_systems=training.queued,
        )
    new = columns.chosen(is_new)
    distances = new.distance[new.has_neighbours]
    usual_distance = float(distances.mean()) if len(distances) else 1.0
    rows = new.calibration(usual_distance)
    calibration = _least_squares(rows, truth[is_new])
    if calibration[1] < 0:
        # of a few systems that are far apart, each is the better the worse the others are; a new one is not
        kept = [place for place in range(len(calibration)) if place != 1]
        calibration = np.zeros(len(calibration))
        calibration[kept] = _least_squares(rows[:, kept], truth[is_new])
    correction = _least_squares(new.correction, truth[is_new] - new.nearest)
    calibrated = np.clip(columns.calibration(usual_distance) @ calibration, 0, POINTS)
    corrected = np.clip(columns.nearest + columns.correction @ correction, 0, POINTS)
    squared = (truth - calibrated) ** 2
    spread_columns = _spread_columns(columns, calibrated, is_new)
    spread = fit_nonnegative(spread_columns, squared)
    least = _LEAST_SPREAD * float(squared.mean())
    if least == 0:
        least = 1e-6  # predictions that were never wrong: probabilities need some spread to divide by
    spreads = _spreads(spread_columns @ spread, columns.has_neighbours, least, variance**0.5)
    quantile = _NORMAL
    if len(truth) >= LEAST_ROWS_OF_INTERVAL:
        quantile = float(np.quantile(np.abs(truth - calibrated) / spreads, 0.95))
    number = np.searchsorted(systems, training.system)
    near = is_new & columns.has_neighbours
    # what waits to be judged is new as well, and is missed as far as what was judged
    waiting = training.unjudged[systems]
    judged = np.bincount(number, weights=is_new)
    shares = (judged + waiting) / (training.sizes[systems] + waiting)
    whole = ~training.is_begun[systems]

    def missed(prediction: Floats) -> Floats:
        sums = np.bincount(number, weights=np.where(is_new, truth - prediction, 0.0))
        errors: Floats = (shares * sums / np.maximum(judged, 1))[whole]
        return errors

    return Predictor(
        calibration=calibration,
        usual_distance=usual_distance,
        correction=correction,
        spread=spread,
        least_variance=least,
        quantile=quantile,
        rows=int(np.count_nonzero(is_new)),
        is_learnt=True,
        systems=int(np.count_nonzero(whole)),
        calibrated_errors=missed(calibrated),
        corrected_errors=missed(corrected),
        gaps=repeat_gaps(training)[whole],
        new_share=float(shares[whole].max(initial=0.0)) or 1.0,
        within_share=_within_share((truth - calibrated)[near], spreads[near], number[near]),
        score_mean=mean,
        score_spread=variance**0.5,
        full_systems=training.full,
        queued_systems=training.queued,
    )


def repeat_gaps(training: TrainingRows) -> Floats:
    """How far the fresh scores of each system's repeats lie above their stored ones, on average; NaN without any."""
    number = np.searchsorted(training.systems, training.system)
    repeats = training.columns.is_repeat
    counts = np.bincount(number[repeats], minlength=len(training.systems))
    differences = (training.truth - training.columns.score)[repeats]
    sums = np.bincount(number[repeats], weights=differences, minlength=len(training.systems))
    gaps: Floats = np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts > 0)
    return gaps


def _within_share(errors: Floats, spreads: Floats, system: Ints) -> float:
    """The share of squared errors that is not due to the means of systems, each error as a sample weighs it.

    A sample takes outputs in proportion to their spreads, and divides errors by them.
    """
    sizes, counts = np.bincount(system, weights=spreads), np.bincount(system)
    means = np.divide(np.bincount(system, weights=errors), sizes, out=np.zeros(len(sizes)), where=sizes > 0)
    several = counts[system] > 1
    freedom = np.divide(counts, counts - 1, out=np.ones(len(counts)), where=counts > 1)[system]
    weights = np.where(several, spreads, 0.0)
    total = float((weights * (errors / spreads) ** 2).sum())
    within = float((weights * freedom * (errors / spreads - means[system]) ** 2).sum())
    return min(within / total, 1.0) if total > 0 else 1.0


def _least_squares(rows: Floats, values: Floats) -> Floats:
    return np.asarray(np.linalg.lstsq(rows, values, rcond=None)[0], dtype=np.float64)


def _spreads(variance: Floats, has_neighbours: Bools, least: float, score_spread: float) -> Floats:
    # where nothing of the source was judged, a prediction is a mean of all, and misses what all scores miss of it
    lowest = np.where(has_neighbours, least, max(least, score_spread**2))
    return np.sqrt(np.maximum(variance, lowest))


def _spread_columns(columns: Columns, calibrated: Floats, is_new: Bools) -> Floats:
    missing = POINTS - calibrated
    return np.column_stack([np.ones(len(columns)), missing, columns.length, missing * columns.length, is_new])
