"""The data of small reports, for tests of the script that reads them."""

import base64
import zlib
from typing import Any

import numpy as np

_TYPES = {"u8": "u1", "u16": "<u2", "u32": "<u4", "i32": "<i4", "f32": "<f4", "f64": "<f8"}


class Blobs:
    """Arrays and texts as a page holds them, and what the header says of them."""

    def __init__(self) -> None:
        self.encoded: dict[str, str] = {}
        self.described: dict[str, dict[str, Any]] = {}

    def add(self, values: Any, kind: str | None = None) -> str:
        """Keeps numbers in the smallest type that holds them all; gives the name of the blob."""
        array = np.asarray(values)
        if kind is None:
            kind = next(name for name, code in _TYPES.items() if _fits(array, np.dtype(code)))
        content = np.ascontiguousarray(array, dtype=_TYPES[kind]).tobytes()
        return self._keep(content, {"type": kind, "length": array.size})

    def add_text(self, text: str) -> str:
        return self._keep(text.encode(), {"type": "text"})

    def _keep(self, content: bytes, described: dict[str, Any]) -> str:
        name = f"blob{len(self.encoded)}"
        compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
        self.encoded[name] = base64.b64encode(compressor.compress(content) + compressor.flush()).decode()
        self.described[name] = described
        return name


def _fits(array: Any, kind: np.dtype[Any]) -> bool:
    with np.errstate(invalid="ignore", over="ignore"):
        return np.array_equal(array.astype(kind).astype(np.float64), array, equal_nan=True)
