"""The first rows of a sheet are shown with the scores that they will have in the result."""

import time
from typing import Any, TypeAlias

import pytest

from mtassay import EvalSet, evaluate
from mtassay.corpus.formats.base import Column, Table
from mtassay.metrics.base import metric
from mtassay.web.pages.spreadsheet.column_choice import ColumnRole
from mtassay.web.pages.spreadsheet.preview import SHOWN_ROWS, preview_of

Site: TypeAlias = Any  # of conftest.py
ENGLISH = ("OK Google, play some 音乐 (now).", "OK Google: play some 音樂 now!")
CHINESE = ("今天天气很好，我们去公园。", "今天天气很好，我们去公园吧。")


@pytest.mark.parametrize(("first", "later", "tokenizer"), [(ENGLISH, CHINESE, "zh"), (CHINESE, ENGLISH, "13a")])
def test_all_rows_decide_how_the_first_are_scored(
    local: Site, first: tuple[str, str], later: tuple[str, str], tokenizer: str
) -> None:
    rows = [first] * SHOWN_ROWS + [later] * 2_400  # more than are checked at once
    content = "".join(f"{reference}\t{output}\n" for reference, output in [("Reference", "Engine"), *rows])
    program = local.program()
    file = program.post("/api/v1/spreadsheet", files={"file": ("cases.tsv", content.encode())}).json()
    chosen = {"metrics": ["bleu", "ter", "rouge"], "roles": ["reference", "system"]}
    sheet = program.post(f"/api/v1/spreadsheet/{file['uid']}", json=chosen).json()
    references, outputs = map(list, zip(*rows, strict=True))
    bleu, ter, rouge = evaluate(EvalSet(references, systems={"Engine": outputs}), ["bleu", "ter", "rouge"])["Engine"]
    assert f"|tok:{tokenizer}|" in bleu.signature
    for number, row in enumerate(sheet["preview"]["rows"]):
        assert row["scores"] == [score.segments[number] for score in (bleu, ter, rouge)]
    notes = " ".join(sheet["preview"]["notes"])
    assert ("so BLEU uses the tokenizer zh" in notes) == (tokenizer == "zh")
    # said once, of all rows
    unreadable = 2_400 if later is CHINESE else SHOWN_ROWS
    assert notes.count("references have none and score 0") == 1
    assert f"{unreadable} of 2420 references have none and score 0" in notes


def test_a_large_sheet_is_shown_at_once() -> None:
    rows = 50_000
    columns = [Column(name, [f"{name} {number} of the cats sat down" for number in range(rows)]) for name in "ab"]
    table = Table(tuple(columns))
    roles = [ColumnRole.REFERENCE, ColumnRole.SYSTEM]
    metrics = [metric(spec) for spec in ("bleu", "chrf", "ter")]
    start = time.process_time()
    preview = preview_of(table, roles, metrics, "", "cases.tsv")
    assert time.process_time() - start < 2  # about a tenth of that
    assert (preview.segments, preview.problem, len(preview.rows)) == (rows, "", SHOWN_ROWS)
