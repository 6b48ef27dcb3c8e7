"""Laws that every registered metric keeps."""

import contextlib
import dataclasses
import gzip
import json
import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from contracts.report_script import ReportScript
from hypothesis import given
from hypothesis import strategies as st
from strategies import corpora
from unit.metrics.learned_metrics import learned_file
from unit.metrics.with_resources.meteor_files import write_folder as write_meteor_folder
from unit.metrics.with_resources.meteor_files import write_paraphrases
from unit.metrics.with_resources.tiny_transformers import write_transformer

from mtassay import EvalSet, Metric, SettingError, metric, tokenizer
from mtassay.alignment.resources.phrase_index import CACHE_VARIABLE
from mtassay.metrics.base import METRICS
from mtassay.metrics.given import Given
from mtassay.metrics.learned_file import write_learned as write_learned_file
from mtassay.settings import options_of, parse_spec


def plain_spec(name: str) -> str:
    """The name alone, or the first example of a metric that cannot be made without some setting."""
    try:
        METRICS.create(name)
    except SettingError:
        return f"{name}:{METRICS[name].examples[0]}"
    return name


def specs_of(name: str) -> list[str]:
    """A metric with its defaults, and with the settings of its examples."""
    return list(dict.fromkeys([plain_spec(name), *(f"{name}:{example}" for example in METRICS[name].examples)]))


