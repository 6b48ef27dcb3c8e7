import pytest

from mtassay import SettingError
from mtassay.evaluation.metric_names import find_metric, metric_names

METRICS = metric_names(
    [
        ("BLEU", "bleu", "bleu"),
        ("BLEU", "bleu", "bleu:lowercase=yes"),
        ("chrF2", "chrf", "chrf"),
        ("WER", "wer", "wer"),
        ("COMET", "given", "given:path=a.tsv,name=COMET"),
        ("BLEURT", "given", "given:path=b.tsv,name=BLEURT"),
    ]
)


@pytest.mark.parametrize(
    ("word", "spec"),
    [
        ("chrf", "chrf"),
        ("chrF2", "chrf"),
        ("Wer", "wer"),
        ("bleu", "bleu"),
        ("bleu:lowercase=yes", "bleu:lowercase=yes"),
        ("BLEU:lowercase=yes", "bleu:lowercase=yes"),
        ("comet", "given:path=a.tsv,name=COMET"),
    ],
)
def test_a_metric_is_known_by_heading_spec_or_name(word: str, spec: str) -> None:
    assert METRICS[find_metric(word, METRICS, "this run")].spec == spec


def test_a_name_of_several_is_refused() -> None:
    with pytest.raises(SettingError, match=r"^'given' fits several metrics; write one of COMET, BLEURT$"):
        find_metric("given", METRICS, "this run")


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(SettingError, match=r"^'chrv' is not among the metrics of this run \(did you mean 'chrf'\?\);"):
        find_metric("chrv", METRICS, "this run")
    with pytest.raises(SettingError, match=r"there are none$"):
        find_metric("chrf", [], "this run")
