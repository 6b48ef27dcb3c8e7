"""Laws that every registered metric keeps."""

import dataclasses
import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import corpora

from mtassay import EvalSet, Metric, SettingError, metric
from mtassay.metrics.base import METRICS
from mtassay.settings import Option, options_of

# A few settings of each metric besides its defaults; the first test keeps the list whole.
SPECS = {
    "amber": [
        "amber:types='0,2,3,5,7',lowercase=no,tokenize=none,ctp=printed,nscp=printed",
        "amber:types=1,tokenize=intl,ctp=off",
    ],
    "amber-disa": ["amber-disa:lowercase=no,tokenize=13a"],
    "bleu": [
        "bleu:lowercase=yes,effective_order=yes,tokenize=intl",
        "bleu:smooth_method=floor,smooth_value=0.01,max_ngram_order=2",
        "bleu:smooth_method=add-k,reference_length=average",
        "bleu:smooth_method=none,tokenize=char,reference_length=longest",
        "bleu:weights='0.1,0.2,0.3,0.4',tokenize=zh,reference_length=shortest",
    ],
    "bleu-disa": ["bleu-disa:lowercase=no,tokenize=13a,bp_clip=no"],
    "cder": ["cder:lowercase=yes,tokenize=13a"],
    "cer": ["cer:lowercase=yes,tokenize=13a"],
    "gtm": [
        "gtm:exponent=2,lowercase=yes,tokenize=13a",
        "gtm:exponent=1.5,multi=concat",
    ],
    "gtm-disa": [],
    "gleu": ["gleu:lowercase=yes,tokenize=13a,max_ngram_order=9"],
    "character": ["character:lowercase=yes,tokenize=13a"],
    "eed": [
        "eed:lowercase=yes,preprocess=en,empty_zero=yes",
        "eed:preprocess=ja,alpha=0.7,rho=1,deletion=0,insertion=3.3",
    ],
    "hter": [
        "hter:normalized=yes,asian_support=yes,cap=yes",
        "hter:no_punct=yes,asian_support=yes,case_sensitive=yes",
    ],
    "mer": ["mer:lowercase=yes,tokenize=13a"],
    "meteor-disa": [],
    "meteor2005": [
        "meteor2005:alpha=0.5,beta=1,gamma=0.4,lowercase=no,tokenize=13a,stemmer=english",
        "meteor2005:matcher=nltk,stemmer=porter,wordnet=wordnet",
        "meteor2005:matcher=minimal,wordnet=wordnet",
    ],
    "mwer": ["mwer:lowercase=yes,tokenize=13a,normalizer=average"],
    "nist": [
        "nist:lowercase=no,tokenize=none,style=nltk",
        "nist:max_ngram_order=2,tokenize=zh",
    ],
    "per": ["per:lowercase=yes,tokenize=13a"],
    "ribes": ["ribes:alpha=1,beta=0.5,lowercase=no,tokenize=13a"],
    "rouge": ["rouge:type=1", "rouge:type=2,stem=yes", "rouge:type=Lsum"],
    "ter": [
        "ter:normalized=yes,asian_support=yes",
        "ter:no_punct=yes,asian_support=yes,case_sensitive=yes",
    ],
    "given": ["given:path=scores.tsv,name=judge,higher_is_better=no,column=other"],
    "wer": ["wer:lowercase=yes,tokenize=13a"],
    "wil": ["wil:lowercase=yes,tokenize=13a"],
    "wip": ["wip:lowercase=yes,tokenize=13a"],
    "chrf": [
        "chrf:word_order=2,lowercase=yes",
        "chrf:eps_smoothing=yes,whitespace=yes",
        "chrf:char_order=9,beta=3",
    ],
}
# What a metric cannot be made without; of all others the name is a spec.
NEEDED = {"given": "path=scores.tsv"}


def spec_of(name: str, *options: str) -> str:
    """The spec of a metric with some options, and with those that it cannot do without."""
    given_keys = [option.partition("=")[0] for option in options]
    needed = [NEEDED[name]] if name in NEEDED and NEEDED[name].partition("=")[0] not in given_keys else []
    return ":".join([name, *filter(None, [",".join([*needed, *options])])])


