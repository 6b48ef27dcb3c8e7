"""Laws of analyses: rows add, a filter equals the test set cut down, and nothing is too odd to be counted."""

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from analysed import analysed
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import unicode_text

from mtassay import EvalSet
from mtassay.analyses.base import ANALYSES, Analysis, Counts
from mtassay.analyses.counting.glossary import Glossary
from mtassay.analyses.counting.view import View
from mtassay.analyses.figures import CountingAnalysis, FigureTable
from mtassay.analyses.segments import OUTCOMES, Segments
from mtassay.errors import InputError

WORDS = [
    "the",
    "The",
    "cat",
    "cats",
    "dog",
    "runs",
    "ran",
    "to",
    "a",
    "3,000",
    "4",
    "London",
    ",",
    ".",
    "don't",
    "sat",
    "mat",
]
NEEDS = {"references", "sources", "a glossary", "two systems", "documents"}
GLOSSARY = Glossary.of([("cat", ["cat", "feline"]), ("London", ["London"]), ("a mat", ["mat"])])
SPECS = [name if not more else f"{name}:{more}" for name, cls in ANALYSES.items() for more in ("", *cls.examples)]
ENGLISH = {"errors:base=english", "terms:stems=yes"}


def random_set(segments: int = 60, seed: int = 1, references: int = 2) -> EvalSet:
    rng = np.random.default_rng(seed)

    def text() -> str:
        return " ".join(rng.choice(WORDS, size=rng.integers(0, 30)))

    return EvalSet(
        [[text() for _ in range(references)] for _ in range(segments)],
        sources=[text() for _ in range(segments)],
        systems={"old": [text() for _ in range(segments)], "new": [text() for _ in range(segments)]},
        labels={"document": [f"d{place // 4}" for place in range(segments)]},
        target_language="en",
        warn_of_blanks=False,
    )


def view_of(evalset: EvalSet) -> View:
    return View(evalset, ["chrf"], glossary=GLOSSARY)


def counts_of(analysis: Analysis, view: View) -> Iterator[Counts]:
    if isinstance(analysis, CountingAnalysis) or (isinstance(analysis, Segments) and analysis.by not in OUTCOMES):
        yield from analysis.count(view)


@pytest.mark.parametrize("name", ANALYSES)
def test_an_analysis_explains_itself(name: str) -> None:
    cls: type[Analysis] = ANALYSES[name]
    for words in (cls.title, cls.question, cls.counts, cls.blind_to, cls.paper, cls.__doc__ or ""):
        assert words.strip()
    assert cls.question.endswith("?")
    assert all(words.endswith(".") for words in (cls.counts, cls.blind_to, cls.paper))
    assert set(cls.needs) <= NEEDS
    assert cls.__module__.rpartition(".")[2] == name


@pytest.mark.parametrize("spec", SPECS)
def test_a_spec_makes_the_same_analysis_again(spec: str) -> None:
    analysis = ANALYSES.create(spec)
    assert ANALYSES.create(analysis.spec) == analysis


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("references", [1, 2])
def test_a_filter_equals_the_test_set_cut_down(spec: str, references: int) -> None:
    view = view_of(random_set(references=references))
    rng = np.random.default_rng(2)
    mask = rng.random(len(view)) < 0.5
    analysis = ANALYSES.create(spec)
    whole, part = list(counts_of(analysis, view)), list(counts_of(analysis, view.cut(mask)))
    for of_whole, of_part in zip(whole, part, strict=True):
        columns = [of_whole.columns.index(name) for name in of_part.columns]
        np.testing.assert_array_equal(of_whole.rows[mask][..., columns], of_part.rows)


@pytest.mark.parametrize("spec", SPECS)
def test_rows_of_the_parts_add_up_to_those_of_the_whole(spec: str) -> None:
    view = view_of(random_set())
    analysis = ANALYSES.create(spec)
    is_first = np.random.default_rng(4).random(len(view)) < 0.4
    parts = [list(counts_of(analysis, view.cut(mask))) for mask in (is_first, ~is_first)]
    for whole, first, second in zip(counts_of(analysis, view), *parts, strict=True):
        sums: dict[str, Any] = dict.fromkeys(whole.columns, 0)
        for part in (first, second):
            for place, name in enumerate(part.columns):
                sums[name] = sums[name] + part.rows[..., place].sum(axis=0)
        for place, name in enumerate(whole.columns):
            # only terms that a part asks for have columns of their own there
            if analysis.name != "terms" or (name in first.columns and name in second.columns):
                np.testing.assert_allclose(whole.rows[..., place].sum(axis=0), sums[name], rtol=1e-12)


@pytest.mark.parametrize(
    "spec", [spec for spec in SPECS if not list(counts_of(ANALYSES.create(spec), view_of(random_set(5))))]
)
def test_what_has_no_rows_is_that_of_the_test_set_cut_down(spec: str) -> None:
    evalset = random_set()
    places = [place for place in range(len(evalset)) if place % 3]
    where = f"segment in ({', '.join(str(place + 1) for place in places)})"
    filtered = analysed(evalset, spec, glossary=GLOSSARY, where=where)
    cut = analysed(evalset.cut(places), spec, glossary=GLOSSARY)
    records = [record for result in cut.results for record in result.records()]
    assert records
    for record in records:
        if "segment" in record:  # the filter keeps the numbers of the whole test set
            record["segment"] = places[int(record["segment"] or 0) - 1] + 1
    assert [record for result in filtered.results for record in result.records()] == records


@pytest.mark.parametrize(
    "spec", [spec for spec in SPECS if spec.partition(":")[0] not in ("examples", "discriminative")]
)
def test_identical_systems_do_not_differ(spec: str) -> None:
    evalset = random_set()
    same = EvalSet(
        evalset.references,
        sources=evalset.sources,
        systems={"old": evalset.systems["old"], "new": evalset.systems["old"]},
        labels=evalset.labels,
        target_language="en",
        warn_of_blanks=False,
    )
    analyses = analysed(same, spec, glossary=GLOSSARY)
    for result in analyses.results:
        assert not result.standouts()
        if isinstance(result, FigureTable):
            for line in result.lines:
                for differences in line.differences:
                    assert all(each.value == 0 or np.isnan(each.value) for each in differences)
                    assert all(each.p in (1.0, None) for each in differences)


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=15)
@given(data=st.data())
def test_any_text_is_counted(spec: str, data: Any) -> None:
    size = data.draw(st.integers(1, 4))
    texts = st.lists(unicode_text, min_size=size, max_size=size)
    evalset = EvalSet(
        data.draw(texts),
        sources=data.draw(texts),
        systems={"old": data.draw(texts), "new": data.draw(texts)},
        labels={"document": ["a"] * size},
        target_language="en",
        warn_of_blanks=False,
    )
    glossary = Glossary.of([(evalset.sources[0] or "x", ["x"])]) if evalset.sources else None
    with contextlib.suppress(InputError) if "a glossary" in ANALYSES.create(spec).needs else contextlib.nullcontext():
        check_total(evalset, spec, glossary)


def check_total(evalset: EvalSet, spec: str, glossary: Glossary | None) -> None:
    analyses = analysed(evalset, spec, glossary=glossary)
    assert repr(analyses)
    assert analyses._repr_html_()
    assert all(isinstance(record, dict) for result in analyses.results for record in result.records())


@pytest.mark.parametrize("spec", SPECS)
def test_everything_has_a_signature(spec: str) -> None:
    view = view_of(random_set(5))
    signature = ANALYSES.create(spec).signature(view)
    assert signature.startswith("nrefs:2|words:unicode")
    assert "version:" in signature
    assert "auto" not in signature
