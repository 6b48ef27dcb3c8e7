"""N-grams: counts, tests, folding."""

import numpy as np
import pytest
from analysed import analysed, repeated
from scipy import stats

from mtassay import EvalSet
from mtassay.analyses.ngrams import Ngrams, NgramTable
from mtassay.analyses.result import Analyses


def tables(evalset: EvalSet, spec: str = "ngrams", **more: object) -> dict[tuple[str, bool], NgramTable]:
    results = analysed(evalset, spec, **more).results
    return {(table.kind, table.first_more): table for table in results if isinstance(table, NgramTable)}


def test_right_and_over_are_counted_by_segment() -> None:
    both = tables(repeated("a b c", "a b", "a x x", times=8))
    right = {line.text: line for line in both["right", True].lines}
    assert set(right) == {"b"}
    assert [" ".join(words) for words in right["b"].folded] == ["a b"]
    assert (right["b"].first, right["b"].second, right["b"].first_units, right["b"].second_units) == (8, 0, 8, 0)
    assert right["b"].share == pytest.approx(9 / 10)
    over = {line.text: line for line in both["over", False].lines}
    assert over["x"].second == 16
    assert "x x" in {" ".join(words) for words in over["x"].folded}


def test_p_is_that_of_the_sign_test() -> None:
    evalset = EvalSet(["a"] * 10, systems={"old": ["a"] * 9 + ["b"], "new": ["b"] * 9 + ["a"]})
    line = tables(evalset)["right", True].lines[0]
    assert line.p == pytest.approx(stats.binomtest(1, 10).pvalue)
    assert line.q == line.p


def test_too_few_units_are_not_tested() -> None:
    evalset = repeated("a b", "a b", "a c", times=5)
    assert tables(evalset)["right", True].tested == 0
    assert tables(evalset, "ngrams:least=5")["right", True].tested == 2


