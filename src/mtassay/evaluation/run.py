"""Metrics over test sets, a block of segments at a time."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.evaluation.score import Evaluation, Score, Scores
from mtassay.metrics.base import Metric, metric

# Rows are dropped block by block, so a run needs a few bytes a segment and not a few hundred.
_BLOCK = 16_384

Progress = Callable[[int], None]


def score(
    hypotheses: Iterable[str],
    references: Iterable[str | Iterable[str]],
    metrics: Iterable[str | Metric[Any]] = ("bleu", "chrf"),
    sources: Iterable[str] | None = None,
) -> Scores:
    """Score the output of one system; one Score for each metric, in their order.

    `references` has one entry for each segment: a string, or a list of strings.

        >>> import mtassay
        >>> mtassay.score(["the cat sat"], [["the cat sat down", "the cat was sitting"]], metrics=["chrf"])[0]
        <Score chrF2 = 66.02 nrefs:2|case:mixed|eff:yes|nc:6|nw:0|space:no|version:...>
    """
    if not isinstance(hypotheses, (str, list, tuple)):
        hypotheses = list(hypotheses)
    if not isinstance(references, (str, list, tuple)):
        references = list(references)
    _refuse_transposed(hypotheses, references)
    evalset = EvalSet(references, sources=sources, systems={"": hypotheses})
    return evaluate(evalset, metrics)[""]


def evaluate(
    evalset: EvalSet, metrics: Iterable[str | Metric[Any]] = ("bleu", "chrf"), progress: Progress | None = None
) -> Evaluation:
    """Score every system of a test set with every metric.

    `progress` is called with the number of segments just done; in all there are
    segments x systems x metrics.
    """
    if isinstance(metrics, (str, Metric)):
        raise SettingError(f"metrics: expected a list, got one metric; write metrics=[{metrics!r}]")
    resolved = [(metric(m) if isinstance(m, str) else m).for_evalset(evalset) for m in metrics]
    scores: dict[str, list[Score]] = {name: [] for name in evalset.systems}
    for one in resolved:
        prepared = one.prepare(evalset)
        signature = one.signature(evalset)
        for name, hypotheses in evalset.systems.items():
            scores[name].append(_score_system(one, hypotheses, prepared, signature, progress))
    return Evaluation(len(evalset), {name: Scores(tuple(items)) for name, items in scores.items()})


def _score_system(
    one: Metric[Any], hypotheses: Sequence[str], prepared: Any, signature: str, progress: Progress | None
) -> Score:
    segments = np.empty(len(hypotheses))
    sums = np.zeros(len(one.columns))
    for start in range(0, len(hypotheses), _BLOCK):
        block = slice(start, start + _BLOCK)
        rows = one.stats(hypotheses[block], prepared[block])
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
    )


def _refuse_transposed(hypotheses: Any, references: Any) -> None:
    """Explain the mistake that everyone makes who comes from sacreBLEU."""
    if isinstance(hypotheses, str) or isinstance(references, str) or len(hypotheses) == len(references):
        return
    lists = all(isinstance(entry, (list, tuple)) for entry in references)
    if references and lists and all(len(entry) == len(hypotheses) for entry in references):
        raise InputError(
            f"references: {len(references)} lists of {len(hypotheses)} strings for {len(hypotheses)} hypotheses. "
            "That is sacreBLEU's orientation, one list for each reference translator; mtassay takes one entry for "
            "each segment. Transpose them: references=list(zip(*references))"
        )
