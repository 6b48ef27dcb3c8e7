"""The weights of a transformer, from `model.safetensors`, under one set of names for all types."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtassay.alignment.resources.transformer.shape import Shape
from mtassay.errors import InputError, MissingExtra

Matrix = NDArray[np.float32]

_MOST_HEADER_BYTES = 10 * 1024**2
_NUMBERS = ("F32", "F16", "F64")
_LAYER = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "joined": "attention.output.dense",
    "attention_norm": "attention.output.LayerNorm",
    "widened": "intermediate.dense",
    "narrowed": "output.dense",
    "norm": "output.LayerNorm",
}
_LAYER_OF_DISTILBERT = {
    "query": "attention.q_lin",
    "key": "attention.k_lin",
    "value": "attention.v_lin",
    "joined": "attention.out_lin",
    "attention_norm": "sa_layer_norm",
    "widened": "ffn.lin1",
    "narrowed": "ffn.lin2",
    "norm": "output_layer_norm",
}


class Weights:
    """Tensors by our names: `pieces`, `positions`, `norm.weight`, `0.query.weight` and so on."""

    def __init__(self, tensors: Mapping[str, Matrix]) -> None:
        self._tensors = tensors

    def __getitem__(self, name: str) -> Matrix:
        return self._tensors[name]

    def linear(self, name: str) -> tuple[Matrix, Matrix]:
        """Weight and bias."""
        return self[f"{name}.weight"], self[f"{name}.bias"]


def read_weights(path: Path, shape: Shape, layers: int) -> Weights:
    """The embeddings and the first layers, each tensor of the right size and without a number that is none."""
    with _opened(path) as file:
        there = set(file.keys())
        prefix = _prefix(there, shape.model_type)
        tensors = {}
        for ours, theirs, sizes in _wanted(shape, layers):
            tensors[ours] = _read(file, path, prefix + theirs, there, sizes)
    return Weights(tensors)


def _wanted(shape: Shape, layers: int) -> Iterator[tuple[str, str, tuple[int | None, ...]]]:
    """Our name, the name in files, and the sizes; None for one that the file itself tells."""
    width, inner = shape.width, shape.inner_width
    is_distilled = shape.model_type == "distilbert"
    yield "pieces", "embeddings.word_embeddings.weight", (None, width)
    yield "positions", "embeddings.position_embeddings.weight", (shape.positions, width)
    if not is_distilled:
        yield "kinds", "embeddings.token_type_embeddings.weight", (None, width)
    for part in ("weight", "bias"):
        yield f"norm.{part}", f"embeddings.LayerNorm.{part}", (width,)
    names, stem = (_LAYER_OF_DISTILBERT, "transformer.layer") if is_distilled else (_LAYER, "encoder.layer")
    for layer in range(layers):
        for ours, theirs in names.items():
            outer = inner if ours == "widened" else width
            sizes = (outer,) if ours.endswith("norm") else (outer, inner if ours == "narrowed" else width)
            yield f"{layer}.{ours}.weight", f"{stem}.{layer}.{theirs}.weight", sizes
            yield f"{layer}.{ours}.bias", f"{stem}.{layer}.{theirs}.bias", (outer,)


def _prefix(there: set[str], model_type: str) -> str:
    """What names begin with where the file is of a model with a head on top, such as `bert.`."""
    for prefix in ("", f"{model_type.removeprefix('xlm-')}."):
        if f"{prefix}embeddings.word_embeddings.weight" in there:
            return prefix
    return ""


def _read(file: Any, path: Path, name: str, there: set[str], sizes: tuple[int | None, ...]) -> Matrix:
    if name not in there:
        # how the first files of BERT call the two numbers of a norm
        name = name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")
    if name not in there:
        raise InputError(f"{path}: no tensor {name}; is it a whole model, and of the type that config.json says?")
    piece = file.get_slice(name)
    sizes_there = tuple(piece.get_shape())
    if len(sizes_there) != len(sizes) or any(
        own < 1 if size is None else own != size for size, own in zip(sizes, sizes_there, strict=True)
    ):
        wanted = " × ".join("any" if size is None else f"{size}" for size in sizes)
        raise InputError(
            f"{path}: {name} has {' × '.join(map(str, sizes_there)) or 'no'} numbers, and config.json says {wanted}; "
            "are both files of one model?"
        )
    if piece.get_dtype() not in _NUMBERS:
        raise InputError(
            f"{path}: {name} has numbers of the kind {piece.get_dtype()}, and mtassay reads {', '.join(_NUMBERS)}; "
            "save the model as float32"
        )
    tensor: Matrix = np.asarray(file.get_tensor(name), dtype=np.float32)
    with np.errstate(all="ignore"):  # a sum is finite only if all numbers are, and takes no memory
        if not np.isfinite(tensor.sum(dtype=np.float64)):
            raise InputError(f"{path}: {name} has a number that is infinite or none at all; fetch the model again")
    return tensor


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    try:
        from safetensors import SafetensorError, safe_open
    except ImportError:
        raise MissingExtra("a transformer", "bert") from None
    try:
        with open(path, "rb") as start:
            size = int.from_bytes(start.read(8), "little")
        if size > _MOST_HEADER_BYTES:
            raise InputError(
                f"{path}: no safetensors file, or its list of tensors is over 10 MB; fetch the model again"
            )
        with safe_open(path, framework="numpy") as file:
            yield file
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    except SafetensorError as error:
        raise InputError(f"{path}: broken ({error}); is the file cut short? Fetch the model again") from None
