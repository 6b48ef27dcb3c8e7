"""Folders of transformers: broken, hostile, incomplete, and in the forms that there are."""

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file
from unit.metrics.with_resources.tiny_transformers import LAYERS, vocabulary, write_transformer

from mtassay.alignment.resources.transformer.encoder import Transformer, gelu, open_transformer
from mtassay.errors import InputError

WEIGHTS = "model.safetensors"


def states(folder: Path, text: str = "the cat") -> Any:
    transformer = open_transformer(str(folder))
    return transformer.vectors(transformer.pieces.cut(text), LAYERS)


def changed(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], object]:
    """Tensors of a folder written anew."""

    def write(folder: Path) -> None:
        tensors = load_file(folder / WEIGHTS)
        change(tensors)
        save_file({name: np.ascontiguousarray(tensor) for name, tensor in tensors.items()}, folder / WEIGHTS)

    return write


def settings(**changes: Any) -> Callable[[Path], object]:
    def write(folder: Path) -> None:
        path = folder / "config.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))

    return write


def not_a_number(tensors: dict[str, Any]) -> None:
    tensors["encoder.layer.1.output.dense.weight"][3, 4] = np.nan


def header(told: object, data: bytes = b"") -> bytes:
    text = json.dumps(told).encode()
    return struct.pack("<Q", len(text)) + text + data


QUERY = "encoder.layer.0.attention.self.query.weight"
HALF = {"dtype": "BF16", "shape": [96, 16], "data_offsets": [0, 3072]}


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda f: (f / WEIGHTS).unlink(), f"it has no {WEIGHTS}"),
        (lambda f: (f / WEIGHTS).rename(f / "pytorch_model.bin"), "its weights are in pytorch_model.bin.*save it so"),
        (lambda f: (f / WEIGHTS).write_bytes((f / WEIGHTS).read_bytes()[:5000]), "broken .*cut short"),
        (lambda f: (f / WEIGHTS).write_bytes(b""), "broken .*cut short"),
        (lambda f: (f / WEIGHTS).write_bytes(b"\xff" * 50), "no safetensors file"),
        (lambda f: (f / WEIGHTS).write_bytes(struct.pack("<Q", 30) + b"[" * 30), "broken "),
        (lambda f: (f / WEIGHTS).write_bytes(header({"x": {**HALF, "data_offsets": [0, 9**9]}})), "broken "),
        (
            lambda f: (f / WEIGHTS).write_bytes(header({"embeddings.word_embeddings.weight": HALF}, bytes(3072))),
            "of the kind BF16.*save the model as float32",
        ),
        (changed(not_a_number), "layer.1.output.dense.weight has a number that is infinite or none"),
        (changed(lambda t: t.pop(QUERY)), f"no tensor {QUERY}"),
        (changed(lambda t: t.update({QUERY: t[QUERY][:, :5]})), f"{QUERY} has 16 × 5 numbers.*says 16 × 16"),
        (
            changed(lambda t: t.update({"embeddings.word_embeddings.weight": np.zeros((9, 16), np.float32)})),
            "the tokenizer knows .* pieces, and the model has vectors of 9",
        ),
        (settings(model_type="t5"), "type 't5', and mtassay computes bert, .*given:path=FILE"),
        (settings(model_type=None), "type None"),
        (settings(hidden_act="relu"), "activation 'relu'"),
        (settings(position_embedding_type="relative_key"), "position_embedding_type is 'relative_key'"),
        (settings(is_decoder=True), "is_decoder is True"),
        (settings(num_attention_heads=3), "16 numbers cannot be dealt out to 3 heads"),
        (settings(num_hidden_layers="many"), "num_hidden_layers is 'many'; expected a whole number from 1 to 200"),
        (settings(num_hidden_layers=10**9), "num_hidden_layers is 1000000000"),
        (settings(max_position_embeddings=1), "leaves no room for a text"),
        (settings(layer_norm_eps="0"), "layer_norm_eps is '0'"),
        (settings(hidden_size=8), "config.json says any × 8"),
        (lambda f: (f / "config.json").write_text("[" * 100_000), "no JSON"),
        (lambda f: (f / "config.json").write_text("[]"), "no JSON object"),
        (lambda f: (f / "config.json").write_bytes(b" " * (10 * 1024**2 + 1)), "over 10 MB"),
        (lambda f: (f / "tokenizer.json").unlink(), "no tokenizer: neither tokenizer.json nor vocab.txt"),
        (lambda f: (f / "tokenizer.json").write_text("{}"), "no tokenizer that can be read"),
        (lambda f: (f / "tokenizer.json").write_bytes(b"\xff"), "no tokenizer that can be read"),
    ],
)
def test_what_is_wrong_with_a_folder_is_named(damage: Callable[[Path], object], message: str, tmp_path: Path) -> None:
    folder = write_transformer(tmp_path / "tiny")
    damage(folder)
    with pytest.raises(InputError, match=message):
        states(folder, "a" * 8)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such folder of a transformer"):
        open_transformer(str(tmp_path / "nowhere"))


