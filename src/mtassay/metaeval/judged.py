"""Outputs of several systems with what people and metrics say of each: what a meta-evaluation looks at."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtassay.errors import InputError, Remedy
from mtassay.significance.evidence import Floats

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

# scores that differ by no more than this share of their spread differ by how they were rounded
_ROUNDING = 1e-9
_DIGEST_DIGITS = 12


@dataclass(frozen=True, eq=False, kw_only=True)
class MetricScores:
    """What a metric says: of each output, `(systems, segments)`, and of each system as a whole, `(systems,)`.

    Higher is better, whatever the metric itself says: `higher_is_better` tells whether its numbers were turned.
    """

    segments: Floats
    systems: Floats
    higher_is_better: bool = True
    signature: str = ""

    def of(self, systems: Any, segments: Any) -> "MetricScores":
        """Some systems and segments of it; `systems` of the whole keep their scores."""
        return replace(self, segments=self.segments[systems][:, segments], systems=self.systems[systems])

    @property
    def is_constant(self) -> bool:
        """Whether it says the same of all outputs that it scores."""
        known = self.segments[~np.isnan(self.segments)]
        return bool(known.size == 0 or np.all(known == known[0]))


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Pairs of outputs that people ranked, one entry each: the segment, and the systems of the better and the worse."""

    segment: Ints
    better: Ints
    worse: Ints

    def __len__(self) -> int:
        return len(self.segment)

    def of(self, systems: Bools, segments: Bools) -> "Outcomes":
        """Those among some systems on some segments, which are numbered anew."""
        kept = systems[self.better] & systems[self.worse] & segments[self.segment]
        rows, places = np.cumsum(systems) - 1, np.cumsum(segments) - 1
        return Outcomes(places[self.segment[kept]], rows[self.better[kept]], rows[self.worse[kept]])

    def among(self, known: Bools) -> "Outcomes":
        """Those of which both outputs are known, `(systems, segments)`."""
        kept = known[self.better, self.segment] & known[self.worse, self.segment]
        return Outcomes(self.segment[kept], self.better[kept], self.worse[kept])


@dataclass(frozen=True, eq=False, kw_only=True)
class Judged:
    """Systems, what people say of their outputs, `(systems, segments)` with NaN where nobody judged, and metrics.

    Higher is better everywhere. `human_systems` is what people say of each system as a whole: the mean of its judged
    outputs, unless it was given. `text` numbers the different outputs of each segment; `has_texts` says whether they
    were there to be compared. `gold` names the judgments, `is_person` marks people's translations among the systems.
    Rankings are `outcomes`: `human` is then the share of pairs that an output won, and says only which were judged.
    """

    systems: tuple[str, ...]
    human: Floats
    human_systems: Floats
    metrics: Mapping[str, MetricScores]
    text: Ints
    has_texts: bool
    is_person: Bools
    gold: str
    labels: Mapping[str, Sequence[str]] = field(default_factory=dict)
    source_words: Ints | None = None
    notes: tuple[str, ...] = ()
    outcomes: Outcomes | None = None

    @property
    def size(self) -> int:
        """How many segments there are, judged or not."""
        return int(self.human.shape[1])

    @property
    def digest(self) -> str:
        """What tells these judgments from others."""
        parts = hashlib.sha256("\n".join(self.systems).encode("utf-8", "surrogateescape"))
        parts.update(np.ascontiguousarray(np.round(self.human, 9)).tobytes())
        return parts.hexdigest()[:_DIGEST_DIGITS]

    def of_systems(self, chosen: Bools) -> "Judged":
        """Only some of the systems."""
        everything = slice(None)
        return replace(
            self,
            systems=tuple(name for name, is_in in zip(self.systems, chosen.tolist(), strict=True) if is_in),
            human=self.human[chosen],
            human_systems=self.human_systems[chosen],
            metrics={label: scores.of(chosen, everything) for label, scores in self.metrics.items()},
            text=self.text[chosen],
            is_person=self.is_person[chosen],
            outcomes=None if self.outcomes is None else self.outcomes.of(chosen, np.ones(self.size, dtype=np.bool_)),
        )

    def of_segments(self, chosen: Bools) -> "Judged":
        """Only some of the segments; what is said of systems as a whole stays as it is."""
        everything = slice(None)
        return replace(
            self,
            human=self.human[:, chosen],
            metrics={label: scores.of(everything, chosen) for label, scores in self.metrics.items()},
            text=self.text[:, chosen],
            labels={
                name: [label for label, is_in in zip(labels, chosen.tolist(), strict=True) if is_in]
                for name, labels in self.labels.items()
            },
            source_words=None if self.source_words is None else self.source_words[chosen],
            outcomes=None
            if self.outcomes is None
            else self.outcomes.of(np.ones(len(self.systems), dtype=np.bool_), chosen),
        )


