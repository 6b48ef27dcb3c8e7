"""Spearman's correlation: Pearson's, of ranks."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metaeval.statistics.correlation import RowCorrelation
from mtassay.significance.correlation import correlate_rows
from mtassay.significance.evidence import Floats


@dataclass(frozen=True, kw_only=True)
class Spearman(RowCorrelation):
    """Pearson's correlation of ranks; equal scores share the mean of their ranks."""

    name: ClassVar[str] = "spearman"
    title: ClassVar[str] = "Spearman's ρ"
    paper: ClassVar[str] = (
        "Charles Spearman. 1904. The Proof and Measurement of Association between Two Things. The American Journal of "
        "Psychology 15(1), pages 72-101."
    )

    def correlate(self, human: Floats, scores: Floats) -> Floats:
        return correlate_rows(rank_rows(human), rank_rows(scores))


def rank_rows(rows: Floats) -> Floats:
    """The ranks of each row from 1, equal numbers with the mean of theirs; NaN stays."""
    order = np.argsort(rows, axis=1, kind="stable")  # NaN comes last
    ordered = np.take_along_axis(rows, order, axis=1)
    places = np.broadcast_to(np.arange(rows.shape[1]), rows.shape)
    is_new = np.ones(rows.shape, dtype=np.bool_)
    is_new[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    is_last = np.ones(rows.shape, dtype=np.bool_)
    is_last[:, :-1] = is_new[:, 1:]
    starts = np.maximum.accumulate(np.where(is_new, places, 0), axis=1)
    ends = np.minimum.accumulate(np.where(is_last, places, rows.shape[1])[:, ::-1], axis=1)[:, ::-1]
    ranks = np.empty(rows.shape)
    np.put_along_axis(ranks, order, (starts + ends) / 2 + 1, axis=1)
    return np.where(np.isnan(rows), np.nan, ranks)
