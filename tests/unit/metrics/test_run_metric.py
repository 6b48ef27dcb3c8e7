"""Metrics of runs of words."""

import pytest

from mtassay import EvalSet, evaluate, metric
from mtassay.evaluation.rows import families
from mtassay.metrics.run_metric import RunMetric

HYPOTHESIS = "He saw the incident at a distance of 7-8 feet."


REFERENCE = "He had witnessed the incident at a distance of about 7-8 feet."


pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")


def test_metrics_that_count_the_same_runs_share_them(monkeypatch: pytest.MonkeyPatch) -> None:
    specs = ["gtm-disa", "meteor-disa", "gtm:lowercase=yes", "gtm", "gtm:exponent=2,lowercase=yes"]
    assert families([metric(spec) for spec in specs]) == [[0, 1, 2], [3], [4]]
    counted = []
    count = RunMetric.count
    monkeypatch.setattr(RunMetric, "count", lambda *arguments: counted.append(1) or count(*arguments))
    evalset = EvalSet([[REFERENCE, "he saw it"]], systems={"a": [HYPOTHESIS]})
    together = [found.value for found in evaluate(evalset, specs[:3])["a"]]
    assert len(counted) == 1
    assert together == [evaluate(evalset, [spec])["a"][0].value for spec in specs[:3]]
