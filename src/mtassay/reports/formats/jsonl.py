"""JSON lines: an object for each score, so that the lines of several runs can stand in one file."""

import json
from typing import Any

from mtassay import __version__
from mtassay.comparison.result import Comparison
from mtassay.evaluation.score import Evaluation
from mtassay.reports.formats.json import Numbers, score_object
from mtassay.reports.records import Exact, Value, comparison_records


def render(evaluation: Evaluation, digits: int | None, *, color: bool) -> str:
    """An object for each system and metric."""
    numbers = Numbers(digits)
    about = {"segments": evaluation.segments, "test_set": evaluation.test_set}
    about |= {"target_language": evaluation.target_language}
    return "".join(
        _line({"version": __version__, **about, "system": name, **score_object(score, numbers)})
        for name, scores in evaluation.systems.items()
        for score in scores
    )


def render_comparison(comparison: Comparison, digits: int | None, *, color: bool) -> str:
    """An object for each metric and system, and for each pair; where the test set is broken down, for each part."""
    numbers = Numbers(digits)
    signatures = {label: one.signature for label, one in comparison.columns}

    def rounded(value: Value) -> Value:
        return numbers(value) if isinstance(value, float) and not isinstance(value, Exact) else value

    head, *rows = comparison_records(comparison)
    names = [str(name).replace(" ", "_") for name in head]
    return "".join(
        _line(
            {
                "version": __version__,
                **dict(zip(names, map(rounded, row), strict=True)),
                "signature": signatures[str(row[0])],
            }
        )
        for row in rows
    )


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False) + "\n"
