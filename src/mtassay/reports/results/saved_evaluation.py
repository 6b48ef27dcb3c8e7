"""Scores that a run saved as JSON, read again."""

import json
import math
from typing import Any

import numpy as np

from mtassay.corpus.formats.text import decode
from mtassay.corpus.packed import read_bytes, show_path
from mtassay.errors import InputError, Remedy
from mtassay.evaluation.score import Evaluation, Score, Scores
from mtassay.significance.intervals import Interval

_CURE = "name a file of scores that mtassay wrote as JSON"


def read_evaluation(path: str) -> Evaluation:
    """An evaluation as its document has it for JSON; there are no scores of segments in it."""
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
        raise InputError(
            f"{show_path(path)}, line {error.lineno}: this is no JSON; {_CURE}", remedy=Remedy.SAVE_SCORES
        ) from None
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        raise InputError(
            f"{show_path(path)}: these are no scores of mtassay; {_CURE}", remedy=Remedy.SAVE_SCORES
        ) from None


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
        segment_signature=str(saved.get("segment_signature", "")),
        higher_is_better=bool(saved["higher_is_better"]),
        parts=saved["parts"],
        segments=np.empty(0),
        places=int(saved["places"]),
        interval=Interval(**interval) if interval else None,
    )
