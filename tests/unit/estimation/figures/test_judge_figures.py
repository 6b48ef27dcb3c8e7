"""Who judged how much, and how judges agree."""

import math
from dataclasses import replace

import numpy as np
from memories import Said, memory_of

from mtassay.estimation.figures.agreement_figures import agreement_figures
from mtassay.estimation.figures.judge_figures import judge_figures
from mtassay.human.memory import make_memory
from mtassay.significance.bootstrap import Bootstrap

MEMORY = memory_of(
    [
        Said("s", "a", 10, "ann", seconds=20),
        Said("s", "a", 8, "ben"),
        Said("s", "b", 4, "ann", seconds=40),
        Said("s", "b", 5, "ben"),
        Said("s", "b", 6, "ann", seconds=10, is_recheck=True),
        Said("t", "c", 2, "cleo"),
    ]
)


def test_each_judge_the_busiest_first() -> None:
    ann, ben, cleo = judge_figures(MEMORY)
    assert (ann.name, ann.judgments, ann.rechecks, ann.targets, ann.mean) == ("ann", 3, 1, 2, 7.0)
    assert ann.pace is not None
    assert ann.pace.median == 20
    assert (ben.name, ben.judgments, ben.mean, ben.pace) == ("ben", 2, 6.5, None)
    assert cleo.name == "cleo"


def test_judgments_of_nobody_in_particular_have_no_name() -> None:
    (one,) = judge_figures(make_memory([("s", "t", 5)]))
    assert (one.name, one.judgments, one.pace) == ("", 1, None)
    assert judge_figures(make_memory([])) == ()
    timed = memory_of([Said("s", "t", 5, seconds=8)])
    nobody = replace(timed, judges=(), judgments=replace(timed.judgments, judge=np.array([-1])))
    (one,) = judge_figures(nobody)
    assert one.pace is not None
    assert (one.name, one.pace.median, one.pace.untimed) == ("", 8, 0)
    assert math.isnan(judge_figures(memory_of([Said("s", "t", float("nan"))]))[0].mean)


def test_agreement_of_all_of_pairs_and_of_one() -> None:
    found = agreement_figures(MEMORY, Bootstrap(draws=100))
    assert (found.units, found.judges, found.reason) == (2, 2, "")
    assert [one.name for one in found.coefficients] == [
        *(f"Krippendorff's alpha, {level}" for level in ("nominal", "ordinal", "interval")),
        *("Fleiss' kappa", "Randolph's kappa"),
    ]
    assert [(one.first, one.second) for one in found.pairs] == [("ann", "ben")]
    assert [one.first for one in found.own] == ["ann"]
    assert found.rechecks is not None
    assert agreement_figures(MEMORY, judge="cleo").pairs == ()


def test_without_two_judges_there_is_no_agreement() -> None:
    found = agreement_figures(make_memory([("s", "t", 5), ("s", "u", 5)], judges=["ann", "ben"]))
    assert (found.coefficients, found.pairs, found.own, found.rechecks) == ((), (), (), None)
    assert agreement_figures(make_memory([])).coefficients == ()
