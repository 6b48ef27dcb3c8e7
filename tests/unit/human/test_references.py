import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from memories import Said, memory_of

from mtassay import EvalSet, metric
from mtassay.errors import InputError, SettingError
from mtassay.human.memory import make_memory
from mtassay.human.references import mwer, paired_mwer, reference_targets
from mtassay.human.translations import find_translations, outputs_of
from mtassay.significance.evidence import observed_scores
from mtassay.significance.paired_test import paired_test

MEMORY = memory_of(
    [
        Said("s1", "only mine here", 10, system="mine"),
        Said("s1", "both of us", 10, system="mine"),
        Said("s1", "both of us", 10, system="theirs"),
        Said("s1", "by a person", 10, system="person"),
        Said("s2", "mine again", 10, system="mine"),
        Said("s2", "not perfect", 9, system="theirs"),
    ],
    outputs={
        "mine": [("s1", "only mine here"), ("s2", "mine again")],
        "theirs": [("s1", "both of us"), ("s2", "not perfect")],
    },
)


def served(excluding: tuple[str, ...] = ()) -> list[str]:
    return [MEMORY.targets[place] for place in np.flatnonzero(reference_targets(MEMORY, excluding))]


def test_only_what_a_system_alone_produced_is_no_reference_for_it() -> None:
    assert served() == ["only mine here", "both of us", "by a person", "mine again"]
    assert served(("mine",)) == ["both of us", "by a person"]
    assert served(("theirs",)) == served()
    assert served(("mine", "theirs")) == ["by a person"]


def test_a_translation_of_unknown_origin_stays() -> None:
    memory = make_memory([("s", "a", 10)])
    assert reference_targets(memory, ("mine",)).tolist() == [True]


def test_own_outputs_do_not_count_unless_told() -> None:
    mine = outputs_of(MEMORY, "mine")
    found = mwer(MEMORY, mine)
    assert (found.segments, found.without_references) == (1, 1)
    assert found.value == pytest.approx(100)  # three words against "both of us", none shared
    assert found.excluded == ("mine",)
    assert found.rows[0].tolist() == [3, 3, 2]
    assert found.rows[1] == pytest.approx([np.nan, np.nan, 0], nan_ok=True)
    own = mwer(MEMORY, mine, exclude_own=False)
    assert (own.value, own.segments, own.excluded) == (0, 2, ())


def test_without_references_there_is_no_rate() -> None:
    memory = memory_of([Said("s", "a", 10, system="x")], outputs={"x": [("s", "a")]})
    with pytest.raises(InputError, match="no translation but by x itself of any of their sources was judged perfect"):
        mwer(memory, outputs_of(memory, "x"))


def test_of_equally_near_references_the_first_divides() -> None:
    memory = make_memory([("s", "a b c d", 10), ("s", "a b", 10)])
    candidate = find_translations(memory, [("s", "a b c")])
    assert mwer(memory, candidate).value == 25
    assert mwer(memory, candidate, normalizer="average").value == pytest.approx(100 / 3)
    with pytest.raises(SettingError, match="no normalizer 'mean'"):
        mwer(memory, candidate, normalizer="mean")


def test_an_empty_reference_counts_every_word() -> None:
    memory = make_memory([("hm", "", 10)])
    found = mwer(memory, find_translations(memory, [("hm", "well now")]))
    assert found.value == 200
    assert mwer(memory, find_translations(memory, [("hm", "")])).value == 0


words = st.lists(st.sampled_from("abcd"), min_size=1, max_size=5).map(" ".join)


@given(st.lists(st.tuples(words, st.lists(words, min_size=1, max_size=4, unique=True)), min_size=1, max_size=6))
@pytest.mark.parametrize("normalizer", ["nearest", "average"])
def test_it_is_the_metric_of_that_name(normalizer: str, segments: list[tuple[str, list[str]]]) -> None:
    memory = make_memory([(f"s{n}", text, 10) for n, (_, references) in enumerate(segments) for text in references])
    pairs = [(f"s{n}", hypothesis) for n, (hypothesis, _) in enumerate(segments)]
    ours = mwer(memory, find_translations(memory, pairs), normalizer=normalizer)
    one = metric(f"mwer:normalizer={normalizer}")
    rows = one.stats([hypothesis for hypothesis, _ in segments], one.prepare(EvalSet([refs for _, refs in segments])))
    assert ours.rows[:, :2] == pytest.approx(rows)
    assert ours.value == pytest.approx(float(one.score(rows.sum(axis=0))))
    assert observed_scores(ours.evidence)[0] == ours.value


def test_systems_are_compared_with_the_same_references() -> None:
    systems = [outputs_of(MEMORY, "mine"), outputs_of(MEMORY, "theirs")]
    figures = paired_mwer(MEMORY, systems)
    assert figures.values == pytest.approx((100, 100))
    assert figures.left_out == 1
    assert paired_mwer(MEMORY, systems, exclude_own=False).values == pytest.approx((0, 100 * 2 / 5))
    assert paired_test("randomization").compare(figures.evidence, [(0, 1)])[0].p_value == 1
