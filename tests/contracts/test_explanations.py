"""Every metric can say how the score of a segment comes about."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from strategies import corpora

import mtassay
from mtassay.metrics.base import METRICS
from mtassay.metrics.explanation import Formula
from mtassay.reports import explanation_json, explanation_svg, explanation_text

# `given` looks at no text
EVERY = [name for name in METRICS if name != "given"]

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
    assert explanation.score == score.value
    assert explanation.steps
    last = explanation.steps[-1]
    if isinstance(last, Formula):
        assert last.value == pytest.approx(score.value)
    text = explanation_text.render([explanation], color=False)
    assert f"{explanation.label} = {explanation.score:.{explanation.places}f}" in text
    document = json.loads(explanation_json.render([explanation], color=False))
    assert len(document["explanations"][0]["steps"]) == len(explanation.steps)
    picture = ElementTree.fromstring(explanation_svg.render([explanation], color=False))
    assert f"{explanation.label} = " in (picture.findtext("{http://www.w3.org/2000/svg}desc") or "")