def test_units_are_documents_where_that_is_asked_for() -> None:
    evalset = repeated("a", "a", "b", times=12, labels={"document": [str(number // 2) for number in range(12)]})
    line = tables(evalset, unit="document")["right", True].lines[0]
    assert (line.first, line.first_units) == (12, 6)


def test_one_system_alone_says_too_much_or_too_little() -> None:
    evalset = EvalSet(["a b"] * 8, systems={"only": ["a c"] * 8})
    both = tables(evalset)
    assert both["balance", True].title == "Said too often by only"
    assert both["balance", True].lines[0].text == "c"
    assert both["balance", False].lines[0].text == "b"


def test_what_differs_elsewhere_is_not_folded() -> None:
    reference = ["x y"] * 10 + ["x z"] * 10
    evalset = EvalSet(reference, systems={"old": reference, "new": ["q q"] * 10 + ["x q"] * 10})
    right = {line.text: line for line in tables(evalset)["right", True].lines}
    assert "z" in right
    assert "x" not in {" ".join(words) for words in right["z"].folded}


def test_the_first_line_stands_out_where_it_is_beyond_chance() -> None:
    evalset = repeated("a b c d", "a b c d", "a b c x", times=40)
    (standout,) = tables(evalset)["right", True].standouts()
    assert (standout.about, standout.before, standout.after) == ("“d” where the reference has it", 40, 0)
    assert standout.is_better is False


def test_random_deals_of_the_same_outputs_do_not_differ() -> None:
    rng = np.random.default_rng(5)
    words = [f"w{number}" for number in range(30)]
    outputs = [[" ".join(rng.choice(words, 12)) for _ in range(200)] for _ in range(3)]
    evalset = EvalSet(outputs[0], systems={"old": outputs[1], "new": outputs[2]})
    for table in tables(evalset).values():
        assert table.beyond_chance is not None
        assert table.beyond_chance <= 1


def test_equal_means_of_runs_do_not_differ() -> None:
    # .2 + .4 is not .6 in binary fractions
    says = ["x" * 1, "", "", "", ""]
    systems = {
        f"a#{number}": ["x" if text else "y", "x" if number < 2 else "y"] * 40 for number, text in enumerate(says)
    }
    systems |= {f"b#{number}": ["y", "x" if number < 3 else "y"] * 40 for number in range(5)}
    labels = {"document": [str(place // 2) for place in range(80)]}
    runs = {"a": [f"a#{number}" for number in range(5)], "b": [f"b#{number}" for number in range(5)]}
    evalset = EvalSet(["x"] * 80, systems=systems, labels=labels)
    right = tables(evalset, unit="document", runs=runs)["right", True]
    assert right.tested == 0


def test_what_stands_out_is_what_the_test_says() -> None:
    # the first has more in twenty segments, the second many in one
    reference = ["x"] * 20 + [" ".join("x" * 40)]
    evalset = EvalSet(reference, systems={"a": ["x"] * 20 + ["y"], "b": ["y"] * 20 + [" ".join("x" * 40)]})
    right = tables(evalset)["right", True]
    assert right.lines[0].text == "x"
    assert right.lines[0].second > right.lines[0].first
    assert not [standout for standout in right.standouts() if standout.about.startswith("“x”")]


def listable(analyses: Analyses) -> set[str]:
    counts = Ngrams().listable(analyses.view, analyses.plan)
    vocabulary = analyses.view.number_all()
    return {" ".join(counts.text(ngram, vocabulary)) for ngram in range(len(counts))}


def test_whatever_a_table_of_some_segments_lists_is_listable() -> None:
    rng = np.random.default_rng(5)
    texts = [" ".join(rng.choice(list("abcdefgh"), 6).tolist()) for _ in range(240)]
    outputs = [[" ".join(rng.permutation(text.split())[: rng.integers(3, 7)]) for text in texts] for _ in range(3)]
    evalset = EvalSet(
        texts,
        systems=dict(zip(("old", "new", "third"), outputs, strict=True)),
        labels={"document": [f"d{number // 4}" for number in range(240)]},
    )
    for unit in (None, "document"):
        whole = analysed(evalset, "ngrams", unit=unit)
        listed = listable(whole)
        shown = set()
        for where in ("", "segment <= 120", "length < 7 and segment > 100", "segment in (1, 2, 3, 4, 5, 6, 7, 8, 9)"):
            some = analysed(evalset, "ngrams", unit=unit, where=where, pairs=[("old", "new"), ("new", "third")])
            for table in some.results:
                assert isinstance(table, NgramTable)
                shown |= {line.text for line in table.lines}
                shown |= {" ".join(words) for line in table.lines for words in line.folded}
        assert shown
        assert shown <= listed


def test_what_two_systems_overuse_in_other_segments_is_listable() -> None:
    """It is over-generated in three segments by each, and a table of both lists it, as six differ."""
    evalset = EvalSet(["a"] * 6, systems={"old": ["a x"] * 3 + ["a"] * 3, "new": ["a"] * 3 + ["a x"] * 3})
    assert listable(analysed(evalset, "ngrams")) == {"x", "a x"}
    assert tables(evalset)["over", False].lines[0].text == "x"


def test_what_cannot_differ_is_not_listable() -> None:
    evalset = EvalSet(["a b"] * 40, systems={"old": ["a b"] * 40, "new": ["a b"] * 35 + ["a c"] * 5})
    assert listable(analysed(evalset, "ngrams")) == set()
    alone = EvalSet(["a b"] * 40, systems={"old": ["a c"] * 40})
    assert listable(analysed(alone, "ngrams")) == {"b", "c", "a b", "a c"}


@pytest.mark.parametrize(
    ("splitting", "expected", "also"), [("unicode", "東京", "へ東京"), ("space", "東 京", "へ 東 京")]
)
def test_scripts_without_spaces_have_none_between_characters(splitting: str, expected: str, also: str) -> None:
    evalset = repeated("へ 東 京", "へ 東 x", "へ 東 京", target_language="ja")
    if splitting == "unicode":
        evalset = repeated("へ東京", "へ東x", "へ東京", target_language="ja")
    tables = analysed(evalset, "ngrams", words=splitting)["ngrams"]
    lines = {line.words: line for table in tables for line in table.lines}  # type: ignore[attr-defined]
    texts = {text for line in lines.values() for text in (line.text, *line.also)}
    assert {expected, also} <= texts
    assert "へ x" not in texts
    weights = analysed(evalset, "discriminative", words=splitting)["discriminative"][0].weights  # type: ignore[attr-defined]
    assert all((" " in ngram.text) == (splitting == "space" and len(ngram.words) > 1) for ngram in weights)
