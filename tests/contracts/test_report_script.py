"""The script of a report computes what Python does."""

import numpy as np
import pytest
from contracts.report_script import ReportScript
from report_data import Blobs

from mtassay.significance.corrections import benjamini_hochberg, holm
from mtassay.significance.student import t_quantile, two_sided


def test_student(script: ReportScript) -> None:
    rng = np.random.default_rng(1)
    degrees = [1.0, 2.0, 29.0, 30.0, 150.5, 4999.0, 100_000.0, *rng.integers(1, 5000, 200).astype(float).tolist()]
    values = [0.0, 1e-9, 40.0, *np.abs(rng.standard_cauchy(100)).tolist()]
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
    arrays = {
        "u8": [0, 1, 255],
        "u16": [256, 65_535],
        "u32": [65_536, 2**32 - 1],
        "i32": [-1, 2**31 - 1],
        "f32": [0.5, -3.25],
        "f64": [0.1, 2.0**40],
    }
    names = [blobs.add(values) for values in arrays.values()]
    assert [blobs.described[name]["type"] for name in names] == list(arrays)
    texts = ["\ufeffit\u001f's </script>", "", "日\u001f本 \U0001f600", "a\nb"]
    text = blobs.add_text("".join(f"{each}\u001e" for each in texts))
    empty = blobs.add([], "f64")
    script.load({"blobs": blobs.described}, blobs.encoded)
    read = script.call(
        "async (names) => Promise.all(names.map(async (name) => [...await report.numbers(name)]))", [*names, empty]
    )
    assert read == [*arrays.values(), []]
    assert script.call("(name) => report.texts(name)", text) == texts
    assert script.call("async (name) => await report.numbers(name) === await report.numbers(name)", names[0])
    assert script.call("(text) => [plainText(text), heldWords(text)]", "it\u001f's\u3000so ") == [
        "it's\u3000so ",
        ["it", "'s", "so"],
    ]


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
    name = blobs.add([1, 2, 3])
    blobs.described[name]["length"] = 4
    script.load({"blobs": blobs.described}, blobs.encoded)
    with pytest.raises(Exception, match="the data of this file are damaged"):
        script.call("(name) => report.numbers(name)", name)
