from collections.abc import Callable

import numpy as np
import pytest
from answering import answer
from new_system import NEW, NewSystem, fill

from mtassay.errors import InputError, SettingError
from mtassay.estimation.sampling.current_estimate import CurrentEstimate, compare_standings, find_current_estimate
from mtassay.estimation.sampling.drawn_queue import PredictionChoices, predict_run, store_queue
from mtassay.estimation.sampling.headline import headline
from mtassay.estimation.sampling.order import compare_rates
from mtassay.human.collection import Collection, Judgment, Output, Source, Target
from mtassay.human.scales import scale
from mtassay.reports.results.current_estimates import estimates_document
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import add_project
from mtassay.store.contents.removal import delete_targets
from mtassay.store.database import Database
from mtassay.store.history.events import latest
from mtassay.store.judging.queues import leave_out
from mtassay.store.memory.stored_memory import ProjectHistory, load_memory


@pytest.fixture
def new(database: Database) -> NewSystem:
    with database.writing() as connection:
        return fill(connection)


def stand(database: Database, new: NewSystem, system: str = NEW, **options: object) -> CurrentEstimate:
    with database.reading() as connection:
        past = ProjectHistory(connection, new.project)
        stored = past.memory(latest(connection, new.project.id))
        return find_current_estimate(connection, new.project, past, stored, system, **options)  # type: ignore[arg-type]


def drawn(
    database: Database,
    new: NewSystem,
    count: int,
    system: str = NEW,
    seed: int = 3,
    choices: PredictionChoices | None = None,
) -> None:
    """Draw the queue of a system and judge the first of it as the new one's scores say, else 7."""
    with database.writing() as connection:
        run_prediction = predict_run(load_memory(connection, new.project), system, choices=choices)
        queue = store_queue(connection, new.project, run_prediction, seed, "anna")
        first = dict(zip(run_prediction.targets, run_prediction.prediction.first.tolist(), strict=True))
        for item in queue.items[:count]:
            text = run_prediction.translations.texts[first[item.target]]
            value = new.score(text) if text in new.texts else 7
            answer(connection, new.project, item.target, "anna", value, system=system)


def test_the_estimate_is_the_best_that_there_is(database: Database, new: NewSystem) -> None:
    before = stand(database, new)
    assert (before.estimate.method, before.drawn, before.judged) == ("predicted", None, None)
    assert before.estimate.interval is not None  # six systems are enough
    with pytest.raises(InputError, match=r"new has no queue, and a certified estimate needs .* draw it$"):
        stand(database, new, method="certified")
    drawn(database, new, 0)
    assert stand(database, new).estimate.method == "predicted"
    assert "nothing of the queue" in stand(database, new, method="certified").estimate.reason


def test_a_judged_queue_gives_a_certified_estimate(database: Database, new: NewSystem) -> None:
    drawn(database, new, 12)
    found = stand(database, new)
    assert (found.estimate.method, found.estimate.judged, found.estimate.seed) == ("certified", 12, 3)
    assert found.estimate.revision < found.revision
    assert np.count_nonzero(~np.isnan(found.item_scores)) == 12
    assert stand(database, new, method="assisted").estimate.method == "assisted"
    memory = stand(database, new, method="predicted").estimate
    assert (memory.method, memory.seed) == ("predicted", None)
    assert memory.repeats == found.estimate.repeats + 12
    fresh = stand(database, new, target="A").estimate
    assert fresh.target == "A"
    assert (fresh.half_width or 0) > (found.estimate.half_width or 0)


def test_all_judged_is_exact(database: Database, new: NewSystem) -> None:
    drawn(database, new, 40)
    found = stand(database, new, given={"judge_effects": True})
    assert found.estimate.half_width == 0
    values = np.where(found.run_prediction.prediction.is_repeat, found.run_prediction.prediction.known, 0.0)
    items = found.item_scores[found.run_prediction.prediction.item]
    exact = np.where(found.run_prediction.prediction.is_repeat, values, items).mean()
    assert found.estimate.mean == pytest.approx(exact)


@pytest.mark.parametrize("is_deleted", [False, True])
def test_what_was_left_out_was_not_judged(database: Database, new: NewSystem, is_deleted: bool) -> None:
    drawn(database, new, 10)
    before = stand(database, new)
    assert before.drawn is not None
    rest = before.drawn.queue.items[10:]
    with database.writing() as connection:
        if is_deleted:
            delete_targets(connection, new.project, [item.target for item in rest], "anna")
        else:
            leave_out(connection, new.project, before.drawn.queue, [item.place for item in rest], "anna")
    found = stand(database, new)
    assert (found.estimate.method, found.estimate.interval) == ("partial", None)
    assert (found.segments, found.test_set) == (40 - len(rest), 40)
    assert f"has judged outputs of only {40 - len(rest)} of the 40 segments" in found.estimate.reason


