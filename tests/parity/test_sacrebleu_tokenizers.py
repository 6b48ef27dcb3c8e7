"""Tokenized strings are sacreBLEU's, on random text and for every code point."""

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from sacrebleu.metrics import BLEU
from sacrebleu.tokenizers import tokenizer_spm
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_char import TokenizerChar
from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International
from sacrebleu.tokenizers.tokenizer_ja_mecab import TokenizerJaMecab
from sacrebleu.tokenizers.tokenizer_ko_mecab import TokenizerKoMecab
from sacrebleu.tokenizers.tokenizer_none import NoneTokenizer
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh
from strategies import unicode_text

from mtassay import EvalSet, metric, tokenizer
from mtassay.metrics.bleu import Bleu
from mtassay.tokenizers.spm import SentencePiece

PEERS: dict[str, Any] = {
    "13a": Tokenizer13a(),
    "intl": TokenizerV14International(),
    "zh": TokenizerZh(),
    "char": TokenizerChar(),
    "none": NoneTokenizer(),
    "ja-mecab": TokenizerJaMecab(),
    "ko-mecab": TokenizerKoMecab(),
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


@pytest.mark.parametrize("name", PEERS)
def test_signature(name: str) -> None:
    # sacreBLEU shows the settings of tercom elsewhere
    assert tokenizer(name).signature.partition("[")[0] == PEERS[name].signature()


@pytest.fixture(scope="session")
def spm_pair(spm_model: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[SentencePiece, Any]:
    """Our tokenizer and sacreBLEU's, which finds the model where it would have put its download."""
    folder = tmp_path_factory.mktemp("sacrebleu")
    path = folder / "models" / "sacrebleu_tokenizer_spm.model"
    path.parent.mkdir()
    path.write_bytes(spm_model.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(folder))
        return SentencePiece(model=str(path)), tokenizer_spm.TokenizerSPM("flores101")


@given(text=unicode_text)
@settings(max_examples=1000)
def test_random_text_in_pieces(spm_pair: tuple[SentencePiece, Any], text: str) -> None:
    ours, peer = spm_pair
    # without white space at the end, as BLEU hands lines to the tokenizer
    assert ours(text) == peer(text.rstrip())


@given(hypothesis=unicode_text, reference=unicode_text)
@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
def test_pieces_that_are_counted(spm_pair: tuple[SentencePiece, Any], hypothesis: str, reference: str) -> None:
    ours, peer = Bleu(tokenize=spm_pair[0].spec), BLEU()
    peer.tokenizer = spm_pair[1]
    rows = ours.stats([hypothesis], ours.prepare(EvalSet([reference])))
    assert rows.tolist() == peer._extract_corpus_statistics([hypothesis], [[reference]])


def test_signature_of_a_model_is_sacrebleus_and_its_content(spm_pair: tuple[SentencePiece, Any]) -> None:
    ours, peer = spm_pair
    assert ours.signature.startswith(f"{peer.signature()}[")


@pytest.mark.parametrize("language", ["zh", "ja", "ko", "de", "hi", ""])
def test_the_target_language_chooses_the_same(language: str) -> None:
    evalset = EvalSet(["a"], target_language=language or None)
    ours = metric("bleu").for_evalset(evalset).signature(evalset)
    assert f"|tok:{BLEU(trg_lang=language).tokenizer.signature()}|" in ours
