"""The forward pass of a transformer of MiniLM's size beside numpy's matrix product, one thread, in GFLOP a second."""

import statistics
import time
from collections.abc import Callable

import numpy as np
from threadpoolctl import threadpool_limits

from mtassay.alignment.resources.transformer.encoder import open_transformer
from mtassay.alignment.resources.transformer.pieces import Pieces
from mtassay.alignment.resources.transformer.shape import Shape

TEXTS = 256
REPEATS = 5
ROWS = 2048


def run(model: str = "") -> None:
    """Print what the forward pass and a plain product reach; `model` is a folder, by default that of a package."""
    from mtassay.alignment.resources.finding import find_resource
    from mtassay.alignment.resources.transformer.encoder import TRANSFORMER

    found = find_resource(TRANSFORMER, model)
    if found is None:
        print(f"no transformer here; {TRANSFORMER.remedy}")
        return
    transformer = open_transformer(str(found.path))
    shape, rng = transformer.shape, np.random.default_rng(1)
    lengths = rng.integers(15, 45, TEXTS).tolist()
    texts = [Pieces(rng.integers(0, transformer.pieces.size, length), (), False) for length in lengths]
    rows = rng.random((ROWS, shape.width), dtype=np.float32)
    weight = rng.random((shape.inner_width, shape.width), dtype=np.float32)
    with threadpool_limits(1, "blas"):
        transformer.load(shape.layers)
        stacks = [[texts[place] for place in stack] for stack in transformer.stacks(texts)]

        def forward() -> None:
            for stack in stacks:
                transformer.stack_vectors(stack, shape.layers)

        def product() -> None:
            rows @ weight.T

        forward()
        measured = [
            (
                rate(forward, sum(operations(length, shape) for length in lengths)),
                rate(product, 2 * rows.size * len(weight)),
            )
            for _ in range(REPEATS)
        ]
    ours, plain = (statistics.median(column) for column in zip(*measured, strict=True))
    print(f"{TEXTS} texts of 15 to 44 pieces, {shape.layers} layers of {shape.width} numbers, CPU time, one thread")
    print(f"  forward pass  {ours:6.1f} GFLOP/s")
    print(f"  numpy product {plain:6.1f} GFLOP/s; the forward pass reaches {ours / plain:.0%} of it")


def operations(length: int, shape: Shape) -> int:
    """Multiplications and additions that a text of some pieces needs, nothing that is computed for padding."""
    by_piece = 2 * (4 * shape.width**2 + 2 * shape.width * shape.inner_width)
    return shape.layers * (length * by_piece + 4 * length**2 * shape.width)


def rate(work: Callable[[], object], count: float) -> float:
    """GFLOP a second of CPU time."""
    started = time.process_time()
    work()
    return count / (time.process_time() - started) / 1e9
