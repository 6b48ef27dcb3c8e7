import pytest
from pictures import assert_standalone, texts
from simulated_memory import simulate

from mtassay.estimation.sampling.validation import validate
from mtassay.estimation.sampling.validation_result import Validation
from mtassay.human.memory import make_memory
from mtassay.reports.drawing.picture import render_pictures
from mtassay.reports.formats.json import Json
from mtassay.reports.results.validation import validation_document


@pytest.fixture(scope="module")
def found() -> Validation:
    return validate(simulate(sources=60, systems=6).memory, draws=10)


def test_tables_have_all_figures_and_what_they_are_of(found: Validation) -> None:
    document = validation_document(found, {"project": "talks"})
    facts = document.facts
    assert facts["project"] == "talks"
    assert (facts["systems"], facts["draws"], facts["seed"], facts["references"]) == (6, 10, 1, "none")
    assert (facts["left out"], facts["half width"]) == ("none", 1.0)
    needed, budgets, memory, segments, systems = document.tables
    assert [row[0] for row in needed.rows][:3] == ["without memory", "repeats and a mean", "certified"]
    assert len(budgets.rows) == len(found.budgets)
    certified = next(row for row in budgets.records() if row["method"] == "certified" and row["judged %"] == 20)
    (figures,) = [one for one in found.figures("certified") if one.budget == 0.2]
    assert (certified["error"], certified["coverage %"]) == (figures.error, 100 * figures.coverage)
    assert [row["prediction"] for row in memory.records()][1] == "nearest (EvalTrans)"
    assert segments.rows[0][1] == found.segment_error
    assert [row["system"] for row in systems.records()] == [one.name for one in found.systems]
    assert "NaN" not in Json().write(document)


def test_the_picture_shows_errors_and_coverage(found: Validation) -> None:
    (figure,) = validation_document(found, {}).figures
    drawn = render_pictures([figure.picture])
    assert_standalone(drawn)
    assert {"no memory", "certified", "assisted", "Intervals of 95 % that hold the truth"} <= set(texts(drawn))
    assert "nan" not in drawn


def test_there_is_no_picture_of_repeats_alone() -> None:
    pairs = [(f"s{number}", f"t{number}", float(number % 10)) for number in range(8) for _ in range(2)]
    memory = make_memory(pairs, systems=["a", "b"] * 8)
    document = validation_document(validate(memory, draws=2), {})
    assert document.figures == ()
    assert len(document.tables) == 5
