"""The script of a report computes what Python does."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from contracts.report_script import ReportScript
from contracts.small_reports import MEMBERS, SmallReport, random_set, small_report

from mtassay import EvalSet
from mtassay.analyses.analyze import analyze
from mtassay.analyses.base import ANALYSES, Plan
from mtassay.analyses.counting.view import View
from mtassay.analyses.figures import FigureTable
from mtassay.analyses.ngrams import NgramLine, Ngrams, NgramTable
from mtassay.comparison.compare import compare
from mtassay.reports.page.blobs import Blobs
from mtassay.reports.page.held_texts import hold_texts
from mtassay.reports.page.report_data import write_data
from mtassay.reports.page.report_view import table_key
from mtassay.significance.corrections import benjamini_hochberg, holm
from mtassay.significance.jackknife import FEWEST_UNITS
from mtassay.significance.student import t_quantile, two_sided

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")


def test_student(script: ReportScript) -> None:
    rng = np.random.default_rng(1)
    degrees = [1.0, 2.0, 29.0, 30.0, 150.5, 4999.0, 100_000.0, *rng.integers(1, 5000, 60).astype(float).tolist()]
    values = [0.0, 1e-9, 40.0, *np.abs(rng.standard_cauchy(50)).tolist()]
    cases = [(value, degree) for degree in degrees for value in values]
    expected = [two_sided(*case) for case in cases]
    assert script.call("(cases) => cases.map((given) => twoSided(...given))", cases) == pytest.approx(
        expected, abs=1e-11, rel=1e-9
    )
    quantiles = [(probability, degree) for degree in degrees for probability in (0.6, 0.9, 0.975, 0.995, 0.9999)]
    assert script.call("(cases) => cases.map((given) => tQuantile(...given))", quantiles) == pytest.approx(
        [t_quantile(*case) for case in quantiles], rel=1e-9
    )


def test_corrections(script: ReportScript) -> None:
    rng = np.random.default_rng(2)
    cases = [rng.choice([0.0, 1.0, 0.04, *rng.random(30).tolist()], size).tolist() for size in (0, 1, 2, 5, 40, 300)]
    for function, twin in (("holm", holm), ("benjaminiHochberg", benjamini_hochberg)):
        computed = script.call(f"(cases) => cases.map((values) => {function}(values))", cases)
        for got, values in zip(computed, cases, strict=True):
            assert got == pytest.approx(twin(values) if values else [], abs=1e-12)


def test_blobs_are_read_as_they_were_written(script: ReportScript) -> None:
    blobs = Blobs()
    rng = np.random.default_rng(3)
    near = rng.integers(0, 300, (1, 4, 100)) + rng.integers(0, 3, (5, 4, 100))
    arrays = {
        "u8": [np.array([0, 1, 255]), rng.integers(0, 256, 1000), rng.integers(0, 2, (7, 3, 50))],
        "u16": [np.array([256, 65_535]), rng.integers(0, 65_536, (2, 3, 60)), near],
        "u32": [np.array([65_536, 2**32 - 1]), rng.integers(0, 2**32, 300), rng.integers(0, 2**31, (3, 200))],
        "i32": [np.array([-1, 2**31 - 1]), rng.integers(-(2**31), 2**31, 300), rng.integers(-4, 5, (2, 200))],
        "f32": [np.array([0.5, -3.25]), rng.integers(0, 99, 300) + 0.5],
        "f64": [np.array([0.1, 2.0**40]), rng.random((2, 2, 100))],
    }
    every = [(kind, values) for kind, several in arrays.items() for values in several]
    names = [blobs.numbers(values) for _, values in every]
    assert [blobs.described[name]["type"] for name in names] == [kind for kind, _ in every]
    assert any(any(blobs.described[name].get("from", [])) for name in names)
    assert blobs.numbers(near) == names[5]  # held once
    texts = ["\ufeffit's </script>", "", "日本 \U0001f600", "a\nb"]
    other = [text.upper() for text in texts]
    held = [*blobs.texts(texts, other), *blobs.texts(texts), blobs.texts(texts)[0]]
    empty = blobs.numbers(np.empty(0))
    script.load({"blobs": blobs.described}, dict(blobs.elements()))
    read = script.call(
        "async (names) => Promise.all(names.map(async (name) => [...await report.numbers(name)]))", [*names, empty]
    )
    assert read == [*(values.reshape(-1).tolist() for _, values in every), []]
    for name, expected in zip(held, (texts, other, texts, texts), strict=True):
        assert script.call("(name) => report.texts(name)", name) == hold_texts(expected)
    assert script.call("async (name) => await report.numbers(name) === await report.numbers(name)", names[0])


def test_a_page_is_read_where_the_browser_can(script: ReportScript) -> None:
    assert script.call("() => canReadData()") is True
    assert (
        script.call(
            """() => {
              const known = globalThis.DecompressionStream;
              try {
                globalThis.DecompressionStream = undefined;
                return canReadData();
              } finally {
                globalThis.DecompressionStream = known;
              }
            }"""
        )
        is False
    )
    header = '{"segments": 3, "blobs": {"a": {"type": "u8", "length": 1}}}'
    page = f'<script type="application/json" id="report-data">{header}</script>'
    page += '<script type="text/plain" data-blob="a">YwAA</script>'
    read = script.call(
        """async (page) => {
          const report = ReportData.of(new DOMParser().parseFromString(page, "text/html"));
          return [report.header.segments, ...await report.numbers("a")];
        }""",
        page,
    )
    assert read == [3, 0]


def test_damaged_data_are_refused(script: ReportScript) -> None:
    blobs = Blobs()
    name = blobs.numbers(np.array([1, 2, 3]))
    script.load({"blobs": {name: {**blobs.described[name], "length": 4}}}, dict(blobs.elements()))
    with pytest.raises(Exception, match="the data of this file are damaged"):
        script.call("(name) => report.numbers(name)", name)


MASKS = {
    "all": lambda report: None,
    "half": lambda report: np.random.default_rng(5).random(len(report.evalset)) < 0.5,
    "few": lambda report: np.arange(len(report.evalset)) < 20,
    "none of a line": lambda report: np.array([len(texts[0].split()) < 9 for texts in report.evalset.references]),
}


def planned(report: SmallReport, mask: Any, refusal: str = "") -> tuple[View, Plan]:
    """View and plan of what a mask leaves."""
    if mask is None:
        return report.view, replace(report.plan, refusal=refusal)
    units = None if report.plan.units is None else report.plan.units[mask]
    left = int(mask.sum()) if units is None else len(np.unique(units))
    few = "" if left >= FEWEST_UNITS else "too few"
    return report.view.cut(mask), replace(report.plan, units=units, refusal=refusal or few)


def nearly(value: Any) -> Any:
    return value if value is None else pytest.approx(value, rel=1e-9, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("unit", [None, "document"])
@pytest.mark.parametrize("references", [1, 2])
def test_figures(script: ReportScript, unit: str | None, references: int) -> None:
    report = small_report(random_set(11, references=references), unit=unit, members=MEMBERS)
    script.load(report.header, report.encoded)
    compared = 0
    for mask, refusal in [*((make(report), "") for make in MASKS.values()), (MASKS["half"](report), "untested")]:
        computed = script.call(
            """async (mask, pairs, refusal) => {
              const plan = await planFor(report, mask && Uint8Array.from(mask), pairs, refusal);
              return Promise.all(report.header.tables.map((table) => figuresOf(report, table, plan)));
            }""",
            None if mask is None else mask.tolist(),
            report.plan.pairs,
            refusal,
        )
        view, plan = planned(report, mask, refusal)
        tables = {table["key"]: table for table in computed}
        for spec in dict.fromkeys(key.partition("/")[0] for key in tables):
            for expected in ANALYSES.create(spec).results(view, plan):
                assert isinstance(expected, FigureTable)
                compared += compare_tables(tables[table_key(expected)], main_measures(expected))
    assert compared > 1000


def main_measures(table: FigureTable) -> FigureTable:
    """A table as a page has it: with the main measure of each line."""
    lines = (
        replace(line, measures=line.measures[:1], values=line.values[:1], differences=line.differences[:1])
        for line in table.lines
    )
    return replace(table, lines=tuple(lines))


def compare_tables(table: dict[str, Any], expected: FigureTable) -> int:
    lines = {line["key"]: line for line in table["lines"]}
    absent = set(lines) - {line.key for line in expected.lines}
    assert all(lines[key]["segments"] == 0 or not any(lines[key]["sizes"]) for key in absent)
    assert table["whole"] == nearly(list(expected.whole))
    compared = 0
    for line in expected.lines:
        computed = lines[line.key]
        assert computed["sizes"] == nearly(list(line.sizes))
        for number in range(len(line.measures)):
            for value, got in zip(line.values[number], computed["values"][number], strict=True):
                assert (got["value"], got["error"]) == (nearly(value.value), nearly(value.error))
                assert got["units"] == value.units
            for difference, got in zip(line.differences[number], computed["differences"][number], strict=True):
                for name in ("value", "error", "p", "q", "contribution"):
                    assert got[name] == nearly(getattr(difference, name)), (table["key"], line.key, name)
                    compared += 1
    return compared


@pytest.mark.filterwarnings("ignore:UNSTABLE")
@pytest.mark.parametrize("unit", [None, "document"])
def test_scores(script: ReportScript, unit: str | None) -> None:
    metrics = ["chrf:word_order=2", "bleu", "bleu:smooth_method=none", "ter", "wer", "nist", "gleu"]
    report = small_report(random_set(12), (), metrics, unit=unit, members=MEMBERS)
    script.load(report.header, report.encoded)
    for make in MASKS.values():
        mask = make(report)
        computed = script.call(
            """async (mask, pairs) => {
              const plan = await planFor(report, mask && Uint8Array.from(mask), pairs);
              return Promise.all(report.header.metrics.map((_, metric) => scoresBy(report, metric, plan)));
            }""",
            None if mask is None else mask.tolist(),
            report.plan.pairs,
        )
        view, plan = planned(report, mask)
        comparison = None
        if not plan.refusal:
            comparison = compare(
                report.evalset if mask is None else report.evalset.cut(view.segments.tolist()),
                view.metrics,
                test="jackknife",
                runs=MEMBERS,
                unit=unit,
                rows=[view.evidence(number) for number in range(len(metrics))],
            )
        for number, got in enumerate(computed):
            metric = view.metrics[number]
            if metric.name == "nist":
                assert got is None
                continue
            values = plan.means(metric.score(view.evidence(number).totals))
            assert [score["value"] for score in got["scores"]] == nearly(values.tolist())
            if comparison is None:
                assert {score["interval"] for score in got["scores"]} == {None}
                assert {difference["p"] for difference in got["differences"]} == {None}
                continue
            expected = comparison.metrics[number]
            for score, system in zip(got["scores"], expected.systems, strict=True):
                assert score["interval"] == nearly([system.interval.low, system.interval.high])
            for difference, pair in zip(got["differences"], expected.pairs, strict=True):
                assert difference["value"] == nearly(pair.outcome.difference)
                assert difference["p"] == nearly(pair.outcome.p_value)
                assert difference["q"] == nearly(pair.adjusted_p)


def ngram_line(line: NgramLine) -> dict[str, Any]:
    return {
        "words": list(line.words),
        "first": nearly(line.first),
        "second": nearly(line.second),
        "firstUnits": line.first_units,
        "secondUnits": line.second_units,
        "share": nearly(line.share),
        "p": nearly(line.p),
        "q": nearly(line.q),
        "folded": [list(words) for words in line.folded],
    }


@pytest.mark.parametrize("unit", [None, "document"])
@pytest.mark.parametrize("systems", [("base", "new", "far"), ("new",)])
def test_ngrams(script: ReportScript, unit: str | None, systems: tuple[str, ...]) -> None:
    evalset = random_set(31, 200)
    runs = [run for name in systems for run in MEMBERS[name]]
    chosen = EvalSet(
        evalset.references,
        systems={run: evalset.systems[run] for run in runs},
        labels=evalset.labels,
        warn_of_blanks=False,
    )
    report = small_report(chosen, ["ngrams"], ["chrf"], unit=unit, members={name: MEMBERS[name] for name in systems})
    script.load(report.header, report.encoded)
    lines = folded = 0
    for mask, refusal in [*((make(report), "") for make in MASKS.values()), (MASKS["half"](report), "untested")]:
        view, plan = planned(report, mask, refusal)
        computed = script.call(
            """async (mask, pairs, refusal) => {
              const plan = await planFor(report, mask && Uint8Array.from(mask), pairs, refusal);
              const tables = (pairs.length ? pairs : [[0]]).map((systems) => ngramTables(report, plan, systems));
              return (await Promise.all(tables)).flat();
            }""",
            None if mask is None else mask.tolist(),
            plan.pairs,
            refusal,
        )
        for got, expected in zip(computed, Ngrams().results(view, plan), strict=True):
            assert isinstance(expected, NgramTable)
            assert (got["kind"], got["firstMore"]) == (expected.kind, expected.first_more)
            assert (got["tested"], got["beyondChance"]) == (expected.tested, expected.beyond_chance)
            assert got["lines"] == [ngram_line(line) for line in expected.lines]
            lines += len(expected.lines)
            folded += sum(len(line.folded) for line in expected.lines)
    assert lines > 50
    assert folded > 5


@pytest.mark.parametrize("unit", [None, "document"])
@pytest.mark.parametrize("where", ["length >= 6", 'domain in (news, "it\'s")', "segment <= 20", "chrf(far) < 60"])
def test_a_filtered_page_says_what_the_command_says(script: ReportScript, where: str, unit: str | None) -> None:
    analysed = partial(
        analyze,
        random_set(41, 200),
        metrics=["chrf", "bleu", "ter"],
        without=["discriminative", "ngrams", "examples"],  # which have no figures
        runs=MEMBERS,
        unit=unit,
        test="jackknife",
    )
    page = write_data(analysed())
    computed = script.call(
        """async (page, where) => {
          const report = ReportData.of(new DOMParser().parseFromString(page, "text/html"));
          const filter = SegmentFilter.parse(where, report);
          const pairs = report.header.systems.slice(1).map((_, place) => [0, place + 1]);
          const plan = await planFor(report, await filter.mask(report), pairs, filter.whyUntested);
          const tables = await Promise.all(report.header.tables.map((table) => figuresOf(report, table, plan)));
          const scores = await Promise.all(report.header.metrics.map((_, metric) => scoresBy(report, metric, plan)));
          return { tables, scores, refusal: plan.refusal };
        }""",
        page,
        where,
    )
    expected = analysed(where=where)
    assert computed["refusal"] == expected.refusal
    tables = {table["key"]: table for table in computed["tables"]}
    results = [result for result in expected.results if isinstance(result, FigureTable)]
    compared = 0
    for result in results:
        if table_key(result) in tables:
            compared += compare_tables(tables[table_key(result)], main_measures(result))
    assert compared > 100
    for number, got in enumerate(computed["scores"]):
        assert [score["value"] for score in got["scores"]] == nearly(list(expected.scores[number].values))
        if expected.comparison is not None:
            pairs = expected.comparison.metrics[number].pairs
            assert [difference["q"] for difference in got["differences"]] == nearly([pair.adjusted_p for pair in pairs])


@pytest.mark.parametrize("where", ["", "length >= 4", "segment > 100", "segment <= 20"])
def test_scores_with_gaps(script: ReportScript, where: str, tmp_path: Path) -> None:
    evalset, rng = random_set(21), np.random.default_rng(9)
    # of the first segments nobody scored anything of the first system
    lines = [
        f"{name}\t{number + 1}\t{rng.integers(0, 11) * 10}"
        for place, name in enumerate(evalset.systems)
        for number in range(len(evalset))
        # and of the last one few
        if (place or number >= 20) and rng.random() < (0.7 if place < len(evalset.systems) - 1 else 0.15)
    ]
    path = tmp_path / "sser.tsv"
    path.write_text("\n".join(["system\tsegment\tscore", *lines]) + "\n")
    spec = f"given:path={path},gaps=yes,higher_is_better=no"
    analysed = partial(analyze, evalset, ["segments"], ["chrf", spec], test="jackknife")
    computed = script.call(
        """async (page, where) => {
          const report = ReportData.of(new DOMParser().parseFromString(page, "text/html"));
          const filter = SegmentFilter.parse(where, report);
          const pairs = report.header.systems.slice(1).map((_, place) => [0, place + 1]);
          const plan = await planFor(report, await filter.mask(report), pairs, filter.whyUntested);
          const { scores, differences, known } = await scoresBy(report, 1, plan);
          const segments = await segmentScores(report, 1);
          const tables = await Promise.all(report.header.tables.map((table) => figuresOf(report, table, plan)));
          const values = scores.map(({ value }) => value);
          return { values, differences, known, segments: [...segments], tables };
        }""",
        write_data(analysed()),
        where,
    )
    expected = analysed(where=where)
    evidence = expected.view.evidence(1)
    # what is no number is read as None or as NaN
    values = np.array(computed["values"], dtype=np.float64)
    np.testing.assert_allclose(values, expected.scores[1].values, rtol=1e-9)
    assert computed["known"] == evidence.totals[:, 1].tolist()
    if not where:
        of_segments = np.array(computed["segments"], dtype=np.float64)
        np.testing.assert_array_equal(of_segments, evidence.score_units().T.ravel())
    tables = {table["key"]: table for table in computed["tables"]}
    for result in expected.results:
        assert isinstance(result, FigureTable)
        compare_tables(tables[table_key(result)], result)
    assert 0 < evidence.totals[-1, 1] < FEWEST_UNITS
    assert computed["differences"][-1]["p"] is None
    if not where:
        assert computed["differences"][0]["p"] == nearly(expected.comparison.metrics[1].pairs[0].outcome.p_value)
        assert expected.comparison.metrics[1].pairs[-1].outcome.p_value == 1
    if where == "segment <= 20":
        assert np.isnan(expected.scores[1].values[0])
