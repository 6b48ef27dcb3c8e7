"""HTER as published for 1000 post-edited segments."""

from pathlib import Path

import pytest

import mtassay

DATA = Path(__file__).parents[3] / "shared" / "data" / "mlqe-pe-ende" / "segments.tsv"


@pytest.mark.skipif(not DATA.is_file(), reason=f"the public post-edits are not at {DATA}")
def test_published_hter_is_our_ter_of_the_post_edit() -> None:
    head, *lines = DATA.read_text(encoding="utf-8").split("\n")
    rows = [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines if line]
    assert len(rows) == 1000
    segments = mtassay.score([row["mt"] for row in rows], [row["pe"] for row in rows], ["ter"])[0].segments
    published = [float(row["hter"]) for row in rows]
    assert [min(1, value / 100) for value in segments] == pytest.approx(published, abs=1e-4)
