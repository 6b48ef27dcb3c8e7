"""METEOR: matchers, stems, WordNet."""

import sys
from pathlib import Path

import pytest
from single_scores import value

import mtassay
from mtassay import EvalSet, InputError, MissingExtra, SettingError, metric

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")


def test_fewest_crossings_make_fewer_chunks_than_from_the_end() -> None:
    hypothesis, reference = "the cat sat", "the cat sat on the mat"
    assert mtassay.score([hypothesis], [reference], ["meteor2005"])[0].parts["penalty"] == pytest.approx(0.5 / 27)
    from_end = mtassay.score([hypothesis], [reference], ["meteor2005:matcher=nltk"])[0]
    assert from_end.parts["penalty"] == pytest.approx(0.5 * 8 / 27)


def test_stems() -> None:
    hypothesis, reference = "cats were running", "cat was runs"
    assert value("meteor2005", hypothesis, reference) == 0
    assert value("meteor2005:stemmer=porter", hypothesis, reference) > 0.3
    assert value("meteor2005:stemmer=german", "die Häuser", "die Haus") > value("meteor2005", "die Häuser", "die Haus")
    with pytest.raises(SettingError, match=r"stemmer=portr: there is no such stemmer \(did you mean 'porter'\?\)"):
        metric("meteor2005:stemmer=portr")


def test_without_stemmers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "Stemmer", None)
    assert value("meteor2005", "a b", "a b") > 0.9
    with pytest.raises(MissingExtra, match=r"meteor2005 with stems needs .* pip install 'mtassay\[stem\]'"):
        metric("meteor2005:stemmer=porter")


def test_a_missing_wordnet_is_said_before_anything_is_scored(tmp_path: Path) -> None:
    one = metric(f"meteor2005:wordnet='{tmp_path}'")
    with pytest.raises(InputError, match=r"index\.noun: there is no such file; name the folder .*wordnet-base"):
        one.for_evalset(EvalSet(["a"]))
