"""HTER as published for 1000 post-edited segments."""

from pathlib import Path

import pytest

import mtassay

DATA = Path(__file__).parents[3] / "shared" / "data" / "mlqe-pe-ende" / "segments.tsv"


@pytest.mark.skipif(not DATA.is_file(), reason=f"the public post-edits are not at {DATA}")
def test_published_hter_is_ours() -> None:
    head, *lines = DATA.read_text(encoding="utf-8").split("\n")
    rows = [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines if line]
    assert len(rows) == 1000
    output, post_edits = ([row[column] for row in rows] for column in ("mt", "pe"))
    plain, capped = mtassay.score(output, post_edits, ["hter", "hter:cap=yes"], post_edit=True)
    published = [float(row["hter"]) for row in rows]
    assert [min(1, value / 100) for value in plain.segments] == pytest.approx(published, abs=1e-4)
    assert [value / 100 for value in capped.segments] == pytest.approx(published, abs=1e-4)
