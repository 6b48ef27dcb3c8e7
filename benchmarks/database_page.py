"""The pages of a database with 100,000 targets, and of its history: what the server needs for one answer."""

import random
import statistics
import tempfile
import time
from pathlib import Path

from starlette.testclient import TestClient

from benchmarks.text import corpus
from mtassay.human.clauses import propose_items
from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.contents.removal import delete_targets
from mtassay.store.database import Database
from mtassay.store.judging.answers import Answer, save_answer
from mtassay.store.judging.body import AnswerBody
from mtassay.store.migration import create
from mtassay.web.serving.app import create_app
from mtassay.web.serving.configuration import Configuration

SOURCES, TARGETS, REPEATS = 5000, 20, 9
ANSWERS = 5000
PAGES = {
    "first page": "database",
    "first page, the hardest first": "database?order=hardest",
    "first page, the worst score first": "database?order=score",
    "a source and a target": "database?source={source}&target={target}",
    "search for a word": "database?search={word}",
    "search for a word that is nowhere": "database?search=xyzzy",
    "search for letters that are everywhere": "database?search=a e i o",
    "search for judged ones": "database?search=is:judged",
    "search for unjudged ones": "database?search=is:unjudged",
    "search for a word in judged ones": "database?search=is:judged {word}",
    "search for letters in judged ones": "database?search=is:judged a e i o",
    "search by score": "database?search=score:3-5",
    "search by judge and score": "database?search=judge:judge3 score:<3",
    "search by system and score": 'database?search=system:"system 3" score:>2',
    "search by day": "database?search=date:2026-01-01..",
    "history": "history",
    "history of a word": "history?text={word}",
    "history of a word that is nowhere": "history?text=xyzzy",
    "history of letters that are everywhere": "history?text=e",
    "history of a judge": "history?text=judge3",
    "history of a source": "history?source={source}",
}


def filled(seed: int, sources: int = SOURCES, targets: int = TARGETS) -> Collection:
    """What 20 systems made of 5,000 sources; every third target is judged twice, every second has verdicts on items."""
    rng = random.Random(seed)
    _, lines = corpus(sources, seed)
    found = []
    for number, line in enumerate(dict.fromkeys(lines)):
        items = tuple(Item(str(place), text) for place, text in enumerate(propose_items(line)))
        made = []
        for system in range(targets):
            judgments = []
            for judge in range(2 if system % 3 == 0 else 1):
                verdicts = {}
                if system % 2 == 0:
                    verdicts = {item.label: rng.choice((*ITEM_CLASSES, "ok", "ok", "ok")) for item in items}
                judgments.append(Judgment(rng.randint(0, 10), judge=f"judge{(system + judge) % 7}", verdicts=verdicts))
            words = line.split()
            rng.shuffle(words)
            text = f"{' '.join(words)} {system}"
            made.append(Target(text, tuple(judgments), (Output(f"system {system}", "", number + 1),)))
        found.append(Source(line, document="", position=number + 1, items=items, targets=tuple(made)))
    return Collection(tuple(found))


def fill(database: Database, seed: int) -> Project:
    """A database with all of it, of which some was deleted, and a history of judgments one by one."""
    create(database)
    with database.writing() as connection:
        project = add_project(connection, "benchmark", "benchmark", source_language="en")
        add_collection(connection, project, filled(seed), "benchmark")
        delete_targets(connection, project, range(1, 2000, 2), "benchmark")
        for target in range(2001, 2001 + ANSWERS):
            save_answer(connection, project, "judge8", Answer(target, AnswerBody(target % 11), f"{target:032x}"))
    return project


def run() -> None:
    """Print the median CPU time of each page, in one process without a network.

    The first time of an order has a part of what is computed after its page.
    """
    with tempfile.TemporaryDirectory() as folder:
        location = str(Path(folder) / "memory.db")
        database = Database(location)
        project = fill(database, 1)
        database.close()
        measure(location, project.id)


def measure(location: str, project: int) -> None:
    """The same on a database that is there."""
    secret = Path(location).with_name("secret")
    app = create_app(Configuration(location, secret_file=str(secret), job_processes=0))
    client = TestClient(app, base_url="http://localhost:8000")
    listed = client.get(f"/projects/{project}/database").text
    values = {"source": 4000, "target": 79990, "word": "Schneider"}
    print(f"{len(listed):,} characters")
    for name, query in PAGES.items():
        taken = []
        for _ in range(REPEATS):
            begun = time.process_time()
            answer = client.get(f"/projects/{project}/{query.format(**values)}")
            taken.append(time.process_time() - begun)
            assert answer.status_code == 200, answer.text
            while "data-job" in answer.text:  # what a large project computes after its page
                time.sleep(0.1)
                answer = client.get(f"/projects/{project}/{query.format(**values)}")
        print(f"{name:<40} {1000 * statistics.median(taken):6.0f} ms, the first {1000 * taken[0]:.0f} ms")
