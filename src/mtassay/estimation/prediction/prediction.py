"""What the memory says of every output of a new system: the score where it was judged, else a prediction."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mtassay.alignment.distances.base import Distance, distance
from mtassay.errors import InputError
from mtassay.estimation.prediction.judged_targets import JudgedTargets, judged_targets
from mtassay.estimation.prediction.neighbourhood import Columns, Neighbourhood
from mtassay.estimation.prediction.predictor import Predictor, fit_predictor
from mtassay.estimation.prediction.quality import Qualities
from mtassay.estimation.prediction.training_rows import learn
from mtassay.human.collection import collapse
from mtassay.human.judge_effects import JudgeEffects
from mtassay.human.memory import Bools, Floats, Ints, Memory
from mtassay.human.scales import POINTS
from mtassay.human.translations import Translations


@dataclass(frozen=True, eq=False, kw_only=True)
class Prediction:
    """Columns over the outputs of a system, in points of 0 to 10, frozen at a revision of the memory.

    A repeat was judged already: `known` is its stored score, NaN for others. `calibrated` is the prediction for one
    output and `corrected` that for the mean of many; `nearest` is the EvalTrans estimate, the mean of all judgments
    where nothing of the source was judged (`has_neighbours` is false). `spreads` are the standard errors of
    `calibrated`. Outputs that are new stand for an item each, to be judged once: those of one source with one text
    share it; `item` is its number, -1 for repeats. `judges` counts those whom the memory knows by name.
    """

    system: str
    is_repeat: Bools
    known: Floats
    calibrated: Floats
    corrected: Floats
    nearest: Floats
    spreads: Floats
    has_neighbours: Bools
    item: Ints
    predictor: Predictor
    revision: int
    effects: JudgeEffects | None = None
    distance: str = "edits"
    metric: str = ""
    judges: int = 0

    def __len__(self) -> int:
        return len(self.is_repeat)

    @property
    def repeats(self) -> int:
        """How many outputs were judged already."""
        return int(np.count_nonzero(self.is_repeat))

    @property
    def new(self) -> int:
        """How many were not."""
        return len(self) - self.repeats

    @property
    def repeat_share(self) -> float:
        """The share of repeats, 0 to 1."""
        return self.repeats / len(self)

    @property
    def without_neighbours(self) -> int:
        """How many outputs have a source of which nothing was judged: EvalTrans cannot estimate them."""
        return int(np.count_nonzero(~self.has_neighbours))

    @cached_property
    def first(self) -> Ints:
        """The output at which each item stands first."""
        numbers, first = np.unique(self.item, return_index=True)
        return np.asarray(first[numbers >= 0], dtype=np.int64)

    @cached_property
    def item_counts(self) -> Ints:
        """How many outputs each item stands for."""
        return np.bincount(self.item[self.item >= 0], minlength=len(self.first))

    @property
    def items(self) -> int:
        """How many different translations there are to judge."""
        return len(self.first)

    @cached_property
    def item_scores(self) -> Floats:
        """The calibrated prediction of each item."""
        return self.calibrated[self.first]

    @cached_property
    def item_spreads(self) -> Floats:
        """The spread of each item."""
        return self.spreads[self.first]

    @cached_property
    def item_deviations(self) -> Floats:
        """How far the error of each item lies from the system's mean error, which a sample finds out."""
        share = np.where(self.has_neighbours[self.first], self.predictor.within_share, 1.0)
        deviations: Floats = self.item_spreads * np.sqrt(share)
        return deviations

    @cached_property
    def scores(self) -> Floats:
        """To be shown: the stored score or the calibrated prediction, within 0 to 10."""
        return np.clip(np.where(self.is_repeat, self.known, self.calibrated), 0, POINTS)

    @cached_property
    def intervals(self) -> Floats:
        """To be shown: where a fresh judgment of each new output lies in 95 %, `(n, 2)`; repeats have their score."""
        margin = np.where(self.is_repeat, 0.0, self.predictor.quantile * self.spreads)
        middle = np.where(self.is_repeat, self.known, self.calibrated)
        intervals: Floats = np.stack([middle - margin, middle + margin], axis=1).clip(0, POINTS)
        return intervals

    @property
    def error_variance(self) -> float:
        """The squared error of the system's blended mean with nothing judged, by the memory's own systems.

        These say nothing of a stranger of which more is new than of any of them: there it grows with the share.
        """
        share = self.new / len(self)
        return self.predictor.error_variance * max(1.0, share / self.predictor.new_share) ** 2

    @property
    def text_variance(self) -> float:
        """The variance of the mean over other texts like these, in squared points: that of scores by their number."""
        values = np.where(self.is_repeat, self.known, self.calibrated)
        unseen = float(np.where(self.is_repeat, 0.0, self.spreads**2).mean())
        return (float(values.var()) + unseen) / len(self)


