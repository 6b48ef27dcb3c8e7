"""What is said before somebody believes a comparison."""

import re
from pathlib import Path

import mtassay
from mtassay import EvalSet
from mtassay.reports.cautions import cautions

REFERENCES = [f"alpha{number} beta{number} gamma{number} delta{number}" for number in range(60)]
OPPOSED = EvalSet(
    REFERENCES,
    systems={
        "cut": [" ".join(segment.split()[:2]) for segment in REFERENCES],
        "long": [" ".join(reversed(segment.split())) for segment in REFERENCES],
    },
)


def test_three_metrics_are_listed_with_commas() -> None:
    (caution,) = cautions(mtassay.compare(OPPOSED, ["wer", "chrf", "per", "chrf:word_order=2"]))
    figures = r" \([+-][0-9.]+, p . [0-9.]+\)"
    assert re.match(rf"Metrics disagree: by chrF2{figures}, PER{figures} and chrF2\+\+{figures}, long is", caution)


def test_figures_are_those_of_the_label_and_not_of_a_metric_with_this_name(tmp_path: Path) -> None:
    scores = tmp_path / "scores.tsv"
    scores.write_text("cut\tlong\n" + "0.5\t0.25\n" * 60, encoding="utf-8")
    (caution,) = cautions(mtassay.compare(OPPOSED, ["chrf", f"given:path='{scores}',name=chrf"]))
    assert "by chrf (-0.25" in caution
