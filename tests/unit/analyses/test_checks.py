"""Checks as figures."""

from analysed import analysed, figures, repeated, values


def test_segments_with_findings_are_counted_by_check() -> None:
    evalset = repeated("we have 12 cats", "we have 12 cats", "we have 13 cats", source="wir haben 12 Katzen")
    table = figures(evalset, "checks")
    assert values(table, "numbers") == [0, 100]
    assert next(line for line in table.lines if line.key == "numbers").sizes == (0, 40)


def test_nothing_odd_gives_no_table() -> None:
    texts = repeated("a good day", "a good day to all", "good day")
    assert not [
        line for result in analysed(texts, "checks").results for line in result.records() if line["line"] == "x"
    ]
