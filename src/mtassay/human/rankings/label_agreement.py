"""How often two judges say the same of two outputs: which is better, or that they tie."""

from dataclasses import dataclass

import numpy as np

from mtassay.errors import InputError
from mtassay.human.alpha import krippendorff
from mtassay.human.kappa import Agreement
from mtassay.human.memory import Floats, Ints
from mtassay.human.rankings.pairs import FIRST, SECOND, TIE, RankedPairs


@dataclass(frozen=True)
class LabelAgreement:
    """Of every two labels of one segment and pair by different judges, how many are equal.

    `pairs` are pairs of outputs of a segment that two judges or more labelled. `alpha` is Krippendorff's, nominal; it
    is undefined, with its reason, where all labels are the same.
    """

    agreeing: int
    comparable: int
    pairs: int
    judges: int
    alpha: Agreement

    @property
    def share(self) -> float:
        """Which share of the comparable labels agree."""
        return self.agreeing / self.comparable


@dataclass(frozen=True)
class WmtAgreement:
    """Agreement by the rule of WMT: any two labels of one segment and ordered pair, or any two by one judge.

    `ties` of `labels` say how likely two labels are to agree by chance: t² + 2 ((1 - t) / 2)² with t the share of ties.
    """

    agreeing: int
    comparable: int
    ties: int
    labels: int

    @property
    def share(self) -> float:
        """Which share of the comparable labels agree."""
        return self.agreeing / self.comparable

    @property
    def expected(self) -> float:
        """Which share would agree by chance."""
        tied = self.ties / self.labels
        return tied**2 + 2 * ((1 - tied) / 2) ** 2

    @property
    def kappa(self) -> float:
        """Agreement beyond chance."""
        return (self.share - self.expected) / (1 - self.expected)


def label_agreement(pairs: RankedPairs) -> LabelAgreement:
    """What different judges say of the same two outputs, whatever their order on the screen.

    Labels say whether the one is better whose system comes first by name; alpha depends on that a little. A judge who
    labels a pair twice counts by what he or she said first. An InputError where no two judges share a pair.
    """
    first, second = np.minimum(pairs.first, pairs.second), np.maximum(pairs.first, pairs.second)
    label = np.where(pairs.first > pairs.second, SECOND - pairs.label, pairs.label)
    units = _units(pairs.segment, first, second)
    counts, judges = _first_labels(units, pairs.judge, label)
    given = counts.sum(axis=1)
    shared = counts[given >= 2]
    if not len(shared):
        raise InputError("no two judges compared the same two outputs, so there is no agreement between them to show")
    agreeing, comparable = _couples(shared).sum(), _couples(shared.sum(axis=1)).sum()
    return LabelAgreement(
        int(agreeing), int(comparable), len(shared), judges, krippendorff(_ratings(shared), "nominal")
    )


def wmt_agreement(pairs: RankedPairs, *, between_judges: bool) -> WmtAgreement:
    """Of all labels, or of those that one judge gave; an InputError where there is nothing to compare.

    Between judges it is any two labels, those of one judge among them, and ties are counted over all labels. Of one
    judge, they are counted over the segments on which the judge labelled a pair again.
    """
    units = _units(pairs.segment, pairs.first, pairs.second)
    if not between_judges:
        units = _units(units, pairs.judge)
    counts = _label_counts(units, pairs.label)
    agreeing, comparable = _couples(counts).sum(), _couples(counts.sum(axis=1)).sum()
    if not comparable:
        who = "two answers compare" if between_judges else "answers of one judge compare"
        raise InputError(f"no {who} the same two outputs in the same order, so WMT's rule has nothing to count")
    used = np.ones(len(pairs), dtype=bool)
    if not between_judges:
        shown = _units(pairs.segment, pairs.judge)
        used = np.isin(shown, shown[counts.sum(axis=1)[units] >= 2])
    ties = np.count_nonzero(pairs.label[used] == TIE)
    labels = int(np.count_nonzero(used))
    if ties == labels:
        raise InputError("all labels are ties, so any two would agree by chance: there is no agreement beyond it")
    return WmtAgreement(int(agreeing), int(comparable), int(ties), labels)


def self_agreement(pairs: RankedPairs) -> dict[str, tuple[int, int]]:
    """Of each judge who labelled a pair twice or more, in whatever order: how many labels agree, of how many."""
    first, second = np.minimum(pairs.first, pairs.second), np.maximum(pairs.first, pairs.second)
    label = np.where(pairs.first > pairs.second, SECOND - pairs.label, pairs.label)
    units = _units(pairs.segment, first, second, pairs.judge)
    counts = _label_counts(units, label)
    judge = np.zeros(len(counts), dtype=np.int64)
    judge[units] = pairs.judge
    agreeing = np.bincount(judge, weights=_couples(counts).sum(axis=1), minlength=len(pairs.judges))
    comparable = np.bincount(judge, weights=_couples(counts.sum(axis=1)), minlength=len(pairs.judges))
    return {
        name: (int(equal), int(total))
        for name, equal, total in zip(pairs.judges, agreeing.tolist(), comparable.tolist(), strict=True)
        if total
    }


def _units(*columns: Ints) -> Ints:
    """Numbers of the different combinations of columns, from 0."""
    units = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        _, units = np.unique(units * (int(column.max(initial=0)) + 1) + column, return_inverse=True)
    return units


def _label_counts(units: Ints, label: Ints) -> Ints:
    kinds = SECOND - FIRST + 1
    counts = np.bincount(units * kinds + label, minlength=(int(units.max(initial=-1)) + 1) * kinds)
    return counts.reshape(-1, kinds)


def _first_labels(units: Ints, judge: Ints, label: Ints) -> tuple[Ints, int]:
    """How often each unit got each label, each judge once, and how many judges share a unit with another."""
    _, first = np.unique(_units(units, judge), return_index=True)
    counts = _label_counts(units[first], label[first])
    shared = counts.sum(axis=1)[units[first]] >= 2
    return counts, len(np.unique(judge[first][shared]))


def _couples(counts: Ints) -> Ints:
    return counts * (counts - 1) // 2


def _ratings(counts: Ints) -> Floats:
    """Labels of each unit side by side, `(units, most labels)`; who gave which does not matter to alpha."""
    most = int(counts.sum(axis=1).max())
    ratings = np.full((len(counts), most), np.nan)
    ends = np.cumsum(counts, axis=1)
    for label in range(counts.shape[1]):
        starts = ends[:, label] - counts[:, label]
        columns = np.arange(most)[None, :]
        ratings[(columns >= starts[:, None]) & (columns < ends[:, label][:, None])] = label
    return ratings
