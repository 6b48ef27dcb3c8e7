"""Which test and interval are taken."""

from typing import Any

import pytest

from mtassay.comparison.procedures import choose_procedures
from mtassay.errors import SettingError
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.jackknife import Jackknife, JackknifeInterval
from mtassay.significance.paired_bootstrap import PairedBootstrap
from mtassay.significance.paired_test import paired_test
from mtassay.significance.randomization import Randomization


def test_the_default_is_taken_where_nothing_is_said() -> None:
    assert choose_procedures("bootstrap:draws=4000") == (Bootstrap(draws=4000), PairedBootstrap(draws=4000))


def test_draws_and_seed_win_over_the_default() -> None:
    interval, test = choose_procedures("bootstrap:draws=4000", draws=200, seed=7)
    assert (interval, test) == (Bootstrap(draws=200, seed=7), PairedBootstrap(draws=200, seed=7))


def test_draws_of_randomization_are_not_those_of_the_interval() -> None:
    interval, test = choose_procedures("bootstrap", test="randomization", draws=500, seed=3, interval="bca")
    assert test == Randomization(draws=500, seed=3)
    assert interval == Bootstrap(seed=3, interval="bca")


def test_the_bootstrap_shares_its_samples_with_the_interval() -> None:
    interval, test = choose_procedures("randomization", test="bootstrap", sample="half")
    assert (interval, test) == (Bootstrap(sample="half"), PairedBootstrap(sample="half"))


def test_a_test_that_draws_nothing_takes_no_draws() -> None:
    assert choose_procedures("bootstrap", test="sign") == (Bootstrap(), paired_test("sign"))
    with pytest.raises(SettingError, match="no effect on the test sign"):
        choose_procedures("bootstrap", test="sign", draws=100)


def test_beside_a_test_that_draws_nothing_the_seed_is_for_the_interval() -> None:
    assert choose_procedures("bootstrap", test="sign", seed=7) == (Bootstrap(seed=7), paired_test("sign"))


def test_the_jackknife_has_an_interval_of_its_own() -> None:
    assert choose_procedures("bootstrap", test="jackknife") == (JackknifeInterval(), Jackknife())
    assert choose_procedures("randomization", test="jackknife", interval="bca", seed=7, sample="half") == (
        Bootstrap(interval="bca", seed=7, sample="half"),
        Jackknife(),
    )
    assert choose_procedures("bootstrap", interval="jackknife", seed=7, sample="half") == (
        JackknifeInterval(),
        PairedBootstrap(seed=7, sample="half"),
    )


@pytest.mark.parametrize(
    ("test", "asked", "message"),
    [
        ("jackknife", {"draws": 500}, "draws=500 has no effect on the test jackknife"),
        ("jackknife", {"seed": 0}, "seed=0 has no effect on the test jackknife and jackknife intervals"),
        ("jackknife", {"sample": "half"}, "sample=half has no effect on the test jackknife and jackknife intervals"),
        ("sign", {"seed": 3}, "seed=3 has no effect on the test sign and jackknife intervals"),
        ("randomization", {"sample": "half"}, "sample=half has no effect on the test randomization and jackknife"),
    ],
)
def test_what_has_no_effect_where_nothing_is_drawn_is_refused(test: str, asked: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingError, match=message):
        choose_procedures("bootstrap", test=test, interval="jackknife", **asked)


def test_an_unknown_test_is_refused_with_the_nearest() -> None:
    with pytest.raises(SettingError, match="did you mean 'bootstrap'"):
        choose_procedures("bootstrap", test="bootsrap")