EVERY = [spec for name in METRICS for spec in specs_of(name)]
READS_REFERENCES = [spec for spec in EVERY if "references" in metric(spec).needs]
JUDGES_ANY_TEXT = [spec for spec in READS_REFERENCES if not metric(spec).bound_by]

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder in which `scores.tsv` can be written; the same name everywhere, as it stands in names of tests."""
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("contracts"))
    cache = os.environ.get(CACHE_VARIABLE)
    os.environ[CACHE_VARIABLE] = "cache"
    write_scores("scores.tsv", 1)
    write_scores("other.tsv", 2)
    write_wordnet("wordnet")
    write_paraphrases(write_meteor_folder(Path("meteor")), [("cat", "small lion"), ("a dog", "dogs")])
    write_learned("house.json", "within")
    write_learned("other.json", "ridge")
    write_vectors("vectors.txt")
    write_transformer(Path("encoder"), "bert", seed=1)
    write_transformer(Path("other"), "roberta", seed=2)
    Path("baseline.csv").write_text("LAYER,P,R,F\n2,0.25,0.3,0.35\n")
    Path("stop.txt").write_text("the\nsource\n")
    Path("phrases.txt").write_text("0.4 <p>the cat</p> <p>a dog</p>\n0.3 0.2 <p>sat</p> <p>was sitting</p>\n")
    Path("paraphrase.gz").write_bytes(gzip.compress(b"0.5\nthe dog\na cat\n"))
    for name in ("tags.jsonl", "morphemes.jsonl"):
        Path(name).write_text(json.dumps({"ref": name}))
    for name in ("frames.jsonl", "other.jsonl"):
        Path(name).write_text(json.dumps({"segment": 1, "text": name, "frames": []}))
    yield
    os.chdir(before)
    if cache is None:
        del os.environ[CACHE_VARIABLE]
    else:
        os.environ[CACHE_VARIABLE] = cache


def write_scores(name: str, segments: int) -> None:
    kind = len(name)  # files of different names differ
    lines = [f"mine\t{n}\t{n % 7 / 7 - 0.03 * kind!r}\t{n % 5 * 25}" for n in range(1, segments + 1)]
    Path(name).write_text("\n".join(["system\tsegment\tscore\tother", *lines]) + "\n")


def write_learned(name: str, method: str) -> None:
    """A metric of two parts that score the same in every script, one of which counts against."""
    parts = {"chrf": (40.0, 0.06), "chrf:char_order=2": (60.0, -0.01)}
    Path(name).write_text(write_learned_file(learned_file(parts, method=method)))


def write_wordnet(name: str) -> None:
    """A WordNet of one synset: cat, dog and mat mean the same."""
    Path(name).mkdir()
    for part in ("noun", "verb", "adj", "adv"):
        for file in (f"index.{part}", f"data.{part}", f"{part}.exc"):
            Path(name, file).write_text("")
    Path(name, "index.noun").write_text("".join(f"{word} n 1 0 1 0 00000000\n" for word in ("cat", "dog", "mat")))
    Path(name, "data.noun").write_text("00000000 05 n 03 cat 0 dog 0 mat 0 000 | animals, as it were\n")


def write_vectors(name: str) -> None:
    """Vectors of four words, of which the first two are much alike."""
    vectors = {"cat": "1 0.5 0", "dog": "1 0.4 0.1", "mat": "0 0.2 -1", "sat": "-0.3 1 0"}
    Path(name).write_text(f"{len(vectors)} 3\n" + "".join(f"{word} {row}\n" for word, row in vectors.items()))


def write_frames(one: Any, corpus: list[tuple[str, list[str]]]) -> None:
    """The last word of each text as a predicate, all others as what it is about."""
    cut = tokenizer(one.tokenize)
    label = one.frames.removesuffix(".jsonl").upper()[0].translate({ord("F"): "A0", ord("O"): "A1"})
    lines = []
    for segment, (hypothesis, references) in enumerate(corpus, start=1):
        names = ["mine", "ref", *(f"ref{place}" for place in range(2, len(references) + 1))]
        for name, text in zip(names, [hypothesis, *references], strict=True):
            words = len(cut(text).split())
            roles = {label: [0, words - 1]} if words > 1 else {}
            frames = [{"predicate": [words - 1, words], "roles": roles}] if words else []
            lines.append(json.dumps({"segment": segment, "text": name, "frames": frames}))
    Path(one.frames).write_text("\n".join(lines))


def write_layer(one: Any, path: str, corpus: list[tuple[str, list[str]]]) -> None:
    """A label for each word: its first letter, where that is one, and how long it is."""
    cut = tokenizer(one.tokenize)

    def labels(text: str) -> str:
        return " ".join(f"{word[0] if word[0].isalpha() else 'X'}{len(word)}" for word in cut(text).split())

    most = max(len(references) for _, references in corpus)
    header = ["ref", *(f"ref:{place}" for place in range(2, most + 1)), "hyp:mine"]
    rows = [
        {"hyp:mine": labels(text), **{name: labels(r) for name, r in zip(header, references, strict=False)}}
        for text, references in corpus
    ]
    Path(path).write_text("\n".join(json.dumps(row) for row in rows))


def split(one: Metric[Any], corpus: list[tuple[str, list[str]]]) -> tuple[list[str], EvalSet]:
    """Hypotheses and a test set, after scores were written for a metric that reads them from a file."""
    if isinstance(one, Given):
        write_scores(one.path, len(corpus))
    if one.bound_by == "frames":
        write_frames(one, corpus)
    for layer in ("tags", "morphemes"):
        if getattr(one, layer, "").endswith(".jsonl"):
            write_layer(one, getattr(one, layer), corpus)
    sources = [f"source {number}" for number in range(len(corpus))]
    hypotheses = [hypothesis for hypothesis, _ in corpus]
    evalset = EvalSet([references for _, references in corpus], sources=sources, systems={"mine": hypotheses})
    return hypotheses, evalset


def rows_of(one: Metric[Any], corpus: list[tuple[str, list[str]]]) -> Any:
    hypotheses, evalset = split(one, corpus)
    return one.stats(hypotheses, one.select(one.prepare(evalset), "mine"))


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


@pytest.mark.parametrize("spec", [spec for spec in EVERY if metric(spec).costly])
@given(corpus=corpora, places=st.lists(st.integers(0, 5), unique=True))
def test_segments_of_what_is_costly_can_be_chosen(spec: str, corpus: Any, places: list[int]) -> None:
    one = metric(spec)
    hypotheses, evalset = split(one, corpus)
    prepared = one.select(one.prepare(evalset), "mine")
    chosen = [place for place in places if place < len(corpus)]
    part = one.stats([hypotheses[place] for place in chosen], prepared.take(np.array(chosen, dtype=np.intp)))
    assert np.array_equal(one.stats(hypotheses, prepared)[chosen], part)


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
    # where segments may lack a score, none of any segment is no score of 0
    assert np.isfinite(one.score(np.zeros(len(one.columns)))) == (one.known_column is None)


def sums_of(one: Metric[Any], rng: np.random.Generator) -> Any:
    """Sums of rows as they may be: large and small, with zeros, none, and fractions as means over references have."""
    shape = (60, len(one.columns))
    counts = rng.integers(0, rng.choice([2, 5, 100, 100_000], (shape[0], 1)), shape).astype(np.float64)
    counts[rng.random(shape) < 0.2] = 0
    counts[0] = 0
    counts[40:] += rng.integers(0, 3, (20, shape[1])) / 3
    return counts


def test_the_script_of_reports_gives_the_same_scores(script: ReportScript) -> None:
    metrics = [one for one in map(metric, EVERY) if one.in_browser() is not None]
    assert {one.name for one in metrics} >= {"bleu", "chrf", "given", "gleu", "gtm", "hter", "mer", "per", "ter", "wer"}
    assert not {one.name for one in metrics} & {"amber", "meteor2005", "nist", "wil", "wip"}
    rng = np.random.default_rng(3)
    sums = [sums_of(one, rng) for one in metrics]
    computed = script.call(
        "(cases) => cases.map(([formula, sums]) => sums.map((row) => scoreBy(formula)(Float64Array.from(row))))",
        [[one.in_browser(), rows.tolist()] for one, rows in zip(metrics, sums, strict=True)],
    )
    for one, rows, scores in zip(metrics, sums, computed, strict=True):
        assert scores == pytest.approx(one.score(rows).tolist(), rel=1e-12, abs=1e-12, nan_ok=True), one.spec


@pytest.mark.parametrize("spec", EVERY)
def test_any_number_of_threads_gives_the_same_rows(spec: str) -> None:
    corpus = [(f"the cat {n} sat", [f"a cat {n % 7} sat", "the dog"]) for n in range(2000)]
    results = [rows_of(dataclasses.replace(metric(spec), threads=threads), corpus) for threads in (1, 2, 3, 0)]
    assert all(np.array_equal(results[0], other) for other in results[1:])


@pytest.mark.parametrize("spec", READS_REFERENCES)
def test_a_perfect_translation_gets_the_best_score(spec: str) -> None:
    text = "This is one perfectly good sentence , with enough words in it ."
    one = metric(spec)
    perfect, worse = one.score(rows_of(one, [(text, [text]), ("This is one sentence .", [text])]))
    assert (perfect > worse) == one.higher_is_better
    assert perfect == pytest.approx(perfect if (best := one.perfect_score(text)) is None else best, abs=1e-6)


@pytest.mark.parametrize("name", METRICS)
@given(corpus=corpora)
def test_longer_texts_cost_no_less(name: str, corpus: Any) -> None:
    cost = METRICS[name].cost
    for hypothesis, (reference, *_) in corpus:
        short, long = cost(hypothesis, reference), cost(f"{hypothesis} more", f"{reference} more")
        assert 0 <= short <= long < 1


@pytest.mark.parametrize("spec", JUDGES_ANY_TEXT)
@given(corpus=corpora)
def test_pairwise_scores_are_those_of_single_segments(spec: str, corpus: Any) -> None:
    one = metric(spec)
    hypotheses = [hypothesis for hypothesis, _ in corpus]
    references = [reference for _, several in corpus for reference in several]
    grid = one.pairwise(hypotheses, references)
    assert grid.shape == (len(hypotheses), len(references))
    for i, hypothesis in enumerate(hypotheses):
        for j, reference in enumerate(references):
            assert grid[i, j] == one.for_segments().score(rows_of(one, [(hypothesis, [reference])])[0])


@pytest.mark.parametrize("spec", sorted(set(EVERY) - set(JUDGES_ANY_TEXT)))
def test_pairwise_is_refused_by_what_knows_one_test_set_alone(spec: str) -> None:
    for texts in ([], ["a", "b"]):
        with pytest.raises(SettingError, match=metric(spec).name):
            metric(spec).pairwise(texts, texts)


@pytest.mark.parametrize("spec", JUDGES_ANY_TEXT)
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
    one, two = (dataclasses.replace(metric(plain_spec(name)), threads=threads) for threads in (1, 2))
    assert one == two
    assert one.signature(EvalSet(["a"])) == two.signature(EvalSet(["a"]))


def with_and_without(name: str, key: str) -> Iterator[tuple[Metric[Any], Metric[Any]]]:
    """Each example that gives a setting, and the same with the usual value of it."""
    _, usual = parse_spec(plain_spec(name))
    for spec in specs_of(name):
        _, values = parse_spec(spec)
        without = {other: value for other, value in values.items() if other != key}
        if key in usual:
            without[key] = usual[key]
        if without != values:
            with contextlib.suppress(SettingError):  # another setting of the example has no meaning without this one
                yield metric(spec), METRICS[name].from_texts(without)


@pytest.mark.parametrize(
    ("name", "key"),
    [(name, option.spelled) for name, cls in METRICS.items() for option in options_of(cls) if option.changes_scores],
)
def test_every_setting_is_in_an_example_and_shows_in_the_signature(name: str, key: str) -> None:
    compared = list(with_and_without(name, key))
    assert compared, f"no example of {name} tries {key}; add one to {METRICS[name].__name__}.examples"
    evalset = EvalSet(["a"])
    for changed, usual in compared:
        assert changed != usual
        assert changed.signature(evalset) != usual.signature(evalset)


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
