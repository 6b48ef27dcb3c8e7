from pathlib import Path

import pytest

import mtassay
from mtassay import EvalSet, SettingError
from mtassay.comparison.condition import Condition

REFERENCES = [f"a b c d e f {number}" for number in range(40)]
EVALSET = EvalSet(
    REFERENCES,
    systems={
        "base": [f"a b c x e f {number}" for number in range(40)],
        "worse": [f"a y c x e f {number}" for number in range(40)],
        "equal": [f"a b c x e f {number}" for number in range(40)],
    },
)
COMPARISON = mtassay.compare(EVALSET, ["bleu", "chrf", "wer", "chrf:word_order=2"])


@pytest.mark.parametrize(
    ("condition", "systems"),
    [
        ("chrf < -0.5 and p < 0.05", ["worse"]),
        ("chrf < -0.5 AND p<0.05", ["worse"]),
        ("chrf < -99 and p < 0.05", []),
        ("wer > 1", ["worse"]),
        ("wer >= 0 and p >= 1", ["equal"]),
        ("chrF2++ < 0 or bleu > 0", ["worse"]),
        ("chrf:word_order=2 < -1e-1", ["worse"]),
        ("bleu < 0 and chrf < 0 and p(bleu) < .05 and p(CHRF) < .05", ["worse"]),
        ("p(wer) > 0.5", ["equal"]),
        ("bleu <= +0", ["worse", "equal"]),
    ],
)
def test_conditions(condition: str, systems: list[str]) -> None:
    failures = Condition.parse(condition).check(COMPARISON)
    assert [failure.system for failure in failures] == systems


def test_a_failure_tells_the_figures() -> None:
    (failure,) = Condition.parse("wer > 1 and p < 0.05").check(COMPARISON)
    assert failure.metric is COMPARISON["wer"]
    assert failure.because == "WER +14.29, p of WER ≤ 0.0002"


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("", "'' is no condition"),
        ("chrf", "'chrf' is no condition; write a metric or p, a comparison and a number"),
        ("chrf < much", "is no condition"),
        ("chrf < -0.5 and", "is no condition"),
        ("bleu < 0 and chrf < 0 and p < 0.05", "p stands beside bleu and chrf"),
    ],
)
def test_what_is_no_condition_is_refused(condition: str, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        Condition.parse(condition)


def test_a_metric_that_was_not_compared_is_refused() -> None:
    with pytest.raises(SettingError, match=r"'ter' is not among the metrics.*there are BLEU, chrF2, WER"):
        Condition.parse("ter < 0").check(COMPARISON)


def test_a_bare_p_is_that_of_the_only_metric() -> None:
    compared = mtassay.compare(EVALSET, ["wer"])
    assert [failure.system for failure in Condition.parse("p < 0.05").check(compared)] == ["worse"]
    with pytest.raises(SettingError, match="p: of which metric"):
        Condition.parse("p < 0.05").check(COMPARISON)


def test_a_spec_means_its_metric_and_a_name_may_fit_several() -> None:
    scores = {"base": 0.5, "worse": 0.9, "equal": 0.5}
    lines = [f"{system}\t{score}" for system, score in scores.items() for _ in range(40)]
    path = Path("build/given-condition.tsv")
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    given = mtassay.compare(EVALSET, ["chrf", f"given:path={path},name=chrf"])
    # the heading of the one is the spec of the other
    with pytest.raises(SettingError, match="'chrf' fits several metrics"):
        Condition.parse("chrf < 0").check(given)
    assert [failure.metric.label for failure in Condition.parse("chrF2 < 0").check(given)] == ["chrF2"]
    assert Condition.parse("chrf < -1").check(COMPARISON)[0].metric is COMPARISON.metrics[1]
    both = mtassay.compare(EVALSET, ["chrf:word_order=1", "chrf:word_order=2"])
    with pytest.raises(SettingError, match="'chrf' fits several metrics; write one of"):
        Condition.parse("chrf < 0").check(both)
