import sqlalchemy as sa
from answering import answer
from new_system import NEW, NewSystem, fill

from mtassay.estimation.sampling.current_estimate import find_current_estimate
from mtassay.estimation.sampling.drawn_queue import predict_run, store_queue
from mtassay.estimation.sampling.headline import Headline, headline
from mtassay.store.database import Database
from mtassay.store.history.events import latest
from mtassay.store.memory.stored_memory import ProjectHistory, load_memory


def judge(connection: sa.Connection, new: NewSystem, count: int) -> None:
    """Draw the queue and judge its first items, each with 7."""
    queue = store_queue(connection, new.project, predict_run(load_memory(connection, new.project), NEW), 3, "anna")
    for item in queue.items[:count]:
        answer(connection, new.project, item.target, "anna", 7, system=NEW)


def found(database: Database, new: NewSystem) -> Headline:
    with database.reading() as connection:
        past = ProjectHistory(connection, new.project)
        stored = past.memory(latest(connection, new.project.id))
        return headline(find_current_estimate(connection, new.project, past, stored, NEW))


def test_the_best_estimate_with_an_interval_comes_first(database: Database) -> None:
    with database.writing() as connection:
        few, many = fill(connection, systems=3, name="few"), fill(connection, systems=6, name="many")
    line = found(database, few)
    assert (line.method, line.low, line.high) == ("predicted", None, None)
    assert (
        line.words == f"SSER {line.sser:.2f}, predicted; no interval yet: judge {line.suggested} outputs for ± 1 point"
    )
    line = found(database, many)
    assert line.method == "predicted"
    assert line.low is not None
    assert line.high is not None
    assert line.words == f"SSER {line.sser:.2f}, predicted: {line.low:.2f} to {line.high:.2f}"
    assert line.advice == ""
    with database.writing() as connection:
        judge(connection, few, 8)
        judge(connection, many, 40)
    line = found(database, few)
    assert line.method == "certified"
    assert line.low is not None
    line = found(database, many)
    assert (line.method, line.low, line.suggested) == ("judged", line.high, 0)
    assert line.words == f"SSER {line.sser:.2f}, judged"


def test_rates_stay_within_what_they_can_be(database: Database) -> None:
    with database.writing() as connection:
        new = fill(connection, systems=1)
        judge(connection, new, 2)
    line = found(database, new)
    assert line.low is not None
    assert line.high is not None
    assert 0 <= line.low <= line.sser <= line.high <= 100


def test_equal_ends_alone_do_not_say_that_all_was_judged() -> None:
    cut = Headline(method="certified", sser=0.0, low=0.0, high=0.0, reason="", suggested=9)
    assert not cut.is_known
    assert cut.words == "SSER 0.00, certified: 0.00 to 0.00"
