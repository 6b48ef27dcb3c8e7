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
from mtassay.analyses.counting.error_classes import CLASSES, count_classes, find_classes, nearest_references
from mtassay.analyses.counting.view import View
from mtassay.analyses.errors import Errors
from mtassay.analyses.figures import FigureTable
from mtassay.analyses.measures import Measure, MetricMeasure, RatioMeasure
from mtassay.analyses.result import Analyses
from mtassay.reports.page.held_texts import hold_texts
from mtassay.reports.page.report_view import table_key
from mtassay.significance.jackknife import FEWEST_UNITS

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
    return {
        "version": __version__,
        "segments": len(view),
        "numbers": None if view.is_whole else blobs.numbers(view.segments + 1),
        "runs": list(view.runs),
        "systems": [{"name": name, "runs": list(runs)} for name, runs in zip(plan.systems, plan.runs, strict=True)],
        "pair": list(plan.pairs[0]) if plan.pairs else None,
        "alpha": plan.alpha,
        "fewest": FEWEST_UNITS,
        "refusal": analyses.refusal,
        "unit": None if plan.units is None else {"name": plan.unit, "of": blobs.numbers(plan.units)},
        "splitting": view.splitting,
        "metrics": [_metric(analyses, number, blobs) for number in range(len(view.metrics))],
        "tables": [
            _table(table, view, blobs)
            for table in analyses.results
            # rows of documents are not those of segments
            if isinstance(table, FigureTable) and len(table.counts.rows) == len(view)
        ],
        **_given(view, blobs),
        **_outcomes(analyses, blobs),
        "texts": _texts(view, blobs),
        "classes": _classes(analyses, blobs),
    }


def _metric(analyses: Analyses, number: int, blobs: _Blobs) -> dict[str, Any]:
    view = analyses.view
    metric, names, evidence = view.metrics[number], view.metric_names[number], view.evidence(number)
    formula, of_segments = metric.in_browser(), metric.for_segments().in_browser()
    return {
        "key": names.spec,
        "name": names.name,
        "spec": names.spec,
        "label": names.heading,
        "places": metric.places,
        "higher": metric.higher_is_better,
        "columns": len(metric.columns),
        "rows": None if formula is None else blobs.numbers(evidence.table.transpose(2, 1, 0)),
        "formula": formula,
        "segmentFormula": of_segments,
        "scores": None if of_segments is not None else blobs.numbers(evidence.score_units().T),
    }


def _table(table: FigureTable, view: View, blobs: _Blobs) -> dict[str, Any]:
    counts = table.counts
    places = {name: place for place, name in enumerate(counts.columns)}
    metric = next((line.measures[0] for line in counts.lines if isinstance(line.measures[0], MetricMeasure)), None)
    return {
        "key": table_key(table),
        "title": counts.title,
        "columns": list(counts.columns),
        "rows": None if metric is not None else blobs.numbers(counts.rows.transpose(2, 1, 0)),
        "metric": None if metric is None else view.metrics.index(metric.metric),
        "lines": [
            {
                "key": line.key,
                "title": line.title,
                "measures": [_measure(line.measures[0], places, view)],
                "part": [places[name] for name in line.part],
                "size": [places[name] for name in line.size],
                "segments": None if line.segments is None else blobs.numbers(line.segments),
                "total": line.is_total,
            }
            for line in counts.lines
        ],
        "whole": None if counts.whole is None else _measure(counts.whole, places, view),
    }


def _measure(measure: Measure, places: Mapping[str, int], view: View) -> dict[str, Any]:
    shown = {
        "key": measure.key,
        "title": measure.title,
        "places": measure.places,
        "direction": measure.direction,
    }
    if isinstance(measure, MetricMeasure):
        return {**shown, "metric": view.metrics.index(measure.metric)}
    assert isinstance(measure, RatioMeasure)
    ratios = [
        {
            "above": [places[name] for name in ratio.above],
            "below": [places[name] for name in ratio.below],
            "scale": ratio.scale,
        }
        for ratio in measure.ratios
    ]
    return {**shown, "ratios": ratios}


def _given(view: View, blobs: _Blobs) -> dict[str, Any]:
    """What filters ask of segments before anybody translated them: labels and lengths."""
    labels = {}
    for name in view.evalset.labels:
        values = view.labels(name)
        known = {value: place for place, value in enumerate(dict.fromkeys(values))}
        labels[name] = {
            "values": list(known),
            "of": blobs.numbers(np.array([known[value] for value in values], dtype=np.int64)),
        }
    has_references, has_sources = view.evalset.references is not None, view.evalset.sources is not None
    return {
        "labels": labels,
        "lengths": blobs.numbers(view.reference_words().lengths) if has_references else None,
        "sourceLengths": blobs.numbers(view.source_words().lengths) if has_sources else None,
    }


def _outcomes(analyses: Analyses, blobs: _Blobs) -> dict[str, Any]:
    """What filters ask of outputs: how long they are, what is wrong with their words, what checks found."""
    view = analyses.view
    runs = range(len(view.runs))
    differences = errors = checks = None
    if view.evalset.references is not None:
        lengths = [view.output_words(run).lengths - view.reference_words(run).lengths for run in runs]
        differences = blobs.numbers(np.stack(lengths))
    if view.evalset.references is not None and _has(analyses, "errors"):
        base = Errors().resolved_base(view)
        counted = []
        for run in runs:
            classes = find_classes(view, run, base, case_apart=True)
            counts = count_classes(classes.output, view.output_words(run))
            missing = CLASSES.index("missing")
            counts[:, missing] = count_classes(classes.reference, view.reference_words(run))[:, missing]
            counted.append(counts.T)
        errors = {"classes": list(CLASSES), "counts": blobs.numbers(np.stack(counted, axis=1))}
    if _has(analyses, "checks"):
        names = list(dict.fromkeys(name for name, _ in view.findings()))
        masks = [[view.finding_mask(name, run) for run in view.runs] for name in names]
        found_in = np.array(masks, dtype=np.float64).reshape(len(names), len(view.runs), len(view))
        checks = {"names": names, "found": blobs.numbers(found_in)}
    return {"differences": differences, "errors": errors, "checks": checks}


def _has(analyses: Analyses, name: str) -> bool:
    return any(spec.partition(":")[0] == name for spec in analyses.signatures)


def _texts(view: View, blobs: _Blobs) -> dict[str, Any]:
    evalset = view.evalset
    segments = view.segments.tolist()
    references = evalset.references
    # of segments with different numbers of references all have the first
    count = 0 if references is None else int(np.diff(references.starts).min())
    return {
        "source": None if evalset.sources is None else blobs.texts([evalset.sources[segment] for segment in segments]),
        "references": [
            blobs.texts([references[segment][number] for segment in segments])
            for number in range(count)
            if references is not None
        ],
        "runs": [blobs.texts(view.texts(run)) for run in range(len(view.runs))],
    }


def _classes(analyses: Analyses, blobs: _Blobs) -> dict[str, Any] | None:
    """A letter for each word of the outputs; None where nobody analysed errors."""
    if not _has(analyses, "errors"):
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
    nearest = [blobs.numbers(nearest_references(view, run)) for run in range(len(view.runs))]
    return {"runs": runs, "nearest": nearest}


def _smallest(values: NDArray[Any]) -> str:
    """The name of the smallest type that keeps all values."""
    for kind in ("u1", "u2", "u4", "i4", "f4"):
        with np.errstate(invalid="ignore", over="ignore"):
            if np.array_equal(values, values.astype(kind).astype(np.float64), equal_nan=True):
                return kind
    return "f8"
