"""Names and numbers that pass through unchanged."""

from analysed import figures, repeated, values


def test_what_source_and_reference_share_is_asked_for() -> None:
    evalset = repeated(
        "Anna has 12 cats in Rome .", "Anna has 12 cats", "anna has 12 12", source="Anna hat 12 Katzen in Rom ."
    )
    table = figures(evalset, "kept")
    assert table.lines[0].sizes == (80, 80)
    assert values(table, "kept") == [100, 50]


def test_a_word_is_asked_for_as_often_as_both_have_it() -> None:
    table = figures(repeated("NATO NATO", "NATO", "NATO NATO", source="NATO NATO NATO"), "kept")
    assert table.lines[0].sizes == (80, 80)
    assert values(table, "kept") == [50, 100]


def test_nothing_to_keep_is_no_figure() -> None:
    table = figures(repeated("a b", "a", "b", source="a b"), "kept")
    assert [value == value for value in values(table, "kept")] == [False, False]
    assert table.lines[0].differences[0][0].p is None
