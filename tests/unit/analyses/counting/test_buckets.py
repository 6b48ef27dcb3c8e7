"""Names of buckets, and labels that are numbers."""

import pytest

from mtassay.analyses.counting.buckets import check_cuts, label_buckets, span_names, times_names
from mtassay.errors import SettingError


def test_numbers_of_times_have_words() -> None:
    assert times_names((1, 2, 3, 5, 10)) == ("never", "once", "twice", "3–4", "5–9", "10+")


def test_spans_of_whole_numbers() -> None:
    assert span_names((10, 20)) == ("below 10", "10–19", "20+")
    assert span_names((-10, -5, 0, 1)) == ("below -10", "-10 to -6", "-5 to -1", "0", "1+")
    assert span_names((0.5, 1.5)) == ("below 0.5", "0.5 to 1.5", "1.5+")


def test_names_have_the_digits_that_tell_them_apart() -> None:
    assert span_names((1700000000, 1700000900.5)) == ("below 1700000000", "1700000000 to 1700000900.5", "1700000900.5+")
    assert span_names((1 / 3, 2 / 3)) == ("below 0.333333", "0.333333 to 0.666667", "0.666667+")
    assert times_names((1234567, 12345678)) == ("0–1234566", "1234567–12345677", "12345678+")
    near = span_names((1e20, 1e20 + 2e4))
    assert len(set(near)) == 3


def test_labels_stay_in_the_order_of_the_whole_test_set() -> None:
    buckets = label_buckets(["b"], (), ["a", "b", "a"])
    assert buckets.names == ("a", "b")
    assert buckets.places.tolist() == [1]


def test_many_numbers_are_cut_into_quarters() -> None:
    labels = [str(number) for number in range(100)]
    buckets = label_buckets(labels, ())
    assert len(buckets.names) == 4
    assert [buckets.places.tolist().count(place) for place in range(4)] == [25, 25, 25, 25]
    assert label_buckets(labels, (50,)).names == ("below 50", "50+")


def test_numbers_may_have_a_comma_before_decimals() -> None:
    labels = [f"{number},5" for number in range(20)]
    assert label_buckets(labels, (10,)).names == ("below 10", "10+")
    assert len(label_buckets(labels, ()).names) == 4


def test_empty_labels_among_numbers_are_a_bucket_of_their_own() -> None:
    labels = ["1", "", "7", " "]
    buckets = label_buckets(labels, (5,))
    assert buckets.names == ("below 5", "5+", "")
    assert buckets.places.tolist() == [0, 2, 1, 2]
    assert label_buckets(["1"], (5,), labels).names == buckets.names
    assert label_buckets(["", "news"], ()).names == ("", "news")
    with pytest.raises(SettingError, match="'news' are no numbers"):
        label_buckets(["", "news"], (5,))


def test_cuts_of_labels_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(SettingError, match="'news' are no numbers"):
        label_buckets(["news", "1"], (5,))


def test_cuts_must_rise() -> None:
    check_cuts((1, 2))
    with pytest.raises(SettingError, match="numbers that rise"):
        check_cuts((2, 2))
