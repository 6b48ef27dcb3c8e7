"""Figures of people's judgments beside records of their formulas."""

from typing import Any

import pytest
from memories import Said, memory_of
from published import cases, needs_data

from mtassay.human.coverage import coverage
from mtassay.human.items import difficulties, ier
from mtassay.human.memory import make_memory
from mtassay.human.references import mwer
from mtassay.human.sser import sser
from mtassay.human.translations import find_translations, stored_translations

pytestmark = needs_data


@pytest.mark.parametrize("record", cases("evaltrans", "SSER"))
def test_sser(record: dict[str, Any]) -> None:
    memory = make_memory([(f"s{n}", "t", points) for n, points in enumerate(record["input"]["scores"])])
    assert sser(memory, stored_translations(memory)).value == pytest.approx(record["expected"]["SSER"])


@pytest.mark.parametrize("record", cases("evaltrans", "EvalTrans"))
def test_figures_of_the_paper(record: dict[str, Any]) -> None:
    stored = record["input"]["db"]
    memory = memory_of(
        [
            Said(source, text, points, verdicts=tuple(verdicts or ()))
            for source, entry in stored.items()
            for text, points, verdicts in entry["t"]
        ],
        items={source: [f"item {n}" for n in range(entry["items"])] for source, entry in stored.items()},
    )
    candidates = find_translations(memory, record["input"]["hypotheses"])
    expected = record["expected"]
    rows = expected["rows"]
    found = mwer(memory, candidates)
    assert found.rows[:, :2].tolist() == [[row["mref_dist"], row["mref_len"]] for row in rows]
    assert found.value / 100 == pytest.approx(expected["mWER_corpus"])
    assert ier(memory, stored_translations(memory)).value == expected["IER_all_db"]
    assert {one.text: one.ok_items for one in difficulties(memory)} == expected["avg_correct_items"]
    assert [kind == 0 for kind in coverage(memory, candidates).kinds] == [row["in_db"] for row in rows]
    assert len(memory.targets) == expected["T"]
