"""Analyses: where and why systems differ."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mtassay import __version__
from mtassay.analyses.base import Result, Standout
from mtassay.analyses.figures import FigureTable
from mtassay.analyses.result import Analyses
from mtassay.comparison.result import Comparison
from mtassay.reports.document import Cell, Column, Document, Exact, Form, Note, Row, Section, Signature, Table, Value
from mtassay.reports.formats.shown_values import shown_number
from mtassay.reports.results.analysis_tables import result_sections, visible_text
from mtassay.reports.results.comparison import comparison_signatures
from mtassay.reports.results.comparison_tables import metric_table, name_test, pair_p

_EXACT = ("p", "q")
_STANDOUT = ("first", "second", "about", "before", "after", "p", "is_better")
_SCORE = ("metric", "system", "score", "difference", "p", "signature")
_MOST_PAIRS = 3


def analyses_document(analyses: Analyses, digits: int | None = None) -> Document:
    """What stands out, then a table for each result, then what was not done and why."""
    comparison = analyses.comparison
    sections: list[Section] = [Note(tuple(_head(analyses)))]
    if analyses.sentence:
        sections.append(Note((analyses.sentence,)))
    for first, second in analyses.pairs[:_MOST_PAIRS]:
        standouts = analyses.standouts(first, second)
        if standouts:
            sections.append(_standouts(standouts, first, second))
    if comparison is None:
        sections.append(_untested_scores(analyses))
    else:
        sections += [_scores(comparison)] if len(comparison.systems) == 2 else _score_tables(comparison, digits)
    for result in analyses.results:
        sections += result_sections(result)
    if analyses.not_done:
        lines = tuple(f"  {spec}: {reason}" for spec, reason in analyses.not_done.items())
        sections.append(Note(lines, "Not done", is_verbatim=True))
    results = tuple(_result_tables(analyses))
    return Document(
        "Analyses",
        tuple(sections),
        signatures=tuple(_signatures(analyses)),
        data=(
            _records("standouts", _STANDOUT, _standout_objects(analyses)),
            _records("scores", _SCORE, _score_objects(analyses)),
            *results,
        ),
        main=results[0].name,
        content=_content(analyses),
    )


def _head(analyses: Analyses) -> Iterator[str]:
    count = len(analyses.systems)
    systems = "1 system" if count == 1 else f"{count} systems"
    all_segments = f"{analyses.all_segments:,} segment" + ("" if analyses.all_segments == 1 else "s")
    chosen = "" if analyses.segments == analyses.all_segments else f"{analyses.segments:,} of "
    yield f"{systems} on {chosen}{all_segments}{_compared(analyses)}"
    if analyses.where:
        yield f"Where {analyses.where}: {analyses.where_in_words}"
    if analyses.refusal:
        yield analyses.refusal
    elif count > 1:
        units = "segments" if analyses.unit == "segment" else f"parts by {analyses.unit}"
        yield (
            f"q: p-values by the jackknife over {units} (n-grams: sign test), corrected within each table by Benjamini "
            "and Hochberg"
        )


def _compared(analyses: Analyses) -> str:
    """What is compared with what: all with the baseline, or the pairs that somebody asked for."""
    baseline, *others = analyses.systems
    if not others:
        return ""
    if list(analyses.pairs) == [(baseline, other) for other in others]:
        return f"; compared with {baseline}"
    pairs = ", ".join(f"{second} with {first}" for first, second in analyses.pairs)
    return f"; tables compare {pairs}; scores are compared with {baseline}"


def _standouts(standouts: list[Standout], first: str, second: str) -> Table:
    words = {True: "better", False: "worse", None: "other"}
    columns = (
        Column("verdict", second, is_words=True),
        Column("about", "what stands out, the strongest evidence first", is_words=True),
        Column("before", first),
        Column("after", second),
        Column("p", form=Form.P_VALUE),
    )
    rows: list[Row] = [
        (
            words[standout.is_better],
            visible_text(standout.about),
            shown_number(standout.before, standout.places),
            shown_number(standout.after, standout.places),
            standout.p,
        )
        for standout in standouts
    ]
    return Table(columns, rows, title=f"{second} against {first}")


def _scores(comparison: Comparison) -> Table:
    """Two systems: a row for each metric."""
    first, second = comparison.systems
    rows: list[Row] = []
    bold = set()
    for number, (label, metric) in enumerate(comparison.columns):
        pair = metric.pair(first, second)
        assert pair is not None
        verdict = metric.verdict(pair, comparison.alpha)
        if verdict != "unclear":
            bold.add((number, 5))
        cells: list[Cell] = [label, *(metric.system(name).value for name in (first, second))]
        rows.append((*cells, pair.difference, pair_p(pair), verdict))
    columns = (
        Column("metric"),
        Column(first),
        Column(second),
        Column("difference", form=Form.SIGNED),
        Column("p", form=Form.P_VALUE),
        Column("", is_words=True),
    )
    return Table(
        columns,
        rows,
        title="Scores",
        notes=(f"Test: {name_test(comparison)}, two-sided at {comparison.alpha:g}.",),
        bold=frozenset(bold),
        row_digits=tuple(metric.places for metric in comparison.metrics),
    )


def _untested_scores(analyses: Analyses) -> Table:
    """Scores alone: there is one system, or nothing may be tested."""
    columns = (Column("metric"), *(Column(system) for system in analyses.systems))
    rows: list[Row] = [(scores.label, *scores.values) for scores in analyses.scores]
    return Table(columns, rows, title="Scores", row_digits=tuple(scores.places for scores in analyses.scores))


def _score_tables(comparison: Comparison, digits: int | None) -> list[Section]:
    return [metric_table(comparison, index, digits) for index in range(len(comparison.metrics))]


def _signatures(analyses: Analyses) -> Iterator[Signature]:
    if analyses.comparison is None:
        yield from (Signature(scores.label, scores.direction, scores.signature) for scores in analyses.scores)
    else:
        yield from comparison_signatures(analyses.comparison)
    for spec, signature in analyses.signatures.items():
        yield Signature(spec, "", signature)


def _result_tables(analyses: Analyses) -> Iterator[Table]:
    """What programs get of results: all figures in one table, the rest in one for each kind of result."""
    by_kind: dict[str, list[Result]] = {}
    for result in analyses.results:
        kind = "figures" if isinstance(result, FigureTable) else result.spec.partition(":")[0]
        kind = {"profile": "vocabulary", "segments": "outcomes"}.get(kind, kind)
        by_kind.setdefault(kind, []).append(result)
    for kind, results in sorted(by_kind.items(), key=lambda item: item[0] != "figures"):
        records = [record for result in results for record in result.records()]
        names = list(dict.fromkeys(name for record in records for name in record))
        yield _records(kind, names or ["analysis"], records)
    if not by_kind:
        yield _records("figures", ["analysis"], [])


def _records(table: str, names: Sequence[str], records: Sequence[Mapping[str, Value]]) -> Table:
    """A table for programs: a row for each record."""
    texts = {name for record in records for name, value in record.items() if isinstance(value, str)}
    columns = tuple(Column(name, digits=4, missing="", is_words=name in texts) for name in names)
    return Table(columns, [tuple(_cell(name, record.get(name)) for name in names) for record in records], name=table)


def _cell(name: str, value: Value) -> Value:
    return Exact(value) if name in _EXACT and isinstance(value, float) else value


def _content(analyses: Analyses) -> dict[str, Any]:
    return {
        "version": __version__,
        "systems": list(analyses.systems),
        "pairs": [list(pair) for pair in analyses.pairs],
        "segments": analyses.segments,
        "all_segments": analyses.all_segments,
        "where": analyses.where or None,
        "untested_because": analyses.refusal or None,
        "unit": analyses.unit,
        "alpha": Exact(analyses.alpha),
        "sentence": analyses.sentence or None,
        "standouts": _standout_objects(analyses),
        "scores": _score_objects(analyses),
        "results": [
            {
                "analysis": result.spec,
                "title": result.title,
                "notes": list(result.notes),
                "signature": analyses.signatures[result.spec],
                "rows": [
                    {
                        name.replace(" ", "_"): _cell(name, value)
                        for name, value in record.items()
                        if name not in ("analysis", "table")
                    }
                    for record in result.records()
                ],
            }
            for result in analyses.results
        ],
        "not_done": [{"analysis": spec, "reason": reason} for spec, reason in analyses.not_done.items()],
    }


def _standout_objects(analyses: Analyses) -> list[dict[str, Any]]:
    standouts = [standout for first, second in analyses.pairs for standout in analyses.standouts(first, second)]
    return [{name: _cell(name, getattr(standout, name)) for name in _STANDOUT} for standout in standouts]


def _score_objects(analyses: Analyses) -> list[dict[str, Any]]:
    """A row for each metric and system; without a test there is no p."""
    objects = []
    for scores in analyses.scores:
        metric = None if analyses.comparison is None else analyses.comparison[scores.spec]
        for system, score in zip(analyses.systems, scores.values, strict=True):
            pair = None if metric is None else metric.pair(analyses.systems[0], system)
            objects.append(
                {
                    "metric": scores.label,
                    "signature": scores.signature if metric is None else metric.signature,
                    "system": system,
                    "score": score,
                    "difference": score - scores.values[0] if system != analyses.systems[0] else None,
                    "p": None if pair is None else Exact(pair.adjusted_p),
                }
            )
    return objects