def test_what_a_queue_fixed_cannot_be_chosen_again(database: Database, new: NewSystem) -> None:
    drawn(database, new, 5)
    assert stand(database, new, given={"distance": "edits"}).estimate.judged == 5
    with pytest.raises(SettingError, match=r"fixed when its queue was drawn.*with distance edits, not moves"):
        stand(database, new, given={"distance": "moves"})
    with pytest.raises(SettingError, match="with judge effects True, not False"):
        stand(database, new, given={"judge_effects": False})
    with pytest.raises(SettingError, match="references too"):
        stand(database, new, references={1: ["a"]})
    assert (
        stand(database, new, method="predicted", given={"distance": "moves"}).run_prediction.prediction.distance
        == "moves"
    )
    with pytest.raises(SettingError, match="no method 'sser'"):
        stand(database, new, method="sser")


def test_the_file_of_scores_that_a_queue_was_drawn_with_is_no_other_choice(
    database: Database, new: NewSystem, write: Callable[[str, str | bytes], str]
) -> None:
    names = [*(f"system{number}" for number in range(6)), NEW]

    def scores(step: int) -> str:
        lines = [f"{name}\t{segment}\t{segment * step % 7}" for name in names for segment in range(1, 41)]
        return "system\tsegment\tscore\n" + "\n".join(lines) + "\n"

    path = write("comet.tsv", scores(3))
    drawn(database, new, 5, choices=PredictionChoices(metric=f"given:path={path}"))
    assert stand(database, new, given={"metric": f"given:path={path}"}).estimate.judged == 5
    write("comet.tsv", scores(2))
    with pytest.raises(SettingError, match="fixed when its queue was drawn"):
        stand(database, new, given={"metric": f"given:path={path}"})


def test_a_queue_that_nobody_began_is_predicted_by_its_choices(database: Database, new: NewSystem) -> None:
    drawn(database, new, 0, choices=PredictionChoices(distance="moves", near_repeats=True))
    found = stand(database, new)
    assert (found.estimate.method, found.estimate.target) == ("predicted", "B′")
    assert found.run_prediction.choices == PredictionChoices(distance="moves", near_repeats=True)
    assert stand(database, new, given={"distance": "edits"}).run_prediction.choices.distance == "edits"


def test_assisted_is_refused_under_five_systems(database: Database) -> None:
    with database.writing() as connection:
        new = fill(connection, systems=4)
    drawn(database, new, 5)
    with pytest.raises(
        InputError, match="cannot have an assisted estimate: the memory has judgments of 4 other systems"
    ):
        stand(database, new, method="assisted")
    assert stand(database, new).estimate.interval is not None


def test_all_repeats_need_no_queue(database: Database) -> None:
    with database.writing() as connection:
        new = fill(connection, repeats=1.0)
    assert all(new.is_repeat)
    found = stand(database, new, method="certified")
    assert (found.estimate.new, found.estimate.half_width) == (0, 0.0)
    with database.writing() as connection, pytest.raises(InputError, match="every output was judged before"):
        store_queue(connection, new.project, predict_run(load_memory(connection, new.project), NEW), 1, "anna")


def test_one_system_and_one_judge_are_enough_for_certified_estimates(database: Database) -> None:
    with database.writing() as connection:
        new = fill(connection, systems=1, judges=1)
    before = stand(database, new)
    assert "is the only judge" in (
        before.run_prediction.prediction.effects.reason if before.run_prediction.prediction.effects else ""
    )
    assert before.estimate.interval is None
    drawn(database, new, 10)
    found = stand(database, new)
    assert found.estimate.method == "certified"
    assert found.estimate.interval is not None


def test_nothing_judged_is_refused(database: Database) -> None:
    with database.writing() as connection:
        new = fill(connection, systems=0)
    with pytest.raises(InputError, match="nobody judged any translation of this project"):
        stand(database, new)