def test_only_the_layers_that_are_asked_for_are_read(tmp_path: Path) -> None:
    folder = write_transformer(tmp_path)
    changed(not_a_number)(folder)
    transformer = Transformer(folder)
    assert np.isfinite(transformer.vectors(transformer.pieces.cut("the cat"), 1)).all()


def test_a_model_with_a_head_and_the_first_names_of_norms(tmp_path: Path) -> None:
    folder = write_transformer(tmp_path / "plain")
    other = write_transformer(tmp_path / "head")
    renamed = {
        "bert." + name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): told
        for name, told in load_file(folder / WEIGHTS).items()
    }
    save_file({**renamed, "cls.predictions.bias": np.zeros(3, np.float32)}, other / WEIGHTS)
    assert np.array_equal(states(folder), states(other))


def test_half_precision_is_read(tmp_path: Path) -> None:
    whole, half = write_transformer(tmp_path / "whole"), write_transformer(tmp_path / "half")
    save_file({name: told.astype(np.float16) for name, told in load_file(whole / WEIGHTS).items()}, half / WEIGHTS)
    assert states(half) == pytest.approx(states(whole), abs=0.05)


def test_a_list_of_words_is_a_tokenizer_too(tmp_path: Path) -> None:
    folder, other = write_transformer(tmp_path / "whole"), write_transformer(tmp_path / "words")
    (other / "tokenizer.json").unlink()
    (other / "vocab.txt").write_text("\n".join(vocabulary()))
    text = "The catty dog sat, 42!"
    cuts = [Transformer(path).pieces.cut(text) for path in (folder, other)]
    assert cuts[0].words == cuts[1].words
    assert cuts[0].numbers.tolist() == cuts[1].numbers.tolist()
    (other / "tokenizer_config.json").write_text('{"do_lower_case": false}')
    cased = Transformer(other).pieces
    assert cased.cut("The").words[1] == "[UNK]"
    assert cased.digest.endswith(",cased")


def test_a_blank_stands_before_the_first_word_of_roberta(tmp_path: Path) -> None:
    pieces = Transformer(write_transformer(tmp_path, "roberta")).pieces
    assert pieces.cut("the cat").words == ("<s>", "Ġthe", "Ġcat", "</s>")
    assert pieces.cut("  ").words == ("<s>", "</s>")


def test_a_folder_that_changes_is_read_again(tmp_path: Path) -> None:
    first = states(write_transformer(tmp_path / "tiny"))
    second = states(write_transformer(tmp_path / "tiny", seed=2))
    assert not np.allclose(first, second)


def test_gelu_to_single_precision() -> None:
    import math

    values = np.linspace(-8, 8, 2001, dtype=np.float32)
    exact = [x / 2 * (1 + math.erf(x / math.sqrt(2))) for x in values.tolist()]
    assert gelu(values.copy()).tolist() == pytest.approx(exact, abs=1e-6)
