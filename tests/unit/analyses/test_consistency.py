"""Whether a term is called the same throughout a document."""

import pytest
from analysed import figures, values

from mtassay import EvalSet
from mtassay.analyses.counting.glossary import Glossary

GLOSSARY = Glossary.of([("Rat", ["council", "board"])])


def test_pairs_with_the_same_variant_by_document() -> None:
    evalset = EvalSet(
        ["the council"] * 5,
        sources=["der Rat"] * 5,
        systems={"old": ["council", "council", "board", "board", "council"], "new": ["board"] * 5},
        labels={"document": ["a", "a", "a", "b", "c"]},
    )
    table = figures(evalset, "consistency", glossary=GLOSSARY)
    assert table.lines[0].sizes == (3, 3)
    assert values(table, "terms") == pytest.approx([100 / 3, 100])
    assert table.lines[0].reference == 100
    assert table.lines[0].differences[0][0].p is None  # three documents are too few
