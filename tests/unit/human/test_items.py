import numpy as np
import pytest
from memories import Said, memory_of

from mtassay.errors import InputError, SettingError
from mtassay.human.items import difficulties, ier, paired_ier, rank_difficult
from mtassay.human.memory import make_memory
from mtassay.human.translations import find_translations, outputs_of, stored_translations
from mtassay.significance.paired_test import paired_test

MEMORY = memory_of(
    [
        Said("alles klar. danke.", "okay thanks.", 10, verdicts=("ok", "ok")),
        Said("alles klar. danke.", "okay.", 4, "ann", verdicts=("ok", "missing")),
        Said("alles klar. danke.", "okay.", 6, "bob", verdicts=("syntax", "missing")),
        Said("alles klar. danke.", "yes.", 5),
        Said("bis morgen", "till morning", 2, verdicts=("meaning",)),
        Said("bis morgen", "till morning", 3, verdicts=("ok",), is_recheck=True),
        Said("ja", "yes", 10),
    ],
    items={"alles klar. danke.": ["alles klar.", "danke."], "bis morgen": ["bis morgen"]},
    outputs={
        "old": [("alles klar. danke.", "okay."), ("bis morgen", "till morning"), ("ja", "yes")],
        "new": [("alles klar. danke.", "okay thanks."), ("bis morgen", "till morning"), ("ja", "yes")],
    },
)


def test_every_verdict_counts_and_rechecks_do_not() -> None:
    found = ier(MEMORY, stored_translations(MEMORY))
    assert (found.errors, found.verdicts) == (4, 7)
    assert found.value == pytest.approx(400 / 7)
    assert found.classes == {"ok": 3, "missing": 2, "syntax": 1, "meaning": 1, "other": 0}
    assert (found.labelled, found.unlabelled) == (3, 2)


def test_a_judgment_of_items_alone_counts() -> None:
    memory = memory_of([Said("s", "a", float("nan"), verdicts=("ok",))], items={"s": ["s"]})
    assert ier(memory, stored_translations(memory)).value == 0
    assert difficulties(memory)[0].ok_items == 1


def test_a_system_and_a_source_have_rates_of_their_own() -> None:
    assert ier(MEMORY, outputs_of(MEMORY, "old")).value == pytest.approx(80)
    assert ier(MEMORY, outputs_of(MEMORY, "new")).value == pytest.approx(100 / 3)
    assert ier(MEMORY, stored_translations(MEMORY, [0])).value == 50


def test_systems_are_compared_where_both_have_verdicts() -> None:
    figures = paired_ier(MEMORY, [outputs_of(MEMORY, "old"), outputs_of(MEMORY, "new")])
    assert figures.values == pytest.approx((80, 100 / 3))
    assert figures.left_out == 1
    assert paired_test("randomization").compare(figures.evidence, [(0, 1)])[0].p_value > 0.05


def test_without_verdicts_there_is_no_rate() -> None:
    with pytest.raises(InputError, match="no verdict on information items of the 1 translations"):
        ier(MEMORY, stored_translations(MEMORY, [2]))
    plain = make_memory([("s", "a", 3)])
    with pytest.raises(InputError, match="no verdict"):
        ier(plain, stored_translations(plain))
    with pytest.raises(InputError, match="no verdict"):
        ier(MEMORY, find_translations(MEMORY, [("nichts", "nothing")]))


def test_difficulty_of_sources() -> None:
    first, second, third = difficulties(MEMORY)
    assert (first.targets, first.judged, first.labelled) == (3, 3, 2)
    # of two judgments of "okay." one finds one item ok, the other none: half an item on average
    assert first.ok_items == pytest.approx((2 + 0.5) / 2)
    assert first.ok_rate == pytest.approx(1.25 / 2)
    assert first.score == pytest.approx((10 + 5 + 5) / 3)
    assert first.items == ("alles klar.", "danke.")
    assert first.classes[0] == {"ok": 2, "missing": 0, "syntax": 1, "meaning": 0, "other": 0}
    assert first.classes[1]["missing"] == 2
    assert (second.ok_items, second.ok_rate, second.score) == (0, 0, 2)
    assert np.isnan([third.ok_items, third.ok_rate]).all()


def test_the_hardest_sources_come_first() -> None:
    assert [one.text for one in rank_difficult(MEMORY)] == ["bis morgen", "alles klar. danke.", "ja"]
    assert [one.text for one in rank_difficult(MEMORY, "items")] == ["bis morgen", "alles klar. danke."]
    assert [one.text for one in rank_difficult(MEMORY, least=2)] == ["alles klar. danke."]
    with pytest.raises(SettingError, match="no order 'scores'"):
        rank_difficult(MEMORY, "scores")


def test_of_equally_hard_sources_the_better_known_comes_first() -> None:
    memory = make_memory([("a", "x", 5), ("b", "x", 5), ("b", "y", 5), ("c", "x", 5)])
    assert [one.text for one in rank_difficult(memory)] == ["b", "a", "c"]


def test_a_memory_without_items_has_scores_alone() -> None:
    (one,) = difficulties(make_memory([("s", "a", 3)]))
    assert one.score == 3
    assert one.items == ()
    assert np.isnan(one.ok_rate)
