"""Analyses of a test set: which are made, of which segments and systems, and what is said where one cannot be."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mtassay
from mtassay import EvalSet, Glossary, WordLabels
from mtassay.analyses.analyze import analyze
from mtassay.analyses.base import ANALYSES, Cell
from mtassay.analyses.errors import Errors
from mtassay.analyses.figures import FigureTable
from mtassay.analyses.filters.segment_filter import SegmentFilter
from mtassay.analyses.result import Analyses
from mtassay.errors import InputError, MtassayWarning, SettingError

WORDS = ["the", "The", "cat", "cats", "dog", "ran", "to", "a", "3,000", "4", "London", ",", ".", "don't", "sat", "mat"]
GIVEN = {
    "segment <= 45": lambda place, evalset: place < 45,
    "length >= 8": lambda place, evalset: len(evalset.references[place][0].split()) >= 8,
    "source-length < 15": lambda place, evalset: len(evalset.sources[place].split()) < 15,
    "domain = news": lambda place, evalset: evalset.labels["domain"][place] == "news",
    'reference ~ "cat"': lambda place, evalset: any("cat" in text for text in evalset.references[place]),
    "source !~ /London/ and segment > 5": lambda place, evalset: "London" not in evalset.sources[place] and place > 4,
}
OUTCOMES = (
    "chrf(old) > 20",
    "chrf(new) - chrf(old) > 0",
    "difference(new) > 0",
    "errors.lexical(new) >= 3",
    'ngram("the", over, new)',
    'new ~ "cat"',
    "found.numbers(new)",
)


def random_set(segments: int = 80, seed: int = 3, systems: tuple[str, ...] = ("old", "new"), **more: Any) -> EvalSet:
    """No text is empty, and words are those that both ways of splitting find."""
    rng = np.random.default_rng(seed)

    def texts() -> list[str]:
        return [" ".join(rng.choice(WORDS, size=rng.integers(2, 25))) for _ in range(segments)]

    return EvalSet(
        more.pop("references", texts()),
        sources=texts(),
        systems={name: texts() for name in systems},
        labels={
            "document": [f"d{place // 2}" for place in range(segments)],
            "domain": ["news" if place % 3 else "chat" for place in range(segments)],
        },
        target_language="en",
        **more,
    )


EVALSET = random_set()


def made(evalset: EvalSet = EVALSET, *specs: str, **more: Any) -> Analyses:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*(are few|one segment only|UNSTABLE)")
        return analyze(evalset, specs or None, more.pop("metrics", ["chrf"]), **more)


def records(analyses: Analyses) -> list[dict[str, Cell]]:
    return [record for result in analyses.results for record in result.records()]


def table(analyses: Analyses) -> FigureTable:
    (result,) = analyses.results
    assert isinstance(result, FigureTable)
    return result


def test_all_that_the_texts_allow_is_done_unless_told_otherwise() -> None:
    analyses = made()
    assert set(analyses.signatures) == {
        *("words", "words:by=shape", "segments", "segments:by=domain", "segments:by=difference", "errors", "kept"),
        *("profile", "checks", "ngrams", "examples", "discriminative"),
    }
    assert not analyses.not_done
    assert {result.spec for result in analyses.results} <= set(analyses.signatures)


def test_labels_of_many_values_and_those_of_one_are_no_tables_of_their_own() -> None:
    labels = {"document": [str(place) for place in range(80)], "all": ["x"] * 80, "score": ["a", "b"] * 40}
    evalset = EvalSet(EVALSET.references, systems=EVALSET.systems, labels=labels)
    analyses = made(evalset)
    assert [spec for spec in analyses.signatures if spec.startswith("segments:")] == ["segments:by=difference"]
    assert analyses.not_done["label score"] == "score is a name of ours; call the label otherwise"
    assert len(table(made(evalset, "segments:by=document,cuts=40")).lines) == 2


def test_analyses_may_be_named_with_settings_or_be_values() -> None:
    analyses = analyze(EVALSET, ["words:by=shape", Errors(case="hjerson")], ["chrf"])
    assert list(analyses.signatures) == ["words:by=shape", "errors:case=hjerson"]


def test_without_leaves_out_a_kind_or_one_of_it() -> None:
    assert not {"words", "words:by=shape", "errors"} & set(made(without=["words", "errors"]).signatures)
    analyses = made(without=["words:by=shape"])
    assert "words" in analyses.signatures
    assert "words:by=shape" not in analyses.signatures
    assert not made(EVALSET, "errors", without=["errors"]).results


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"analyses": "errors"}, "write analyses=['errors']"),
        ({"without": "errors"}, "write without=['errors']"),
        ({"analyses": ["erors"]}, "there is no analysis 'erors' (did you mean 'errors'?)"),
        ({"without": ["erors"]}, "there is no analysis 'erors' (did you mean 'errors'?)"),
        ({"analyses": ["errors:kase=apart"]}, "did you mean 'case'?"),
        ({"words": "spaces"}, "words=spaces: expected one of unicode, space (did you mean 'space'?)"),
        ({"pairs": [("old", "nwe")]}, "pair: there is no system 'nwe' (did you mean 'new'?)"),
        ({"pairs": [("old", "old")]}, "pair: 'old' with itself"),
        ({"baseline": "odl"}, "baseline: there is no system 'odl' (did you mean 'old'?)"),
        ({"unit": "documents"}, "segments have no label 'documents' (did you mean 'document'?)"),
        ({"alpha": 2}, "alpha=2"),
        ({"test": "bootstap"}, "(did you mean 'bootstrap'?)"),
        ({"where": "lenght > 3"}, "there is no label 'lenght' (did you mean 'length'?)"),
        ({"where": "length >> 3"}, "(character 9): write here a number"),
        ({"where": "chrv(old) > 3"}, "'chrv' is not among the metrics of this run (did you mean 'chrf'?)"),
        ({"where": "chrf(odl) > 3"}, "there is no system 'odl' (did you mean 'old'?)"),
        ({"where": "domain = new"}, "no segment has the domain 'new' (did you mean 'news'?)"),
    ],
)
def test_what_there_is_not_is_refused_with_the_nearest(more: dict[str, Any], said: str) -> None:
    with pytest.raises((SettingError, InputError)) as refused:
        analyze(EVALSET, **{"analyses": ["kept"], "metrics": ["chrf"], **more})
    assert said in str(refused.value)


@pytest.mark.parametrize("where", GIVEN)
def test_what_is_given_leaves_a_smaller_test_set_with_all_tests(where: str) -> None:
    places = [place for place in range(len(EVALSET)) if GIVEN[where](place, EVALSET)]
    assert 30 <= len(places) < len(EVALSET)
    # none that asks what the whole test set decides, such as how often words occur
    specs = (
        "words:by=shape",
        "segments",
        "errors:base=four",
        "kept",
        "profile",
        "ngrams:least=2",
    )
    filtered, cut = made(EVALSET, *specs, where=where), made(EVALSET.cut(places), *specs)
    assert records(filtered) == records(cut)
    assert (filtered.segments, filtered.all_segments, filtered.refusal) == (len(places), 80, "")
    assert filtered.comparison is not None
    assert cut.comparison is not None
    assert filtered.comparison["chrf"].pairs == cut.comparison["chrf"].pairs
    assert filtered.sentence == cut.sentence != ""
    first = table(made(EVALSET, "errors:base=four", where=where)).lines[-1].differences[0][0]
    assert first.p is not None
    assert first.q is not None


def test_what_the_whole_test_set_decides_stays() -> None:
    reference = ["a b"] * 40 + ["a c"] * 40
    evalset = EvalSet(reference, systems={"old": reference, "new": reference})
    lines = [line.key for line in table(made(evalset, "words", where="segment <= 40")).lines]
    assert lines == ["10–99", "all words"]
    assert table(made(evalset, "words", where="segment <= 40")).lines[0].sizes == (80, 80)


@pytest.mark.parametrize("where", OUTCOMES)
def test_what_looks_at_outputs_leaves_scores_without_tests(where: str) -> None:
    evalset = random_set(400)
    analyses = made(evalset, "words:by=shape", "errors", "ngrams", "segments", where=where)
    assert 30 <= analyses.segments < 400
    assert analyses.comparison is None
    assert analyses.sentence == ""
    assert analyses.refusal.startswith(f"The filter looks at outputs ({where})")
    for record in records(analyses):
        assert (record.get("p"), record.get("q"), record.get("error")) == (None, None, None)
    assert any(record.get("difference") for record in records(analyses))
    assert analyses.standouts("old", "new") == []
    left = evalset.cut(analyses.view.segments.tolist())
    scores = mtassay.score(left.systems["new"], left.references, metrics=["chrf"])
    assert analyses.scores[0].values[1] == pytest.approx(scores[0].value)


def test_a_condition_on_outputs_beside_one_that_is_given_leaves_no_test_either() -> None:
    analyses = made(EVALSET, "errors", where="segment > 1 and chrf(new) > 1")
    assert "looks at outputs (chrf(new) > 1)" in analyses.refusal


def test_where_nothing_is_left_that_is_an_error() -> None:
    with pytest.raises(InputError, match=r"where length > 1000: no segment is left; ask for less"):
        made(EVALSET, "errors", where="length > 1000")


@pytest.mark.parametrize(("most", "said"), [(1, "1 segment, too few"), (29, "29 segments, too few"), (30, "")])
def test_where_few_are_left_nothing_is_tested(most: int, said: str) -> None:
    analyses = made(EVALSET, "errors:base=four", where=f"segment <= {most}")
    assert said in analyses.refusal
    assert (analyses.comparison is None) == bool(said)
    tested = [difference.p for line in table(analyses).lines for difference in line.differences[0]]
    assert all((p is None) == bool(said) for p in tested)


def test_parts_count_where_they_are_units() -> None:
    few = made(EVALSET, "errors", unit="document", where="segment <= 58")
    assert "leaves 29 parts by document, too few" in few.refusal
    enough = made(EVALSET, "errors", unit="document", where="segment <= 60")
    assert not enough.refusal
    assert enough.unit == "document"
    assert table(enough).lines[-1].values[0][0].units == 30
    cut = made(EVALSET.cut(range(60)), "errors", unit="document")
    assert records(enough) == records(cut)


def test_a_filter_may_be_a_value_and_means_everything_where_it_is_empty() -> None:
    by_value = made(EVALSET, "errors", where=SegmentFilter.parse("length>=8"))
    assert (by_value.where, by_value.where_in_words) == (
        "length >= 8",
        "segments with a reference of 8 words or more",
    )
    assert (made(EVALSET, "errors", where=" ").where, made(EVALSET, "errors").where_in_words) == ("", "")


def test_signatures_have_the_filter() -> None:
    analyses = made(EVALSET, "errors", where="length>=8", unit="document")
    assert "|unit:document|where:length >= 8|" in analyses.signatures["errors"]
    assert analyses.comparison is not None
    assert "|where:length >= 8|" in analyses.comparison["chrf"].signature
    assert "|where:chrf(new) > 1|" in made(EVALSET, "errors", where="chrf(new)>1").scores[0].signature
    assert "where:" not in made(EVALSET, "errors").signatures["errors"]


@pytest.mark.parametrize("where", ["segment > 10", "chrf(new) > 5"])
def test_scores_of_other_programs_are_cut_like_others(tmp_path: Path, where: str) -> None:
    rng = np.random.default_rng(5)
    scores = {name: rng.random(80).round(4) for name in ("old", "new")}
    path = tmp_path / "judge.tsv"
    lines = [f"{name}\t{place + 1}\t{scores[name][place]}" for name in ("new", "old") for place in range(80)]
    path.write_text("system\tsegment\tscore\n" + "\n".join(lines) + "\n", encoding="utf-8")
    analyses = made(
        EVALSET,
        "segments:by=domain",
        "examples:metric=judge,count=3",
        metrics=["chrf", f"given:path={path},name=judge"],
        where=where,
    )
    kept = analyses.view.segments
    assert analyses.scores[1].values == pytest.approx([scores[name][kept].mean() for name in ("old", "new")])
    by_domain = analyses["segments:by=domain"][1]
    assert isinstance(by_domain, FigureTable)
    for line in by_domain.lines:
        own = [place for place in kept if EVALSET.labels["domain"][place] == line.key]
        values = [value.value for value in line.values[0]]
        assert values == pytest.approx([scores[name][own].mean() for name in ("old", "new")])
    for record in records(analyses):
        if record["analysis"] == "examples:metric=judge,count=3":
            place = int(record["segment"] or 0) - 1
            assert place in kept
            assert record["score"] == scores[str(record["system"])][place]
            assert record["output"] == EVALSET.systems[str(record["system"])][place]
    chosen = made(EVALSET, "segments", metrics=[f"given:path={path},name=judge"], where="judge(old) > 0.5")
    assert chosen.view.segments.tolist() == np.flatnonzero(scores["old"] > 0.5).tolist()


def test_the_first_system_is_the_baseline_unless_one_is_named() -> None:
    evalset = random_set(systems=("a", "b", "c"))
    assert made(evalset, "errors").pairs == (("a", "b"), ("a", "c"))
    named = made(evalset, "errors", baseline="c")
    assert (named.systems, named.pairs) == (("c", "a", "b"), (("c", "a"), ("c", "b")))
    values = {line.key: [value.value for value in line.values[0]] for line in table(made(evalset, "errors")).lines}
    for line in table(named).lines:
        assert [value.value for value in line.values[0]] == [values[line.key][place] for place in (2, 0, 1)]
    assert named.comparison is not None
    assert named.comparison.baseline == "c"


def test_pairs_are_compared_in_the_order_given_and_once() -> None:
    evalset = random_set(systems=("a", "b", "c"))
    analyses = made(evalset, "errors", "ngrams", pairs=[("c", "b"), ("a", "b"), ("c", "b")])
    assert analyses.pairs == (("c", "b"), ("a", "b"))
    errors = analyses["errors"][0]
    assert isinstance(errors, FigureTable)
    for line in errors.lines:
        _, b, c = (value.value for value in line.values[0])
        assert line.differences[0][0].value == pytest.approx(b - c)
    assert {(result.first, result.second) for result in analyses["ngrams"]} == {("c", "b"), ("a", "b")}  # type: ignore[attr-defined]
    assert analyses.sentence.count("than c") + analyses.sentence.count("from c") == 1
    assert analyses.sentence.count("than a") + analyses.sentence.count("from a") == 1


def test_a_pair_the_other_way_round_has_the_opposite_differences() -> None:
    there, back = (table(made(EVALSET, "errors", pairs=[pair])) for pair in (("old", "new"), ("new", "old")))
    for one_way, other_way in zip(there.lines, back.lines, strict=True):
        assert one_way.differences[0][0].value == pytest.approx(-other_way.differences[0][0].value)
        assert one_way.differences[0][0].p == pytest.approx(other_way.differences[0][0].p)


def test_one_system_alone_is_described() -> None:
    analyses = made(EvalSet(EVALSET.references, sources=EVALSET.sources, systems={"old": EVALSET.systems["old"]}))
    assert (analyses.pairs, analyses.comparison, analyses.sentence) == ((), None, "")
    assert not analyses.not_done
    assert {record["system"] for record in records(analyses) if "system" in record} == {"old"}
    assert all(record.get("difference") is None for record in records(analyses))
    assert [result.title for result in analyses["examples"]] == ["Worst of old"]
    assert [result.title for result in analyses["ngrams"]] == ["Said too often by old", "Said too seldom by old"]
    both = made(EVALSET, "errors:base=four")
    alone = {record["line"]: record["value"] for record in analyses["errors"][0].records()}
    assert {record["line"]: record["value"] for record in records(both) if record["system"] == "old"} == alone


def test_without_references_what_needs_none_is_done(tmp_path: Path) -> None:
    path = tmp_path / "judge.txt"
    path.write_text("old\tnew\n" + "0.5\t0.6\n" * 80, encoding="utf-8")
    evalset = EvalSet(None, sources=EVALSET.sources, systems=EVALSET.systems, labels=EVALSET.labels)
    analyses = made(evalset, metrics=[f"given:path={path}"])
    assert set(analyses.signatures) >= {"segments:by=domain", "profile", "checks", "examples"}
    assert analyses.not_done == dict.fromkeys(
        ("words", "words:by=shape", "segments", "segments:by=difference", "errors", "kept", "ngrams", "discriminative"),
        "needs references",
    )
    by_hand = made(evalset, "errors", "discriminative:against=old", metrics=[f"given:path={path}"])
    assert by_hand.not_done == {"errors": "needs references"}
    assert [result.title for result in by_hand.results] == ["What tells new from old"]
    with pytest.raises(InputError, match=r"length > 3: this test set has no references"):
        made(evalset, metrics=[f"given:path={path}"], where="length > 3")


def test_without_sources_names_lack_them_and_a_glossary_is_refused() -> None:
    evalset = EvalSet(EVALSET.references, systems=EVALSET.systems)
    assert made(evalset, "kept", "profile").not_done == {"kept": "needs sources"}
    with pytest.raises(SettingError, match="a glossary needs sources"):
        made(evalset, glossary=Glossary.of([("cat", ["cat"])]))


def test_identical_systems_do_not_differ() -> None:
    evalset = EvalSet(
        EVALSET.references,
        sources=EVALSET.sources,
        systems=dict.fromkeys(("old", "new"), EVALSET.systems["old"]),
        labels=EVALSET.labels,
    )
    analyses = made(evalset)
    assert analyses.sentence == "new cannot be told apart from old by chrF2."
    assert analyses.standouts("old", "new") == []
    for record in records(analyses):
        assert record.get("difference") in (0, None) or np.isnan(float(record["difference"] or 0))
        assert record.get("p") in (1, None)
    assert all(not result.records() for result in (*analyses["ngrams"], *analyses["examples"]))


def test_runs_of_a_system_are_averaged() -> None:
    evalset = random_set(systems=("a1", "b", "a2"))
    runs = {"a": ["a1", "a2"], "b": ["b"]}
    analyses = made(evalset, runs=runs)
    assert analyses.systems == ("a", "b")
    single = made(evalset, "errors", "segments:by=difference", "profile")
    for name in ("errors", "segments:by=difference", "profile"):
        for together, apart in zip(analyses[name], single[name], strict=True):
            values: dict[Any, dict[Any, float]] = {}
            for record in apart.records():
                key = record["line"], record.get("measure")
                values.setdefault(key, {})[record["system"]] = float(record.get("value", record.get("segments")) or 0)
            for record in together.records():
                own = values[record["line"], record.get("measure")]
                expected = (own["a1"] + own["a2"]) / 2 if record["system"] == "a" else own["b"]
                assert float(record.get("value", record.get("segments")) or 0) == pytest.approx(expected)
    assert all("|runs:" in signature for signature in analyses.signatures.values())
    assert analyses.scores[0].values[0] == pytest.approx(sum(made(evalset, "kept").scores[0].values[::2]) / 2)


def test_filters_name_runs_and_not_systems_that_have_several() -> None:
    evalset = random_set(systems=("a1", "b1", "a2"))
    runs = {"a": ["a1", "a2"], "b": ["b1"]}
    assert made(evalset, "errors", runs=runs, where="chrf(a2) > 10").where == "chrf(a2) > 10"
    assert made(evalset, "errors", runs=runs, where="chrf(b) > 10").segments == (
        made(evalset, "errors", runs=runs, where="chrf(b1) > 10").segments
    )
    with pytest.raises(SettingError, match="a has 2 runs; write one of a1, a2"):
        made(evalset, "errors", runs=runs, where="chrf(a) > 10")


def test_of_several_references_each_output_is_held_against_the_nearest() -> None:
    references = [["a b c d", "x y z"]] * 40
    evalset = EvalSet(references, systems={"old": ["x y z"] * 40, "new": ["a b c q"] * 40})
    errors = table(made(evalset, "errors:base=four"))
    assert [value.value for value in errors.lines[-1].values[0]] == [0, 25]
    assert made(evalset, "errors").signatures["errors"].startswith("nrefs:2|")


def test_labels_of_words_make_tables_of_their_own() -> None:
    text = ["the cat sat"] * 40
    labels = WordLabels(["D N V"] * 40, {"old": ["D N V"] * 40, "new": ["D N"] * 40})
    evalset = EvalSet(text, systems={"old": text, "new": ["the cat"] * 40})
    analyses = made(evalset, words="space", word_labels={"pos": labels})
    (by_label,) = analyses["words:by=pos"]
    assert isinstance(by_label, FigureTable)
    assert [line.key for line in by_label.lines] == ["D", "N", "V", "all words"]
    assert [value.value for value in by_label.lines[2].values[0]] == [1, 0]
    part = made(evalset, "words:by=pos", words="space", word_labels={"pos": labels}, where="segment > 8")
    assert [line.sizes for line in table(part).lines] == [(32, 32), (32, 32), (32, 32), (96, 96)]


def test_labels_that_are_not_of_these_words_stop_everything() -> None:
    evalset = EvalSet(["the cat"] * 40, systems={"old": ["a"] * 40, "new": ["b"] * 40})
    labels = WordLabels(["D N"] * 39 + ["D"], shown={"": "ref.pos"})
    for specs in ((), ("words:by=pos",)):
        with pytest.raises(InputError, match=r"ref.pos, line 40: 1 labels, and the text has 2 words"):
            made(evalset, *specs, words="space", word_labels={"pos": labels})
    with pytest.raises(SettingError, match="shape is a name of ours"):
        made(evalset, words="space", word_labels={"shape": labels})
    with pytest.raises(InputError, match="1 lines of labels for 40 segments"):
        made(evalset, words="space", word_labels={"pos": WordLabels(["D N"])})


def test_a_glossary_adds_terms_and_consistency() -> None:
    analyses = made(EVALSET, glossary=Glossary.of([("cat", ["cat", "cats"]), ("London", ["London"])]))
    assert {"terms", "consistency"} <= set(analyses.signatures)
    lacking = made(EvalSet(EVALSET.references, sources=EVALSET.sources, systems=EVALSET.systems), "consistency")
    assert lacking.not_done == {"consistency": "needs a glossary and documents"}


def test_a_glossary_that_fits_nothing_stops_everything() -> None:
    with pytest.raises(InputError, match="none of its terms stands in the sources"):
        made(EVALSET, glossary=Glossary.of([("Katze", ["cat"])]))


def test_empty_outputs_and_references_count_as_nothing() -> None:
    evalset = EvalSet(
        ["", "a b", ""] * 20,
        sources=["", "x", "y"] * 20,
        systems={"old": ["", "", "a"] * 20, "new": ["a", "a b", ""] * 20},
        warn_of_blanks=False,
    )
    analyses = made(evalset)
    assert not analyses.not_done
    words = analyses["words"][0]
    assert isinstance(words, FigureTable)
    assert [value.value for value in words.lines[-1].values[2]] == [0, 1]
    assert words.lines[-1].sizes == (40, 40)
    nothing = EvalSet([""] * 40, systems={"old": [""] * 40, "new": [""] * 40}, warn_of_blanks=False)
    errors = table(made(nothing, "errors"))
    assert all(np.isnan(value.value) for line in errors.lines for value in line.values[0])
    assert all(line.differences[0][0].p is None for line in errors.lines)


ODD = ["\x1e\x1f a", "a\x00b", "\u202ea\u202c b", "</script>", "a\u2028b", "\ufeff", "\u200d", "a\rb", "=1+1", "\t"]


def test_any_character_is_counted() -> None:
    evalset = EvalSet(ODD * 4, sources=ODD * 4, systems={"old": ODD * 4, "new": ODD[::-1] * 4}, warn_of_blanks=False)
    for words in ("unicode", "space"):
        analyses = made(evalset, words=words)
        assert not analyses.not_done
        assert "<script" not in analyses._repr_html_()


def test_half_a_character_is_refused_as_elsewhere() -> None:
    with pytest.raises(InputError, match="lone surrogate"):
        EvalSet(["a\ud800"], systems={"old": ["b"]})
    with pytest.raises(SettingError, match="half a character"):
        made(EVALSET, "errors", where="reference ~ '\ud800'")


@pytest.mark.parametrize(
    ("text", "other", "words"),
    [("猫がマットの上に座った。", "猫はマットに座る。", 12), ("แมวนั่งบนเสื่อ", "แมวยืนบนเสื่อ", 10)],
)
def test_scripts_without_spaces_have_words_too(text: str, other: str, words: int) -> None:
    evalset = EvalSet([text] * 40, systems={"old": [other] * 40, "new": [text] * 40})
    analyses = made(evalset)
    shapes = analyses["words:by=shape"][0]
    assert isinstance(shapes, FigureTable)
    assert shapes.lines[-1].sizes[0] == 40 * words
    assert 0 < shapes.lines[-1].values[0][0].value < shapes.lines[-1].values[0][1].value == 1
    filtered = made(evalset, "errors", where=f'ngram("{text[:2]}", right, new)')
    assert filtered.segments == 40


LONG = " ".join(["w"] * 100_001)


def test_what_cannot_compare_long_segments_is_not_done() -> None:
    texts = list(EVALSET.systems["old"])
    evalset = EvalSet(
        [LONG, *texts[1:]], sources=EVALSET.sources, systems={"old": texts, "new": [f"{LONG} x", *texts[1:]]}
    )
    analyses = made(evalset)
    assert analyses.not_done == {
        "errors": "system new, segment 1: 100,002 words, too long to compare; is a line a whole file?"
    }
    assert "errors" not in {result.spec for result in analyses.results}
    assert {"words", "ngrams", "profile", "segments:by=difference"} <= set(analyses.signatures)
    with pytest.raises(InputError, match="segment 1: 100,002 words, too long to compare"):
        made(evalset, "errors")
    with pytest.raises(InputError, match="too long to compare"):
        made(evalset, "profile", where="errors.order(new) > 1")
    assert made(evalset, "errors", where="segment > 1").results


def test_an_analysis_is_done_of_all_systems_or_of_none() -> None:
    """Where only the second system has a long segment, and a reference must be chosen for it."""
    texts = list(EVALSET.systems["old"])
    references = [[LONG, "a"], *([text, "a"] for text in texts[1:])]
    evalset = EvalSet(references, systems={"old": texts, "new": [f"{LONG} x", *texts[1:]]})
    analyses = made(evalset)
    assert "discriminative" in analyses.not_done
    assert {result.spec for result in analyses.results} <= set(analyses.signatures)
    assert not set(analyses.signatures) & set(analyses.not_done)


def test_few_segments_are_analysed_with_the_warning_of_compare() -> None:
    with pytest.warns(MtassayWarning, match="are few"):
        analyses = analyze(EVALSET.cut(range(5)), ["errors:base=four"], ["chrf"])
    assert not analyses.refusal
    assert table(analyses).notes[-1] == "Too few segments to test (under 30)."
    with pytest.warns(MtassayWarning, match="one segment only"):
        assert analyze(EVALSET.cut([0]), metrics=["chrf"]).segments == 1


def test_the_test_of_scores_is_the_one_asked_for() -> None:
    analyses = made(EVALSET, "errors", test="sign", alpha=0.2)
    assert analyses.comparison is not None
    assert (analyses.comparison.test.spec, analyses.comparison.alpha, analyses.alpha) == ("sign", 0.2, 0.2)
    assert analyses.comparison["chrf"].pairs == mtassay.compare(EVALSET, ["chrf"], test="sign", alpha=0.2)["chrf"].pairs


def test_a_test_that_there_is_not_is_refused_before_anything_is_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Errors, "results", lambda *_: pytest.fail("analysed"))
    with pytest.raises(SettingError, match="bootstap"):
        made(EVALSET, "errors", test="bootstap")


def test_progress_is_told() -> None:
    steps: list[int] = []
    analyze(EVALSET, ["kept"], ["chrf", "ter"], progress=steps.append)
    assert sum(steps) == 2 * 2 * 80


def test_every_analysis_has_a_name_in_the_list_of_what_may_be_done() -> None:
    glossary = Glossary.of([("cat", ["cat"])])
    names = {spec.partition(":")[0] for spec in made(EVALSET, glossary=glossary).signatures}
    assert names == set(ANALYSES)
