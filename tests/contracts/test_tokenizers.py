"""Laws that every registered tokenizer keeps."""

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from strategies import unicode_text

from mtassay import Tokenizer, tokenizer
from mtassay._native import Segments, tokenize
from mtassay.settings import format_spec
from mtassay.tokenizers.base import TOKENIZERS

Create = Callable[[str], Tokenizer]


@pytest.fixture(scope="session")
def create(spm_model: Path) -> Create:
    """Makes a tokenizer by its name, with the settings that it cannot do without."""
    needed = {"spm": {"model": str(spm_model)}}
    return lambda name: tokenizer(format_spec(name, needed.get(name, {})))


@pytest.mark.parametrize("name", TOKENIZERS)
@given(text=unicode_text)
def test_words_of_the_line_are_the_tokens_that_are_counted(create: Create, name: str, text: str) -> None:
    one = create(name)
    counted = tokenize(Segments(one.prepare([text])), one.tokenization)[0]
    assert one(text).split() == counted.split()


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_batch_is_its_lines(create: Create, name: str) -> None:
    lines = ["a, b.", "", " ", "中文 1.5", "x" * 1000]
    assert create(name).tokenize(lines) == [create(name)(line) for line in lines]
    assert create(name).tokenize([]) == []


@pytest.mark.parametrize("name", TOKENIZERS)
def test_is_a_documented_value(create: Create, name: str) -> None:
    one = create(name)
    assert type(one).__doc__
    assert one == tokenizer(one.spec) == pickle.loads(pickle.dumps(one))
    assert hash(one) == hash(tokenizer(one.spec))


@pytest.mark.parametrize("name", TOKENIZERS)
def test_the_signature_starts_with_the_name_and_is_one_item(create: Create, name: str) -> None:
    signature = create(name).signature
    assert signature.startswith(name)
    assert not set("|: ").intersection(signature)
