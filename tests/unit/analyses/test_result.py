"""What all analyses of a test set give together."""

import math

import pytest
from analysed import analysed, repeated

from mtassay import EvalSet
from mtassay.analyses.analyze import analyze
from mtassay.analyses.result import Analyses

ANALYSES: Analyses = analyze(
    repeated("the cat sat here", "the cat", "the cat sat there", source="u v"), metrics=["chrf"]
)


def test_results_are_found_by_spec_name_and_title() -> None:
    assert [result.spec for result in ANALYSES["words"]] == ["words", "words:by=shape"]
    assert [result.title for result in ANALYSES["words:by=shape"]] == ["Words by shape"]
    assert [result.spec for result in ANALYSES["Different words"]] == ["profile"]
    assert len(ANALYSES["ngrams"]) == 4
    with pytest.raises(KeyError, match="nothing"):
        ANALYSES["nothing"]


def test_a_data_frame_has_a_row_for_each_figure() -> None:
    frame = ANALYSES.to_pandas()
    assert len(frame) == sum(len(result.records()) for result in ANALYSES.results)
    assert set(frame["analysis"]) <= set(ANALYSES.signatures)
    recall = frame[
        (frame["analysis"] == "words") & (frame["line"] == "all words") & (frame["measure"] == "recall")
    ].set_index("system")["value"]
    assert recall.to_dict() == {"old": 0.5, "new": 0.75}
    assert frame["p"].dtype == float


def test_a_data_frame_of_nothing_is_empty() -> None:
    assert analysed(repeated("a", "a", "a"), "ngrams").to_pandas().empty


def test_a_notebook_shows_the_sentence_and_every_table() -> None:
    shown = ANALYSES._repr_html_()
    assert shown.startswith("<p>new is better than old by chrF2 (+")
    assert shown.count("<h4>") == len(ANALYSES.results)
    assert shown.count("<table>") == shown.count("</table>") >= len(ANALYSES.results)


def test_a_notebook_shows_texts_and_names_as_text() -> None:
    hostile = "<img src=x onerror=alert(1)>"
    evalset = EvalSet([hostile] * 40, sources=[hostile] * 40, systems={hostile: [hostile] * 40, "<b>": ["x"] * 40})
    analyses = analyze(evalset, metrics=["chrf"])
    shown = analyses._repr_html_()
    assert "<img" not in shown
    assert "<b>" not in shown
    assert "&lt;img src=x onerror=alert(1)&gt;" in shown


def test_a_single_system_has_no_sentence() -> None:
    alone = analysed(EvalSet(["a"] * 40, systems={"new": ["a"] * 40}), "errors")
    assert alone.sentence == ""
    assert alone._repr_html_().startswith("<h4>")


def test_what_stands_out_is_asked_for_by_pair() -> None:
    standouts = ANALYSES.standouts("old", "new")
    assert standouts
    assert all((each.first, each.second) == ("old", "new") for each in standouts)
    assert [each.p for each in standouts] == sorted(each.p for each in standouts)
    assert ANALYSES.standouts("new", "old") == []


def test_it_says_what_it_is() -> None:
    lines = repr(ANALYSES).splitlines()
    assert lines[0] == "<Analyses of old, new on 40 segments"
    assert "  errors: Error classes" in lines
    assert lines[-1].endswith(">")
    assert len(lines) == 1 + len(ANALYSES.results)


def test_scores_are_in_the_order_of_systems() -> None:
    (scores,) = ANALYSES.scores
    assert (scores.label, scores.spec) == ("chrF2", "chrf")
    assert scores.values[0] < scores.values[1]
    assert not any(map(math.isnan, scores.values))
