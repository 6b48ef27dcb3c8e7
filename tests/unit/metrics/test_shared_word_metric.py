"""Metrics of shared words."""

from typing import Any

import pytest

import mtassay
from mtassay.metrics.shared_word_metric import SharedWordMetric

OUTPUT = "He saw the incident at a distance of 7-8 feet."


REFERENCE = "He had witnessed the incident at a distance of about 7-8 feet."


def test_metrics_of_the_same_text_count_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    count = SharedWordMetric.count

    def spy(self: SharedWordMetric, *arguments: Any) -> Any:
        counted.append(self.name)
        return count(self, *arguments)

    monkeypatch.setattr(SharedWordMetric, "count", spy)
    specs = ["bleu-disa", "amber:types=1,tokenize=none", "chrf", "amber-disa", "gleu:lowercase=yes"]
    together = mtassay.score([OUTPUT, "x y"], [REFERENCE, [REFERENCE, "x"]], specs)
    assert counted == ["bleu-disa"]
    alone = [mtassay.score([OUTPUT, "x y"], [REFERENCE, [REFERENCE, "x"]], [spec])[0] for spec in specs]
    assert [score.value for score in together] == [score.value for score in alone]
    assert [score.label for score in together] == ["BLEU-DISA", "AMBER", "chrF2", "AMBER-DISA", "GLEU"]
    assert len(counted) == 5
