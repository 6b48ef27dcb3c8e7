"""Laws that every registered tokenizer keeps."""

import pickle

import pytest
from hypothesis import given
from strategies import unicode_text

from mtassay import tokenizer
from mtassay._native import Segments, tokenize
from mtassay.tokenizers.base import TOKENIZERS


@pytest.mark.parametrize("name", TOKENIZERS)
@given(text=unicode_text)
def test_words_of_the_line_are_the_tokens_that_are_counted(name: str, text: str) -> None:
    one = tokenizer(name)
    counted = tokenize(Segments(one.prepare([text])), one.tokenization)[0]
    assert one(text).split() == counted.split()


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_batch_is_its_lines(name: str) -> None:
    lines = ["a, b.", "", " ", "中文 1.5", "x" * 1000]
    assert tokenizer(name).tokenize(lines) == [tokenizer(name)(line) for line in lines]


@pytest.mark.parametrize("name", TOKENIZERS)
def test_is_a_documented_value(name: str) -> None:
    one = tokenizer(name)
    assert type(one).__doc__
    assert one == tokenizer(one.spec) == pickle.loads(pickle.dumps(one))
    assert one.signature == name
