"""How the score of one segment comes about, by one metric or several."""

from collections.abc import Iterable, Sequence
from typing import Any

from mtassay.corpus.evalset import EvalSet
from mtassay.evaluation.run import resolve
from mtassay.metrics.base import Metric, direction, metric
from mtassay.metrics.explanation import Explanation


def explain(
    hypothesis: str,
    references: str | Sequence[str],
    metrics: Iterable[str | Metric[Any]] = ("bleu",),
    target_language: str | None = None,
    *,
    warn_of_blanks: bool = True,
) -> list[Explanation]:
    """The steps from a segment to its score, for each metric; empty texts are warned of unless told otherwise.

    >>> import mtassay
    >>> explanation = mtassay.explain("the cat sat", "the cat sat down", ["wer"])[0]
    >>> explanation.steps[-1].filled
    '100 · 1 / 4'
    """
    several = [references] if isinstance(references, str) else list(references)
    chosen = [entry if isinstance(entry, Metric) else metric(entry) for entry in metrics]
    # one pair of texts: whoever asks for a metric of post-edits has one
    post_edit = any("post_edits" in metric.needs for metric in chosen)
    evalset = EvalSet(
        [several],
        systems={"": [hypothesis]},
        target_language=target_language,
        post_edit=post_edit,
        warn_of_blanks=warn_of_blanks,
    )
    return [_explain(metric.for_segments(), evalset, hypothesis, several) for metric in resolve(chosen, evalset)]


def _explain(metric: Metric[Any], evalset: EvalSet, hypothesis: str, references: Sequence[str]) -> Explanation:
    prepared = metric.prepare(evalset)
    return Explanation(
        metric=metric.name,
        spec=metric.spec,
        label=metric.label,
        signature=metric.signature(evalset),
        direction=direction(metric.higher_is_better),
        places=metric.places,
        score=float(metric.score(metric.stats([hypothesis], metric.select(prepared, ""))[0])),
        steps=tuple(metric.explain(hypothesis, references)),
    )
