"""Campaigns: many judges who are asked for the same, one question, and a large campaign that is made.

Each judge sends an answer and asks for the next question, again and again, as their pages do. All have the same tasks
in the same order, so that each item has as many answers as there are judges. `LOAD_SECONDS` in the environment makes
it shorter.
"""

import os
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sa

from benchmarks.estimation import variants
from benchmarks.judging import SECONDS, Desk, Judge, Measured, cpu_seconds, report, say_faults, serving, watch
from benchmarks.startup import child_cpu_seconds
from benchmarks.text import corpus
from mtassay.campaigns.plan import Design, plan_campaign
from mtassay.campaigns.start import begin_campaign
from mtassay.corpus.evalset import EvalSet
from mtassay.store.campaign_tables import ANSWERS
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, set_state
from mtassay.store.campaigns.links import begin_seat_session, make_links
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database
from mtassay.store.migration import create
from mtassay.store.people.accounts import Role, add_account
from mtassay.web.safety.secret import read_secret
from mtassay.web.seat_numbers import CARDS

SYSTEMS = 4
SEGMENTS = 50
LARGE = (13, 1000, 20)
"""Systems, segments and seats of a large campaign."""
OPINIONS = 20
QUESTIONS = 200
REPEATS = 3


def texts(systems: int, segments: int) -> EvalSet:
    """Outputs that differ from each other by a few words."""
    import random

    rng = random.Random(0)
    _, lines = corpus(segments, 0)
    words = sorted({word for line in lines for word in line.split()})
    outputs = [variants(line, systems, words, rng) for line in lines]
    return EvalSet(
        sources=lines,
        systems={f"system {place}": [output[place] for output in outputs] for place in range(systems)},
    )


def fill(database: Database, judges: int) -> tuple[list[int], list[str]]:
    """A campaign all of whose tasks all judges have; the numbers of questions, and a session of each judge."""
    evalset = texts(SYSTEMS, SEGMENTS)
    plan = plan_campaign(evalset, Design(protocols=("da",), seats=1, overlap=0))
    everybody = tuple(range(1, judges + 1))
    tasks = tuple(replace(planned, seats=everybody) for planned in plan.tasks)
    plan = replace(plan, design=replace(plan.design, seats=judges), tasks=tasks)
    with database.writing() as connection:
        project = add_project(connection, "benchmark", "benchmark")
        add_account(connection, "administrator", "a long password", Role.ADMINISTRATOR, "benchmark")
        campaign = begin_campaign(connection, project, "benchmark", evalset, plan, "benchmark")
        set_state(connection, campaign, CampaignState.RUNNING, "benchmark")
        links = make_links(connection, campaign_of(connection, campaign.id), None, "benchmark")
        sessions = [begin_seat_session(connection, link.token) for link in links]
    return [place * CARDS for place in range(1, len(tasks) + 1)], sessions


def measure(location: str, judges: int, every: float, seconds: float, workers: int = 2) -> Measured:
    """Let judges answer at two processes, and count what is in the database then."""
    database = Database(location)
    create(database)
    measured = Measured()
    with tempfile.TemporaryDirectory() as folder:
        read_secret(Path(folder) / "secret")
        targets, sessions = fill(database, judges)
        with serving(location, Path(folder), workers) as site:
            desk = Desk(
                "/seat/answer",
                "/seat/question?ahead=",
                site.seat_cookie,
                lambda number: f"score={number % 101}",
                targets,
            )
            people = [Judge(number, session, site, desk, True) for number, session in enumerate(sessions)]
            watch(site, people, seconds, measured, every)
    with database.reading() as connection:
        rows = connection.execute(sa.select(ANSWERS.c.uid, ANSWERS.c.seat, ANSWERS.c.task, ANSWERS.c.item)).all()
    database.close()
    stored = {row.uid for row in rows}
    doubled = len(rows) - len({(row.seat, row.task, row.item) for row in rows})
    say_faults(set(measured.tokens) - stored, doubled, stored - set(measured.tokens), measured)
    return measured


def measure_question(location: str) -> float:
    """CPU seconds of the server for the page of a question that others have answered."""
    database = Database(location)
    create(database)
    measured = Measured()
    with tempfile.TemporaryDirectory() as folder:
        read_secret(Path(folder) / "secret")
        targets, sessions = fill(database, OPINIONS + 1)
        with serving(location, Path(folder), workers=1) as site:
            desk = Desk("/seat/answer", "/seat?at=", site.seat_cookie, lambda number: f"score={number}", targets)
            *others, last = [Judge(number, session, site, desk, False) for number, session in enumerate(sessions)]
            watch(site, others, 4.0, measured, every=2.0)
            last.look(targets[0], QUESTIONS // 10, measured)
            before = cpu_seconds(site.process_group)
            last.look(targets[0], QUESTIONS, measured)
            used = cpu_seconds(site.process_group) - before
            last.close()
    database.close()
    assert len(measured.tokens) >= OPINIONS, measured.failures[:1]
    return used / QUESTIONS


def measure_making() -> tuple[float, float]:
    """CPU seconds of planning a large campaign, and of the whole command that makes it in a new database."""
    systems, segments, seats = LARGE
    evalset = texts(systems, segments)
    planned, made = [], []
    for _ in range(REPEATS):
        before = time.process_time()
        plan_campaign(evalset, Design(protocols=("da",), seats=seats))
        planned.append(time.process_time() - before)
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for name, lines in (("source", evalset.sources or ()), *evalset.systems.items()):
                files.append(Path(folder, f"{name}.txt"))
                files[-1].write_text("\n".join(lines) + "\n", encoding="utf-8")
            source, *outputs = map(str, files)
            command = [str(Path(sys.executable).parent / "mtassay"), "campaign", "new", "large", "-s", source, *outputs]
            command += ["--seats", str(seats), "--db", str(Path(folder, "campaign.db"))]
            made.append(child_cpu_seconds(command))
    return statistics.median(planned), statistics.median(made)


def run() -> None:
    """100 judges on SQLite, 300 on PostgreSQL, both durable; a question; a campaign that is made."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    # the tests' own server; mypy does not look there
    from databases import find_server_programs, postgresql_server  # type: ignore[import-not-found]

    seconds = float(os.environ.get("LOAD_SECONDS", SECONDS))
    planned, made = measure_making()
    print(
        f"{LARGE[0]} systems, {LARGE[1]} segments, {LARGE[2]} seats: planned in {planned:.2f} s, made in {made:.2f} s"
    )
    with tempfile.TemporaryDirectory() as folder:
        used = measure_question(str(Path(folder) / "campaign.db"))
    print(f"page of a question with {OPINIONS} opinions: {1000 * used:.1f} ms")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        report("100 judges, SQLite", measure(str(Path(folder) / "campaign.db"), 100, 2.0, seconds))
    if find_server_programs() is not None:
        with postgresql_server(is_durable=True) as server:
            report("300 judges, PostgreSQL", measure(f"{server.address}/postgres", 300, 10.0, seconds))
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")
