"""Judged outputs from texts."""

from collections.abc import Callable

import numpy as np

from mtassay import EvalSet, metric
from mtassay.metaeval.sources.texts import judged_from_texts

EVALSET = EvalSet(
    ["the cat sat", "a dog barked"],
    sources=["die Katze saß", "ein Hund bellte"],
    systems={
        "good": ["the cat sat", "a dog barks"],
        "bad": ["a cat", "dogs bark"],
        "copy": ["the cat sat", "a dog barked"],
        "new": ["x", "y"],
    },
)
SCORES = "system\tsegment\tscore\ngood\t1\t9\ngood\t2\t7\nbad\t1\t4\nbad\t2\t3\ncopy\t1\t10\ncopy\t2\t10\n"


def test_metrics_score_what_people_judged(write: Callable[[str, str], str]) -> None:
    path = write("judged.tsv", SCORES)
    judged = judged_from_texts(EVALSET, [metric("chrf"), metric("ter")], path)
    assert judged.systems == ("good", "bad")
    assert judged.human.tolist() == [[9, 7], [4, 3]]
    assert judged.metrics["chrF2"].signature.startswith("nrefs:1")
    ter = judged.metrics["TER"]
    assert not ter.higher_is_better
    assert ter.segments[0, 0] == 0 > ter.segments[1, 0]
    assert judged.has_texts
    assert judged.source_words is not None
    assert judged.source_words.tolist() == [3, 3]
    assert "copy is one of the references, so its judgments do not count." in judged.notes
    assert "Left out, because nobody judged them: copy, new." in judged.notes
    turned = judged_from_texts(EVALSET, [metric("chrf")], path, lower_is_better=True)
    assert np.array_equal(turned.human, -judged.human)
