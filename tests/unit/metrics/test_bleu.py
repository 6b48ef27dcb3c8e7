"""BLEU: the worked examples of the literature, settings, and corners."""

import math
import sys

import numpy as np
import pytest

import mtassay
from mtassay import EvalSet, MissingExtra, MtassayWarning, SettingError, metric
from mtassay.errors import ChoiceWarning
from mtassay.metrics.bleu import Bleu
from mtassay.tokenizers import japanese
from mtassay.tokenizers.base import tokenizer

# Callison-Burch's lecture
OREJUELA = "appeared calm when he was taken to the American plane , which will to Miami , Florida ."
OREJUELA_REFERENCES = [
    "Orejuela appeared calm as he was led to the American plane which will take him to Miami , Florida .",
    "Orejuela appeared calm while being escorted to the plane that would take him to Miami , Florida .",
    "Orejuela appeared calm as he was being led to the American plane that was to carry him to Miami in Florida .",
    "Orejuela seemed quite calm as he was being led to the American plane that would take him to Miami in Florida .",
]
# IIT Delhi's report
INCIDENT = "He saw the incident at a distance of 7-8 feet."
INCIDENT_REFERENCE = "He had witnessed the incident at a distance of about 7-8 feet."


def row(one: Bleu, hypothesis: str, references: list[str]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return one.stats([hypothesis], one.prepare(EvalSet([references])))[0]


def test_lecture_precisions_and_lengths() -> None:
    one = Bleu(tokenize="none")
    stats = row(one, OREJUELA, OREJUELA_REFERENCES)
    assert stats.tolist() == [18, 18, 15, 10, 5, 3, 18, 17, 16, 15]
    # "closest reference" is the second, with 18 tokens, so there is no penalty
    assert one.score(stats) == pytest.approx(41.8372, abs=1e-4)


def test_lecture_with_the_first_reference_for_length() -> None:
    one = Bleu(tokenize="none")
    stats = row(one, OREJUELA, OREJUELA_REFERENCES)
    stats[1] = 20
    assert one.parts(stats)["brevity_penalty"] == pytest.approx(0.89, abs=0.005)
    assert one.score(stats) == pytest.approx(37.4, abs=0.05)


def test_lecture_short_hypothesis() -> None:
    one = Bleu(tokenize="none")
    stats = row(one, "to the American plane", OREJUELA_REFERENCES)
    assert stats.tolist() == [4, 18, 4, 3, 2, 1, 4, 3, 2, 1]
    assert one.score(stats) == pytest.approx(3.0197, abs=1e-4)
    stats[1] = 20
    assert one.score(stats) == pytest.approx(1.8316, abs=1e-4)


def test_report_example() -> None:
    one = Bleu(tokenize="none")
    stats = row(one, INCIDENT, [INCIDENT_REFERENCE])
    assert stats[2:].tolist() == [9, 6, 4, 3, 10, 9, 8, 7]
    parts = one.parts(stats)
    assert parts["brevity_penalty"] == pytest.approx(0.8187, abs=5e-5)
    assert one.score(stats) == pytest.approx(49.0261, abs=5e-5)


def test_tutorial_counts_are_of_the_hypothesis() -> None:
    stats = row(Bleu(tokenize="none"), "the Taro visited the Hanako", ["Taro visited Hanako"])
    assert stats.tolist() == [5, 3, 3, 1, 0, 0, 5, 4, 3, 2]


@pytest.mark.parametrize(("mode", "length"), [("closest", 18), ("shortest", 18), ("average", 20.25), ("longest", 22)])
def test_reference_length(mode: str, length: float) -> None:
    stats = row(Bleu(tokenize="none", reference_length=mode), OREJUELA, OREJUELA_REFERENCES)
    assert stats[1] == pytest.approx(length, abs=0.5)
    lengths = [len(reference.split()) for reference in OREJUELA_REFERENCES]
    expected = {"closest": 18, "shortest": min(lengths), "average": sum(lengths) / 4, "longest": max(lengths)}
    assert stats[1] == expected[mode]


def test_of_two_lengths_equally_close_the_shorter_counts() -> None:
    assert row(Bleu(), "a b c", ["a b c d", "a b"])[1] == 2


def test_bleu_plus_one_is_add_k() -> None:
    stats = row(Bleu(tokenize="none"), "the Taro visited the Hanako", ["Taro visited Hanako"])
    expected = 100 * math.exp((math.log(3 / 5) + math.log(2 / 5) + math.log(1 / 4) + math.log(1 / 3)) / 4)
    assert Bleu(smooth_method="add-k").score(stats) == pytest.approx(expected)


def test_exp_halves_at_every_order_without_a_match() -> None:
    stats = np.array([5, 3, 3, 1, 0, 0, 5, 4, 3, 2], dtype=float)
    expected = 100 * math.exp((math.log(3 / 5) + math.log(1 / 4) + math.log(1 / 6) + math.log(1 / 8)) / 4)
    assert Bleu().score(stats) == pytest.approx(expected)


def test_effective_order() -> None:
    scores = mtassay.score(["word"], ["word"], ["bleu", "bleu:effective_order=yes"])
    assert [score.value for score in scores] == [0, pytest.approx(100)]


def test_effective_order_shares_the_weights_of_the_missing_orders() -> None:
    plain = mtassay.score(["one two x"], ["one two three"], ["bleu:effective_order=yes,max_ngram_order=3"])[0]
    weighted = mtassay.score(["one two x"], ["one two three"], ["bleu:effective_order=yes,weights='0.2,0.2,0.2,0.4'"])[
        0
    ]
    assert weighted.value == pytest.approx(plain.value)


@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
@pytest.mark.parametrize(("hypothesis", "reference"), [("", "a b"), ("a b", ""), ("", ""), ("x", "y")])
@pytest.mark.parametrize("smoothing", ["none", "floor", "add-k", "exp"])
def test_nothing_in_common_scores_zero(hypothesis: str, reference: str, smoothing: str) -> None:
    assert mtassay.score([hypothesis], [reference], [Bleu(smooth_method=smoothing)])[0].value == 0


def test_a_reference_twice_changes_nothing() -> None:
    one, two = (mtassay.score(["the cat sat on it"], [["the cat sat on the mat"] * n], ["bleu"])[0] for n in (1, 2))
    assert one.value == two.value


def test_lower_case_is_pythons() -> None:
    score = mtassay.score(["ΟΔΟΣ İ GROß a"], ["οδος i\u0307 groß a"], ["bleu:lowercase=yes"])[0]
    assert score.value == pytest.approx(100)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("bleu:max_ngram_order=33", "expected 32 or less"),
        ("bleu:smooth_value=1", "has no effect with smooth_method=exp"),
        ("bleu:weights='0.5,0.5'", "expected 4 numbers, one for each n-gram order"),
        ("bleu:weights='1,-1,0.5,0.5'", "expected 0 or more"),
        ("bleu:weights='1e308,0,0,0'", "expected 1000 or less"),
        ("bleu:threads=99999999999", "threads=99999999999: expected 1024 or less"),
        ("bleu:weights='0,0,0,0'", "not all 0"),
    ],
)
def test_settings_that_make_no_sense_are_refused(spec: str, message: str) -> None:
    with pytest.raises(SettingError) as caught:
        metric(spec)
    assert message in str(caught.value)