def test_equal_translations_cancel_where_two_systems_are_compared(database: Database, new: NewSystem) -> None:
    with database.writing() as connection:
        texts = [text if place % 2 else f"{text} indeed" for place, text in enumerate(new.texts)]
        sources = [f"Satz {number}." for number in range(1, 41)]
        add_outputs(connection, new.project, "other", texts, "anna", sources=sources)
    drawn(database, new, 12)
    drawn(database, new, 12, "other", seed=4)
    one, other = stand(database, new), stand(database, new, "other")
    found = compare_standings(one, other)
    assert found.half_width != compare_rates(one.estimate, other.estimate).half_width
    judged = stand(database, new, "system0")
    assert compare_standings(one, judged) == compare_rates(one.estimate, judged.estimate)


def test_near_repeats_were_not_judged(database: Database, new: NewSystem) -> None:
    near = {"near_repeats": True}
    sources = [f"Satz {number}." for number in range(1, 41)]
    judged = stand(database, new, "system0")
    assert judged.estimate.method == "judged"
    assert stand(database, new, "system0", given=near).estimate.method == "judged"  # every text is the very same
    texts = [f"{text}!" for text in judged.run_prediction.translations.texts]
    with database.writing() as connection:
        add_outputs(connection, new.project, "shouting", texts, "anna", sources=sources)
    found = stand(database, new, "shouting", given=near)
    assert (found.estimate.method, found.estimate.interval, found.estimate.new) == ("predicted", None, 0)
    assert found.estimate.reason == "40 outputs keep the score of a near one"
    assert headline(found).words.endswith("no interval: 40 outputs keep the score of a near one")
    notes = [note for table in estimates_document([found], "talks").data for note in table.notes]
    assert any("predicted from the memory" in note for note in notes)


def test_near_repeats_were_not_judged_where_the_queue_was(database: Database, new: NewSystem) -> None:
    texts = [text if is_new else f"{text}!" for text, is_new in zip(new.texts, ~np.array(new.is_repeat), strict=True)]
    with database.writing() as connection:
        add_outputs(connection, new.project, "shouting", texts, "anna", sources=[f"Satz {n}." for n in range(1, 41)])
        choices = PredictionChoices(near_repeats=True)
        run_prediction = predict_run(load_memory(connection, new.project), "shouting", None, choices)
        for item in store_queue(connection, new.project, run_prediction, 3, "anna").items:
            answer(connection, new.project, item.target, "anna", 7, system="shouting")
    found = stand(database, new, "shouting")
    assert (found.estimate.method, found.estimate.interval) == ("certified", None)
    assert found.estimate.reason == f"{sum(new.is_repeat)} outputs keep the score of a near one"
    assert headline(found).advice == ""  # nothing is open
    with pytest.raises(InputError, match="no interval to compare by"):
        compare_standings(found, found)


def test_a_later_batch_of_a_system_is_a_part_of_it(database: Database, new: NewSystem) -> None:
    sources = [f"Satz {number}." for number in range(41, 46)]
    with database.writing() as connection:
        targets = tuple(
            Source(source, targets=(Target(f"more {source}", (Judgment(7, judge="anna", system="system0"),)),))
            for source in sources
        )
        add_collection(connection, new.project, Collection(targets), "anna")
        texts = [f"more {source}" for source in sources]
        add_outputs(connection, new.project, "system0", texts, "anna", sources=sources, run="later")
    found = stand(database, new, "system0")
    assert (found.estimate.method, found.estimate.interval) == ("partial", None)
    assert (found.segments, found.test_set) == (5, 45)


def test_an_interval_that_would_be_shown_as_nothing_is_none(database: Database) -> None:
    with database.writing() as connection:
        fine = scale("0..10")
        project = add_project(connection, "alike", "anna", scale=fine)
        sources = []
        for number in range(40):
            targets = []
            for system in range(6):
                given = Judgment(7 + 0.001 * ((number + system) % 3), judge="anna", system=f"system{system}")
                output = Output(f"system{system}", "", number + 1, "talk")
                targets.append(Target(f"word{number} and {system}", (given,), (output,)))
            sources.append(Source(f"Satz {number}.", document="talk", position=number + 1, targets=tuple(targets)))
        add_collection(connection, project, Collection(tuple(sources), fine), "anna")
        texts = tuple(f"word{number} and something" for number in range(40))
        add_outputs(connection, project, NEW, texts, "anna", sources=[source.text for source in sources])
    new = NewSystem(project, texts, (7,) * 40, (False,) * 40)
    drawn(database, new, 6)
    found = stand(database, new)
    assert (found.estimate.method, found.estimate.judged, found.estimate.interval) == ("certified", 6, None)
    assert "does not say how far off the others can be" in found.estimate.reason
