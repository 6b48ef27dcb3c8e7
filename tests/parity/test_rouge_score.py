"""ROUGE is that of rouge-score, exactly without stems and nearly with them."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer
from rouge_score.rouge_scorer import RougeScorer
from Stemmer import Stemmer
from strategies import texts

from mtassay import EvalSet, metric
from mtassay.metrics.base import Metric

TYPES = ("1", "2", "L", "Lsum")
pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")

lines = st.lists(
    st.sampled_from(["The", "cat", "sat", "on", "a", "mat", "étude", "it's", "2-3", "\n", "."]), max_size=25
)
summaries = st.one_of(lines.map(" ".join), texts)


def ours(one: Metric[Any], hypothesis: str, references: list[str]) -> list[float]:
    row = one.stats([hypothesis], one.prepare(EvalSet([references])))[0]
    return [float(one.parts(row)["precision"]), float(one.parts(row)["recall"]), float(one.score(row))]


@given(hypothesis=summaries, references=st.lists(summaries, min_size=1, max_size=3))
@settings(max_examples=400)
def test_without_stems(hypothesis: str, references: list[str]) -> None:
    expected = RougeScorer([f"rouge{kind}" for kind in TYPES]).score_multi(references, hypothesis)
    for kind in TYPES:
        assert ours(metric(f"rouge:type={kind}"), hypothesis, references) == pytest.approx(expected[f"rouge{kind}"])


# words that both stemmers treat alike, some only after an ending is cut off
KNOWN = [
    "running",
    "runs",
    "relational",
    "relate",
    "cats",
    "cat",
    "happy",
    "happily",
    "conditional",
    "the",
    "2nd",
    "ties4",
]
stemmed = st.lists(st.sampled_from(KNOWN), max_size=20).map(" ".join)


@given(hypothesis=stemmed, reference=stemmed)
@settings(max_examples=200)
def test_with_stems(hypothesis: str, reference: str) -> None:
    expected = RougeScorer([f"rouge{kind}" for kind in TYPES], use_stemmer=True).score(reference, hypothesis)
    for kind in TYPES:
        got = ours(metric(f"rouge:type={kind},stem=yes"), hypothesis, [reference])
        assert got == pytest.approx(expected[f"rouge{kind}"])


def test_stems_are_the_published_ones() -> None:
    published, changed, snowball = (
        PorterStemmer(mode=PorterStemmer.ORIGINAL_ALGORITHM),
        PorterStemmer(),
        Stemmer("porter"),
    )
    for word in KNOWN:
        if len(word) > 3:
            assert snowball.stemWord(word) == changed.stem(word) == published.stem(word)
    # where NLTK, and with it rouge-score, goes its own way; what the docs say of it
    different = {
        "used": ("us", "use"),
        "dies": ("di", "die"),
        "died": ("di", "die"),
        "today": ("todai", "today"),
        "technology": ("technologi", "technolog"),
        "possibly": ("possibli", "possibl"),
        "news": ("new", "news"),
        "dying": ("dy", "die"),
    }
    for word, stems in different.items():
        assert (snowball.stemWord(word), changed.stem(word)) == stems
        assert published.stem(word) == snowball.stemWord(word)


def test_stems_that_differ_move_the_mean_by_little(dialogues: Any) -> None:
    references = (dialogues / "reference-a.en.txt").read_text(encoding="utf-8").splitlines()
    scorer = RougeScorer(["rouge1", "rougeL"], use_stemmer=True)
    for system in sorted((dialogues / "systems").iterdir()):
        hypotheses = system.read_text(encoding="utf-8").splitlines()
        theirs = [scorer.score(r, h) for h, r in zip(hypotheses, references, strict=True)]
        for kind in ("1", "L"):
            one = metric(f"rouge:type={kind},stem=yes")
            mean = float(one.score(one.stats(hypotheses, one.prepare(EvalSet(references))).sum(axis=0)))
            expected = sum(score[f"rouge{kind}"].fmeasure for score in theirs) / len(theirs)
            # the tolerance that the docs state; single segments can be off by more
            assert mean == pytest.approx(expected, abs=0.003)
