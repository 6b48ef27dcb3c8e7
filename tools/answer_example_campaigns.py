"""Answer the campaigns of the example database as invented judges would, for `make serve`.

The better a system of the examples is, the higher its scores; each judge is a little stricter or milder than others.
The campaign named second is answered in full and closed, others to a part.
"""

import random
import secrets
import sys
from dataclasses import replace

import sqlalchemy as sa

from mtassay.human.protocols.base import Body
from mtassay.human.protocols.rating import Rating
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign, campaigns, set_state
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.campaigns.seat_answers import SeatAnswer, save_seat_answer
from mtassay.store.campaigns.seat_work import OpenSeat, ShownTask, open_seat, seat_tasks, show_task
from mtassay.store.contents.projects import Project, find_project
from mtassay.store.database import Database
from mtassay.store.schema import OUTPUTS, RUNS, SYSTEMS, TARGETS

QUALITY = {"neural-large": 0.88, "neural-small": 0.72, "phrase-based": 0.5, "word-by-word": 0.25}
WORK_DONE = (0.9, 0.6, 0.35, 0.0)
"""How much of its work each seat of a running campaign has done."""


def text_quality(connection: sa.Connection, project: Project) -> dict[str, float]:
    """How good each output is, by the best system that wrote it."""
    query = (
        sa.select(TARGETS.c.text, SYSTEMS.c.name)
        .join(OUTPUTS, OUTPUTS.c.target == TARGETS.c.id)
        .join(RUNS, RUNS.c.id == OUTPUTS.c.run)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(SYSTEMS.c.project == project.id)
    )
    best: dict[str, float] = {}
    for text, system in connection.execute(query):
        best[text] = max(best.get(text, 0.0), QUALITY.get(system, 0.5))
    return best


def answer_of(task: ShownTask, quality: dict[str, float], leaning: float, draw: random.Random) -> Body:
    """What a judge says of a task that has one answer, or of its first text."""
    felt = {item.id: quality.get(item.text, 0.5) + leaning + draw.gauss(0, 0.15) for item in task.items}
    protocol = task.protocol
    if isinstance(protocol, Rating):
        scale = protocol.scale
        share = min(1.0, max(0.0, felt[task.items[0].id]))
        return {protocol.field: round(scale.low + share * (scale.high - scale.low))}
    order = sorted(felt, key=lambda item: -felt[item])
    if protocol.name == "pairwise":
        return {"better": None if felt[order[0]] - felt[order[1]] < 0.05 else str(order[0])}
    return {"ranks": {str(item): place for place, item in enumerate(order, 1)}}


def work(
    connection: sa.Connection, seat: OpenSeat, share: float, quality: dict[str, float], draw: random.Random
) -> None:
    """Let the judge of a seat do a part of what is asked."""
    leaning = draw.gauss(0, 0.05)
    tasks = seat_tasks(connection, seat)
    for task in tasks[: round(share * len(tasks))]:
        shown = show_task(connection, seat, task.task)
        for item in shown.items if isinstance(shown.protocol, Rating) else shown.items[:1]:
            about = replace(shown, items=(item,)) if isinstance(shown.protocol, Rating) else shown
            given = SeatAnswer(
                task=task.task,
                item=item.id if isinstance(shown.protocol, Rating) else 0,
                body=answer_of(about, quality, leaning, draw),
                token=secrets.token_hex(16),
                seconds=round(draw.lognormvariate(2.4, 0.4), 1),
            )
            save_seat_answer(connection, seat, given)


def answer(connection: sa.Connection, project: Project, campaign: StoredCampaign, *, is_last: bool) -> None:
    """Answer a campaign, in part or in full."""
    draw = random.Random(campaign.name)
    quality = text_quality(connection, project)
    for place, seat in enumerate(seat_progress(connection, campaign)):
        share = 1.0 if is_last else WORK_DONE[place % len(WORK_DONE)]
        work(connection, open_seat(connection, seat.id), share, quality, draw)
    if is_last:
        set_state(connection, campaign, CampaignState.CLOSED, "example")


def main(location: str) -> None:
    """Answer all campaigns of a database."""
    database = Database(location)
    with database.writing() as connection:
        project = find_project(connection, None)
        made = campaigns(connection, project)
        for campaign in made:
            answer(connection, project, campaign, is_last=campaign is made[-1] and len(made) > 1)
    database.close()


if __name__ == "__main__":
    main(sys.argv[1])
