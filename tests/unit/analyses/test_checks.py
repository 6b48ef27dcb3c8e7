"""Checks as figures."""

from dataclasses import replace

import pytest
from analysed import analysed, figures, repeated, values

import mtassay
from mtassay import SettingError


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


def test_what_was_found_before_is_not_looked_for_again() -> None:
    evalset = repeated("we have 12 cats", "we have 12 cats", "we have 13 cats", source="wir haben 12 Katzen")
    findings = mtassay.check(evalset)
    (numbers,) = (finding for finding in findings if finding.check == "numbers")
    fewer = replace(findings, items=(replace(numbers, segments=(0,), details=("",)),))
    assert values(figures(evalset, "checks", findings=fewer), "numbers") == [0, 100 / 40]
    with pytest.raises(SettingError, match="findings: those of 40 segments, and the test set has 2"):
        analysed(repeated("a", "a", "b", times=2), "checks", findings=findings)
