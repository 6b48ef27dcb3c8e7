"""The data of small reports, for tests of the script that reads them."""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mtassay import EvalSet
from mtassay.analyses.base import ANALYSES, Counts, Plan
from mtassay.analyses.counting.error_classes import CLASSES, nearest_references
from mtassay.analyses.counting.ngram_counts import NgramCounts
from mtassay.analyses.counting.view import View
from mtassay.analyses.measures import MetricMeasure
from mtassay.analyses.ngrams import Ngrams
from mtassay.analyses.view_fields import ViewFields
from mtassay.checks.base import CHECKS
from mtassay.comparison.groups import Labels
from mtassay.reports.page.held_texts import hold_texts
from mtassay.significance.jackknife import FEWEST_UNITS

WORDS = [
    *("the", "a", "cat", "dog", "sat", "on", "mat", "going", "to", "show", "you", "it's", "Phantom", "3,000", ".", ","),
    *(
        "!",
        "eau",
        "don't",
        "Zürich",
        "日本",
        "be",
        "</script>",
        "STRASSE",
        "straße",
        "ı",
        "İ",
        "e\u0301",
        "\U0001f600",
        "\u202e",
    ),
]
MEMBERS = {"base": ["base"], "new": ["new.1", "new.2"], "far": ["far"], "copy": ["copy"]}
"""The training runs of the systems of `random_set`."""

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


def random_texts(rng: np.random.Generator, size: int) -> list[str]:
    return [" ".join(rng.choice(WORDS, rng.integers(0, 18)).tolist()) for _ in range(size)]


def changed(rng: np.random.Generator, texts: list[str], share: float) -> list[str]:
    """The same texts with some other words."""
    return [
        " ".join(str(rng.choice(WORDS)) if rng.random() < share else word for word in text.split()) for text in texts
    ]


def random_set(seed: int, size: int = 150, references: int = 1) -> EvalSet:
    """A test set with four outputs, of which two are runs of a system, one is worse and one is a copy."""
    rng = np.random.default_rng(seed)
    texts = random_texts(rng, size)
    outputs = [changed(rng, texts, share) for share in (0.3, 0.25, 0.28, 0.5)]
    every = [texts, *(changed(rng, texts, 0.1) for _ in range(references - 1))]
    return EvalSet(
        [list(several) for several in zip(*every, strict=True)],
        sources=random_texts(rng, size),
        systems={"base": outputs[0], "new.1": outputs[1], "new.2": outputs[2], "far": outputs[3], "copy": outputs[0]},
        labels={
            "document": [f"d{number // 3}" for number in range(size)],
            "domain": rng.choice(["news", "it's", "talks, long", ""], size).tolist(),
            "year": rng.choice(["1999", "2000", "2001,5"], size).tolist(),
        },
        warn_of_blanks=False,
    )


@dataclass(frozen=True, eq=False)
class SmallReport:
    """A test set, what is compared in it, and the data of its report."""

    evalset: EvalSet
    view: View
    plan: Plan
    header: dict[str, Any]
    encoded: dict[str, str]


def small_report(
    evalset: EvalSet,
    specs: Sequence[str] = ("words", "words:by=shape", "segments", "errors", "kept"),
    metrics: Sequence[str] = ("chrf", "bleu", "ter"),
    *,
    members: Mapping[str, Sequence[str]] | None = None,
    unit: str | None = None,
) -> SmallReport:
    """`members` are the training runs of each system, where there are several."""
    view = View(evalset, metrics)
    groups = (
        {name: [name] for name in view.runs} if members is None else {key: [*names] for key, names in members.items()}
    )
    labels = None if unit is None else Labels.of(evalset, unit)
    plan = Plan(
        systems=tuple(groups),
        runs=tuple(tuple(view.runs.index(run) for run in names) for names in groups.values()),
        pairs=tuple((0, second) for second in range(1, len(groups))),
        unit=unit or "segment",
        units=None if labels is None else labels.numbers,
    )
    fields = ViewFields(view, groups)
    blobs = Blobs()
    header = {
        "segments": len(evalset),
        "numbers": None,
        "runs": list(view.runs),
        "systems": [{"name": name, "runs": list(runs)} for name, runs in zip(plan.systems, plan.runs, strict=True)],
        "alpha": plan.alpha,
        "fewest": FEWEST_UNITS,
        "unit": None if unit is None else {"name": unit, "of": blobs.add(plan.units)},
        "splitting": view.splitting,
        "metrics": [_metric(view, number, blobs) for number in range(len(view.metrics))],
        "tables": [
            _table(f"{spec}/{number}", counts, view, blobs)
            for spec in specs
            for number, counts in enumerate(ANALYSES.create(spec).count(view))  # type: ignore[attr-defined]
        ],
        **_known(view, fields, blobs),
        "blobs": blobs.described,
    }
    return SmallReport(evalset, view, plan, json.loads(json.dumps(header)), blobs.encoded)


