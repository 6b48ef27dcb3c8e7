"""JSON for programs; the keys are documented in docs/reference/cli.md."""

import json

from mtassay import __version__
from mtassay.evaluation.score import Evaluation


def render(evaluation: Evaluation, digits: int | None, *, color: bool) -> str:
    """One object; numbers have all their digits unless `digits` is given."""

    def number(value: float) -> float:
        return value if digits is None else round(value, digits)

    document = {
        "version": __version__,
        "segments": evaluation.segments,
        "systems": [
            {
                "name": name,
                "scores": [
                    {
                        "metric": score.metric,
                        "spec": score.spec,
                        "score": number(score.value),
                        "signature": score.signature,
                        "parts": {part: number(value) for part, value in score.parts.items()},
                    }
                    for score in scores
                ],
            }
            for name, scores in evaluation.systems.items()
        ],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
