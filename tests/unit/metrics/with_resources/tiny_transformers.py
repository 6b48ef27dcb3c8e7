"""Transformers of a few thousand numbers, of every type that there is, written as their makers write them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

TYPES = ("bert", "distilbert", "roberta", "xlm-roberta")
LAYERS, HEADS, WIDTH, INNER, POSITIONS = 2, 2, 16, 24, 40

_WORDS = ["the", "cat", "dog", "sat", "mat", "on", "a", "this", "is", "one", "good", "sentence", ".", ",", "he", "said"]
_LETTERS = list("abcdefghijklmnopqrstuvwxyz0123456789")


def write_transformer(folder: Path, model_type: str = "bert", seed: int = 1, **changes: Any) -> Path:
    """A whole folder; `changes` go into `config.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = _tokenizer(model_type)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text(json.dumps({"model_max_length": 30}))
    (folder / "config.json").write_text(json.dumps({**config(model_type, tokenizer.get_vocab_size()), **changes}))
    save_file(tensors(model_type, tokenizer.get_vocab_size(), seed), folder / "model.safetensors")
    return folder


def config(model_type: str, pieces: int) -> dict[str, Any]:
    shared = {
        "model_type": model_type,
        "vocab_size": pieces,
        "max_position_embeddings": POSITIONS,
        "pad_token_id": 1 if "roberta" in model_type else 0,
    }
    if model_type == "distilbert":
        return {**shared, "dim": WIDTH, "hidden_dim": INNER, "n_heads": HEADS, "n_layers": LAYERS, "activation": "gelu"}
    return {
        **shared,
        "hidden_size": WIDTH,
        "intermediate_size": INNER,
        "num_attention_heads": HEADS,
        "num_hidden_layers": LAYERS,
        "hidden_act": "gelu",
        "layer_norm_eps": 1e-5 if "roberta" in model_type else 1e-12,
        "type_vocab_size": 1 if "roberta" in model_type else 2,
    }


def tensors(model_type: str, pieces: int, seed: int) -> dict[str, Any]:
    """Weights under the names that their makers give them, drawn from a seed."""
    rng = np.random.default_rng(seed)

    def drawn(*sizes: int) -> Any:
        return (rng.standard_normal(sizes) * 0.4).astype(np.float32)

    def norm(name: str) -> Mapping[str, Any]:
        return {f"{name}.weight": 1 + drawn(WIDTH), f"{name}.bias": drawn(WIDTH)}

    def linear(name: str, outer: int, inner: int) -> Mapping[str, Any]:
        return {f"{name}.weight": drawn(outer, inner), f"{name}.bias": drawn(outer)}

    found = {
        "embeddings.word_embeddings.weight": drawn(pieces, WIDTH),
        "embeddings.position_embeddings.weight": drawn(POSITIONS, WIDTH),
        **norm("embeddings.LayerNorm"),
    }
    if model_type != "distilbert":
        found["embeddings.token_type_embeddings.weight"] = drawn(1 if "roberta" in model_type else 2, WIDTH)
    for layer in range(LAYERS):
        if model_type == "distilbert":
            stem = f"transformer.layer.{layer}"
            for name in ("q", "k", "v", "out"):
                found |= linear(f"{stem}.attention.{name}_lin", WIDTH, WIDTH)
            found |= linear(f"{stem}.ffn.lin1", INNER, WIDTH) | linear(f"{stem}.ffn.lin2", WIDTH, INNER)
            found |= norm(f"{stem}.sa_layer_norm") | norm(f"{stem}.output_layer_norm")
        else:
            stem = f"encoder.layer.{layer}"
            for name in ("self.query", "self.key", "self.value", "output.dense"):
                found |= linear(f"{stem}.attention.{name}", WIDTH, WIDTH)
            found |= linear(f"{stem}.intermediate.dense", INNER, WIDTH) | linear(f"{stem}.output.dense", WIDTH, INNER)
            found |= norm(f"{stem}.attention.output.LayerNorm") | norm(f"{stem}.output.LayerNorm")
    return found


def vocabulary() -> list[str]:
    """The pieces of BERT's kind of tokenizer."""
    return ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *_WORDS, *(f"##{letter}" for letter in _LETTERS), *_LETTERS[1:]]


def _tokenizer(model_type: str) -> Tokenizer:
    if model_type in ("bert", "distilbert"):
        numbers = {piece: number for number, piece in enumerate(vocabulary())}
        made = Tokenizer(models.WordPiece(numbers, unk_token="[UNK]"))
        made.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]"])
        made.normalizer = normalizers.BertNormalizer(lowercase=True)
        made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        made.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
        return made
    frame = ["<s>", "<pad>", "</s>", "<unk>"]
    if model_type == "roberta":
        pieces = [*frame, *sorted(pre_tokenizers.ByteLevel.alphabet()), "Ġt", "he", "Ġthe", "Ġc", "at", "Ġcat"]
        merges = [("Ġ", "t"), ("h", "e"), ("Ġt", "he"), ("Ġ", "c"), ("a", "t"), ("Ġc", "at")]
        made = Tokenizer(models.BPE({piece: number for number, piece in enumerate(pieces)}, merges))
        made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        made.decoder = decoders.ByteLevel()
    else:
        words = [(f"▁{word}", -3.0 - number / 10) for number, word in enumerate(_WORDS)]
        letters = [(letter, -8.0) for letter in ["▁", *_LETTERS]]
        made = Tokenizer(models.Unigram([*((piece, 0.0) for piece in frame), *words, *letters], unk_id=3))
        made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.add_special_tokens(frame)
    made.post_processor = processors.RobertaProcessing(
        ("</s>", 2), ("<s>", 0), trim_offsets=False, add_prefix_space=False
    )
    return made