def test_weights_off_one_are_warned_of() -> None:
    with pytest.warns(MtassayWarning, match="add up to 2, not 1"):
        metric("bleu:weights='0.5,0.5,0.5,0.5'")


def test_signature_shows_what_sacrebleu_hides() -> None:
    signature = Bleu(max_ngram_order=2, reference_length="average", weights=(0.3, 0.7)).signature(EvalSet(["a"]))
    assert (
        signature
        == f"nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|ord:2|rlen:average|w:0.3,0.7|version:{mtassay.__version__}"
    )


def test_signature_tells_small_smoothing_values_apart() -> None:
    shown = [Bleu(smooth_method="floor", smooth_value=v).signature(EvalSet(["a"])).split("|")[4] for v in (0.1, 0.001)]
    assert shown == ["smooth:floor[0.10]", "smooth:floor[0.001]"]


def test_very_many_references() -> None:
    references = [f"word{n} of its own" for n in range(70_000)]
    score = mtassay.score(["a b c d e"], [[*references, "a b c d e"]], ["bleu"])[0]
    assert score.value == pytest.approx(100)


def test_tokens_of_rewritten_lines_stay_apart() -> None:
    # sacreBLEU 2.6.0 says 66.87403049764218
    score = mtassay.score(["aaaaaaaa1111bbbbbbbb < a b c"], ["aaaaaaaa2222bbbbbbbb < a b c"], ["bleu"])[0]
    assert score.value == pytest.approx(66.87403049764218)


