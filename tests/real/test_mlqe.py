"""HTER as published for 1000 post-edited segments."""

from pathlib import Path

import pytest

import mtassay
from mtassay.human.protocols.base import AskedItem
from mtassay.human.protocols.postedit import Postedit

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


@pytest.mark.skipif(not DATA.is_file(), reason=f"the public post-edits are not at {DATA}")
def test_figures_of_a_campaign_of_post_editing_are_the_published_ones() -> None:
    head, *lines = DATA.read_text(encoding="utf-8").split("\n")
    rows = [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines if line]
    protocol = Postedit()
    corrected = []
    for number, row in enumerate(rows):
        item = AskedItem(number, text=row["mt"], source=row["source"])
        body = protocol.check({"text": row["pe"]}, [item])
        numbers = {name: value for _, name, value in protocol.numbers(body, [item])}
        corrected.append((numbers["hter"], numbers["edits"], numbers["words"], body["unchanged"]))
    hter, edits, words, unchanged = zip(*corrected, strict=True)
    assert list(hter) == pytest.approx([float(row["hter"]) for row in rows], abs=1e-4)
    assert sum(hter) / len(hter) == pytest.approx(0.18305, abs=1e-5)
    assert (sum(edits), sum(words)) == (3109, 16414)
    assert sum(unchanged) / len(unchanged) == pytest.approx(0.299, abs=0.0005)
