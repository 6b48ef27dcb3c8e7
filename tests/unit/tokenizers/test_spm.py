"""SentencePiece: which model it is, and what is no model."""

import hashlib
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mtassay import InputError, MissingExtra, SettingError, metric, tokenizer
from mtassay.metrics.bleu import Bleu
from mtassay.tokenizers import spm
from mtassay.tokenizers.base import TOKENIZERS
from mtassay.tokenizers.spm import SentencePiece


def test_pieces(spm_model: Path) -> None:
    assert SentencePiece(model=str(spm_model))("the cat ").replace(" ", "") == "▁the▁cat"


def test_a_model_must_be_named() -> None:
    with pytest.raises(SettingError, match=r"spm:model=FILE.*~/\.sacrebleu/models.*SACREBLEU"):
        tokenizer("spm")


def test_what_is_no_model_is_refused(spm_model: Path, tmp_path: Path, write: Callable[[str, bytes], str]) -> None:
    for path, message in {
        str(tmp_path / "missing"): "there is no such file",
        str(tmp_path): "the SentencePiece model cannot be read: Is a directory",
        write("empty.model", b""): "this is no SentencePiece model",
        write("part.model", spm_model.read_bytes()[:1000]): "this is no SentencePiece model, or only a part of one",
    }.items():
        with pytest.raises(InputError) as caught:
            SentencePiece(model=path)
        assert str(caught.value).startswith(f"{path}: {message}")


def test_without_sentencepiece(spm_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentencepiece", None)
    spm._load.cache_clear()
    with pytest.raises(MissingExtra, match=r"the tokenizer spm needs .* pip install 'mtassay\[spm\]'"):
        TOKENIZERS.create(f"spm:model={spm_model}")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("my.model", "spm[my.model,{}]"),
        ("a|b:c,[d] e.model", "spm[a_b_c__d__e.model,{}]"),
        ("sacrebleu_tokenizer_spm.model", "flores101[{}]"),
        ("flores200sacrebleuspm", "flores200[{}]"),
        ("spbleu-1k_tokenizer_spm.model", "spBLEU-1K[{}]"),
    ],
)
def test_the_signature_names_file_and_content(spm_model: Path, tmp_path: Path, name: str, shown: str) -> None:
    shutil.copy(spm_model, tmp_path / name)
    digest = hashlib.sha256(spm_model.read_bytes()).hexdigest()[:12]
    assert SentencePiece(model=str(tmp_path / name)).signature == shown.format(digest)


def test_the_signature_is_that_of_the_model_in_use(spm_model: Path, tmp_path: Path) -> None:
    path = tmp_path / "changing.model"
    shutil.copy(spm_model, path)
    one = SentencePiece(model=str(path))
    before = one.signature
    path.write_bytes(b"something else")
    assert one.signature == before
    assert one("the cat") == SentencePiece(model=str(spm_model))("the cat")


def test_paths_may_be_relative_or_at_home(spm_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(spm_model, tmp_path / "my.model")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert SentencePiece(model="~/my.model")("the cat")
    monkeypatch.chdir(tmp_path)
    one = SentencePiece(model="my.model")
    assert one("the cat")
    monkeypatch.chdir("/")
    with pytest.raises(InputError, match=r"/my\.model: there is no such file"):
        one("the cat")


def test_specs_nest(spm_model: Path, tmp_path: Path) -> None:
    path = tmp_path / "it's, a model"
    shutil.copy(spm_model, path)
    one = SentencePiece(model=str(path))
    assert tokenizer(one.spec) == one
    assert metric(Bleu(tokenize=one.spec).spec) == Bleu(tokenize=one.spec)