@pytest.mark.parametrize(
    ("language", "spec", "shown"),
    [
        ("und", "bleu", "13a"),
        ("de", "bleu", "13a"),
        ("th", "bleu:tokenize=char", "char"),
        ("my", "bleu:tokenize=char", "char"),
        ("zh", "bleu:tokenize=zh", "zh"),
        ("zh-CN", "bleu:tokenize=zh", "zh"),
        ("zho_Hant", "bleu:tokenize=zh", "zh"),
        ("JA", "bleu:tokenize=ja-mecab", "ja-mecab-0.996-IPA"),
        ("kor", "bleu:tokenize=ko-mecab", "ko-mecab-0.996/ko-0.9.2-KO"),
    ],
)
def test_auto_follows_the_target_language(language: str | None, spec: str, shown: str) -> None:
    score = mtassay.score(["学生です。", "a-b"], ["学生でした。", "a-b"], ["bleu"], target_language=language)[0]
    assert score.spec == spec
    assert f"|tok:{shown}|" in score.signature
    explicit = "13a" if spec == "bleu" else metric(spec).tokenize  # type: ignore[attr-defined]  # it is a Bleu
    named = mtassay.score(["学生です。", "a-b"], ["学生でした。", "a-b"], [Bleu(tokenize=explicit)])[0]
    assert (score.value, score.signature) == (named.value, named.signature)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "script", "chosen"),
    [
        ("今天天气很好，我们去公园。", "今天天气很好，我们去公园吧。", "Chinese", "zh"),
        ("今日は天気がいいですね。", "今日は天気がいいですよ。", "Japanese", "ja-mecab"),
        ("오늘은 날씨가 아주 좋습니다.", "오늘은 날씨가 아주 좋네요.", "Korean", "ko-mecab"),
        ("วันนี้อากาศดีมาก", "วันนี้อากาศดีมากๆ", "Thai", "char"),
        ("ថ្ងៃនេះអាកាសធាតុល្អ", "ថ្ងៃនេះអាកាសធាតុល្អណាស់", "Khmer", "char"),
    ],
)
def test_auto_follows_the_letters_of_the_references(hypothesis: str, reference: str, script: str, chosen: str) -> None:
    note = f"the references are in {script} script, so BLEU uses the tokenizer {chosen}; name the target language or"
    with pytest.warns(ChoiceWarning, match=note):
        score = mtassay.score([hypothesis], [reference], ["bleu"])[0]
    named = mtassay.score([hypothesis], [reference], [Bleu(tokenize=chosen)])[0]
    assert (score.spec, score.value, score.signature) == (f"bleu:tokenize={chosen}", named.value, named.signature)
    assert score.value > 30
    # what is said wins over what is seen
    assert "|tok:13a|" in mtassay.score([hypothesis], [reference], ["bleu"], target_language="en")[0].signature
    assert "|tok:none|" in mtassay.score([hypothesis], [reference], ["bleu:tokenize=none"])[0].signature


def test_characters_stand_in_for_a_tokenizer_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "MeCab", None)  # importing it fails, as where it is not installed
    japanese._load.cache_clear()
    tokenizer.cache_clear()
    texts = ["今日は天気がいいです。"]
    note = "are in Japanese script and the tokenizer ja-mecab is not installed, so BLEU uses the tokenizer char; name"
    with pytest.warns(ChoiceWarning, match=note):
        score = mtassay.score(texts, texts, ["bleu"])[0]
    assert "|tok:char|" in score.signature
    with pytest.raises(MissingExtra, match=r"mtassay\[ja\]"):  # of whoever names the language
        mtassay.score(texts, texts, ["bleu"], target_language="ja")


def test_single_segments_have_effective_order_and_corpora_do_not() -> None:
    texts = ["Thank you.", "The cat sat on the mat today."]
    for confidence in (None, mtassay.Bootstrap(draws=1000)):
        evalset = EvalSet(texts, systems={"A": ["Thank you.", "The cat sat on a mat today."]})
        score = mtassay.evaluate(evalset, ["bleu"], confidence=confidence)["A"][0]
        assert score.segments[0] == pytest.approx(100)
        assert "|eff:no|" in score.signature
        assert "|eff:yes|" in score.segment_signature
    alone = mtassay.score(["Thank you."], ["Thank you."], ["bleu"])[0]
    assert alone.value == 0
    assert mtassay.explain("Thank you.", "Thank you.", ["bleu"])[0].score == pytest.approx(100)
    assert "|eff:yes|" in mtassay.explain("Thank you.", "Thank you.", ["bleu"])[0].signature
    assert Bleu().pairwise(["Thank you."], ["Thank you."]).tolist() == [[pytest.approx(100)]]
    assert mtassay.score(["a"], ["a"], ["chrf"])[0].segment_signature == ""


def test_what_stays_poor_for_segments_is_said_in_plain_words() -> None:
    assert Bleu().segment_advice is None
    assert "without a match of 4 words get BLEU 0" in str(Bleu(smooth_method="none").segment_advice)


def test_a_chosen_tokenizer_stays() -> None:
    for chosen in ("13a", "char"):
        score = mtassay.score(["中文"], ["中文"], [f"bleu:tokenize={chosen}"], target_language="zh")[0]
        assert score.spec == f"bleu:tokenize={chosen}"
        assert f"|tok:{chosen}|" in score.signature


def test_auto_alone_is_13a() -> None:
    assert metric("bleu").spec == metric("bleu:tokenize=auto").spec == "bleu"
    assert Bleu().signature(EvalSet(["a"])) == Bleu(tokenize="13a").signature(EvalSet(["a"]))
    assert row(Bleu(), "a, b.", ["a, c."]).tolist() == row(Bleu(tokenize="13a"), "a, b.", ["a, c."]).tolist()


def test_resolving_repeats_no_warning() -> None:
    with pytest.warns(MtassayWarning, match="add up to 2"):
        one = Bleu(weights=(0.5, 0.5, 0.5, 0.5))
    assert one.for_evalset(EvalSet(["a"], target_language="zh")).tokenize == "zh"  # warnings are errors here
