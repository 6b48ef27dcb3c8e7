"""The data that a report holds for its script: a header, and blobs of numbers and texts, each packed."""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from mtassay import __version__
from mtassay.analyses.counting.error_classes import find_classes
from mtassay.analyses.errors import Errors
from mtassay.analyses.result import Analyses
from mtassay.reports.page.held_texts import hold_texts

_END_OF_SEGMENT = "\x1e"
_SEPARATORS = {_END_OF_SEGMENT, "\x1f"}
_LETTERS = ".cio.el"
"""A letter for each class of words: right, case, inflection, order, extra, lexical; outputs have no missing words."""
_KINDS = {"u1": "u8", "u2": "u16", "u4": "u32", "i4": "i32", "f4": "f32", "f8": "f64"}


class _Blobs:
    """Arrays and texts by the names that the header calls them by."""

    def __init__(self) -> None:
        self.described: dict[str, Mapping[str, Any]] = {}
        self.packed: dict[str, bytes] = {}

    def numbers(self, values: NDArray[Any]) -> str:
        """Keep numbers in the smallest type that has all of them."""
        kind = _smallest(values)
        flat = np.ascontiguousarray(values.reshape(-1), dtype=f"<{kind}")
        return self._keep({"type": _KINDS[kind], "length": flat.size}, flat.tobytes())

    def texts(self, texts: Sequence[str]) -> str:
        """Keep the texts of all segments."""
        joined = "".join(text + _END_OF_SEGMENT for text in hold_texts(texts))
        return self._keep({"type": "text"}, joined.encode())

    def lines(self, lines: Sequence[str]) -> str:
        """Keep lines of letters."""
        return self._keep({"type": "text"}, "".join(f"{line}\n" for line in lines).encode())

    def _keep(self, described: Mapping[str, Any], content: bytes) -> str:
        name = f"b{len(self.packed)}"
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        self.described[name] = described
        self.packed[name] = packer.compress(content) + packer.flush()
        return name


def write_data(analyses: Analyses) -> Markup:
    """The header and the blobs as elements of a page, which no browser shows and no text can end."""
    blobs = _Blobs()
    header = {**_header(analyses, blobs), "blobs": blobs.described}
    written = json.dumps(header, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    parts = [f'<script type="application/json" id="report-data">{written}</script>']
    parts += [
        f'<script type="text/plain" data-blob="{name}">{base64.b64encode(packed).decode()}</script>'
        for name, packed in blobs.packed.items()
    ]
    return Markup("\n".join(parts))  # letters, digits and escaped JSON alone


def _header(analyses: Analyses, blobs: _Blobs) -> dict[str, Any]:
    view, plan = analyses.view, analyses.plan
    evalset = view.evalset
    segments = view.segments.tolist()
    references = [] if evalset.references is None else [evalset.references[segment][0] for segment in segments]
    return {
        "version": __version__,
        "segments": len(view),
        "numbers": None if view.is_whole else blobs.numbers(view.segments + 1),
        "runs": list(view.runs),
        "systems": [{"name": name, "runs": list(runs)} for name, runs in zip(plan.systems, plan.runs, strict=True)],
        "pair": list(plan.pairs[0]) if plan.pairs else None,
        "splitting": view.splitting,
        "metrics": [
            {
                "label": view.metric_labels[number],
                "places": metric.places,
                "higher": metric.higher_is_better,
                "scores": blobs.numbers(view.evidence(number).score_units().T),
            }
            for number, metric in enumerate(view.metrics)
        ],
        "texts": {
            "source": None
            if evalset.sources is None
            else blobs.texts([evalset.sources[segment] for segment in segments]),
            "references": [blobs.texts(references)] if references else [],
            "runs": [blobs.texts(view.texts(run)) for run in range(len(view.runs))],
        },
        "classes": _classes(analyses, blobs),
    }


def _classes(analyses: Analyses, blobs: _Blobs) -> dict[str, Any] | None:
    """A letter for each word of the outputs; None where nobody analysed errors."""
    spec = next((spec for spec in analyses.signatures if spec.partition(":")[0] == "errors"), None)
    if spec is None:
        return None
    view = analyses.view
    base = Errors().resolved_base(view)
    letters = np.array(list(_LETTERS))
    runs = []
    for run in range(len(view.runs)):
        classes = find_classes(view, run, base, case_apart=True)
        words = view.output_words(run)
        joined = "".join(letters[classes.output].tolist())
        of_segments = [joined[start:end] for start, end in pairwise(words.starts.tolist())]
        # a text with one of our own separators is held with other words than were classified
        runs.append(
            blobs.lines(
                [
                    "" if _SEPARATORS & set(text) else line
                    for text, line in zip(view.texts(run), of_segments, strict=True)
                ]
            )
        )
    return {"runs": runs}


def _smallest(values: NDArray[Any]) -> str:
    """The name of the smallest type that keeps all values."""
    for kind in ("u1", "u2", "u4", "i4", "f4"):
        with np.errstate(invalid="ignore", over="ignore"):
            if np.array_equal(values, values.astype(kind).astype(np.float64), equal_nan=True):
                return kind
    return "f8"
