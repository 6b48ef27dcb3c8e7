"""What the judged targets around a translation say of it: the columns that predictions are made of."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mtassay.alignment.distances.base import GroupedDistances
from mtassay.estimation.nearest.rule import find_nearest
from mtassay.estimation.prediction.judge_memory import Asked, OwnJudgments
from mtassay.estimation.prediction.judged_targets import Known
from mtassay.human.memory import Bools, Floats, Ints

WIDTH = 0.07
"""How fast a judged target counts less with its distance: exp(-distance / width)."""

SOURCE_WEIGHT = 3.0
"""How many equal translations the source's own mean counts."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Neighbourhood:
    """Distances from translations to the judged targets of their source.

    `edits` counts changes, `shares` are the same by the longer text. `own` is which judged target has the same text, -1
    where none has, and `like` one whose score the translation keeps. Qualities are those of each translation and of
    each judged target by an automatic metric, of any unit, NaN where unknown; None leaves their columns out. `asked`
    says whose answers are predicted, None where that is not known.
    """

    edits: GroupedDistances
    shares: Floats
    own: Ints
    like: Ints
    source: Ints
    quality: Floats | None = None
    target_quality: Floats | None = None
    asked: Asked | None = None

    def __len__(self) -> int:
        return len(self.own)

    @cached_property
    def closeness(self) -> Floats:
        """What each judged target counts."""
        closeness: Floats = np.exp(-self.shares / WIDTH)
        return closeness

    @cached_property
    def ranks(self) -> GroupedDistances:
        """The distances by which the nearest are found; a text is nearer to itself than to any other."""
        values = self.edits.values.copy()
        same = self.own >= 0
        values[(self.edits.starts[:-1] - self.edits.first + self.own)[same]] = -1.0
        return GroupedDistances(values, self.edits.starts, self.edits.first)

    @cached_property
    def grouped_shares(self) -> GroupedDistances:
        """The shares as grouped distances."""
        return GroupedDistances(self.shares, self.edits.starts, self.edits.first)

    @cached_property
    def own_judgments(self) -> OwnJudgments | None:
        """What those who are asked said before."""
        return None if self.asked is None else OwnJudgments(self.asked, self.grouped_shares)

    def chosen(self, which: Ints, asked: Asked | None = None) -> "Neighbourhood":
        """Those of some translations, in the order of `which`."""
        edits = self.edits.chosen(which)
        shares = self.grouped_shares.chosen(which).values
        quality = None if self.quality is None else self.quality[which]
        return Neighbourhood(
            edits=edits,
            shares=shares,
            own=self.own[which],
            like=self.like[which],
            source=self.source[which],
            quality=quality,
            target_quality=self.target_quality,
            asked=asked,
        )

    def repeats(self, known: Known) -> Bools:
        """Which translations keep a stored score."""
        repeats: Bools = ~np.isnan(self._stored(known))
        return repeats

    def _stored(self, known: Known) -> Floats:
        own = np.append(known.scores, np.nan)[self.own]  # index -1, no judged target of that text, reads the NaN
        return np.where(np.isnan(own), np.append(known.near_scores, np.nan)[self.like], own)

    def describe(self, known: Known, with_judges: bool = True) -> "Columns":
        """The columns, by what is known of the judged targets; with that of the judges where these are known."""
        size, rows, targets = len(self), self.edits.rows, self.edits.columns

        def summed(values: Floats) -> Floats:
            return np.bincount(rows, weights=values, minlength=size).astype(np.float64, copy=False)

        counts, sums = known.counts[targets], known.sums[targets]
        usable = counts > 0
        difficulty = (summed(sums) + known.mean) / (summed(counts) + 1)
        weights = self.closeness * counts
        kernel = (summed(self.closeness * sums) + SOURCE_WEIGHT * difficulty) / (summed(weights) + SOURCE_WEIGHT)
        distances = np.ones(size)
        filled = self.edits.sizes > 0  # reduceat gives an empty stretch the value behind it
        if filled.any():
            values = np.where(usable, self.shares, 1.0)
            distances[filled] = np.minimum.reduceat(values, self.edits.starts[:-1][filled])
        nearest = find_nearest(self.ranks, known.scores[targets])
        gaps = near_gaps = None
        if self.quality is not None and self.target_quality is not None:
            quality = self.target_quality[targets]
            has_quality = ~np.isnan(quality)
            quality = np.where(has_quality, quality, 0.0)
            gaps = _gap(self.quality, summed(weights * quality), summed(weights * has_quality))
            chosen = nearest.is_nearest & has_quality
            near_gaps = _gap(self.quality, summed(quality * chosen), summed(chosen.astype(np.float64)))
        judge_gap = None
        if self.own_judgments is not None and with_judges:
            judge_gap = self.own_judgments.gaps(known.of_judges, kernel)
        score = self._stored(known)
        return Columns(
            kernel=kernel,
            gap=gaps,
            distance=distances,
            nearest=np.where(np.isnan(nearest.scores), known.mean, nearest.scores),
            near_gap=near_gaps,
            length=np.append(known.lengths, 1.0)[self.source],  # the last is for a source that the memory lacks
            is_repeat=~np.isnan(score),
            score=score,
            has_neighbours=~np.isnan(nearest.scores),
            judge_gap=judge_gap,
        )


