"""What the memory says of every output of a new system: the score where it was judged, else a prediction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mtassay.alignment.distances.base import Distance, distance
from mtassay.errors import InputError
from mtassay.estimation.prediction.cost import JUDGMENTS, WORDS, WORDS_BESIDE, find_seconds
from mtassay.estimation.prediction.dealing import Dealing
from mtassay.estimation.prediction.judged_targets import JudgedTargets, judged_targets
from mtassay.estimation.prediction.near_texts import near_key
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

    `words` are the lengths of outputs, and `seconds` what judging each takes, None where no judgment was timed; `cost`
    is what a queue is to save: judgments, words or seconds. With `near_repeats`, outputs that differ from judged ones
    in case and punctuation alone are repeats too. `dealt` is the judge of each item, by its number in `dealt_to`: what
    is predicted is the score that this one gives; None where it may be anybody's.
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
    words: Floats
    seconds: Floats | None = None
    cost: str = JUDGMENTS
    near_repeats: bool = False
    dealt_to: tuple[str, ...] = ()
    dealt: Ints | None = None

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
    def item_sizes(self) -> Floats:
        """How likely each item is to be asked for early: by what it tells, and what it costs."""
        sizes: Floats = self.item_spreads * self.item_counts
        if self.cost == JUDGMENTS:
            return sizes
        costs = self.words + WORDS_BESIDE if self.cost == WORDS else self.seconds
        assert costs is not None  # a prediction at the cost of seconds has them
        return sizes / np.sqrt(costs[self.first])

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
    *,
    near_repeats: bool = False,
    dealing: Dealing | None = None,
    cost: str = JUDGMENTS,
) -> Prediction:
    """Predict the outputs of a system from the memory, which should not hold judgments of a queue under way.

    `effects` are taken from every stored score. Judgments of the system's own outputs count as known, but nothing is
    learnt from them. Outputs are compared after white space is collapsed. `dealing` says who is to judge what is new,
    which makes predictions better for judges who know the sources.

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
    judged = judged_targets(used, measure, near_repeats)
    quality = None if qualities is None else qualities.targets[judged.places]
    own = [judged.names.index(translations.system)] if translations.system in judged.names else []
    texts = tuple(collapse(text) for text in translations.texts)
    known = judged.without()
    neighbourhood = _neighbourhood(judged, translations.source, texts, measure, quality, qualities, near_repeats)
    item = _items(translations.source, texts, neighbourhood.repeats(known))
    dealt, judge_of = None, np.full(len(texts), -1, dtype=np.int64)
    if dealing is not None and item.max() >= 0:
        first = np.unique(item, return_index=True)[1][-(item.max() + 1) :]
        dealt = dealing.deal(memory, translations.source[first], first)
    if dealing is not None and dealt is not None:
        # repeats, and items of nobody in particular, read the appended ones
        judge_of = np.append(np.append(dealing.numbers_in(memory), -1)[dealt], -1)[item]
        neighbourhood = replace(neighbourhood, asked=judged.records.ask(judge_of))
    predictor = fit_predictor(learn(judged, measure, quality, own, dealt is not None), used.counting.points)
    words = measure.lengths(texts).astype(np.float64)
    return make_prediction(
        neighbourhood.describe(known),
        predictor,
        item,
        system=translations.system,
        revision=memory.revision,
        effects=effects,
        distance=measure.spec,
        metric="" if qualities is None else qualities.metric,
        judges=len(np.unique(memory.counting.judge[memory.counting.judge >= 0])),
        words=words,
        seconds=find_seconds(memory, measure.lengths(memory.targets), words, judge_of, cost),
        cost=cost,
        near_repeats=near_repeats,
        dealt_to=() if dealing is None or dealt is None else dealing.judges,
        dealt=dealt,
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
    words: Floats,
    judges: int = 0,
    seconds: Floats | None = None,
    cost: str = JUDGMENTS,
    near_repeats: bool = False,
    dealt_to: tuple[str, ...] = (),
    dealt: Ints | None = None,
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
        words=words,
        seconds=seconds,
        cost=cost,
        near_repeats=near_repeats,
        dealt_to=dealt_to,
        dealt=dealt,
    )


def _neighbourhood(
    judged: JudgedTargets,
    sources: Ints,
    texts: tuple[str, ...],
    measure: Distance,
    quality: Floats | None,
    qualities: Qualities | None,
    near_repeats: bool,
) -> Neighbourhood:
    # sources that the memory lacks have an empty group of their own, behind all others
    groups = np.where(sources >= 0, sources, len(judged.offsets) - 1)
    offsets = np.append(judged.offsets, judged.offsets[-1])
    edits = measure.between(texts, groups, judged.texts, offsets)
    shares = measure.normalized(edits, texts, judged.texts).values
    own = like = _same(judged, sources, texts, judged.texts)
    if near_repeats:
        near = [near_key(text) for text in texts]
        like = _same(judged, sources, near, [near_key(text) for text in judged.texts])
        # what has no letters is near to itself alone
        like = np.where([bool(key) for key in near], like, own)
    candidates = None if qualities is None else qualities.candidates
    return Neighbourhood(
        edits=edits,
        shares=shares,
        own=own,
        like=like,
        source=sources,
        quality=candidates,
        target_quality=quality,
    )


def _same(judged: JudgedTargets, sources: Ints, texts: Sequence[str], others: Sequence[str]) -> Ints:
    """The judged target of the same source that has the same text, -1 where none has."""
    places = {pair: place for place, pair in enumerate(zip(judged.source.tolist(), others, strict=True))}
    return np.array([places.get(pair, -1) for pair in zip(sources.tolist(), texts, strict=True)], dtype=np.int64)


def _items(sources: Ints, texts: tuple[str, ...], is_repeat: Bools) -> Ints:
    numbers: dict[tuple[int, str | int], int] = {}
    item = np.full(len(texts), -1, dtype=np.int64)
    for place in np.flatnonzero(~is_repeat).tolist():
        # whether two sources that the memory lacks are the same is not known here
        key = (int(sources[place]), texts[place] if sources[place] >= 0 else place)
        item[place] = numbers.setdefault(key, len(numbers))
    return item
