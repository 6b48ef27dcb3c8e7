"""Queues in the database against the same estimates made of arrays alone."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sa
from answering import answer
from new_system import NEW, NewSystem, fill

from mtassay.errors import Conflict, InputError, MtassayError
from mtassay.estimation.prediction.dealing import Dealing
from mtassay.estimation.sampling.certified import certified
from mtassay.estimation.sampling.drawn_queue import (
    DrawnQueue,
    PredictionChoices,
    choices_of,
    find_drawn_queue,
    metric_to_make,
    predict_run,
    references_by_source,
    run_number,
    store_queue,
)
from mtassay.estimation.sampling.queue import draw_queue
from mtassay.human.translations import outputs_of
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_targets
from mtassay.store.database import Database
from mtassay.store.history.events import latest
from mtassay.store.judging.queues import assign
from mtassay.store.memory.stored_memory import ProjectHistory, load_memory
from mtassay.store.schema import QUEUE_ITEMS


@pytest.fixture
def new(database: Database) -> NewSystem:
    with database.writing() as connection:
        return fill(connection)


def opened(connection: sa.Connection, project: Project, revision: int | None = None) -> DrawnQueue:
    past = ProjectHistory(connection, project)
    stored = past.memory(latest(connection, project.id) if revision is None else revision)
    found = find_drawn_queue(connection, project, past, stored, NEW)
    assert found is not None
    return found


def draw(database: Database, new: NewSystem, **choices: object) -> DrawnQueue:
    with database.writing() as connection:
        stored = load_memory(connection, new.project)
        translations = outputs_of(stored.memory, NEW)
        references = references_by_source(stored, translations, [[text, "another"] for text in new.texts])
        run_prediction = predict_run(stored, NEW, None, PredictionChoices(**choices), references)  # type: ignore[arg-type]
        store_queue(connection, new.project, run_prediction, 7, "anna")
        return opened(connection, new.project)


def judge(database: Database, new: NewSystem, drawn: DrawnQueue, places: list[int], judge: str = "anna") -> int:
    """Judge the items at some places of the queue; returns the revision."""
    texts = dict(zip(drawn.run_prediction.targets, drawn.run_prediction.prediction.first.tolist(), strict=True))
    revision = 0
    with database.writing() as connection:
        for place in places:
            target = drawn.queue.items[place - 1].target
            value = new.scores[texts[target]]
            revision = answer(connection, new.project, target, judge, value, system=NEW).revision
    return revision


@pytest.mark.parametrize("effects", [True, False])
def test_a_stored_queue_is_that_of_the_arrays(database: Database, new: NewSystem, effects: bool) -> None:
    stored = draw(database, new, judge_effects=effects)
    drawn = draw_queue(stored.run_prediction.prediction, 7)
    np.testing.assert_array_equal(stored.drawn.uniforms, drawn.uniforms)
    np.testing.assert_array_equal(stored.drawn.sizes, drawn.sizes)
    order = [stored.run_prediction.targets[item] for item in drawn.order.tolist()]
    assert [item.target for item in stored.queue.items] == order
    revision = judge(database, new, stored, list(range(1, 11)), "carla")
    with database.reading() as connection:
        judged = opened(connection, new.project).judged(connection, new.project, revision)
    first = stored.run_prediction.prediction.first
    expected = np.full(len(drawn), np.nan)
    expected[drawn.order[:10]] = np.array(new.scores)[first[drawn.order[:10]]]  # carla is new, and has no effect
    np.testing.assert_allclose(judged.scores, expected)
    assert judged.prediction.metric == "chrf"
    assert (judged.prediction.effects is not None) is effects


def test_an_estimate_holds_as_of_its_revision_whatever_comes_after(database: Database, new: NewSystem) -> None:
    drawn = draw(database, new)
    revision = judge(database, new, drawn, [1, 2, 3, 4, 5])

    def estimate(at: int | None) -> object:
        with database.reading() as connection:
            found = opened(connection, new.project, at)
            judged = found.judged(connection, new.project, at)
        return certified(judged.prediction, judged.queue, judged.scores, judged.without_score)

    before = estimate(revision)
    judge(database, new, drawn, [6, 7, 9])
    with database.writing() as connection:
        stored = load_memory(connection, new.project)
        repeat = drawn.run_prediction.translations.target[drawn.run_prediction.prediction.is_repeat][0]
        target = int(drawn.run_prediction.stored.target_ids[repeat])
        answer(connection, new.project, target, "carla", 0)
        delete_targets(connection, new.project, [drawn.queue.items[7].target], "anna")
        assert drawn.changed_repeats(stored) == 0
        assert drawn.changed_repeats(load_memory(connection, new.project)) >= 1
    assert estimate(revision) == before
    now = estimate(None)
    assert now != before
    assert (now.judged, now.outside, now.without_score) == (8, 0, 1)  # type: ignore[attr-defined]


def test_judge_effects_of_the_memory_are_taken_from_new_scores(database: Database, new: NewSystem) -> None:
    drawn = draw(database, new)
    effects = drawn.run_prediction.prediction.effects
    assert effects is not None
    assert effects.is_fitted
    judge(database, new, drawn, [1], "ben")
    judge(database, new, drawn, [1], "carla")
    with database.reading() as connection:
        scores = drawn.scores(connection, new.project)
    item = drawn.drawn.order[0]
    said = new.scores[drawn.run_prediction.prediction.first[item]]
    assert scores[item] == pytest.approx(said - effects.effects[effects.judges.index("ben")] / 2)


def test_a_queue_belongs_to_its_run(database: Database, new: NewSystem) -> None:
    drawn = draw(database, new)
    with database.writing() as connection:
        sources = [f"Satz {number}." for number in range(1, 41)]
        add_outputs(connection, new.project, NEW, ["other"] * 40, "anna", sources=sources, run="second")
        past = ProjectHistory(connection, new.project)
        stored = past.memory(latest(connection, new.project.id))
        assert find_drawn_queue(connection, new.project, past, stored, NEW) is None
        first = find_drawn_queue(connection, new.project, past, stored, NEW, "")
        assert first is not None
        assert first.queue.id == drawn.queue.id
        assert run_number(stored, NEW, "second") != run_number(stored, NEW, "")


def test_a_queue_that_does_not_fit_is_refused(database: Database, new: NewSystem) -> None:
    drawn = draw(database, new)
    with database.writing() as connection:
        last = drawn.queue.items[-1].id
        connection.execute(sa.delete(QUEUE_ITEMS).where(QUEUE_ITEMS.c.id == last))
        with pytest.raises(Conflict, match=r"does not ask for what is new at .* Close it and draw another one$"):
            _ = opened(connection, new.project).drawn


def test_references_need_a_line_for_each_output(database: Database, new: NewSystem) -> None:
    with database.reading() as connection:
        stored = load_memory(connection, new.project)
    translations = outputs_of(stored.memory, NEW)
    with pytest.raises(InputError, match="references for 39 segments, but new has 40 outputs"):
        references_by_source(stored, translations, [["a"]] * 39)
    found = references_by_source(stored, translations, [["a", "a", " "]] + [[""]] * 39)
    assert found == {int(stored.source_ids[translations.source[0]]): ["a"]}


def test_the_same_text_of_two_sources_is_two_items(database: Database) -> None:
    with database.writing() as connection:
        new = fill(connection, systems=2, sources=6)
        sources = [f"Satz {number}." for number in range(1, 7)]
        add_outputs(connection, new.project, "same", ["the same text"] * 6, "anna", sources=sources)
        run_prediction = predict_run(load_memory(connection, new.project), "same")
        store_queue(connection, new.project, run_prediction, 1, "anna")
        answer(connection, new.project, run_prediction.targets[2], "anna", 4, system="same")
        past = ProjectHistory(connection, new.project)
        found = find_drawn_queue(connection, new.project, past, past.memory(latest(connection, new.project.id)), "same")
        assert found is not None
        scores = found.scores(connection, new.project)
    assert len(run_prediction.targets) == 6
    assert np.flatnonzero(~np.isnan(scores)).tolist() == [2]


def test_what_was_dealt_is_frozen_whoever_judges_later(database: Database, new: NewSystem) -> None:
    with database.writing() as connection:
        stored = load_memory(connection, new.project)
        choices = PredictionChoices(near_repeats=True, cost="words")
        dealing = Dealing(("ben", "anna"), 7)
        run_prediction = predict_run(stored, NEW, None, choices, dealing=dealing)
        queue = store_queue(connection, new.project, run_prediction, 7, "anna")
        assign(connection, new.project, queue, "anna", count=8, judges=("ben", "anna"))
    prediction = run_prediction.prediction
    assert prediction.dealt is not None
    assert queue.dealt_to == ("ben", "anna")
    counts = np.bincount(prediction.dealt)
    assert counts.max() - counts.min() <= 1
    drawn = draw_queue(prediction, 7)
    assert [item.target for item in queue.items] == [run_prediction.targets[item] for item in drawn.order.tolist()]
    assert [item.dealt for item in queue.items] == prediction.dealt[drawn.order].tolist()

    def check(found: DrawnQueue) -> None:
        again = found.run_prediction
        assert again.choices == choices
        np.testing.assert_array_equal(again.prediction.calibrated, prediction.calibrated)
        np.testing.assert_array_equal(again.prediction.spreads, prediction.spreads)
        np.testing.assert_array_equal(found.drawn.order, drawn.order)
        np.testing.assert_array_equal(found.drawn.sizes, prediction.item_sizes)

    with database.writing() as connection:
        found = opened(connection, new.project)
        check(found)
        names = {item.target: ("ben", "anna")[item.dealt] for item in found.queue.items}
        assert all(item.judge == names[item.target] for item in found.queue.asked)
        assign(connection, new.project, found.queue, "anna", judges=("carla", "anna"))
        found = opened(connection, new.project)
        check(found)
        assert {item.judge for item in found.queue.asked if names[item.target] == "ben"} == {"carla"}
    judge(database, new, found, list(range(1, 9)), "dora")  # somebody else answers
    with database.reading() as connection:
        found = opened(connection, new.project)
        check(found)
        judged = found.judged(connection, new.project)
    estimate = certified(judged.prediction, judged.queue, judged.scores, judged.without_score)
    assert (estimate.judged, estimate.outside, estimate.target) == (8, 0, "B′")


def test_values_of_a_metric_are_kept_with_the_queue(
    database: Database, new: NewSystem, write: Callable[[str, str | bytes], str]
) -> None:
    rng = np.random.default_rng(1)
    names = [*(f"system{number}" for number in range(6)), NEW]
    lines = [f"{name}\t{segment}\t{rng.random()}" for name in names for segment in range(1, 41)]
    path = write("comet.tsv", "system\tsegment\tscore\n" + "\n".join(lines) + "\n")
    with database.writing() as connection:
        stored = load_memory(connection, new.project)
        run_prediction = predict_run(stored, NEW, None, PredictionChoices(metric=f"given:path={path}"))
        queue = store_queue(connection, new.project, run_prediction, 7, "anna")
    Path(path).unlink()
    assert path not in str(queue.settings)
    with database.reading() as connection:
        found = opened(connection, new.project).run_prediction
    np.testing.assert_array_equal(found.prediction.calibrated, run_prediction.prediction.calibrated)
    assert found.prediction.metric == run_prediction.prediction.metric
    assert metric_to_make(queue.settings) is None
    assert metric_to_make({"distance": "edits", "metric": "ter", "judge_effects": True}) == "ter"


def test_queues_of_earlier_versions_say_less() -> None:
    old = choices_of({"distance": "edits", "metric": "chrf", "judge_effects": True, "references": 0})
    assert (old.near_repeats, old.cost) == (False, "judgments")
    for wrong in ({"near_repeats": 1}, {"cost": "tears"}, {"cost": 3}):
        with pytest.raises(MtassayError):
            choices_of({"distance": "edits", "metric": "chrf", "judge_effects": True, **wrong})
