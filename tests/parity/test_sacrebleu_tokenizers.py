"""Tokenized strings are sacreBLEU's, on random text and for every code point."""

import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_char import TokenizerChar
from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International
from sacrebleu.tokenizers.tokenizer_none import NoneTokenizer
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh
from strategies import unicode_text

from mtassay import tokenizer

PEERS: dict[str, Callable[[str], str]] = {
    "13a": Tokenizer13a(),
    "intl": TokenizerV14International(),
    "zh": TokenizerZh(),
    "char": TokenizerChar(),
    "none": NoneTokenizer(),
    "tercom": TercomTokenizer(),
    "tercom:normalized=yes": TercomTokenizer(normalized=True),
    "tercom:normalized=yes,asian_support=yes": TercomTokenizer(normalized=True, asian_support=True),
    "tercom:no_punct=yes,asian_support=yes": TercomTokenizer(no_punct=True, asian_support=True),
    "tercom:normalized=yes,no_punct=yes,asian_support=yes,case_sensitive=yes": TercomTokenizer(True, True, True, True),
}
CODE_POINTS = [chr(c) for c in range(sys.maxunicode + 1) if not 0xD800 <= c <= 0xDFFF]


@pytest.mark.parametrize("name", PEERS)
@given(text=unicode_text)
@settings(max_examples=1000)
def test_random_text(name: str, text: str) -> None:
    assert tokenizer(name)(text) == PEERS[name](text)


@pytest.mark.parametrize("name", ["13a", "intl", "zh", "tercom:normalized=yes,asian_support=yes"])
def test_every_code_point_between_letters_numbers_and_at_the_edges(name: str) -> None:
    # tercom tests only for characters of the first plane, and takes its time
    code_points = CODE_POINTS[:0x10000] if name.startswith("tercom") else CODE_POINTS
    lines = [f"{c}a{c}b1{c}2{c}" for c in code_points]
    ours = tokenizer(name).tokenize(lines)
    peer = PEERS[name]
    uncached = getattr(type(peer).__call__, "__wrapped__", None)
    assert uncached is not None, "sacreBLEU no longer caches; call the peer directly"
    different = [
        hex(ord(c)) for c, line, got in zip(code_points, lines, ours, strict=True) if uncached(peer, line) != got
    ]
    assert different == []
