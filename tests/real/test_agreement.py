"""Agreement of raters beside records of other programs, and on public data."""

from collections import defaultdict
from typing import Any

import krippendorff as peer
import numpy as np
import pytest
from memories import Said, memory_of
from published import DATA, cases, needs_data, table
from sklearn.metrics import cohen_kappa_score

from mtassay.human.agreement import pairwise_agreement
from mtassay.human.alpha import krippendorff
from mtassay.human.kappa import cohen, fleiss, randolph
from mtassay.significance.bootstrap import Bootstrap

pytestmark = needs_data


@pytest.mark.parametrize("record", cases("agreement", "kappa"))
def test_kappas(record: dict[str, Any]) -> None:
    raters = np.array(record["input"]["ratings"])
    expected = record["expected"]
    for key, weighting in (("cohen_01", "none"), ("cohen_01_linear", "linear"), ("cohen_01_quadratic", "quadratic")):
        assert cohen(raters[0], raters[1], weighting).value == pytest.approx(expected[key], rel=1e-6)
    assert fleiss(raters.T).value == pytest.approx(expected["fleiss"], rel=1e-6)
    assert randolph(raters.T).value == pytest.approx(expected["randolph"], rel=1e-6)


@pytest.mark.parametrize("record", cases("agreement", "Krippendorff alpha"))
def test_alphas(record: dict[str, Any]) -> None:
    raters = np.array(record["input"]["ratings"], dtype=np.float64)
    for level, expected in record["expected"].items():
        assert krippendorff(raters.T, level).value == pytest.approx(expected, rel=1e-6, abs=1e-9)


def test_two_annotators_of_croatian_agree_as_peers_say() -> None:
    counts: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in table(DATA / "mqm-enhr-2raters" / "mqm_annotations.tsv"):
        counts[row["system"], row["seg_id"]][row["rater"]] += row["category"] != "no-error"
    ratings = np.array([[by["annotator1"], by["annotator2"]] for by in counts.values()], dtype=np.float64)
    assert ratings.shape == (300, 2)
    has_error = np.minimum(ratings, 1)
    assert cohen(*has_error.T).value == pytest.approx(cohen_kappa_score(*has_error.T))
    for weighting in ("linear", "quadratic"):
        theirs = cohen_kappa_score(*ratings.T, weights=weighting)
        assert cohen(*ratings.T, weighting).value == pytest.approx(theirs)
    for level in ("nominal", "ordinal", "interval", "ratio"):
        theirs = peer.alpha(reliability_data=ratings.T, level_of_measurement=level)
        found = krippendorff(ratings, level)
        assert found.value == pytest.approx(theirs)
        (interval,) = Bootstrap(draws=500).intervals(found.evidence)
        assert interval.low < found.value < interval.high
    memory = memory_of(
        [
            Said(segment, system, max(0, 10 - by[judge]), judge, system)
            for (system, segment), by in counts.items()
            for judge in ("annotator1", "annotator2")
        ]
    )
    (pair,) = pairwise_agreement(memory)
    assert pair.units == 300
    assert pair.exact == pytest.approx(np.mean(np.maximum(0, 10 - ratings[:, 0]) == np.maximum(0, 10 - ratings[:, 1])))