def _gap(own: Floats, sums: Floats, weights: Floats) -> Floats:
    """How much better a translation is by the metric than its neighbours; 0 where that cannot be said."""
    means = np.divide(sums, weights, out=np.full(len(own), np.nan), where=weights > 0)
    gaps = own - means
    return np.where(np.isnan(gaps), 0.0, gaps)


@dataclass(frozen=True, eq=False, kw_only=True)
class Columns:
    """One entry for each translation.

    `kernel` is the mean score of the judged targets of its source, near ones counting more; `gap` how much better it is
    by the metric than they are, `distance` that to the closest of them. `nearest` is the EvalTrans estimate, and
    `near_gap` the gap to those that it uses; gaps are None where there is no metric. `length` is that of its source's
    targets, 1 on average. A repeat was judged itself, or what is taken for the same: `score` is what that got, NaN for
    others. Where nothing of the
    source was judged (`has_neighbours` is false), scores are the mean of all judgments, and the distance is 1.
    `judge_gap` is how far above the kernel lies what the judge who is asked said of the source; None where judges are
    not known.
    """

    kernel: Floats
    gap: Floats | None
    distance: Floats
    nearest: Floats
    near_gap: Floats | None
    length: Floats
    is_repeat: Bools
    score: Floats
    has_neighbours: Bools
    judge_gap: Floats | None = None

    def __len__(self) -> int:
        return len(self.kernel)

    def calibration(self, usual_distance: float) -> Floats:
        """The columns of the calibrated prediction: 1, kernel, gap where there is one, distance, judge's gap likewise.

        A translation without neighbours is as far from them as is usual: what a distance of 1 would mean was learnt
        from none that is near it.
        """
        gaps = [] if self.gap is None else [self.gap]
        distances = np.where(self.has_neighbours, self.distance, usual_distance)
        judge_gaps = [] if self.judge_gap is None else [self.judge_gap]
        return np.column_stack([np.ones(len(self)), self.kernel, *gaps, distances, *judge_gaps])

    @property
    def correction(self) -> Floats:
        """The columns of what is added to the EvalTrans estimate: 1, and the gap where there is one."""
        gaps = [] if self.near_gap is None else [self.near_gap]
        return np.column_stack([np.ones(len(self)), *gaps])

    def chosen(self, which: Bools | Ints) -> "Columns":
        """Those of some translations."""
        return Columns(
            kernel=self.kernel[which],
            gap=None if self.gap is None else self.gap[which],
            distance=self.distance[which],
            nearest=self.nearest[which],
            near_gap=None if self.near_gap is None else self.near_gap[which],
            length=self.length[which],
            is_repeat=self.is_repeat[which],
            score=self.score[which],
            has_neighbours=self.has_neighbours[which],
            judge_gap=None if self.judge_gap is None else self.judge_gap[which],
        )


def join_columns(parts: list[Columns]) -> Columns:
    """One behind the other; all have gaps, or none."""

    def joined(values: list[Floats | None]) -> Floats | None:
        present = [value for value in values if value is not None]
        return np.concatenate(present) if present else None

    return Columns(
        kernel=np.concatenate([part.kernel for part in parts]),
        gap=joined([part.gap for part in parts]),
        distance=np.concatenate([part.distance for part in parts]),
        nearest=np.concatenate([part.nearest for part in parts]),
        near_gap=joined([part.near_gap for part in parts]),
        length=np.concatenate([part.length for part in parts]),
        is_repeat=np.concatenate([part.is_repeat for part in parts]),
        score=np.concatenate([part.score for part in parts]),
        has_neighbours=np.concatenate([part.has_neighbours for part in parts]),
        judge_gap=joined([part.judge_gap for part in parts]),
    )