def make_judged(
    systems: Sequence[str],
    human: Floats,
    metrics: Mapping[str, MetricScores],
    *,
    gold: str,
    human_systems: Floats | None = None,
    lower_is_better: bool = False,
    outputs: Sequence[Sequence[str]] | None = None,
    people: Sequence[str] = (),
    labels: Mapping[str, Sequence[str]] | None = None,
    source_words: Ints | None = None,
    common: bool = False,
    notes: Sequence[str] = (),
    outcomes: Outcomes | None = None,
) -> Judged:
    """The same with everything turned so that higher is better, and checked: nothing that gives NaN comes in.

    Systems that nobody judged are left out, and named in the notes. A judged output that a metric lacks is refused,
    or with `common` left out for all metrics.
    """
    said = list(notes)
    gold_scores = tie_equal(-human if lower_is_better else human)
    wholes = None if human_systems is None else (-human_systems if lower_is_better else human_systems)
    turned = {
        label: replace(
            scores,
            segments=tie_equal(scores.segments if scores.higher_is_better else -scores.segments),
            systems=tie_equal(scores.systems if scores.higher_is_better else -scores.systems),
        )
        for label, scores in metrics.items()
    }
    if outputs is None:
        text = np.tile(np.arange(len(systems), dtype=np.int64)[:, None], (1, human.shape[1]))
        said.append("Without texts, equal outputs of a segment cannot be told: all count as different.")
    else:
        text = _number_texts(outputs)
        if len(systems) > 1 and not text.any():
            raise InputError("the outputs of all systems are equal: there is nothing to prefer; give those of others")
    judged = Judged(
        systems=tuple(systems),
        human=gold_scores,
        human_systems=known_means(gold_scores) if wholes is None else tie_equal(wholes),
        metrics=turned,
        text=text,
        has_texts=outputs is not None,
        is_person=np.array([name in people for name in systems], dtype=np.bool_),
        gold=gold,
        labels={} if labels is None else labels,
        source_words=source_words,
        notes=(),
        outcomes=outcomes,
    )
    judged = _complete(judged, said, common)
    known = judged.human[~np.isnan(judged.human)]
    if known.size == 0:
        raise InputError(f"{gold}: no output of these systems was judged; are they the systems of the judgments?")
    if np.all(known == known[0]):
        raise InputError(
            f"{gold}: people gave all {known.size} outputs the same score, so no metric can agree with them better "
            "than another; give judgments that differ"
        )
    for label, scores in judged.metrics.items():
        if scores.is_constant:
            said.append(f"{label} gives all outputs the same score.")
    return replace(judged, notes=tuple(said))


def count_systems(judged: Judged) -> str:
    """How many systems there are, as a sentence about them begins."""
    return "1 judged system is" if len(judged.systems) == 1 else f"{len(judged.systems)} judged systems are"


def tie_equal(values: Floats) -> Floats:
    """The values, those made equal that differ by rounding alone: else last digits would decide which is better."""
    known = ~np.isnan(values)
    different, places = np.unique(values[known], return_inverse=True)
    if len(different) < 2:
        return values.astype(np.float64, copy=True)
    starts = np.append(True, np.diff(different) > _ROUNDING * (different[-1] - different[0]))
    tied = np.full(values.shape, np.nan)
    tied[known] = different[starts][np.cumsum(starts) - 1][places.reshape(-1)]
    return tied


