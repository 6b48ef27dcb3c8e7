"""Control items of Icelandic to English at WMT21: what they say of raters that WMT kept."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from mtassay.campaigns.controls.verdict import Verdict, judge_seat, self_agreement

DATA = Path(__file__).parents[3] / "shared" / "data" / "wmt21-isen-da" / "da_judgments.tsv"

Pairs = dict[str, list[tuple[float, float]]]


def read_pairs(kind: str) -> Pairs:
    """Scores of the plain output and of the control, by rater."""
    with open(DATA, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    keys = [(row["hit"], row["rater"], row["system"], row["line"]) for row in rows]
    plain = {key: float(row["raw"]) for key, row in zip(keys, rows, strict=True) if row["type"] == "SYSTEM"}
    pairs: Pairs = {row["rater"]: [] for row in rows}
    for key, row in zip(keys, rows, strict=True):
        if row["type"] == kind:
            pairs[row["rater"]].append((plain[key], float(row["raw"])))
    return pairs


@pytest.mark.skipif(not DATA.is_file(), reason=f"the public judgments are not at {DATA}")
def test_verdicts_on_the_raters_that_wmt_kept() -> None:
    pairs = read_pairs("BAD_REF")
    judged = [judge_seat(*zip(*own, strict=True)) for own in pairs.values() if own]
    assert len(pairs) - len(judged) == 11
    assert Counter(seat.verdict for seat in judged) == {
        Verdict.OPEN: 65,
        Verdict.PASSED: 20,
        Verdict.DOUBTFUL: 8,
        Verdict.FAILED: 2,
    }
    together = judge_seat(*zip(*(pair for own in pairs.values() for pair in own), strict=True))
    assert together.pairs == 1049
    assert together.drop == pytest.approx(26.59, abs=0.005)
    assert together.share == pytest.approx(0.69, abs=0.005)


@pytest.mark.skipif(not DATA.is_file(), reason=f"the public judgments are not at {DATA}")
def test_repeats() -> None:
    agreed = self_agreement(*zip(*(pair for own in read_pairs("REPEAT").values() for pair in own), strict=True))
    assert agreed is not None
    assert agreed.repeats == 1033
    assert agreed.distance == pytest.approx(11.38, abs=0.005)
    assert agreed.correlation == pytest.approx(0.713, abs=0.0005)
