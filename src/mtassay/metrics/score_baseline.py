"""What unrelated texts get by BERTScore, layer by layer: a table `LAYER,P,R,F`, as bert-score writes them."""

import csv
import hashlib
import math
from dataclasses import dataclass
from functools import lru_cache

from mtassay.alignment.resources.finding import absolute_path, file_state
from mtassay.corpus import limits
from mtassay.corpus.packed import read_bytes
from mtassay.errors import InputError

_COLUMNS = ("LAYER", "P", "R", "F")
_MOST_BYTES = 1024**2
_SHOWN_DIGITS = 12


@dataclass(frozen=True)
class Baseline:
    """Precision, recall and F1 of unrelated texts."""

    precision: float
    recall: float
    f1: float


def read_baseline(path: str, layer: int) -> Baseline:
    """The line of a layer."""
    layers = _read(path, file_state(absolute_path(path)))[0]
    if layer not in layers:
        raise InputError(
            f"{path}: no line of layer {layer}; it has {', '.join(map(str, sorted(layers)))}. "
            "Is it the baseline of this model?"
        )
    return layers[layer]


def baseline_digest(path: str) -> str:
    """The start of the SHA-256 of a file."""
    return _read(path, file_state(absolute_path(path)))[1]


@lru_cache(maxsize=8)
def _read(path: str, state: tuple[int, ...]) -> tuple[dict[int, Baseline], str]:
    content = read_bytes(path)
    limits.check_bytes(len(content), path, _MOST_BYTES, " of baselines")
    try:
        rows = list(csv.reader(content.decode("utf-8-sig").splitlines()))
    except (UnicodeDecodeError, csv.Error):
        rows = []
    if not rows or tuple(cell.strip() for cell in rows[0][: len(_COLUMNS)]) != _COLUMNS:
        raise InputError(f"{path}: no table of baselines; line 1 should be {','.join(_COLUMNS)}, as bert-score has it")
    layers: dict[int, Baseline] = {}
    for line, row in enumerate(rows[1:], start=2):
        if not any(cell.strip() for cell in row):
            continue
        try:
            layer, values = int(row[0]), tuple(map(float, row[1 : len(_COLUMNS)]))
        except ValueError:
            layer, values = 0, ()
        if len(values) != len(_COLUMNS) - 1 or not all(math.isfinite(value) and value < 1 for value in values):
            raise InputError(
                f"{path}, line {line}: expected a layer and three numbers below 1, found {','.join(row)!r}"
            )
        if layer in layers:
            raise InputError(f"{path}, line {line}: a second line of layer {layer}; leave one out")
        layers[layer] = Baseline(*values)
    return layers, hashlib.sha256(content).hexdigest()[:_SHOWN_DIGITS]