def _number_texts(outputs: Sequence[Sequence[str]]) -> Ints:
    numbers = np.empty((len(outputs), len(outputs[0]) if outputs else 0), dtype=np.int64)
    for segment, texts in enumerate(zip(*outputs, strict=True)):
        known: dict[str, int] = {}
        numbers[:, segment] = [known.setdefault(" ".join(text.split()), len(known)) for text in texts]
    return numbers


def known_means(table: Floats) -> Floats:
    """Of each system the mean of its known scores, NaN where it has none."""
    known = ~np.isnan(table)
    counts = known.sum(axis=1)
    sums = np.where(known, table, 0.0).sum(axis=1)
    means: Floats = np.divide(sums, counts, out=np.full(len(table), np.nan), where=counts > 0)
    return means


def _complete(judged: Judged, notes: list[str], common: bool) -> Judged:
    """Only systems that people and all metrics know, and outputs that all of them scored."""
    is_judged = np.asarray(~np.isnan(judged.human).all(axis=1), dtype=np.bool_)
    unjudged = _names(judged, ~is_judged)
    if unjudged:
        notes.append(f"Left out, because nobody judged them: {', '.join(unjudged)}.")
    kept = is_judged.copy()
    for label, scores in judged.metrics.items():
        has_scores = np.asarray(~np.isnan(scores.segments).all(axis=1), dtype=np.bool_)
        unscored = _names(judged, is_judged & ~has_scores)
        if unscored:
            notes.append(f"Left out, because {label} does not score them: {', '.join(unscored)}.")
        kept &= has_scores
    judged = judged.of_systems(kept)
    human = judged.human.copy()
    for label, scores in judged.metrics.items():
        lacking = ~np.isnan(judged.human) & np.isnan(scores.segments)
        if not lacking.any():
            continue
        if not common:
            system, segment = (int(place) for place in np.argwhere(lacking)[0])
            raise InputError(
                f"{label} has no score for {int(lacking.sum())} of the judged outputs, the first of them segment "
                f"{segment + 1} of {judged.systems[system]}; add the scores, or compare all metrics on what all of "
                "them score",
                remedy=Remedy.COMPARE_COMMON,
            )
        human[lacking] = np.nan
    left_out = int(np.count_nonzero(np.isnan(human) & ~np.isnan(judged.human)))
    if left_out:
        notes.append(f"Left out, because a metric lacks them: {left_out} judged outputs.")
        judged = (
            replace(judged, human=human, human_systems=known_means(human))
            if judged.outcomes is None
            else replace(judged, human=human, outcomes=judged.outcomes.among(np.asarray(~np.isnan(human))))
        )
        emptied = np.isnan(judged.human_systems)
        if emptied.any():
            notes.append(f"Left out, because no judged output of them is left: {', '.join(_names(judged, emptied))}.")
            judged = judged.of_systems(~emptied)
    return _with_wholes(judged, notes)


def _with_wholes(judged: Judged, notes: list[str]) -> Judged:
    """Only systems that people and all metrics score as a whole too: without a score, none of their pairs counts."""
    wholes = {"people": judged.human_systems, **{label: scores.systems for label, scores in judged.metrics.items()}}
    kept = np.ones(len(judged.systems), dtype=np.bool_)
    for label, values in wholes.items():
        missing = np.isnan(values)
        if missing.any():
            verb = "do" if label == "people" else "does"
            notes.append(
                f"Left out, because {label} {verb} not score them as a whole: {', '.join(_names(judged, missing))}."
            )
        kept &= ~missing
    return judged.of_systems(kept)


def _names(judged: Judged, chosen: Bools) -> list[str]:
    return [name for name, is_in in zip(judged.systems, chosen.tolist(), strict=True) if is_in]
