"""The paper's figure 2."""

import math

from memories import Said, memory_of

from mtassay.estimation.figures.item_figures import item_summary
from mtassay.human.memory import make_memory


def test_sources_are_ranked_by_their_items() -> None:
    memory = memory_of(
        [
            Said("easy one", "a", 9, verdicts=("ok", "ok")),
            Said("hard one", "b", 3, verdicts=("syntax", "missing")),
            Said("hard one", "c", 5, "ben", verdicts=("ok", "missing")),
            Said("uncut", "d", 5),
        ],
        items={"easy one": ["easy", "one"], "hard one": ["hard", "one"], "uncut": ["uncut"]},
    )
    found = item_summary(memory)
    assert [(one.difficulty.text, one.rank, one.ranked, one.error_rate) for one in found.sources] == [
        ("hard one", 1, 2, 75.0),
        ("easy one", 2, 2, 0.0),
    ]
    assert found.sources[0].difficulty.classes[1] == {"ok": 0, "missing": 2, "syntax": 0, "meaning": 0, "other": 0}
    assert (found.verdicts, found.error_rate, found.cut) == (6, 50.0, 3)
    assert found.of(1) == found.sources[0]
    assert found.of(2) is None


def test_without_items_there_is_nothing() -> None:
    found = item_summary(make_memory([("s", "t", 5)]))
    assert (found.sources, found.verdicts, found.cut) == ((), 0, 0)
    assert math.isnan(found.error_rate)
