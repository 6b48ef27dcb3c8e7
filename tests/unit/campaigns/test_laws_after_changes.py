"""What holds of who is asked for what, whatever judges do and whoever comes and goes."""

import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from campaign_desk import begin, say, seat_of
from hypothesis import given, settings
from hypothesis import strategies as st

from mtassay.campaigns.handing_over import add_seats, release_seats
from mtassay.errors import Conflict
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.campaigns.seat_work import next_task, seat_tasks, show_task
from mtassay.store.campaigns.seats import AssignedTask, assigned_tasks
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database

SCORES = {"da": {"score": 5}, "fluency": {"value": 3}, "adequacy": {"value": 3}}

designs = st.fixed_dictionaries(
    {
        "protocols": st.sampled_from([("da",), ("fluency", "adequacy"), ("ranking",)]),
        "seats": st.integers(2, 5),
        "spreading": st.sampled_from(["within", "across"]),
        "overlap": st.sampled_from([0.0, 0.5, 1.0]),
        "seed": st.integers(0, 3),
    }
)
steps = st.lists(
    st.tuples(st.sampled_from(["answer", "answer", "release", "add"]), st.integers(1, 7)), min_size=1, max_size=6
)


def there(connection: sa.Connection, campaign: StoredCampaign) -> list[AssignedTask]:
    return [task for task in assigned_tasks(connection, campaign) if task.is_there]


def answer(connection: sa.Connection, campaign: StoredCampaign, number: int) -> None:
    """Answer the next task of a seat, where it has one."""
    seat = seat_of(connection, campaign, number)
    task = next_task(seat_tasks(connection, seat))
    if task is None:
        return
    shown = show_task(connection, seat, task.task)
    ranks = {"ranks": {str(item.id): 1 for item in shown.items}}
    say(connection, seat, SCORES.get(shown.protocol.name, ranks), task=task.task)


def check_laws(connection: sa.Connection, campaign: StoredCampaign, design: dict[str, Any], asked: set[int]) -> None:
    tasks = there(connection, campaign)
    assert {task.task for task in tasks} == asked, "something is asked of nobody"
    items = Counter((task.seat, task.protocol, item) for task in tasks for item in task.items)
    assert max(items.values()) == 1, "somebody is asked twice about a text"
    holders = Counter(task.task for task in tasks)
    assert max(holders.values()) <= 2
    for number in (seat.number for seat in seat_progress(connection, campaign)):
        order = [task.protocol for task in seat_tasks(connection, seat_of(connection, campaign, number))]
        assert order == sorted(order), "what is read alone comes first"
    if design["spreading"] == "within" and design["overlap"] == 0:
        homes = {(task.protocol, task.block, task.seat) for task in tasks}
        assert len(homes) == len({(protocol, block) for protocol, block, _ in homes}), "a document was torn apart"


@settings(max_examples=15)
@given(design=designs, steps=steps)
def test_nobody_is_asked_twice_and_nothing_is_forgotten(
    empty_file: Path, design: dict[str, Any], steps: list[tuple[str, int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(str(shutil.copy(empty_file, Path(folder) / "campaign.db")))
        with database.writing() as connection:
            project = add_project(connection, "talks", "manager")
            settings = {name: value for name, value in design.items() if name != "protocols"}
            campaign = begin(connection, project, *design["protocols"], judges=(), **settings)
            asked = {task.task for task in there(connection, campaign)}
            for step, number in steps:
                seats = len(seat_progress(connection, campaign))
                chosen = (number - 1) % seats + 1
                begun = {(task.task, task.seat) for task in there(connection, campaign) if task.is_begun}
                if step == "answer":
                    answer(connection, campaign, chosen)
                elif step == "add":
                    before = {task.assignment for task in there(connection, campaign)}
                    add_seats(connection, campaign, ["" for _ in range(1 + number % 2)], "manager")
                    assert len({task.assignment for task in there(connection, campaign)}) == len(before)
                else:
                    try:
                        release_seats(connection, campaign, [chosen], "manager")
                    except Conflict:  # nobody is left who could take it
                        continue
                now = {(task.task, task.seat) for task in there(connection, campaign)}
                assert begun <= now, "what somebody has begun stays with them"
                check_laws(connection, campaign, design, asked)
        database.close()
