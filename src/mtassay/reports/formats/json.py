"""JSON for programs; the keys are documented in docs/reference/cli.md."""

import json
import math
from typing import Any

import numpy as np

from mtassay import __version__
from mtassay.comparison.result import Comparison, Group, MetricComparison, Pair, System
from mtassay.corpus.formats.text import decode
from mtassay.corpus.packed import read_bytes, show_path
from mtassay.errors import InputError
from mtassay.evaluation.score import Evaluation, Score, Scores
from mtassay.evaluation.segment_statistics import SegmentStatistics
from mtassay.reports.results.statistics_tables import STATISTICS, spread_values
from mtassay.significance.intervals import Interval

_CURE = "name a file that `mtassay score --format json` wrote"


def render(
    evaluation: Evaluation, digits: int | None, *, color: bool, statistics: SegmentStatistics | None = None
) -> str:
    """One object; numbers have all their digits unless `digits` is given."""
    numbers = Numbers(digits)
    return _document(
        {
            "segments": evaluation.segments,
            "test_set": evaluation.test_set,
            "target_language": evaluation.target_language,
            "systems": [
                {"name": name, "scores": [score_object(score, numbers) for score in scores]}
                for name, scores in evaluation.systems.items()
            ],
            **({} if statistics is None else _statistics(statistics, numbers)),
        }
    )


def render_comparison(comparison: Comparison, digits: int | None, *, color: bool) -> str:
    """One object; numbers have all their digits unless `digits` is given."""
    numbers = Numbers(digits)
    return _document(
        {
            "segments": comparison.segments,
            "unit": comparison.unit,
            "units": comparison.units,
            "baseline": comparison.baseline,
            "test": comparison.test.spec,
            "interval": comparison.interval.spec,
            "correction": comparison.correction,
            "alpha": comparison.alpha,
            "metrics": [_metric(label, one, numbers) for label, one in comparison.columns],
            **({"by": comparison.by, "groups": _groups(comparison, numbers)} if comparison.by else {}),
        }
    )


def read(path: str) -> Evaluation:
    """An evaluation that `render` wrote; it has no scores of segments."""
    try:
        document = json.loads(decode(read_bytes(path), show_path(path)))
        systems = {
            system["name"]: Scores(tuple(_saved_score(score) for score in system["scores"]))
            for system in document["systems"]
        }
        if not systems or not all(systems.values()):
            raise ValueError("no scores in it")
        return Evaluation(document["segments"], systems, document["test_set"], document["target_language"])
    except json.JSONDecodeError as error:
        raise InputError(f"{show_path(path)}, line {error.lineno}: this is no JSON; {_CURE}") from None
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        raise InputError(f"{show_path(path)}: these are no scores of mtassay; {_CURE}") from None


def _saved_score(saved: dict[str, Any]) -> Score:
    if not math.isfinite(saved["score"]) or ":" not in saved["signature"]:
        raise ValueError("no score")
    interval = saved.get("interval")
    return Score(
        metric=saved["metric"],
        spec=saved["spec"],
        label=saved["label"],
        value=float(saved["score"]),
        signature=saved["signature"],
        higher_is_better=bool(saved["higher_is_better"]),
        parts=saved["parts"],
        segments=np.empty(0),
        places=int(saved["places"]),
        interval=Interval(**interval) if interval else None,
    )


class Numbers:
    """Numbers with so many digits after the point, or with all."""

    def __init__(self, digits: int | None) -> None:
        self._digits = digits

    def __call__(self, value: float) -> float:
        return value if self._digits is None else round(value, self._digits)

    def optional(self, value: float | None) -> float | None:
        return None if value is None else self(value)


def _document(content: dict[str, Any]) -> str:
    return json.dumps({"version": __version__, **content}, indent=2, ensure_ascii=False) + "\n"


def score_object(score: Score, number: Numbers) -> dict[str, Any]:
    """One score with all that is known of it."""
    return {
        "metric": score.metric,
        "spec": score.spec,
        "label": score.label,
        "higher_is_better": score.higher_is_better,
        "score": number(score.value),
        "places": score.places,
        "signature": score.signature,
        "parts": {part: number(value) for part, value in score.parts.items()},
        **({"interval": _interval(score.interval, number)} if score.interval else {}),
    }


def _statistics(statistics: SegmentStatistics, number: Numbers) -> dict[str, Any]:
    names = [name.replace(" ", "_") for name in STATISTICS]
    return {
        "statistics": [
            {
                "system": system,
                "label": label,
                **dict(zip(names, map(number.optional, spread_values(one)), strict=True)),
            }
            for system, spreads in statistics.spreads.items()
            for label, one in zip(statistics.labels, spreads, strict=True)
        ],
        "correlations": [
            {
                "system": one.system,
                "segments": one.segments,
                "labels": statistics.labels,
                "coefficients": [[number.optional(value) for value in row] for row in one.coefficients],
                "constant": one.constant,
            }
            for one in statistics.correlations
        ],
    }


def _metric(label: str, one: MetricComparison, number: Numbers) -> dict[str, Any]:
    return {
        "label": label,
        "metric": one.metric,
        "spec": one.spec,
        "signature": one.signature,
        "higher_is_better": one.higher_is_better,
        "systems": [_system(system, number) for system in one.systems],
        "pairs": [_pair(pair, number) for pair in one.pairs],
    }


def _system(system: System, number: Numbers) -> dict[str, Any]:
    return {
        "name": system.name,
        "score": number(system.value),
        "interval": None if system.interval is None else _interval(system.interval, number),
        "cluster": system.cluster,
        "runs": [number(value) for value in system.runs],
        "run_spread": number.optional(system.run_spread),
        "sample_spread": number.optional(system.sample_spread),
    }


def _pair(pair: Pair, number: Numbers) -> dict[str, Any]:
    return {
        "first": pair.first,
        "second": pair.second,
        "difference": number(pair.difference),
        # rounded they would lose what they are for
        "p": pair.p_value,
        "adjusted_p": pair.adjusted_p,
        "first_higher": pair.outcome.first_higher,
        "second_higher": pair.outcome.second_higher,
        "ties": pair.outcome.ties,
        "smallest_difference": number.optional(pair.smallest_difference),
        "segments_needed": pair.segments_needed,
    }


def _groups(comparison: Comparison, number: Numbers) -> list[dict[str, Any]]:
    def scores(group: Group) -> dict[str, dict[str, float]]:
        return {
            label: dict(zip(comparison.systems, map(number, values), strict=True))
            for label, values in zip(comparison.labels, group.scores, strict=True)
        }

    return [{"name": group.name, "segments": group.segments, "scores": scores(group)} for group in comparison.groups]


def _interval(interval: Interval, number: Numbers) -> dict[str, float]:
    return {"low": number(interval.low), "high": number(interval.high), "level": interval.level}