def _metric(view: View, number: int, blobs: Blobs) -> dict[str, Any]:
    metric, names, evidence = view.metrics[number], view.metric_names[number], view.evidence(number)
    return {
        "key": names.spec,
        "name": names.name,
        "spec": names.spec,
        "label": names.heading,
        "places": metric.places,
        "higher": metric.higher_is_better,
        "columns": len(metric.columns),
        "rows": blobs.add(evidence.table.transpose(2, 1, 0)),
        "formula": metric.in_browser(),
        "scores": blobs.add(evidence.score_units().T, "f64"),
    }


def _table(key: str, counts: Counts, view: View, blobs: Blobs) -> dict[str, Any]:
    of_metric = [line.measures[0].metric for line in counts.lines if isinstance(line.measures[0], MetricMeasure)]
    places = {name: place for place, name in enumerate(counts.columns)}

    def measure(given: Any) -> dict[str, Any]:
        shared = {"key": given.key, "title": given.title, "places": given.places, "direction": given.direction}
        if isinstance(given, MetricMeasure):
            return {**shared, "metric": view.metrics.index(given.metric)}
        ratios = [
            {
                "above": [places[name] for name in ratio.above],
                "below": [places[name] for name in ratio.below],
                "scale": ratio.scale,
            }
            for ratio in given.ratios
        ]
        return {**shared, "ratios": ratios}

    return {
        "key": key,
        "title": counts.title,
        "columns": list(counts.columns),
        "rows": None if of_metric else blobs.add(counts.rows.transpose(2, 1, 0)),
        "metric": view.metrics.index(of_metric[0]) if of_metric else None,
        "lines": [
            {
                "key": line.key,
                "title": line.title,
                "measures": [measure(given) for given in line.measures],
                "part": [places[name] for name in line.part],
                "size": [places[name] for name in line.size],
                "segments": None if line.segments is None else blobs.add(line.segments, "u32"),
                "total": line.is_total,
            }
            for line in counts.lines
        ],
        "whole": None if counts.whole is None else measure(counts.whole),
    }


def _known(view: View, fields: ViewFields, blobs: Blobs) -> dict[str, Any]:
    """What filters and n-grams ask for."""
    evalset = view.evalset
    labels = {
        name: {
            "values": list(dict.fromkeys(values)),
            "of": blobs.add([list(dict.fromkeys(values)).index(value) for value in values]),
        }
        for name, values in evalset.labels.items()
    }
    references = evalset.references
    checks = list(CHECKS)
    known: dict[str, Any] = {
        "labels": labels,
        "lengths": None if references is None else blobs.add(fields.lengths()),
        "sourceLengths": None if evalset.sources is None else blobs.add(fields.source_lengths()),
        "differences": None,
        "errors": None,
        "checks": {
            "names": checks,
            "found": blobs.add([[fields.finding_mask(name, run) for run in view.runs] for name in checks], "u8"),
        },
        "ngrams": None,
        "texts": {
            "source": None if evalset.sources is None else _texts(evalset.sources, blobs),
            "references": []
            if references is None
            else [_texts(texts, blobs) for texts in zip(*references, strict=True)],
            "runs": [_texts(evalset.systems[run], blobs) for run in view.runs],
        },
        "classes": None,
    }
    if references is not None:
        known["differences"] = blobs.add([fields.length_differences(run) for run in view.runs], "i32")
        counts = [[fields.error_counts(name, run) for run in view.runs] for name in CLASSES]
        known["errors"] = {"classes": list(CLASSES), "counts": blobs.add(counts)}
        known["ngrams"] = _ngrams(view, blobs)
        nearest = [blobs.add(nearest_references(view, run), "u8") for run in range(len(view.runs))]
        known["classes"] = {"runs": [], "nearest": nearest}
    return known


def _texts(texts: Sequence[str], blobs: Blobs) -> str:
    return blobs.add_text("".join(f"{text}\u001e" for text in hold_texts(texts)))


def _ngrams(view: View, blobs: Blobs) -> dict[str, Any]:
    runs = range(len(view.runs))
    vocabulary = view.number_all()
    outputs, references = [view.output_words(run) for run in runs], [view.reference_words(run) for run in runs]
    counts = NgramCounts.of(outputs, references, Ngrams().orders, Ngrams().least)
    words = ["\u001f".join(counts.text(ngram, vocabulary)) for ngram in range(len(counts))]
    return {
        "words": blobs.add_text("\u001e".join(words)),
        "starts": blobs.add(counts.starts),
        "segments": blobs.add(counts.segments),
        "outputs": blobs.add(counts.outputs.T),
        "references": blobs.add(counts.references.T),
    }
