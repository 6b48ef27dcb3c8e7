"""What stands out, and the sentence on top."""

import numpy as np

import mtassay
from mtassay import EvalSet
from mtassay.analyses.base import Result, Standout
from mtassay.analyses.standouts import choose_standouts, sentence


class _Given(Result):
    def __init__(self, spec: str, *figures: tuple[str, float, bool | None]) -> None:
        object.__setattr__(self, "spec", spec)
        object.__setattr__(self, "figures", figures)

    def standouts(self) -> list[Standout]:
        return [
            Standout(first="old", second="new", about=about, before=1, after=2, places=1, p=p, is_better=is_better)
            for about, p, is_better in self.figures  # type: ignore[attr-defined]
        ]


def test_a_gain_and_a_loss_of_each_analysis_the_strongest_first() -> None:
    results = [
        _Given("words", ("a", 0.01, True), ("b", 0.001, True), ("c", 0.02, False)),
        _Given("errors", ("d", 0.0001, False)),
        _Given("words", ("e", 0.03, True)),
    ]
    assert [standout.about for standout in choose_standouts(results, "old", "new")] == ["d", "b", "c"]
    assert choose_standouts(results, "new", "old") == []


def test_at_most_eight_lines() -> None:
    results = [_Given(f"a{number}", (f"x{number}", 0.01, True)) for number in range(20)]
    assert len(choose_standouts(results, "old", "new")) == 8


def test_what_two_analyses_have_in_common_stands_out_once() -> None:
    results = [_Given("words", ("All words", 0.01, True)), _Given("words:by=shape", ("All words", 0.01, True))]
    assert [standout.about for standout in choose_standouts(results, "old", "new")] == ["All words"]


def compared(old: list[str], new: list[str], metrics: list[str]) -> str:
    rng = np.random.default_rng(1)
    order = rng.permutation(len(old))
    reference = ["the quick brown fox"] * len(old)
    evalset = EvalSet(reference, systems={"old": [old[i] for i in order], "new": [new[i] for i in order]})
    comparison = mtassay.compare(evalset, metrics, test="randomization:draws=500")
    return sentence(comparison, [("old", "new")])


def test_metrics_that_agree() -> None:
    text = compared(["the quick"] * 40, ["the quick brown fox"] * 40, ["chrf", "ter"])
    assert text.startswith("new is better than old by chrF2 (+")
    assert " and TER (\N{MINUS SIGN}" in text


def test_metrics_that_disagree() -> None:
    # all letters right and no word, or one word right and little else
    text = compared(["thequickbrownfox"] * 40, ["the z z z"] * 40, ["chrf", "wer"])
    assert text.startswith("The metrics disagree: new is better than old by WER (\N{MINUS SIGN}")
    assert ", and worse by chrF2 (" in text


def test_systems_that_nobody_can_tell_apart() -> None:
    assert compared(["the quick"] * 40, ["the quick"] * 40, ["chrf"]) == "new cannot be told apart from old by chrF2."


def test_names_of_metrics_keep_their_hyphens() -> None:
    assert "ROUGE-L (+" in compared(["the quick"] * 40, ["the quick brown fox"] * 40, ["rouge:type=L"])
