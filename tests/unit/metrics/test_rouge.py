"""ROUGE: formulas by hand, lines, stems."""

import sys
import warnings

import pytest
from single_scores import value

import mtassay
from mtassay import MissingExtra, MtassayWarning, metric


def test_rouge_of_a_corpus_is_the_mean_of_its_segments() -> None:
    score = mtassay.score(["the cat", "dogs bark"], ["the cat", "a dog"], ["rouge"])[0]
    assert score.segments.tolist() == [1, 0]
    assert score.value == 0.5
    assert score.parts == {"precision": 0.5, "recall": 0.5}


def test_rouge_by_hand() -> None:
    # the example of Lin (2004)
    for hypothesis, expected in (("police kill the gunman", 0.75), ("the gunman kill police", 0.5)):
        assert value("rouge", hypothesis, "police killed the gunman") == pytest.approx(expected)
    assert value("rouge:stem=yes", "police kill the gunman", "police killed the gunman") == 1
    assert value("rouge:type=2", "police kill the gunman", "police killed the gunman") == pytest.approx(1 / 3)


def test_lines_count_for_lsum_only() -> None:
    hypothesis, reference = "b c\na", "a\nb c"
    assert value("rouge:type=Lsum", hypothesis, reference) == 1
    assert value("rouge", hypothesis, reference) == pytest.approx(2 / 3)


def test_rouge_warns_once_of_text_that_it_cannot_read() -> None:
    with pytest.warns(MtassayWarning, match="2 of 3 references have none") as caught:
        mtassay.score(["a", "中", "я"], ["a", "中文", "я"], ["rouge"])
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mtassay.score(["größe"], ["größe"], ["rouge"])


def test_stems_need_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "Stemmer", None)
    with pytest.raises(MissingExtra, match=r"with stems needs .* pip install 'mtassay\[stem\]'"):
        metric("rouge:stem=yes")
    metric("rouge")
