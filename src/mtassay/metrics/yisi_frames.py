"""How much of the frames of one text is in those of another, as YiSi counts it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

import numpy as np

from mtassay.alignment.assignment import heaviest_pairs
from mtassay.alignment.resources.role_frames import Frame, Span
from mtassay.alignment.resources.role_groups import GROUPS, PREDICATE
from mtassay.metrics.base import Floats
from mtassay.metrics.yisi_words import SoftTexts

_PREDICATE_SHARE = 0.25
_PRECISION, _RECALL = 0, 1

Pair = tuple[int, Span, int, Span]


class RoleWeights:
    """What roles weigh: 1, and how often references have them; predicates are in every frame, and count a quarter."""

    def __init__(self, by_group: Floats) -> None:
        self.by_group = by_group

    @classmethod
    def of(cls, references: Iterable[Sequence[Frame]]) -> Self:
        """By the frames of all references of a test set."""
        weights = np.ones(GROUPS)
        for frames in references:
            for frame in frames:
                weights[PREDICATE] += _PREDICATE_SHARE
                for role in frame.roles:
                    weights[role.group] += 1
        return cls(weights)


class _Similarities:
    """Precision and recall of pairs of spans, computed many at once."""

    def __init__(self, texts: SoftTexts, order: int, threads: int) -> None:
        self._texts, self._order, self._threads = texts, order, threads
        self._known: dict[Pair, tuple[float, float]] = {}

    def compute(self, pairs: Iterable[Pair]) -> None:
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        rows = self._texts.compare_spans(new, self._order, self._threads)
        self._known.update(zip(new, map(tuple, rows.tolist()), strict=True))

    def table(self, hypothesis: int, ours: Sequence[Span], reference: int, theirs: Sequence[Span], side: int) -> Floats:
        values = [[self._known[hypothesis, our, reference, their][side] for their in theirs] for our in ours]
        return np.array(values, dtype=np.float64).reshape(len(ours), len(theirs))


def structures(
    texts: SoftTexts,
    of_hypotheses: Sequence[Sequence[Frame]],
    of_references: Sequence[Sequence[Frame]],
    weights: RoleWeights,
    order: int,
    threads: int,
) -> tuple[Floats, Floats]:
    """Precision and recall by frames for each segment."""
    segments = [(i, j) for i in range(len(of_hypotheses)) for j in range(texts.groups[i], texts.groups[i + 1])]
    similarities = _Similarities(texts, order, threads)
    similarities.compute(
        (i, ours.predicate, j, theirs.predicate)
        for i, j in segments
        for ours in of_hypotheses[i]
        for theirs in of_references[j]
    )
    matched: dict[tuple[int, int, int], dict[int, tuple[int, float]]] = {}
    for i, j in segments:
        predicates = [frame.predicate for frame in of_hypotheses[i]], [frame.predicate for frame in of_references[j]]
        for side in (_PRECISION, _RECALL):
            table = similarities.table(i, predicates[0], j, predicates[1], side)
            matched[i, j, side] = {row: (column, float(table[row, column])) for row, column in heaviest_pairs(table)}
    similarities.compute(
        (i, our.span, j, their.span)
        for (i, j, _), pairs in matched.items()
        for row, (column, _) in pairs.items()
        for our in of_hypotheses[i][row].roles
        for their in of_references[j][column].roles
    )
    precision, recall = np.zeros(len(of_hypotheses)), np.zeros(len(of_hypotheses))
    for i, frames in enumerate(of_hypotheses):
        several = range(texts.groups[i], texts.groups[i + 1])
        precision[i] = _precision(i, frames, of_references, several, matched, similarities, weights)
        for j in several:
            compared = _recall(i, frames, j, of_references[j], matched[i, j, _RECALL], similarities, weights)
            recall[i] = max(recall[i], compared)
    return precision, recall


def _precision(
    hypothesis: int,
    frames: Sequence[Frame],
    of_references: Sequence[Sequence[Frame]],
    several: range,
    matched: Mapping[tuple[int, int, int], Mapping[int, tuple[int, float]]],
    similarities: _Similarities,
    weights: RoleWeights,
) -> float:
    """Of the frames of a hypothesis; each role is like the most similar one of its group that it is matched with."""
    compared = []
    for row, frame in enumerate(frames):
        predicate, roles = 0.0, [0.0] * len(frame.roles)
        for j in several:
            if row not in matched[hypothesis, j, _PRECISION]:
                continue
            column, similarity = matched[hypothesis, j, _PRECISION][row]
            predicate = max(predicate, similarity)
            others = of_references[j][column].roles
            spans = [role.span for role in frame.roles], [role.span for role in others]
            table = similarities.table(hypothesis, spans[0], j, spans[1], _PRECISION)
            for our, their in heaviest_pairs(table):
                if frame.roles[our].group == others[their].group:
                    roles[our] = max(roles[our], float(table[our, their]))
        compared.append((frame, predicate, roles))
    return _mean(compared, weights)


def _recall(
    hypothesis: int,
    frames: Sequence[Frame],
    reference: int,
    of_reference: Sequence[Frame],
    matched: Mapping[int, tuple[int, float]],
    similarities: _Similarities,
    weights: RoleWeights,
) -> float:
    """Of the frames of a reference; here the program looks at no labels."""
    by_column = {column: (row, similarity) for row, (column, similarity) in matched.items()}
    compared = []
    for column, frame in enumerate(of_reference):
        predicate, roles = 0.0, [0.0] * len(frame.roles)
        if column in by_column:
            row, predicate = by_column[column]
            spans = [role.span for role in frames[row].roles], [role.span for role in frame.roles]
            table = similarities.table(hypothesis, spans[0], reference, spans[1], _RECALL)
            for our, their in heaviest_pairs(table):
                roles[their] = float(table[our, their])
        compared.append((frame, predicate, roles))
    return _mean(compared, weights)


def _mean(compared: Sequence[tuple[Frame, float, Sequence[float]]], weights: RoleWeights) -> float:
    """Of frames, weighted by the words that they cover; of a frame, weighted by its roles."""
    total = covered = 0.0
    for frame, predicate, roles in compared:
        words = sum(end - start for start, end in (frame.predicate, *(role.span for role in frame.roles)))
        of_roles = [weights.by_group[role.group] for role in frame.roles]
        above = weights.by_group[PREDICATE] * predicate + sum(w * s for w, s in zip(of_roles, roles, strict=True))
        total += words * above / (weights.by_group[PREDICATE] + sum(of_roles))
        covered += words
    return total / covered if covered else 0.0
