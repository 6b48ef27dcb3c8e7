"""What a report holds for its script: all of it, in few bytes, and nothing that could end it."""

import base64
import json
import zlib
from typing import Any

import numpy as np
from analysed import analysed
from lxml import html

from mtassay import EvalSet
from mtassay.checks.base import CHECKS
from mtassay.reports.page.report_data import write_data

ARRAYS = {"u8": "<u1", "u16": "<u2", "u32": "<u4", "i32": "<i4", "f32": "<f4", "f64": "<f8"}
EVALSET = EvalSet(
    ["a cat, sat", "</script> <b>", "x\x1ey z"],
    sources=["s", "t", "u"],
    systems={"old": ["a Cat, sat", "</script>", "x\x1ey"], "new": ["a cat", "\u202eb", ""]},
    warn_of_blanks=False,
)


def read(written: str) -> tuple[dict[str, Any], dict[str, Any]]:
    page = html.fromstring(f"<div>{written}</div>")
    header = json.loads(page.xpath("//script[@id='report-data']")[0].text)
    blobs = {}
    for script in page.xpath("//script[@data-blob]"):
        name = script.get("data-blob")
        data = zlib.decompress(base64.b64decode(script.text), -15)
        kind = header["blobs"][name]["type"]
        blobs[name] = data.decode() if kind == "text" else np.frombuffer(data, ARRAYS[kind])
        if kind != "text":
            assert len(blobs[name]) == header["blobs"][name]["length"]
    for name, part in header["blobs"].items():
        if "in" in part:
            texts = blobs[part["in"]].split("\x1e")[:-1]
            blobs[name] = "".join(f"{text}\x1e" for text in texts[part["place"] :: part["of"]])
    assert set(blobs) == set(header["blobs"])
    return header, blobs


def test_texts_scores_and_classes_are_there() -> None:
    analyses = analysed(EVALSET, "errors:base=four")
    header, blobs = read(write_data(analyses))
    texts = blobs[header["texts"]["runs"][0]].split("\x1e")
    assert [text.replace("\x1f", "") for text in texts] == ["a Cat, sat", "</script>", "x\ufffdy", ""]
    assert texts[0].split("\x1f") == ["a Cat", ", sat"]
    (metric,) = header["metrics"]
    assert metric["scores"] is None  # they are computed from rows
    rows = blobs[metric["rows"]].reshape(metric["columns"], 2, 3)
    assert np.array_equal(rows.transpose(2, 1, 0), analyses.view.evidence(0).table)
    assert blobs[header["differences"]].reshape(2, 3)[1].tolist()[0] == -2
    counts = blobs[header["errors"]["counts"]].reshape(-1, 2, 3)
    assert counts[header["errors"]["classes"].index("case")][0].tolist() == [1, 0, 0]
    assert blobs[header["classes"]["runs"][0]].split("\n")[0] == ".c.."
    assert blobs[header["classes"]["runs"][0]].split("\n")[2] == ""
    assert header["pair"] == [0, 1]
    assert header["numbers"] is None


def test_no_text_can_end_what_holds_it() -> None:
    written = write_data(analysed(EVALSET, "words"))
    assert written.count("</script>") == written.count("<script")
    header, _ = read(written)
    assert header["classes"] is None


def test_a_filter_keeps_the_numbers_of_segments() -> None:
    header, blobs = read(write_data(analysed(EVALSET, "words", where="segment in (1, 3)")))
    assert blobs[header["numbers"]].tolist() == [1, 3]
    assert header["segments"] == 2


def test_all_checks_are_known_also_those_that_find_nothing() -> None:
    header, blobs = read(write_data(analysed(EVALSET, "checks")))
    assert header["checks"]["names"] == list(CHECKS)
    assert len(blobs[header["checks"]["found"]]) == len(CHECKS) * 2 * 3


def test_errors_are_held_once() -> None:
    header, _ = read(write_data(analysed(EVALSET, "errors:base=four")))
    assert header["errors"]["counts"] == header["tables"][0]["rows"]
    header, _ = read(write_data(analysed(EVALSET, "errors:base=four,case=hjerson")))
    assert header["errors"]["counts"] != header["tables"][0]["rows"]  # filters count otherwise
