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


def test_cuts_of_labels_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(SettingError, match="'news' are no numbers"):
        label_buckets(["news", "1"], (5,))


def test_cuts_must_rise() -> None:
    check_cuts((1, 2))
    with pytest.raises(SettingError, match="numbers that rise"):
        check_cuts((2, 2))
