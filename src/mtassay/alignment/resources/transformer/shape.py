"""What `config.json` says of a transformer: its type, and how large it is."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mtassay.errors import InputError

MODEL_TYPES = ("bert", "distilbert", "roberta", "xlm-roberta")
_MOST_BYTES = 10 * 1024**2
_MOST_LAYERS = 200
_MOST_NUMBERS = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Shape:
    """How a transformer is built."""

    model_type: str
    name: str
    """What its makers call it, as far as the file says."""
    layers: int
    heads: int
    width: int
    """Numbers of a vector."""
    inner_width: int
    """The same between the two products after attention."""
    positions: int
    epsilon: float
    padding: int
    """The piece that stands for nothing; positions of RoBERTa are counted from it."""

    @property
    def told(self) -> str:
        """For signatures: what changes vectors and cannot be seen from the weights."""
        padding = f",pad{self.padding}" if self.first_position else ""
        return f"{self.model_type},heads{self.heads},eps{self.epsilon!r}{padding}"

    @property
    def first_position(self) -> int:
        return self.padding + 1 if self.model_type in ("roberta", "xlm-roberta") else 0

    @property
    def longest(self) -> int:
        """Pieces that a text can have."""
        return self.positions - self.first_position


def read_shape(folder: Path) -> Shape:
    """The shape that a folder's `config.json` tells; whatever this program cannot compute is refused."""
    path = folder / "config.json"
    told = read_json(path)
    model_type = told.get("model_type")
    if model_type not in MODEL_TYPES:
        raise InputError(
            f"{path}: a model of type {model_type!r}, and mtassay computes {', '.join(MODEL_TYPES[:-1])} and "
            f"{MODEL_TYPES[-1]}; let another program score with it and read its scores: given:path=FILE"
        )
    keys = _DISTILBERT if model_type == "distilbert" else _BERT
    activation = told.get(keys["activation"], "gelu")
    if activation != "gelu":
        raise InputError(f"{path}: the activation {activation!r}, and mtassay computes 'gelu'")
    for key, only in (("position_embedding_type", "absolute"), ("is_decoder", False)):
        if told.get(key, only) != only:
            raise InputError(f"{path}: {key} is {told[key]!r}, and mtassay computes models where it is {only!r}")
    shape = Shape(
        model_type=str(model_type),
        name=_plain_name(told.get("_name_or_path")) or str(model_type),
        layers=_whole(told, keys["layers"], path, _MOST_LAYERS),
        heads=_whole(told, keys["heads"], path),
        width=_whole(told, keys["width"], path),
        inner_width=_whole(told, keys["inner_width"], path),
        positions=_whole(told, "max_position_embeddings", path),
        epsilon=_epsilon(told, path),
        padding=_whole(told, "pad_token_id", path, low=0, usual=1 if "roberta" in str(model_type) else 0),
    )
    if shape.width % shape.heads:
        raise InputError(f"{path}: {shape.width} numbers cannot be dealt out to {shape.heads} heads alike")
    if shape.longest < 2:
        raise InputError(f"{path}: max_position_embeddings is {shape.positions}, which leaves no room for a text")
    return shape


def read_json(path: Path) -> Mapping[str, Any]:
    """A small file with a JSON object."""
    try:
        with open(path, "rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(content) > _MOST_BYTES:
        raise InputError(f"{path}: over 10 MB, far more than such a file needs; is it the right one?")
    try:
        told = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: no JSON: {error}; fetch the model again") from None
    if not isinstance(told, dict):
        raise InputError(f"{path}: no JSON object, {{…}}; fetch the model again")
    return told


_BERT = {
    "layers": "num_hidden_layers",
    "heads": "num_attention_heads",
    "width": "hidden_size",
    "inner_width": "intermediate_size",
    "activation": "hidden_act",
}
_DISTILBERT = {
    "layers": "n_layers",
    "heads": "n_heads",
    "width": "dim",
    "inner_width": "hidden_dim",
    "activation": "activation",
}


def _whole(
    told: Mapping[str, Any], key: str, path: Path, most: int = _MOST_NUMBERS, low: int = 1, usual: int | None = None
) -> int:
    value = told.get(key, usual)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= most:
        raise InputError(f"{path}: {key} is {value!r}; expected a whole number from {low} to {most:,}")
    return value


def _epsilon(told: Mapping[str, Any], path: Path) -> float:
    value = told.get("layer_norm_eps", 1e-12)
    if not isinstance(value, int | float) or not 0 <= value < 1:
        raise InputError(f"{path}: layer_norm_eps is {value!r}; expected a small number, such as 1e-12")
    return float(value)


def _plain_name(told: object) -> str:
    """The last part of a name, with nothing that a signature gives a meaning."""
    last = str(told).replace("\\", "/").rstrip("/").rpartition("/")[2] if isinstance(told, str) else ""
    return "".join(letter if letter.isascii() and (letter.isalnum() or letter in "._-") else "_" for letter in last)
