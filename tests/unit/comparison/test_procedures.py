"""Which test and interval are taken."""

import pytest

from mtassay.comparison.procedures import choose_procedures
from mtassay.errors import SettingError
from mtassay.significance.bootstrap import Bootstrap
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
    assert (interval.sample, test) == ("half", PairedBootstrap(sample="half"))


def test_a_test_that_draws_nothing_takes_no_draws() -> None:
    assert choose_procedures("bootstrap", test="sign") == (Bootstrap(), paired_test("sign"))
    with pytest.raises(SettingError, match="no effect on the test sign"):
        choose_procedures("bootstrap", test="sign", draws=100)


def test_beside_a_test_that_draws_nothing_the_seed_is_for_the_interval() -> None:
    assert choose_procedures("bootstrap", test="sign", seed=7) == (Bootstrap(seed=7), paired_test("sign"))


def test_an_unknown_test_is_refused_with_the_nearest() -> None:
    with pytest.raises(SettingError, match="did you mean 'bootstrap'"):
        choose_procedures("bootstrap", test="bootsrap")