EVERY = [*map(spec_of, METRICS), *(spec for specs in SPECS.values() for spec in specs)]
READS_REFERENCES = [spec for spec in EVERY if "references" in metric(spec).needs]

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder in which `scores.tsv` can be written; the same name everywhere, as it stands in names of tests."""
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("contracts"))
    write_scores("scores.tsv", 1)
    write_scores("other.tsv", 2)
    write_wordnet("wordnet")
    yield
    os.chdir(before)


def write_scores(name: str, segments: int) -> None:
    lines = [f"mine\t{n}\t{n % 7 / 7 - 0.3!r}\t{n % 5 * 25}" for n in range(1, segments + 1)]
    Path(name).write_text("\n".join(["system\tsegment\tscore\tother", *lines]) + "\n")


def write_wordnet(name: str) -> None:
    """A WordNet of one synset: cat, dog and mat mean the same."""
    Path(name).mkdir()
    for part in ("noun", "verb", "adj", "adv"):
        for file in (f"index.{part}", f"data.{part}", f"{part}.exc"):
            Path(name, file).write_text("")
    Path(name, "index.noun").write_text("".join(f"{word} n 1 0 1 0 00000000\n" for word in ("cat", "dog", "mat")))
    Path(name, "data.noun").write_text("00000000 05 n 03 cat 0 dog 0 mat 0 000 | animals, as it were\n")


def split(one: Metric[Any], corpus: list[tuple[str, list[str]]]) -> tuple[list[str], EvalSet]:
    """Hypotheses and a test set, after scores were written for a metric that wants to read them."""
    if one.name == "given":
        write_scores("scores.tsv", len(corpus))
    sources = [f"source {number}" for number in range(len(corpus))]
    hypotheses = [hypothesis for hypothesis, _ in corpus]
    evalset = EvalSet([references for _, references in corpus], sources=sources, systems={"mine": hypotheses})
    return hypotheses, evalset


def rows_of(one: Metric[Any], corpus: list[tuple[str, list[str]]]) -> Any:
    hypotheses, evalset = split(one, corpus)
    return one.stats(hypotheses, one.select(one.prepare(evalset), "mine"))


def test_every_metric_has_other_settings_here() -> None:
    assert set(SPECS) == set(METRICS)
    for name, specs in SPECS.items():
        options = options_of(METRICS[name])
        tried = {option.spelled for spec in specs for option in options if f"{option.spelled}=" in spec}
        settings = {option.spelled for option in options if option.changes_scores}
        assert tried == settings


@pytest.mark.parametrize("spec", EVERY)
@given(corpus=corpora)
def test_rows_have_the_named_columns(spec: str, corpus: Any) -> None:
    one = metric(spec)
    rows = rows_of(one, corpus)
    assert rows.shape == (len(corpus), len(one.columns))
    assert rows.dtype == np.float64
    assert len(set(one.columns)) == len(one.columns)


@pytest.mark.parametrize("spec", EVERY)
@given(corpus=corpora, start=st.integers(0, 6), stop=st.integers(0, 6))
def test_rows_depend_on_their_own_segment_only(spec: str, corpus: Any, start: int, stop: int) -> None:
    one = metric(spec)
    hypotheses, evalset = split(one, corpus)
    prepared = one.select(one.prepare(evalset), "mine")
    whole = one.stats(hypotheses, prepared)
    part = one.stats(hypotheses[start:stop], prepared[start:stop])
    assert np.array_equal(whole[start:stop], part)
    assert np.array_equal(part, one.stats(hypotheses[start:stop], one.select(one.prepare(evalset)[start:stop], "mine")))


@pytest.mark.parametrize("spec", EVERY)
@given(corpus=corpora)
def test_scores_are_finite_and_vectorised(spec: str, corpus: Any) -> None:
    one = metric(spec)
    rows = rows_of(one, corpus)
    segments = one.score(rows)
    assert segments.shape == (len(corpus),)
    assert np.isfinite(segments).all()
    assert np.array_equal(segments, [one.score(row) for row in rows])
    assert np.array_equal(one.score(rows[np.newaxis]), segments[np.newaxis])
    for name, values in one.parts(rows).items():
        assert values.shape == segments.shape, name
        assert np.isfinite(values).all(), name


@pytest.mark.parametrize("spec", EVERY)
@given(corpus=corpora)
def test_what_a_score_comes_from_is_said_in_one_line(spec: str, corpus: Any) -> None:
    one = metric(spec)
    rows = rows_of(one, corpus)
    for sums in (*rows, rows.sum(axis=0), np.zeros(len(one.columns))):
        said = one.summary(sums)
        assert 0 < len(said) < 120
        assert "\n" not in said
        assert "nan" not in said


@pytest.mark.parametrize("spec", EVERY)
@given(corpus=corpora)
def test_score_does_not_change_its_input(spec: str, corpus: Any) -> None:
    one = metric(spec)
    rows = rows_of(one, corpus)
    before = rows.copy()
    one.score(rows)
    one.parts(rows)
    one.summary(rows[0])
    assert np.array_equal(rows, before)


@pytest.mark.parametrize("spec", EVERY)
def test_rows_of_zeros_have_a_finite_score(spec: str) -> None:
    one = metric(spec)
    assert np.isfinite(one.score(np.zeros(len(one.columns))))


@pytest.mark.parametrize("spec", EVERY)
def test_any_number_of_threads_gives_the_same_rows(spec: str) -> None:
    corpus = [(f"the cat {n} sat", [f"a cat {n % 7} sat", "the dog"]) for n in range(2000)]
    results = [rows_of(dataclasses.replace(metric(spec), threads=threads), corpus) for threads in (1, 2, 3, 0)]
    assert all(np.array_equal(results[0], other) for other in results[1:])


def best_score(one: Metric[Any], words: int) -> float | None:
    """What a perfect translation of so many words gets, None where that depends on the words.

    Metrics from 0 to 1 show four digits.
    """
    if one.name in ("amber", "nist"):
        return None
    if one.name == "meteor2005":
        return float(1 - one.gamma / words**one.beta)
    if not one.higher_is_better:
        return 0
    return 100 if one.places == 2 else 1


@pytest.mark.parametrize("spec", READS_REFERENCES)
def test_a_perfect_translation_gets_the_best_score(spec: str) -> None:
    text = "This is one perfectly good sentence , with enough words in it ."
    one = metric(spec)
    perfect, worse = one.score(rows_of(one, [(text, [text]), ("This is one sentence .", [text])]))
    assert (perfect > worse) == one.higher_is_better
    best = best_score(one, len(text.split()))
    # EED counts a place before the text that no path visits
    assert best is None or perfect == pytest.approx(best, abs=0.03 if one.name == "eed" else 1e-6)


@pytest.mark.parametrize("spec", READS_REFERENCES)
@given(corpus=corpora)
def test_pairwise_scores_are_those_of_single_segments(spec: str, corpus: Any) -> None:
    one = metric(spec)
    hypotheses = [hypothesis for hypothesis, _ in corpus]
    references = [reference for _, several in corpus for reference in several]
    grid = one.pairwise(hypotheses, references)
    assert grid.shape == (len(hypotheses), len(references))
    for i, hypothesis in enumerate(hypotheses):
        for j, reference in enumerate(references):
            assert grid[i, j] == one.score(rows_of(one, [(hypothesis, [reference])])[0])


@pytest.mark.parametrize("spec", sorted(set(EVERY) - set(READS_REFERENCES)))
def test_pairwise_is_refused_by_what_reads_no_references(spec: str) -> None:
    for texts in ([], ["a", "b"]):
        with pytest.raises(SettingError, match=metric(spec).name):
            metric(spec).pairwise(texts, texts)


@pytest.mark.parametrize("spec", READS_REFERENCES)
def test_pairwise_blocks_and_threads_do_not_show(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"the cat {n % 13} sat on mat {n % 5} , he said" for n in range(60)]
    grids = [dataclasses.replace(metric(spec), threads=threads).pairwise(texts, texts[:40]) for threads in (1, 2, 0)]
    assert all(np.array_equal(grids[0], other) for other in grids[1:])
    assert np.array_equal(grids[0][7:9], metric(spec).pairwise(texts[7:9], texts[:40]))
    assert metric(spec).pairwise([], texts).shape == (0, 60)


@pytest.mark.parametrize("spec", EVERY)
def test_spec_round_trips(spec: str) -> None:
    one = metric(spec)
    assert metric(one.spec) == one
    assert hash(metric(one.spec)) == hash(one)


@pytest.mark.parametrize("spec", EVERY)
def test_can_be_pickled_and_not_changed(spec: str) -> None:
    one = metric(spec)
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.threads = 3  # type: ignore[misc]


@pytest.mark.parametrize("name", METRICS)
def test_runtime_options_are_in_neither_equality_nor_signature(name: str) -> None:
    one, two = (metric(spec_of(name, f"threads={threads}")) for threads in (1, 2))
    assert one == two
    assert one.signature(EvalSet(["a"])) == two.signature(EvalSet(["a"]))


def another_value(option: Option) -> str:
    if option.choices:
        return next(choice for choice in option.choices if choice != option.default)
    if option.annotation is bool:
        return "no" if option.default else "yes"
    names = {"tokenize": "zh", "smooth_value": "0.3", "weights": "1,0,0,0"}
    names |= {"types": "5,7"}
    names |= {"path": "other.tsv", "name": "judge", "column": "other"}
    names |= {"alpha": "0.3", "beta": "0.7", "gamma": "0.3", "stemmer": "porter", "wordnet": "wordnet"}
    return names.get(option.spelled, "3")


@pytest.mark.parametrize(
    ("name", "option"),
    [(name, option) for name, cls in METRICS.items() for option in options_of(cls) if option.changes_scores],
    ids=lambda value: getattr(value, "name", value),
)
def test_every_setting_shows_in_the_signature(name: str, option: Option) -> None:
    evalset = EvalSet(["a"])
    base = ["smooth_method=floor"] if option.name == "smooth_value" else []
    changed = metric(spec_of(name, *base, f"{option.spelled}='{another_value(option)}'"))
    plain = metric(spec_of(name, *base))
    assert changed != plain
    assert changed.signature(evalset) != plain.signature(evalset)


@pytest.mark.parametrize("name", METRICS)
def test_is_documented(name: str) -> None:
    cls = METRICS[name]
    assert cls.__doc__
    assert cls.title
    assert cls.paper
    for name in ("range", "strengths", "weaknesses", "disagreements"):
        assert getattr(cls, name, "").strip(), f"says nothing of its {name}"
    assert not cls.__doc__.startswith(cls.__name__ + "("), "the docstring that dataclass makes up"
    assert all(option.help for option in options_of(cls))
