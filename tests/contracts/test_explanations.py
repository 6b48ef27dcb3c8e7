"""Every metric can say how the score of a segment comes about."""

import json
import math
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from strategies import corpora

import mtassay
from mtassay.metrics.base import METRICS
from mtassay.metrics.explanation import Formula
from mtassay.reports.formats.json import Json
from mtassay.reports.formats.svg import Svg
from mtassay.reports.formats.text import Text
from mtassay.reports.results.explanation import explanation_document

EVERY = [name for name, kind in METRICS.items() if not kind.needs_settings]

_NUMBERS = re.compile(r"[-+*/(), .\d]+|exp|log|min|max|e-\d+")


def compute(filled: str) -> float | None:
    """What a formula with its numbers gives; None where it is in words."""
    text = filled.removesuffix(", smoothed (exp)").replace("·", "*").replace("^", "**").replace("³", "**3")
    text = re.sub(r"ln ([\d.]+)", r"log(\1)", text)
    if "smoothed" in filled or _NUMBERS.sub("", text):
        return None
    functions = {"exp": math.exp, "log": math.log, "min": min, "max": max, "__builtins__": {}}
    return float(eval(text, functions))


pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")


@pytest.mark.parametrize("spec", EVERY)
@given(corpus=corpora.filter(bool))
def test_the_steps_lead_to_the_score(spec: str, corpus: Any) -> None:
    hypothesis, references = corpus[0]
    one = mtassay.metric(spec)
    is_post_edit = "post_edits" in one.needs
    if is_post_edit or getattr(one, "several_references", None):
        references = references[:1]
    (explanation,) = mtassay.explain(hypothesis, references, [spec])
    (score,) = mtassay.score([hypothesis], [references], [spec], post_edit=is_post_edit)
    assert explanation.score == score.segments[0]
    assert explanation.steps
    last = explanation.steps[-1]
    assert isinstance(last, Formula)
    assert last.value == pytest.approx(score.segments[0])
    for step in explanation.steps:
        computed = compute(step.filled) if isinstance(step, Formula) else None
        if computed is not None:  # numbers in formulas have four digits
            assert computed == pytest.approx(step.value, rel=0.005, abs=0.005), step
    text = Text().write(explanation_document([explanation]))
    assert f"{explanation.label} = {explanation.score:.{explanation.places}f}" in text
    document = json.loads(Json().write(explanation_document([explanation])))
    assert len(document["explanations"][0]["steps"]) == len(explanation.steps)
    picture = ElementTree.fromstring(Svg().write(explanation_document([explanation])))
    assert f"{explanation.label} = " in (picture.findtext("{http://www.w3.org/2000/svg}desc") or "")
