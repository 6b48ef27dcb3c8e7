"""Coefficients of agreement beside those of scikit-learn, statsmodels and krippendorff."""

import warnings

import krippendorff as peer
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from mtassay.human.alpha import LEVELS, krippendorff
from mtassay.human.kappa import cohen, fleiss, randolph

SCALE = list(range(11))
pairs = st.lists(st.tuples(st.sampled_from(SCALE), st.sampled_from(SCALE)), min_size=2, max_size=40)
tables = st.lists(st.tuples(*[st.integers(0, 4)] * 4), min_size=2, max_size=30).map(lambda rows: np.array(rows, float))
gaps = st.lists(st.tuples(*[st.sampled_from([0.0, 1.0, 2.0, 3.5, np.nan])] * 4), min_size=2, max_size=30).map(np.array)


@given(pairs, st.sampled_from(["none", "linear", "quadratic"]), st.booleans())
def test_cohen(rated: list[tuple[int, int]], weighting: str, is_told: bool) -> None:
    first, second = zip(*rated, strict=True)
    assume(len({*first, *second}) > 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scikit-learn warns where kappa is undefined
        theirs = cohen_kappa_score(
            first, second, labels=SCALE if is_told else None, weights=None if weighting == "none" else weighting
        )
    ours = cohen(first, second, weighting, categories=SCALE if is_told else None)
    assert ours.value == pytest.approx(theirs, abs=1e-12, nan_ok=True)


@given(pairs, st.sampled_from(["linear", "quadratic"]))
def test_distances_by_value_are_those_of_the_whole_scale(rated: list[tuple[int, int]], weighting: str) -> None:
    first, second = zip(*rated, strict=True)
    assume(len({*first, *second}) > 1)
    theirs = cohen_kappa_score(first, second, labels=SCALE, weights=weighting)
    assert cohen(first, second, weighting, spacing="value").value == pytest.approx(theirs, abs=1e-12)


@given(tables)
def test_fleiss_and_randolph(table: np.ndarray) -> None:
    assume(len(np.unique(table)) > 1)
    counts, _ = aggregate_raters(table.astype(int))
    assert fleiss(table).value == pytest.approx(fleiss_kappa(counts), abs=1e-12)
    assert randolph(table).value == pytest.approx(fleiss_kappa(counts, method="randolph"), abs=1e-12)


@given(gaps, st.sampled_from(LEVELS))
def test_krippendorff(table: np.ndarray, level: str) -> None:
    paired = table[np.count_nonzero(~np.isnan(table), axis=1) >= 2]
    assume(len(np.unique(paired[~np.isnan(paired)])) > 1)
    theirs = peer.alpha(reliability_data=table.T, level_of_measurement=level)
    assert krippendorff(table, level).value == pytest.approx(theirs, abs=1e-12)
