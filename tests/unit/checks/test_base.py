"""Running checks, and what comes of it."""

import sys

import pytest

import mtassay
from mtassay import EvalSet, MissingExtra, SettingError

EVALSET = EvalSet(["a", "b", ""], systems={"new": ["a", "", "c"], "old": ["", "", "c"]}, warn_of_blanks=False)


def test_findings_are_a_sequence_the_severe_first() -> None:
    evalset = EvalSet(["a"] * 300, systems={"x": ["", *["a"] * 299], "y": [""] * 300}, warn_of_blanks=False)
    findings = mtassay.check(evalset, ["empty"])
    assert [(one.system, one.severity) for one in findings] == [("y", "severe"), ("x", "minor")]
    assert findings[0] is findings.severe[0]
    assert findings[1:] == (findings[1],)
    assert list(findings.kinds) == ["empty"]
    assert (
        findings[1].message
        == "1 segment (0.3 %) without text; is text missing? Translate again, or leave out everywhere"
    )


def test_words_for_people() -> None:
    findings = mtassay.check(EVALSET, ["empty"])
    assert repr(findings).splitlines()[:2] == [
        "<Findings of 1 checks on 3 segments: 3",
        f"  severe empty: references: {findings[0].message} (3)",
    ]
    assert repr(mtassay.check(EVALSET, [])) == "<Findings of 0 checks on 3 segments: none>"
    assert "<td>system old</td>" in findings._repr_html_()
    assert EvalSet(systems={"": [""]}, warn_of_blanks=False).systems
    unnamed = mtassay.check(EvalSet(systems={"": [""]}, warn_of_blanks=False), ["empty"])
    assert unnamed[0].where == "hypotheses"


def test_a_data_frame_has_a_row_for_each_segment() -> None:
    frame = mtassay.check(EVALSET, ["empty"]).to_pandas()
    assert list(frame.columns) == ["check", "severity", "part", "system", "segment", "detail"]
    assert frame.segment.tolist() == [3, 2, 1, 2]


def test_without_pandas_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match="mtassay\\[pandas\\]"):
        mtassay.check(EVALSET, ["empty"]).to_pandas()


def test_what_cannot_run_is_skipped_and_named() -> None:
    findings = mtassay.check(EvalSet(systems={"new": ["a"]}))
    assert findings.checks == ("empty", "loops", "mojibake")
    assert findings.skipped["copied"] == "sources"
    assert findings.skipped["length"] == "sources or references"
    assert findings.skipped["untranslated"] == "references and sources"


def test_checks_are_chosen_by_spec_or_object() -> None:
    one = mtassay.check(EVALSET, ["length:factor=3", mtassay.check.__globals__["CHECKS"].create("empty")])
    assert one.checks == ("length:factor=3", "empty")
    with pytest.raises(SettingError, match="there is no check 'lenght' \\(did you mean 'length'\\?\\)"):
        mtassay.check(EVALSET, ["lenght"])
    with pytest.raises(SettingError, match=r"expected a list, got one check; write checks=\['empty'\]"):
        mtassay.check(EVALSET, "empty")


def test_progress_counts_checks() -> None:
    counted: list[int] = []
    mtassay.check(EVALSET, ["empty", "length", "copied"], counted.append)
    assert counted == [1, 1, 1]
