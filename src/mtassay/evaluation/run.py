"""Metrics over test sets, a block of segments at a time."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import SettingError
from mtassay.evaluation.rows import RowEvidence, RowTable, row_blocks
from mtassay.evaluation.score import Evaluation, Score, Scores
from mtassay.metrics.base import Floats, Metric, metric
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.intervals import Interval

Progress = Callable[[int], None]


def score(
    hypotheses: Iterable[str],
    references: Iterable[str | Iterable[str]],
    metrics: Iterable[str | Metric[Any]] = ("bleu", "chrf"),
    sources: Iterable[str] | None = None,
    target_language: str | None = None,
) -> Scores:
    """Score the output of one system; one Score for each metric, in their order.

    `references` has one entry for each segment: a string, or a list of strings. `target_language`
    is a code such as `ja` or `zh-CN`, by which BLEU chooses its tokenizer.

        >>> import mtassay
        >>> mtassay.score(["the cat sat"], [["the cat sat down", "the cat was sitting"]], metrics=["chrf"])[0]
        <Score chrF2 = 66.02 nrefs:2|case:mixed|eff:yes|nc:6|nw:0|space:no|version:...>
    """
    evalset = EvalSet(references, sources=sources, systems={"": hypotheses}, target_language=target_language)
    return evaluate(evalset, metrics)[""]


def evaluate(
    evalset: EvalSet,
    metrics: Iterable[str | Metric[Any]] = ("bleu", "chrf"),
    progress: Progress | None = None,
    *,
    confidence: Bootstrap | None = None,
) -> Evaluation:
    """Score every system of a test set with every metric.

    `progress` is called with the number of segments just done; in all there are
    segments x systems x metrics. `confidence=Bootstrap()` adds confidence intervals.
    """
    scores: dict[str, list[Score]] = {name: [] for name in evalset.systems}
    for one in resolve(metrics, evalset):
        if confidence is None:
            made = _score_by_blocks(one, evalset, progress)
        else:
            made = _score_with_intervals(one, evalset, confidence, progress)
        for name, score in zip(scores, made, strict=True):
            scores[name].append(score)
    return Evaluation(len(evalset), {name: Scores(tuple(items)) for name, items in scores.items()})


def resolve(metrics: Iterable[str | Metric[Any]], evalset: EvalSet) -> list[Metric[Any]]:
    """The metrics, with everything that depends on the test set resolved."""
    if isinstance(metrics, (str, Metric)) or not isinstance(metrics, Iterable):
        raise SettingError(f"metrics: expected a list, got one metric; write metrics=[{metrics!r}]")
    return [(m if isinstance(m, Metric) else metric(m)).for_evalset(evalset) for m in metrics]


def collect_rows(one: Metric[Any], evalset: EvalSet, progress: Progress | None = None) -> RowEvidence:
    """The rows of every system, kept; the metric must be resolved."""
    prepared = one.prepare(evalset)
    table = RowTable(len(evalset), len(evalset.systems), len(one.columns))
    for system, (name, hypotheses) in enumerate(evalset.systems.items()):
        for block, rows in row_blocks(one, hypotheses, one.select(prepared, name)):
            table.put(system, block, rows)
            if progress is not None:
                progress(len(rows))
    return RowEvidence(one, table.values)


def _score_by_blocks(one: Metric[Any], evalset: EvalSet, progress: Progress | None) -> Iterator[Score]:
    """The score of each system; rows are dropped once they are summed."""
    prepared = one.prepare(evalset)
    signature = one.signature(evalset)
    for name, hypotheses in evalset.systems.items():
        segments = np.empty(len(hypotheses))
        sums = np.zeros(len(one.columns))
        for block, rows in row_blocks(one, hypotheses, one.select(prepared, name)):
            segments[block] = one.score(rows)
            sums += rows.sum(axis=0)
            if progress is not None:
                progress(len(rows))
        yield _score(one, sums, segments, signature)


def _score_with_intervals(
    one: Metric[Any], evalset: EvalSet, confidence: Bootstrap, progress: Progress | None
) -> Iterator[Score]:
    """The score of each system with its confidence interval, for which all rows are kept."""
    evidence = collect_rows(one, evalset, progress)
    signature = one.signature(evalset, dict(confidence.signature_items()))
    intervals: Sequence[Interval | None] = [None] * len(evalset.systems)
    if evidence.size > 1:  # one segment says nothing of others
        intervals = confidence.intervals(evidence)
    for sums, segments, interval in zip(evidence.totals, evidence.score_units().T, intervals, strict=True):
        yield _score(one, sums, segments, signature, interval)


def _score(one: Metric[Any], sums: Floats, segments: Floats, signature: str, interval: Interval | None = None) -> Score:
    return Score(
        metric=one.name,
        spec=one.spec,
        label=one.label,
        value=float(one.score(sums)),
        signature=signature,
        higher_is_better=one.higher_is_better,
        parts={name: float(value) for name, value in one.parts(sums).items()},
        segments=segments,
        places=one.places,
        interval=interval,
    )
