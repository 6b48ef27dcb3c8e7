"""The data that a report holds for its script: a header, and blobs of numbers and texts, each packed."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from mtassay import __version__
from mtassay.analyses.base import ANALYSES
from mtassay.analyses.counting.error_classes import CLASSES, count_classes, find_classes, nearest_references
from mtassay.analyses.counting.view import View
from mtassay.analyses.errors import Errors
from mtassay.analyses.figures import FigureTable
from mtassay.analyses.measures import Measure, MetricMeasure, RatioMeasure
from mtassay.analyses.ngrams import Ngrams, NgramTable
from mtassay.analyses.result import Analyses
from mtassay.analyses.segments import OutcomeTable
from mtassay.checks.base import CHECKS
from mtassay.corpus.formats.marked_errors import MarkedError, place_errors
from mtassay.reports.page.blobs import Blobs
from mtassay.reports.page.report_view import is_of_documents, table_key
from mtassay.reports.shared_texts import ALL_TEXTS, FEWEST_SEGMENTS, SharedTexts
from mtassay.significance.jackknife import FEWEST_UNITS

_SEPARATORS = {"\x1e", "\x1f"}
_LETTERS = ".cio.el"
"""A letter for each class of words: right, case, inflection, order, extra, lexical; outputs have no missing words."""


def write_data(analyses: Analyses, shared: SharedTexts = ALL_TEXTS, *, is_reduced: bool = False) -> Markup:
    """The header and the blobs as elements of a page, which no browser shows and no text can end.

    What `is_reduced` holds no segments but those whose texts are `shared`: enough to list them, too little to filter.
    """
    if is_reduced and shared.is_none:
        return Markup()
    if is_reduced:
        chosen = analyses.view.cut(shared.mask(len(analyses.view)))
        analyses = replace(analyses, view=chosen, plan=replace(analyses.plan, unit="segment", units=None), results=())
        shared = ALL_TEXTS
    blobs = Blobs()
    header = {**_header(analyses, blobs, shared), "live": not is_reduced, "blobs": blobs.described}
    written = json.dumps(header, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    parts = [f'<script type="application/json" id="report-data">{written}</script>']
    parts += [f'<script type="text/plain" data-blob="{name}">{content}</script>' for name, content in blobs.elements()]
    return Markup("\n".join(parts))  # letters, digits and escaped JSON alone


def _header(analyses: Analyses, blobs: Blobs, shared: SharedTexts) -> dict[str, Any]:
    view, plan = analyses.view, analyses.plan
    return {
        "version": __version__,
        "segments": len(view),
        "numbers": None if view.is_whole else blobs.numbers(view.segments + 1),
        "runs": list(view.runs),
        "systems": [{"name": name, "runs": list(runs)} for name, runs in zip(plan.systems, plan.runs, strict=True)],
        "pair": list(plan.pairs[0]) if plan.pairs else None,
        "pairs": [list(pair) for pair in plan.pairs],
        "scorePairs": _score_pairs(analyses),
        "alpha": plan.alpha,
        "fewest": FEWEST_UNITS,
        "refusal": analyses.refusal,
        "unit": None if plan.units is None else {"name": plan.unit, "of": blobs.numbers(plan.units)},
        "splitting": view.splitting,
        "metrics": [_metric(analyses, number, blobs) for number in range(len(view.metrics))],
        "analyses": list(dict.fromkeys(result.spec for result in analyses.results)),
        "tables": [
            _table(table, view, blobs) for table in _figure_tables(analyses) if not is_of_documents(table, view)
        ],
        "documentTables": [
            {**_table(table, view, blobs), "documents": len(table.counts.rows)}
            for table in _figure_tables(analyses)
            if is_of_documents(table, view)
        ],
        "outcomes": [
            {"key": table_key(table), "places": blobs.numbers(table.places)}
            for table in analyses.results
            if isinstance(table, OutcomeTable)
        ],
        **_given(view, blobs, shared),
        **_outcomes(analyses, blobs),
        # words of n-grams are texts too
        "ngrams": None if shared.places is not None else _ngrams(analyses, blobs),
        "texts": None if shared.is_none else _texts(view, blobs, shared),
        "classes": None if shared.is_none else _classes(analyses, blobs, shared),
        "marked": [] if shared.is_none else _marked(view, blobs, shared),
    }


def _figure_tables(analyses: Analyses) -> list[FigureTable]:
    return [table for table in analyses.results if isinstance(table, FigureTable)]


def _score_pairs(analyses: Analyses) -> list[list[int]]:
    """The pairs whose scores were compared, and corrected for each other."""
    if analyses.comparison is None:
        return [list(pair) for pair in analyses.plan.pairs]
    place = analyses.systems.index
    return [[place(pair.first), place(pair.second)] for pair in analyses.comparison.metrics[0].pairs]


def _metric(analyses: Analyses, number: int, blobs: Blobs) -> dict[str, Any]:
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
        "known": None if metric.known_column is None else metric.columns.index(metric.known_column),
        "rows": None if formula is None else blobs.numbers(evidence.table.transpose(2, 1, 0)),
        "formula": formula,
        "segmentFormula": of_segments,
        "scores": None if of_segments is not None else blobs.numbers(evidence.score_units().T),
    }


def _table(table: FigureTable, view: View, blobs: Blobs) -> dict[str, Any]:
    counts = table.counts
    places = {name: place for place, name in enumerate(counts.columns)}
    metric = next((line.measures[0] for line in counts.lines if isinstance(line.measures[0], MetricMeasure)), None)
    return {
        "key": table_key(table),
        "spec": table.spec,
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
                **({"condition": line.condition} if line.condition else {}),
                **({"about": line.about} if line.about else {}),
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


def _given(view: View, blobs: Blobs, shared: SharedTexts) -> dict[str, Any]:
    """What filters ask of segments before anybody translated them: labels and lengths.

    A label may hold comments, or texts: where not all texts are shared, neither is one with a rare value.
    """
    labels = {}
    for name in view.evalset.labels:
        values = view.labels(name)
        if shared.places is not None and min(Counter(values).values()) < FEWEST_SEGMENTS:
            continue
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


def _outcomes(analyses: Analyses, blobs: Blobs) -> dict[str, Any]:
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
        errors = {"classes": list(CLASSES), "counts": blobs.numbers(_in_a_table(np.stack(counted, axis=1), analyses))}
    if _has(analyses, "checks"):
        names = list(CHECKS)  # also those that find nothing, as filters know them
        masks = [[view.finding_mask(name, run) for run in view.runs] for name in names]
        found_in = np.array(masks, dtype=np.float64).reshape(len(names), len(view.runs), len(view))
        checks = {"names": names, "found": blobs.numbers(found_in)}
    return {"differences": differences, "errors": errors, "checks": checks}


def _in_a_table(counts: NDArray[np.int64], analyses: Analyses) -> NDArray[Any]:
    """The rows of a table that begin with these columns, so that both are held once; or the columns themselves."""
    for table in _figure_tables(analyses):
        rows = table.counts.rows.transpose(2, 1, 0)
        if np.array_equal(rows[: len(counts)], counts):
            return rows
    return counts


def _has(analyses: Analyses, name: str) -> bool:
    return any(spec.partition(":")[0] == name for spec in analyses.signatures)


def _ngrams(analyses: Analyses, blobs: Blobs) -> dict[str, Any] | None:
    """The n-grams that tables can list, and where they stand how often; None where nobody asked for any."""
    view = analyses.view
    specs = [table.spec for table in analyses.results if isinstance(table, NgramTable)]
    analysis = ANALYSES.create(specs[0]) if specs else None
    if not isinstance(analysis, Ngrams):
        return None
    counts, vocabulary = analysis.listable(view, analyses.plan), view.number_all()
    words = ["\x1f".join(counts.text(ngram, vocabulary)) for ngram in range(len(counts))]
    is_first = np.diff(counts.ngrams, prepend=-1) > 0
    references = counts.references.T
    is_shared = counts.has_shared_references or bool((references == references[0]).all())
    return {
        "spec": analysis.spec,
        "words": blobs.text("\x1e".join(words)),
        "starts": blobs.numbers(counts.starts),
        "steps": blobs.numbers(np.where(is_first, counts.segments, np.diff(counts.segments, prepend=0))),
        "outputs": blobs.numbers(counts.outputs.T),
        "references": blobs.numbers(references[:1] if is_shared else references),
        "least": analysis.least,
        "alpha": analysis.alpha,
    }


def _texts(view: View, blobs: Blobs, shared: SharedTexts) -> dict[str, Any]:
    """The texts of all segments; of those that are not shared nothing."""
    evalset = view.evalset
    segments = view.segments.tolist()
    references = evalset.references
    mask = shared.mask(len(view)).tolist()

    def held(every: Iterable[str]) -> list[str]:
        return [text if is_shared else "" for text, is_shared in zip(every, mask, strict=True)]

    numbers = np.zeros(1, dtype=np.int64) if references is None else np.diff(references.starts)
    count = int(numbers.min())  # of segments with different numbers of references all have the first
    nearest = None
    if numbers.max() > 1:  # which of them an output is compared with
        nearest = [blobs.numbers(nearest_references(view, run)) for run in range(len(view.runs))]
    of_references = [
        held(references[segment][number] for segment in segments) for number in range(count) if references is not None
    ]
    names = blobs.texts(*of_references, *(held(view.texts(run)) for run in range(len(view.runs))))
    sources = None if evalset.sources is None else held(evalset.sources[segment] for segment in segments)
    return {
        "held": None if shared.places is None else blobs.numbers(np.array(mask, dtype=np.float64)),
        "source": None if sources is None else blobs.texts(sources)[0],  # other words than all others: apart
        "references": names[:count],
        "runs": names[count:],
        "nearest": nearest,
    }


def _classes(analyses: Analyses, blobs: Blobs, shared: SharedTexts) -> dict[str, Any] | None:
    """A letter for each word of the outputs; None where nobody analysed errors."""
    if not _has(analyses, "errors"):
        return None
    view = analyses.view
    base = Errors().resolved_base(view)
    letters = np.array(list(_LETTERS))
    mask = shared.mask(len(view)).tolist()
    runs = []
    for run in range(len(view.runs)):
        classes = find_classes(view, run, base, case_apart=True)
        words = view.output_words(run)
        joined = "".join(letters[classes.output].tolist())
        of_segments = [joined[start:end] for start, end in pairwise(words.starts.tolist())]
        # a text with one of our own separators is held with other words than were classified
        lines = [
            "" if _SEPARATORS & set(text) or not is_shared else line
            for text, line, is_shared in zip(view.texts(run), of_segments, mask, strict=True)
        ]
        runs.append(blobs.text("".join(f"{line}\n" for line in lines)))
    return {"runs": runs}


def _marked(view: View, blobs: Blobs, shared: SharedTexts) -> list[dict[str, Any]]:
    """The errors that metrics mark in outputs, a line of JSON for each segment."""
    mask, segments = shared.mask(len(view)).tolist(), view.segments.tolist()
    marking = []
    for number, metric in enumerate(view.metrics):
        runs: list[str | None] = []
        for run in range(len(view.runs)):
            marked = metric.marked_errors(view.evalset, view.runs[run])
            if marked is None:
                runs.append(None)
                continue
            lines = [
                json.dumps(_placed(marked[segment], text) if is_shared else [], ensure_ascii=False)
                for segment, text, is_shared in zip(segments, view.texts(run), mask, strict=True)
            ]
            runs.append(blobs.text("\n".join(lines)))
        if any(run is not None for run in runs):
            marking.append({"metric": number, "runs": runs})
    return marking


def _placed(marked: Sequence[MarkedError], text: str) -> list[list[int | str]]:
    """Places as browsers count them, by two for what lies beyond the first 65,536 characters."""
    beyond = np.fromiter((character > "\uffff" for character in text), np.int64, len(text))
    places = np.concatenate([[0], np.cumsum(beyond + 1)]).tolist()
    return [
        [places[error.start], places[error.end], error.severity, error.words] for error in place_errors(marked, text)
    ]