def predict(
    memory: Memory,
    translations: Translations,
    qualities: Qualities | None = None,
    effects: JudgeEffects | None = None,
    by: str | Distance = "edits",
) -> Prediction:
    """Predict the outputs of a system from the memory, which should not hold judgments of a queue under way.

    `effects` are taken from every stored score. Judgments of the system's own outputs count as known, but nothing is
    learnt from them. Outputs are compared after white space is collapsed.

        >>> from mtassay.human.memory import make_memory
        >>> from mtassay.human.translations import find_translations
        >>> memory = make_memory([("danke", "thank you", 10), ("danke", "thanks to you", 6)])
        >>> new = find_translations(memory, [("danke", "thank you"), ("danke", "thanks you")], system="new")
        >>> found = predict(memory, new)
        >>> found.scores.round(1).tolist(), found.is_repeat.tolist()
        ([10.0, 8.0], [True, False])
    """
    if not len(translations):
        raise InputError(
            f"there are no outputs of {translations.system or 'the system'}, so there is nothing to predict"
        )
    if qualities is not None:
        qualities.check(memory, translations)
    measure = distance(by)
    used = memory if effects is None else effects.adjusted(memory)
    judged = judged_targets(used, measure)
    quality = None if qualities is None else qualities.targets[judged.places]
    own = [judged.names.index(translations.system)] if translations.system in judged.names else []
    predictor = fit_predictor(learn(judged, measure, quality, own), used.counting.points)
    texts = tuple(collapse(text) for text in translations.texts)
    columns = _columns(judged, translations.source, texts, measure, quality, qualities)
    return make_prediction(
        columns,
        predictor,
        _items(translations.source, texts, columns.is_repeat),
        system=translations.system,
        revision=memory.revision,
        effects=effects,
        distance=measure.spec,
        metric="" if qualities is None else qualities.metric,
        judges=len(np.unique(memory.counting.judge[memory.counting.judge >= 0])),
    )


def make_prediction(
    columns: Columns,
    predictor: Predictor,
    item: Ints | None = None,
    *,
    system: str = "",
    revision: int = 0,
    effects: JudgeEffects | None = None,
    distance: str = "edits",
    metric: str = "",
    judges: int = 0,
) -> Prediction:
    """A prediction from columns; every new output is an item of its own unless `item` says otherwise."""
    if item is None:
        item = np.where(columns.is_repeat, -1, np.cumsum(~columns.is_repeat) - 1)
    calibrated = predictor.calibrated(columns)
    return Prediction(
        system=system,
        is_repeat=columns.is_repeat,
        known=columns.score,
        calibrated=calibrated,
        corrected=predictor.corrected(columns),
        nearest=columns.nearest,
        spreads=predictor.spreads(columns, calibrated, ~columns.is_repeat),
        has_neighbours=columns.has_neighbours,
        item=item,
        predictor=predictor,
        revision=revision,
        effects=effects,
        distance=distance,
        metric=metric,
        judges=judges,
    )


def _columns(
    judged: JudgedTargets,
    sources: Ints,
    texts: tuple[str, ...],
    measure: Distance,
    quality: Floats | None,
    qualities: Qualities | None,
) -> Columns:
    # sources that the memory lacks have an empty group of their own, behind all others
    groups = np.where(sources >= 0, sources, len(judged.offsets) - 1)
    offsets = np.append(judged.offsets, judged.offsets[-1])
    edits = measure.between(texts, groups, judged.texts, offsets)
    shares = measure.normalized(edits, texts, judged.texts).values
    places = {pair: place for place, pair in enumerate(zip(judged.source.tolist(), judged.texts, strict=True))}
    own = np.array([places.get(pair, -1) for pair in zip(sources.tolist(), texts, strict=True)], dtype=np.int64)
    candidates = None if qualities is None else qualities.candidates
    return Neighbourhood(edits, shares, own, sources, candidates, quality).describe(judged.without())


def _items(sources: Ints, texts: tuple[str, ...], is_repeat: Bools) -> Ints:
    numbers: dict[tuple[int, str | int], int] = {}
    item = np.full(len(texts), -1, dtype=np.int64)
    for place in np.flatnonzero(~is_repeat).tolist():
        # whether two sources that the memory lacks are the same is not known here
        key = (int(sources[place]), texts[place] if sources[place] >= 0 else place)
        item[place] = numbers.setdefault(key, len(numbers))
    return item
