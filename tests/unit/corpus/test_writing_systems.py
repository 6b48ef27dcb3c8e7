"""Which script texts are in, as far as it decides how words are found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay import EvalSet, metric
from mtassay.corpus.writing_systems import (
    UNDETERMINED,
    WritingSystem,
    are_segmented,
    recognise_writing_system,
    writing_system_of,
)
from mtassay.errors import ChoiceWarning


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("今天天气很好，我们去公园吧。", WritingSystem.CHINESE),
        ("繁體中文也是一樣", WritingSystem.CHINESE),
        ("𠮷野家", WritingSystem.CHINESE),
        ("我喜欢 Microsoft Windows", WritingSystem.CHINESE),
        ("iPhone 15 Pro Max 发布了", WritingSystem.CHINESE),
        ("日本的品牌优の良品在中国开了很多家商店", WritingSystem.CHINESE),
        ("今日は天気がとてもいいです。", WritingSystem.JAPANESE),
        ("私は Windows を使っています", WritingSystem.JAPANESE),
        ("コンピューター", WritingSystem.JAPANESE),
        ("ｺﾝﾋﾟｭｰﾀｰ", WritingSystem.JAPANESE),
        ("오늘은 날씨가 아주 좋습니다.", WritingSystem.KOREAN),
        ("大韓民國의 역사는 아주 길다", WritingSystem.KOREAN),
        ("大韓民國은 民主共和國이다. 大韓民國의 主權은 國民에게 있다.", WritingSystem.KOREAN),
        ("韩国品牌삼성在中国开了很多家商店，也卖很多手机和电视机。", WritingSystem.CHINESE),
        ('<g id="one" class="very long name">你好</g><x ctype="line break" equiv="yes"/>', WritingSystem.CHINESE),
        ("请看https://www.example.org/some/long-address/of/many/words.html吧", WritingSystem.CHINESE),
        ("วันนี้อากาศดีมาก", WritingSystem.THAI),
        ("ມື້ນີ້ອາກາດດີຫຼາຍ", WritingSystem.LAO),
        ("ថ្ងៃនេះអាកាសធាតុល្អណាស់", WritingSystem.KHMER),
        ("ဒီနေ့ရာသီဥတုသာယာတယ်", WritingSystem.BURMESE),
        ("དེ་རིང་གནམ་གཤིས་ཡག་པོ་འདུག", WritingSystem.TIBETAN),
        ("Good morning.", None),
        ("He said 你好 (hello) to all of them.", None),
        ("The word สวัสดี means hello in Thai, as everybody there knows.", None),
        ("Straße, Größe, Übung", None),
        ("Сегодня хорошая погода", None),
        ("आज मौसम बहुत अच्छा है", None),
        ("ዛሬ የአየር ሁኔታው ጥሩ ነው", None),
        ("დღეს კარგი ამინდია", None),
        ("שלום עולם", None),
        ("123, 456! 😀 ＡＢＣ。、", None),
        ("", None),
    ],
)
def test_the_script_of_most_words_is_recognised(text: str, expected: WritingSystem | None) -> None:
    assert recognise_writing_system([text]) is expected
    assert recognise_writing_system([text] * 5000) is expected
    assert recognise_writing_system(["", text, ""]) is expected


def test_most_segments_of_a_mixed_set_decide() -> None:
    chinese, english = "今天天气很好，我们去公园吧。", "The weather is fine today, so let us go to the park."
    assert recognise_writing_system([chinese] * 30 + [english] * 5) is WritingSystem.CHINESE
    assert recognise_writing_system([chinese] * 5 + [english] * 30) is None
    # wherever they stand: the first of a large file may be a heading
    assert recognise_writing_system([english] * 100 + [chinese] * 4000) is WritingSystem.CHINESE


@given(st.lists(st.text(max_size=20), max_size=6))
def test_it_is_total(texts: list[str]) -> None:
    recognise_writing_system(texts)
    are_segmented(texts)
    recognise_writing_system(["\ud800", *texts])


def test_languages_have_their_writing_system() -> None:
    assert writing_system_of("zh-CN") is writing_system_of("zho_Hant") is WritingSystem.CHINESE
    for code in ("nan", "hak", "gan-CN", "hsn", "cdo"):
        assert writing_system_of(code) is WritingSystem.CHINESE
    assert writing_system_of("TH") is WritingSystem.THAI
    assert writing_system_of("dz") is WritingSystem.TIBETAN
    assert writing_system_of("de") is writing_system_of(UNDETERMINED) is None


def test_the_language_that_is_given_wins() -> None:
    assert EvalSet(["今天天气很好"]).writing_system is WritingSystem.CHINESE
    assert EvalSet(["今天天气很好"], target_language="en").writing_system is None
    assert EvalSet(["good"], target_language="th").writing_system is WritingSystem.THAI
    assert EvalSet(sources=["今天天气很好"]).writing_system is None


def test_the_letters_decide_where_the_language_is_unknown() -> None:
    for language in ("xx", "qaa", "qaa-CN"):
        assert EvalSet(["今天天气很好"], target_language=language).writing_system is WritingSystem.CHINESE
        assert EvalSet(["good"], target_language=language).writing_system is None
    for language in ("deu", "en-GB", UNDETERMINED):
        assert EvalSet(["今天天气很好"], target_language=language).writing_system is None
    with pytest.warns(ChoiceWarning, match="so BLEU uses the tokenizer zh"):
        resolved = metric("bleu").for_evalset(EvalSet(["今天天气很好"], target_language="xx"))
    assert resolved.spec == "bleu:tokenize=zh"


def test_spaces_that_somebody_put_in_are_seen() -> None:
    assert are_segmented(["今天 天气 很 好 ， 我们 去 公园 吧 。"])
    assert not are_segmented(["今天天气很好，我们去公园吧。"])
    assert not are_segmented(["วันนี้อากาศดีมาก เราไปสวนสาธารณะกันเถอะ"])  # between clauses, as Thai has them
    assert EvalSet(["今天天气很好，我们去公园吧。"]).writing_without_spaces is WritingSystem.CHINESE
    assert EvalSet(["今天 天气 很 好 ， 我们 去 公园 吧 。"]).writing_without_spaces is None
    assert EvalSet(["오늘은 날씨가 좋습니다."]).writing_without_spaces is None
