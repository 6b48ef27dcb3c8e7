"""The scores of systems."""

from collections.abc import Iterator
from typing import Any

from mtassay import __version__
from mtassay.corpus.evalset import EvalSet
from mtassay.evaluation.score import Evaluation, Score
from mtassay.evaluation.segment_statistics import SegmentStatistics
from mtassay.reports.document import Document, Exact, Signature
from mtassay.reports.results.evaluation_tables import (
    STATISTICS,
    score_table,
    spread_values,
    statistics_data,
    statistics_tables,
    text_table,
)
from mtassay.significance.intervals import Interval


def evaluation_document(
    evaluation: Evaluation,
    statistics: SegmentStatistics | None = None,
    evalset: EvalSet | None = None,
    *,
    has_segments: bool = False,
) -> Document:
    """Systems in rows, metrics in columns; perhaps how the scores of segments are spread.

    `evalset` has the texts of the segments, which programs get with their scores. `has_segments` says that readers see
    scores of segments beside this document, so that it tells their signatures.
    """
    has_segments = has_segments or statistics is not None or evalset is not None
    data = [score_table(evaluation, "Summary")]
    data += [] if evalset is None else [text_table(evaluation, evalset)]
    data += [] if statistics is None else statistics_data(statistics)
    return Document(
        "Scores",
        (score_table(evaluation), *(() if statistics is None else statistics_tables(statistics))),
        signatures=tuple(_signatures(evaluation, has_segments)),
        data=tuple(data),
        content=_content(evaluation, statistics),
        lines=_lines(evaluation),
    )


def _signatures(evaluation: Evaluation, has_segments: bool) -> Iterator[Signature]:
    for label, score in evaluation.columns:
        yield Signature(label, score.direction, score.signature)
        if has_segments and score.segment_signature:
            yield Signature(f"{label} of segments", score.direction, score.segment_signature)


def interval_object(interval: Interval) -> dict[str, float]:
    """The ends of an interval, and how sure they are."""
    return {"low": interval.low, "high": interval.high, "level": Exact(interval.level)}


def _content(evaluation: Evaluation, statistics: SegmentStatistics | None) -> dict[str, Any]:
    return {
        "version": __version__,
        **_about(evaluation),
        "systems": [
            {"name": name, "scores": [_score_object(score) for score in scores]}
            for name, scores in evaluation.systems.items()
        ],
        **({} if statistics is None else _statistics_objects(statistics)),
    }


def _lines(evaluation: Evaluation) -> list[dict[str, Any]]:
    """An object for each system and metric."""
    return [
        {"version": __version__, **_about(evaluation), "system": name, **_score_object(score)}
        for name, scores in evaluation.systems.items()
        for score in scores
    ]


def _about(evaluation: Evaluation) -> dict[str, Any]:
    return {
        "segments": evaluation.segments,
        "test_set": evaluation.test_set,
        "target_language": evaluation.target_language,
    }


def _score_object(score: Score) -> dict[str, Any]:
    """One score with all that is known of it."""
    return {
        "metric": score.metric,
        "spec": score.spec,
        "label": score.label,
        "higher_is_better": score.higher_is_better,
        "score": score.value,
        "places": score.places,
        "signature": score.signature,
        **({"segment_signature": score.segment_signature} if score.segment_signature else {}),
        "parts": dict(score.parts),
        **({"interval": interval_object(score.interval)} if score.interval else {}),
    }


def _statistics_objects(statistics: SegmentStatistics) -> dict[str, Any]:
    names = [name.replace(" ", "_") for name in STATISTICS]
    return {
        "statistics": [
            {"system": system, "label": label, **dict(zip(names, spread_values(spread), strict=True))}
            for system, spreads in statistics.spreads.items()
            for label, spread in zip(statistics.labels, spreads, strict=True)
        ],
        "correlations": [
            {
                "system": correlation.system,
                "segments": correlation.segments,
                "labels": list(statistics.labels),
                "coefficients": [list(row) for row in correlation.coefficients],
                "constant": list(correlation.constant),
            }
            for correlation in statistics.correlations
        ],
    }
