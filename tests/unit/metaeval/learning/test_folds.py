"""Folds: what belongs together stays together."""

import numpy as np
import pytest
from unit.metaeval.judged_sets import judged_set

from mtassay import InputError
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.learning.folds import make_folds


def many(systems: int = 7, segments: int = 40, shared: float = 0.0) -> Judged:
    rng = np.random.default_rng(1)
    table = rng.normal(size=(systems, segments))
    outputs = [[f"{system} {segment}" for segment in range(segments)] for system in range(systems)]
    outputs[1][: round(shared * segments)] = outputs[0][: round(shared * segments)]
    return judged_set(table, {"m": table}, outputs)


def test_folds_are_of_one_size_and_drawn_from_the_seed() -> None:
    folds = make_folds(many(), None, None, seed=1)
    assert np.bincount(folds.segments).tolist() == [8] * 5
    assert sorted(np.bincount(folds.systems).tolist()) == [1, 1, 1, 2, 2]
    assert folds.system_folds == 5
    again, other = make_folds(many(), None, None, seed=1), make_folds(many(), None, None, seed=2)
    assert np.array_equal(folds.segments, again.segments)
    assert not np.array_equal(folds.segments, other.segments)


def test_equal_sources_and_documents_stay_together() -> None:
    sources = [f"source {segment % 20} " for segment in range(40)]
    folds = make_folds(many(), sources, None, seed=1)
    assert np.array_equal(folds.segments[:20], folds.segments[20:])
    assert folds.units.max() == 19
    judged = many()
    labelled = type(judged)(**{**vars(judged), "labels": {"document": [f"d{segment // 4}" for segment in range(40)]}})
    by_document = make_folds(labelled, None, "document", seed=1)
    assert all(len(set(by_document.segments[start : start + 4].tolist())) == 1 for start in range(0, 40, 4))
    # the source of segments 0 and 39 is the same, and so their documents are one
    both = make_folds(labelled, ["a", *map(str, range(38)), " a"], "document", seed=1)
    assert both.units.max() == 8
    assert both.segments[0] == both.segments[39]


@pytest.mark.parametrize(("shared", "families"), [(0.4, ()), (0.45, (("s0", "s1"),))])
def test_systems_that_share_outputs_stay_together(shared: float, families: tuple[tuple[str, ...], ...]) -> None:
    folds = make_folds(many(shared=shared), None, None, seed=1)
    assert folds.families == families
    assert (folds.systems[0] == folds.systems[1]) or not families


def test_too_little_to_hold_out_is_refused() -> None:
    with pytest.raises(InputError, match="there are 4 sources, and it takes 5"):
        make_folds(many(segments=4), None, None, seed=1)
    with pytest.raises(InputError, match="s0, s1: they share so many outputs that they count as one system"):
        make_folds(many(systems=2, shared=0.5), None, None, seed=1)
