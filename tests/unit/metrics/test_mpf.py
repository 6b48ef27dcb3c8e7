"""MPF and WMPF: by hand, layers, and tables that do not fit."""

import sys
from pathlib import Path

import pytest
from single_scores import value

from mtassay import EvalSet, InputError, MissingExtra, SettingError, evaluate, metric, score

STEMS = "morphemes=stem,stemmer=english"


def with_table(path: Path, table: str, spec: str) -> float:
    path.write_text(table)
    evalset = EvalSet(["a dog barks", "it rains"], systems={"mine": ["a dog barked", "it rained"]})
    return evaluate(evalset, [spec.replace("FILE", str(path))]).systems["mine"][0].value


def test_stems_and_endings_by_hand() -> None:
    # bark +s against bark +ed: of two morphemes one is shared, and of the pairs none
    assert value(f"mpf:{STEMS}", "barks", "barked") == pytest.approx((1 / 2 + 0) / 2)
    # with words, of which there is one and no pair
    assert value(f"wmpf:{STEMS}", "barks", "barked") == pytest.approx((0 + 1 / 2 + 0) / 3)
    assert value(f"mpf:{STEMS}", "happily", "happily") == 1


def test_sums_of_a_corpus_and_the_best_reference() -> None:
    one = score(["the cats", "dogs"], ["the cat", "dogs"], [f"mpf:{STEMS}"])[0]
    # the, cat, +s, dog, +s against the, cat, dog, +s; of pairs "the cat" and "dog +s" are shared
    assert one.value == pytest.approx((2 * 4 / 9 + 2 * 2 / 5 + 0) / 3)
    assert value(f"mpf:{STEMS}", "the cats", "a dog", "the cats") == 1


def test_tags_come_from_a_table(tmp_path: Path) -> None:
    table = "ref\thyp:mine\nD N V\tD N V\nP V\tP N\n"
    # of 5 tags 4 are shared, of 3 pairs 2, of one triple one
    expected = (4 / 5 + 2 / 3 + 1) / 3
    assert with_table(tmp_path / "tags.tsv", table, "mpf:tags=FILE") == pytest.approx(expected)
    labels = [metric(f"{name}:tags={tmp_path / 'tags.tsv'}").label for name in ("mpf", "wmpf")]
    assert labels == ["MPF (tags)", "WMPF (tags)"]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("ref\thyp:mine\nD N V\tD N V\n", "tags of 1 segments, and the test set has 2"),
        ("ref\thyp:other\nD N V\tD N V\nP V\tP N\n", "no tags of system 'mine'"),
        ("ref\tref:2\thyp:mine\nD N V\tD N V\tD N V\nP V\tP V\tP N\n", "tags of other references"),
        ("ref\thyp:mine\nD N V\tD N\nP V\tP N\n", "text 1 of system 'mine' has 3 words and 2 tags"),
        ("ref\thyp:mine\nD N V\tD N V\nP V X\tP N\n", "text 2 of the references has 2 words and 3 tags"),
    ],
)
def test_tables_that_do_not_fit_are_named(tmp_path: Path, table: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        with_table(tmp_path / "tags.tsv", table, "mpf:tags=FILE")


def test_tables_are_of_a_test_set_and_not_of_texts(tmp_path: Path) -> None:
    table = "ref\thyp:mine\nD N V\tD N V\nP V\tP N\n"
    with_table(tmp_path / "tags.tsv", table, "mpf:tags=FILE")
    one = metric(f"mpf:tags={tmp_path / 'tags.tsv'}")
    with pytest.raises(SettingError, match="tags tells of each segment"):
        one.pairwise(["a"], ["a"])
    with pytest.raises(SettingError, match="tags tells of each segment"):
        list(one.explain("a", ["a"]))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mpf", "mpf: no tags and no morphemes; name a table of them"),
        ("wmpf", "wmpf: no tags and no morphemes"),
        ("mpf:tags=a.tsv,stemmer=german", "which morphemes=stem asks for"),
        ("mpf:morphemes=stem,stemmer=klingon", "there is no such stemmer"),
    ],
)
def test_what_is_missing_is_said(spec: str, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        metric(spec)


def test_tags_alone_need_no_stemmer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "Stemmer", None)
    table = "ref\thyp:mine\nD N V\tD N V\nP V\tP V\n"
    assert with_table(tmp_path / "tags.tsv", table, "mpf:tags=FILE") == 1
    with pytest.raises(MissingExtra, match=r"pip install 'mtassay\[stem\]'"):
        metric("mpf:morphemes=stem")
