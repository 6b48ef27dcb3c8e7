"""Metrics over test sets, a block of segments at a time."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import SettingError
from mtassay.evaluation.rows import row_blocks
from mtassay.evaluation.score import Evaluation, Score, Scores
from mtassay.metrics.base import Metric, metric

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
    evalset: EvalSet, metrics: Iterable[str | Metric[Any]] = ("bleu", "chrf"), progress: Progress | None = None
) -> Evaluation:
    """Score every system of a test set with every metric.

    `progress` is called with the number of segments just done; in all there are
    segments x systems x metrics.
    """
    if isinstance(metrics, (str, Metric)) or not isinstance(metrics, Iterable):
        raise SettingError(f"metrics: expected a list, got one metric; write metrics=[{metrics!r}]")
    resolved = [(m if isinstance(m, Metric) else metric(m)).for_evalset(evalset) for m in metrics]
    scores: dict[str, list[Score]] = {name: [] for name in evalset.systems}
    for one in resolved:
        prepared = one.prepare(evalset)
        signature = one.signature(evalset)
        for name, hypotheses in evalset.systems.items():
            scores[name].append(_score_system(one, hypotheses, one.select(prepared, name), signature, progress))
    return Evaluation(len(evalset), {name: Scores(tuple(items)) for name, items in scores.items()})


def _score_system(
    one: Metric[Any], hypotheses: Sequence[str], prepared: Any, signature: str, progress: Progress | None
) -> Score:
    segments = np.empty(len(hypotheses))
    sums = np.zeros(len(one.columns))
    for block, rows in row_blocks(one, hypotheses, prepared):
        segments[block] = one.score(rows)
        sums += rows.sum(axis=0)
        if progress is not None:
            progress(len(rows))
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
    )
