"""Runs over test sets."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import mtassay
from mtassay import EvalSet, InputError, MissingExtra, MtassayWarning, SettingError, evaluate, metric, score
from mtassay.evaluation import rows

HYPOTHESES = ["the cat sat on the mat", "a dog barked"]
REFERENCES = [["the cat sat on a mat"], ["the dog barked", "a dog barks"]]


def test_one_score_for_each_metric_in_order() -> None:
    scores = score(HYPOTHESES, REFERENCES, metrics=["chrf:word_order=2", "bleu", metric("chrf")])
    assert [one.label for one in scores] == ["chrF2++", "BLEU", "chrF2"]
    assert [one.spec for one in scores] == ["chrf:word_order=2", "bleu", "chrf"]
    assert len(scores) == 3
    assert scores[1].segments.shape == (2,)
    assert scores[1].signature == f"nrefs:var|case:mixed|eff:no|tok:13a|smooth:exp|version:{mtassay.__version__}"
    assert scores[1].parts["hypothesis_length"] == 9
    assert float(scores[0]) == scores[0].value
    assert scores[1:].labels == ["BLEU", "chrF2"]


def test_two_metrics_of_one_label_are_told_apart_by_their_settings() -> None:
    scores = score(HYPOTHESES, REFERENCES, ["bleu", "bleu:lowercase=yes", "chrf"])
    assert scores.labels == ["BLEU", "BLEU:lowercase=yes", "chrF2"]


def test_blocks_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    hypotheses = [f"the cat number {n} sat" for n in range(100)]
    references = [f"the cat number {n + n % 3} sat down" for n in range(100)]
    whole = score(hypotheses, references, ["bleu", "chrf"])
    monkeypatch.setattr(rows, "_BLOCK", 7)
    blocks = score(hypotheses, references, ["bleu", "chrf"])
    for one, other in zip(whole, blocks, strict=True):
        assert one.value == other.value
        assert np.array_equal(one.segments, other.segments)
        assert one.parts == other.parts


def test_progress_counts_every_segment_once() -> None:
    done: list[int] = []
    evalset = EvalSet(REFERENCES, systems={"one": HYPOTHESES, "two": HYPOTHESES})
    evaluate(evalset, ["bleu", "chrf"], progress=done.append)
    assert sum(done) == 2 * 2 * 2


def test_evaluation_of_several_systems() -> None:
    evaluation = evaluate(EvalSet(REFERENCES, systems={"one": HYPOTHESES, "two": ["x", "y"]}), ["bleu", "chrf"])
    assert list(evaluation) == ["one", "two"]
    assert evaluation["two"][0].value == 0
    assert evaluation.best(1) == evaluation["one"][1].value
    assert "one: BLEU = " in repr(evaluation)


def test_the_best_of_an_error_rate_is_the_lowest() -> None:
    class Errors(type(metric("chrf"))):  # type: ignore[misc]  # a class made for this test
        higher_is_better = False

    evaluation = evaluate(EvalSet(REFERENCES, systems={"one": HYPOTHESES, "two": ["x", "y"]}), [Errors()])
    assert evaluation.best(0) == evaluation["two"][0].value


@pytest.mark.parametrize(
    ("hypotheses", "message"),
    [(None, "got NoneType"), (3, "got int"), (b"abc", "got one bytes"), ("abc", "got one str")],
)
def test_what_is_no_list_is_refused(hypotheses: Any, message: str) -> None:
    with pytest.raises(InputError, match=f"hypotheses: expected a list of strings, {message}"):
        score(hypotheses, ["a"])


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_missing_values_get_a_hint(missing: Any) -> None:
    with pytest.raises(InputError, match="a missing value"):
        score(["a", missing], ["a", "b"])


@pytest.mark.parametrize("metrics", [[None], [3], 3, [type(metric("bleu"))]])
def test_what_is_no_metric_is_refused(metrics: Any) -> None:
    with pytest.raises(SettingError, match="expected"):
        score(HYPOTHESES, REFERENCES, metrics)


def test_arrays_and_series_will_do() -> None:
    import pandas

    expected = score(HYPOTHESES, ["the cat", "the dog"], ["chrf"])[0].value
    for kind in (np.array, pandas.Series):
        assert score(kind(HYPOTHESES), kind(["the cat", "the dog"]), ["chrf"])[0].value == expected


def test_equal_labels_of_different_metrics_stay_apart() -> None:
    class Other(type(metric("bleu"))):  # type: ignore[misc]  # a class made for this test
        @property
        def spec(self) -> str:
            return "other-bleu"

    scores = score(HYPOTHESES, REFERENCES, ["bleu", Other(max_ngram_order=1)])
    assert len(set(scores.labels)) == 2
    assert scores.to_pandas().shape == (2, 2)
    assert score(HYPOTHESES, REFERENCES, ["bleu", "bleu"]).to_pandas().shape == (2, 2)


@pytest.mark.parametrize("references", [[["a", "b", "c"]], [["a", "b", "c"], ["d", "e", "f"]], (("a", "b", "c"),)])
def test_sacrebleus_orientation_is_explained(references: Any) -> None:
    with pytest.raises(InputError, match=r"sacreBLEU's orientation.*references=list\(zip\(\*references\)\)"):
        score(["a", "b", "c"], references)


def test_a_plain_mismatch_is_not_called_a_transposition() -> None:
    with pytest.raises(InputError, match="hypotheses: 2 segments, but the references have 3"):
        score(["a", "b"], ["a", "b", "c"])


def test_iterators_will_do() -> None:
    assert (
        score(iter(HYPOTHESES), iter(REFERENCES), ["bleu"])[0].value == score(HYPOTHESES, REFERENCES, ["bleu"])[0].value
    )


def test_metrics_must_be_a_list() -> None:
    with pytest.raises(SettingError, match=r"metrics=\['bleu'\]"):
        score(HYPOTHESES, REFERENCES, "bleu")


def test_needs_are_checked_before_anything_runs() -> None:
    class NeedsSources(type(metric("chrf"))):  # type: ignore[misc]  # a class made for this test
        needs = ("references", "sources")

    with pytest.raises(InputError, match="chrf needs sources, and this test set has none"):
        score(HYPOTHESES, REFERENCES, [NeedsSources()])
    score(HYPOTHESES, REFERENCES, [NeedsSources()], sources=["x", "y"])


def test_a_metric_may_tell_systems_apart_and_say_how_many_digits_are_shown() -> None:
    class OnlyOne(type(metric("chrf"))):  # type: ignore[misc]  # a class made for this test
        places = 4

        def select(self, prepared: Any, system: str) -> Any:
            return prepared if system == "one" else super().prepare(EvalSet(["x", "y"]))

    evalset = EvalSet(REFERENCES, systems={"one": HYPOTHESES, "two": HYPOTHESES})
    evaluation = evaluate(evalset, [OnlyOne(), "chrf"])
    assert evaluation["one"][0].value == evaluation["one"][1].value
    assert evaluation["two"][0].value == 0
    assert repr(evaluation).splitlines()[2] == f"  two: chrF2 = 0.0000, chrF2 = {evaluation['one'][1].value:.2f}>"
    assert "<td style='text-align:right'>0.0000</td>" in evaluation._repr_html_()
    assert repr(evaluation["two"][0]).startswith("<Score chrF2 = 0.0000 ")
    assert (evaluation["two"][0].shown(), evaluation["two"][0].shown(1)) == ("0.0000", "0.0")


def test_metrics_that_need_no_references_do_without() -> None:
    class Length(type(metric("chrf"))):  # type: ignore[misc]  # a class made for this test
        needs = ()
        columns = ("characters",)

        def prepare(self, evalset: EvalSet) -> Any:
            return [None] * len(evalset)

        def stats(self, hypotheses: Any, prepared: Any) -> Any:
            return np.array([[float(len(text))] for text in hypotheses])

        def score(self, sums: Any) -> Any:
            return sums[..., 0]

        def parts(self, sums: Any) -> Any:
            return {}

    evalset = EvalSet(systems={"one": HYPOTHESES})
    found = evaluate(evalset, [Length()])["one"][0]
    assert found.value == sum(map(len, HYPOTHESES))
    assert "nrefs" not in found.signature
    for name in ("bleu", "wer"):
        with pytest.raises(InputError, match=f"{name} needs references, and this test set has none; give them: ref"):
            evaluate(evalset, [Length(), name])


def test_readable_in_shells_and_notebooks() -> None:
    scores = score(HYPOTHESES, REFERENCES, ["bleu", "chrf"])
    assert repr(scores[0]).startswith("<Score BLEU = 53.94")
    assert repr(scores).splitlines()[1].startswith("  BLEU = 53.94")
    assert "<td>BLEU</td>" in scores[0]._repr_html_()
    assert "<td>chrF2</td>" in scores._repr_html_()
    evaluation = evaluate(EvalSet(REFERENCES, systems={"<b>": HYPOTHESES}))
    assert "<td>&lt;b&gt;</td>" in evaluation._repr_html_()


def test_to_pandas() -> None:
    frame = score(HYPOTHESES, REFERENCES, ["bleu", "chrf"]).to_pandas()
    assert list(frame.columns) == ["BLEU", "chrF2"]
    assert list(frame.index) == [1, 2]
    systems = evaluate(EvalSet(REFERENCES, systems={"one": HYPOTHESES}), ["chrf"]).to_pandas()
    assert systems.loc["one", "chrF2"] == score(HYPOTHESES, REFERENCES, ["chrf"])[0].value


def test_without_pandas_the_command_that_installs_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match=r"pip install 'mtassay\[pandas\]'"):
        score(HYPOTHESES, REFERENCES).to_pandas()


def test_scores_are_the_same_in_another_process() -> None:
    code = "import mtassay; print(repr(mtassay.score(['a b c d e'], ['a b c e d'], ['bleu'])[0].value))"
    outputs = {subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout for _ in range(2)}
    assert outputs == {f"{score(['a b c d e'], ['a b c e d'], ['bleu'])[0].value!r}\n"}


@pytest.mark.parametrize(
    ("spec", "summary"),
    [
        ("bleu", "1 of 3 4-grams matched; not too short"),
        ("bleu:max_ngram_order=1", "7 of 9 1-grams matched; not too short"),
        ("chrf", "precision 55.65, recall 63.04"),
        ("ter", "2 edits, shifts included, for 8 reference words"),
        ("wer", "2 word edits for 8 reference words"),
        ("cer", "9 character edits for 33 reference characters"),
        ("per", "2 words wrong, 7 words matched in any order"),
        ("mer", "7 hits, 1 substitution, 0 deletions, 1 insertion"),
        ("ribes", "rank correlation of word order; mean of 2 segments"),
        ("nist", "information of matched n-grams with a length penalty"),
    ],
)
def test_a_score_says_what_it_comes_from(spec: str, summary: str) -> None:
    hypotheses = ["the cat sat on a mat", "hello there world"]
    assert score(hypotheses, ["the cat sat on the mat", "hello world"], [spec])[0].summary == summary


def test_short_output_has_its_brevity_penalty_said() -> None:
    assert score(["the cat"], ["the cat sat"], ["bleu"])[0].summary == (
        "1 of 1 2-gram matched, and there is no 4-gram; brevity penalty 0.607: 2 tokens for 3"
    )


def test_metrics_of_words_say_that_a_script_has_no_spaces() -> None:
    thai = ["วันนี้อากาศดีมาก"]
    note = "TER, WER and PER find words by spaces, which Thai does not have, so their scores say little; look at CER"
    with pytest.warns(MtassayWarning, match=note):
        score(thai, thai, ["ter", "wer", "per", "chrf", "cer", "character"], target_language="th")
    with pytest.warns(MtassayWarning, match="^WER finds words by spaces, which Thai does not have, so its score says"):
        score(thai, thai, ["wer", "wer:lowercase=yes"])
    # nothing to say, and warnings are errors here
    score(thai, thai, ["wer:tokenize=char", "cer"])
    score(["วัน นี้ อากาศ ดี"], ["วัน นี้ อากาศ ดี มาก"], ["wer"])
    score(thai, thai, ["wer"], target_language="en")
