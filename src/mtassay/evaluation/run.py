"""Metrics over test sets, a block of segments at a time."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import ChoiceWarning, SettingError
from mtassay.evaluation.rows import RowEvidence, RowTable, families, family_row_blocks
from mtassay.evaluation.score import Evaluation, Score, Scores
from mtassay.evaluation.shared_outputs import shared_row_blocks, shares_outputs
from mtassay.metrics.base import Floats, Metric, metric
from mtassay.significance.interval_method import IntervalMethod
from mtassay.significance.intervals import Interval

Progress = Callable[[int], None]


def score(
    hypotheses: Iterable[str],
    references: Iterable[str | Iterable[str]],
    metrics: Iterable[str | Metric[Any]] = ("bleu", "chrf"),
    sources: Iterable[str] | None = None,
    target_language: str | None = None,
    *,
    post_edit: bool = False,
) -> Scores:
    """Score the output of one system; one Score for each metric, in their order.

    `references` has one entry for each segment: a string, or a list of strings. `target_language`
    is a code such as `ja` or `zh-CN`, by which BLEU chooses its tokenizer; without it, the letters of the references
    decide. `post_edit=True` says that the references
    are these hypotheses as a person corrected them, which HTER needs.

        >>> import mtassay
        >>> mtassay.score(["the cat sat"], [["the cat sat down", "the cat was sitting"]], metrics=["chrf"])[0]
        <Score chrF2 = 66.02 nrefs:2|case:mixed|eff:yes|nc:6|nw:0|space:no|version:...>
    """
    evalset = EvalSet(
        references,
        sources=sources,
        systems={"": hypotheses},
        target_language=target_language,
        post_edit=post_edit,
    )
    return evaluate(evalset, metrics)[""]


def evaluate(
    evalset: EvalSet,
    metrics: Iterable[str | Metric[Any]] = ("bleu", "chrf"),
    progress: Progress | None = None,
    *,
    confidence: IntervalMethod | None = None,
) -> Evaluation:
    """Score every system of a test set with every metric.

    `progress` is called with the number of segments just done; in all there are
    segments x systems x metrics. `confidence=Bootstrap()`, or `JackknifeInterval()`, adds confidence intervals.
    """
    if not isinstance(confidence, IntervalMethod | None):
        raise SettingError(
            f"confidence: expected mtassay.Bootstrap(…) or mtassay.JackknifeInterval(…), got {confidence!r}"
        )
    if confidence is not None:
        confidence.check_size(len(evalset), "segments")
    resolved = resolve(metrics, evalset)
    made: dict[int, list[Score]] = {}
    for members in families(resolved):
        family = [resolved[index] for index in members]
        if confidence is None:
            columns_of_family = _score_by_blocks(family, evalset, progress)
        else:
            columns_of_family = _score_with_intervals(family, evalset, confidence, progress)
        made.update(zip(members, columns_of_family, strict=True))
    columns = [made[index] for index in range(len(resolved))]
    systems = {name: Scores(tuple(column[i] for column in columns)) for i, name in enumerate(evalset.systems)}
    return Evaluation(len(evalset), systems)


def resolve(metrics: Iterable[str | Metric[Any]], evalset: EvalSet) -> list[Metric[Any]]:
    """The metrics, with everything that depends on the test set resolved."""
    if isinstance(metrics, (str, Metric)) or not isinstance(metrics, Iterable):
        raise SettingError(f"metrics: expected a list, got one metric; write metrics=[{metrics!r}]")
    resolved = [(m if isinstance(m, Metric) else metric(m)).for_evalset(evalset) for m in metrics]
    _warn_of_words(resolved, evalset)
    return resolved


def _warn_of_words(resolved: Sequence[Metric[Any]], evalset: EvalSet) -> None:
    """Say which metrics count words, where there are no spaces that would tell words apart."""
    writing = evalset.writing_without_spaces
    if writing is None:
        return
    labels = list(dict.fromkeys(metric.label for metric in resolved if metric.cuts_only_at_spaces(writing)))
    if labels:
        names = ", ".join(labels[:-1]) + " and " + labels[-1] if len(labels) > 1 else labels[0]
        find, scores_say = ("finds", "its score says") if len(labels) == 1 else ("find", "their scores say")
        warnings.warn(
            f"{names} {find} words by spaces, which {writing.value} does not have, so {scores_say} little; "
            "look at CER or chrF, which count characters",
            ChoiceWarning,
            stacklevel=3,
        )


def collect_rows(
    family: Sequence[Metric[Any]], evalset: EvalSet, progress: Progress | None = None
) -> list[RowEvidence]:
    """The rows of every system by each metric of a family, kept; the metrics must be resolved."""
    tables = [RowTable(len(evalset), len(evalset.systems), len(member.columns)) for member in family]
    for system, block, rows_of in _walk(family, evalset, progress):
        for table, rows in zip(tables, rows_of, strict=True):
            table.put(system, block, rows)
    return [RowEvidence(member, table.values) for member, table in zip(family, tables, strict=True)]


def _walk(
    family: Sequence[Metric[Any]], evalset: EvalSet, progress: Progress | None
) -> Iterator[tuple[int, slice, list[Floats]]]:
    """System after system, block after block: the rows by each metric of a family."""
    prepared = family[0].prepare(evalset)
    outputs = list(evalset.systems.values())
    if len(family) == 1 and shares_outputs(family[0], outputs):
        for system, block, rows in shared_row_blocks(family[0], outputs, prepared):
            yield system, block, [rows]
            if progress is not None:
                progress(len(rows))
        return
    for system, (name, hypotheses) in enumerate(evalset.systems.items()):
        for block, rows_of in family_row_blocks(family, hypotheses, family[0].select(prepared, name)):
            yield system, block, rows_of
            if progress is not None:
                progress(len(rows_of[0]) * len(family))


def _score_by_blocks(
    family: Sequence[Metric[Any]], evalset: EvalSet, progress: Progress | None
) -> Iterator[list[Score]]:
    """For each metric the scores of all systems; rows are dropped once they are summed."""
    segments = np.empty((len(family), len(evalset.systems), len(evalset)))
    of_segments = [member.for_segments() for member in family]
    sums = [np.zeros((len(evalset.systems), len(member.columns))) for member in family]
    for system, block, rows_of in _walk(family, evalset, progress):
        for index, (member, rows) in enumerate(zip(of_segments, rows_of, strict=True)):
            segments[index, system, block] = member.score(rows)
            sums[index][system] += rows.sum(axis=0)
    for index, member in enumerate(family):
        signatures = member.signature(evalset), member.segment_signature(evalset)
        yield [_score(member, *pair, signatures) for pair in zip(sums[index], segments[index], strict=True)]


def _score_with_intervals(
    family: Sequence[Metric[Any]], evalset: EvalSet, confidence: IntervalMethod, progress: Progress | None
) -> Iterator[list[Score]]:
    """The same with confidence intervals, for which all rows are kept."""
    for member, evidence in zip(family, collect_rows(family, evalset, progress), strict=True):
        signature = member.signature(evalset, dict(confidence.signature_items()))
        signatures = signature, member.segment_signature(evalset)
        intervals: Sequence[Interval | None] = [None] * len(evalset.systems)
        if evidence.size > 1:  # one segment says nothing of others
            intervals = confidence.intervals(evidence)
        of_systems = zip(evidence.totals, evidence.score_units().T, intervals, strict=True)
        yield [_score(member, sums, segments, signatures, interval) for sums, segments, interval in of_systems]


def _score(
    metric: Metric[Any],
    sums: Floats,
    segments: Floats,
    signatures: tuple[str, str],
    interval: Interval | None = None,
) -> Score:
    return Score(
        metric=metric.name,
        spec=metric.spec,
        label=metric.label,
        value=float(metric.score(sums)),
        signature=signatures[0],
        segment_signature=signatures[1],
        higher_is_better=metric.higher_is_better,
        parts={name: float(value) for name, value in metric.parts(sums).items()},
        segments=segments,
        places=metric.places,
        interval=interval,
        summary=metric.summary(sums),
    )
