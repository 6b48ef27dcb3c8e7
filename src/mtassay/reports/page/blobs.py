"""Numbers and texts as a report holds them: packed, named, and each once."""

import base64
import hashlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtassay.reports.page.held_texts import hold_texts

_END_OF_SEGMENT = "\x1e"
_KINDS = {"u1": "u8", "u2": "u16", "u4": "u32", "i4": "i32", "f4": "f32", "f8": "f64"}
_WHOLE = ("u1", "u2", "u4", "i4")
_NEAR = 6
"""How many columns back a series is looked for that foretells another."""
_FEWEST_VALUES = 256
"""Shorter arrays gain less by a series than its place in the header takes."""
_WAYS = ((7, zlib.Z_DEFAULT_STRATEGY), (9, zlib.Z_RLE), (9, zlib.Z_HUFFMAN_ONLY))
"""Texts repeat themselves; numbers do by chance alone, and to look for it costs time and bits."""

_LARGE = 1_000_000
"""Of more bytes not all are packed in every way."""

Ints = NDArray[np.signedinteger[Any]]


class Blobs:
    """Arrays and texts by the names that the header calls them by; the same content is held once.

    Numbers of several series, `(columns, runs, segments)` or `(series, segments)`, are held as differences to an
    earlier series where that takes fewer bits: counts of longer n-grams nearly follow from those of shorter ones, and
    one run is much like another. All lowest bytes stand first, then the next ones, which are mostly 0.
    """

    def __init__(self) -> None:
        self.described: dict[str, Mapping[str, Any]] = {}
        self.packed: dict[str, bytes] = {}
        self._names: dict[tuple[str, bytes], str] = {}  # by what is said of them, and their digests

    def numbers(self, values: NDArray[Any]) -> str:
        """Keep numbers in the smallest type that has all of them."""
        kind = _smallest(values)
        described = {"type": _KINDS[kind], "length": values.size}
        if kind in _WHOLE and values.size >= _FEWEST_VALUES:
            # a copy, and series in one piece: all that follows is done in its place, as it may be large
            left = values.astype(_roomy(values), order="C")
            steps = _foretell(left)
            _fold(left)
            width = next(size for size in (1, 2, 4, 8) if int(left.max()) < 1 << 8 * size)
            if width < 8:
                planes = left.astype(f"<u{width}").reshape(-1, 1).view(np.uint8).T
                return self._keep({**described, "from": steps, "bytes": width}, planes.tobytes())
        return self._keep(described, np.ascontiguousarray(values.reshape(-1), dtype=f"<{kind}").tobytes())

    def texts(self, *several: Sequence[str]) -> list[str]:
        """Keep texts of all segments; those of a segment stand side by side, as they are much alike."""
        held = [hold_texts(texts) for texts in several]
        joined = "".join(text + _END_OF_SEGMENT for texts in zip(*held, strict=True) for text in texts)
        whole = self.text(joined)
        names = [f"{whole}.{place}" for place in range(len(several))]
        for place, name in enumerate(names):
            self.described[name] = {"type": "text", "in": whole, "place": place, "of": len(several)}
        return names

    def text(self, content: str) -> str:
        """Keep a text as it is."""
        return self._keep({"type": "text"}, content.encode())

    def elements(self) -> Iterator[tuple[str, str]]:
        """Names, and what is written for each."""
        for name, packed in self.packed.items():
            yield name, base64.b64encode(packed).decode()

    def _keep(self, described: Mapping[str, Any], content: bytes) -> str:
        key = repr(described), hashlib.sha256(content).digest()
        if key not in self._names:
            name = self._names[key] = f"b{len(self.packed)}"
            self.described[name] = described
            self.packed[name] = _packed(content)
        return self._names[key]


def _packed(content: bytes) -> bytes:
    """Packed in the best way; of what is large a part tells which that is."""
    middle = max(0, len(content) - _LARGE) // 2
    part = content[middle : middle + _LARGE]
    tried = [_packed_by(way, part) for way in _WAYS]
    best = min(range(len(_WAYS)), key=lambda place: len(tried[place]))
    return tried[best] if len(part) == len(content) else _packed_by(_WAYS[best], content)


def _packed_by(way: tuple[int, int], content: bytes) -> bytes:
    level, strategy = way
    packer = zlib.compressobj(level, zlib.DEFLATED, -15, zlib.DEF_MEM_LEVEL, strategy)
    return packer.compress(content) + packer.flush()


def _foretell(values: Ints) -> list[int]:
    """For each series how many series before it stands the one that is taken away, 0 for none; what is left stays."""
    runs = values.shape[1] if values.ndim == 3 else 1
    series = values.reshape(-1, values.shape[-1])
    chosen: list[int] = []
    for place, own in enumerate(series):
        column, run = divmod(place, runs)
        steps = [runs * back for back in range(1, min(column, _NEAR) + 1)]  # of the same run
        steps += sorted({1, run} - {0}) if run else []  # of the run before, and of the first
        least, best = _bits(own), 0
        for step in steps:
            bits = _bits(own - series[place - step])
            if bits < least:
                least, best = bits, step
        chosen.append(best)
    for place in reversed(range(len(series))):  # each while those before it are whole
        if chosen[place]:
            series[place] -= series[place - chosen[place]]
    return chosen


def _fold(values: Ints) -> None:
    """Make what is near 0 on either side small: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4."""
    signs = values >> (8 * values.itemsize - 1)  # all bits set below 0
    values <<= 1
    values ^= signs


def _bits(values: Ints) -> float:
    """How many bits it takes to say values of such frequencies."""
    lowest = int(values.min(initial=0))
    spread = int(values.max(initial=0)) - lowest
    if spread > 16 * len(values) + 65_536:  # too wide to be counted
        return float(len(values) * spread.bit_length())
    counts = np.bincount(values - lowest)
    counts = counts[counts > 0]
    return float(len(values) * np.log2(max(len(values), 1)) - counts @ np.log2(counts))


def _roomy(values: NDArray[Any]) -> type[np.signedinteger[Any]]:
    """A type that keeps the differences of whole numbers, and twice those."""
    most = max(int(values.max()), -int(values.min()))
    return next((kind for kind in (np.int16, np.int32) if 4 * most <= np.iinfo(kind).max), np.int64)


def _smallest(values: NDArray[Any]) -> str:
    """The name of the smallest type that keeps all values."""
    if np.issubdtype(values.dtype, np.integer) and values.size:
        low, high = int(values.min()), int(values.max())
        fitting = (kind for kind in _WHOLE if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max)
        if (kind := next(fitting, None)) is not None:
            return kind
    for kind in ("u1", "u2", "u4", "i4", "f4"):
        with np.errstate(invalid="ignore", over="ignore"):
            if np.array_equal(values, values.astype(kind).astype(np.float64), equal_nan=True):
                return kind
    return "f8"
