"""A database of judgments on SQLite: 100,000 judgments in, and a new system beside 100,000 judged translations."""

import random
import statistics
import tempfile
from pathlib import Path

from benchmarks.estimation import SOURCES, TARGETS, seconds, variants
from benchmarks.text import corpus
from mtassay.estimation.nearest.system_estimate import estimate_system
from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.migration import create

REPEATS = 3


def filled(seed: int) -> tuple[Collection, list[str], list[str]]:
    """What 100 systems made of 1,000 sources, judged once each; the sources, and the output of one more system."""
    rng = random.Random(seed)
    _, lines = corpus(SOURCES, seed)
    words = sorted({word for line in lines for word in line.split()})
    sources, new = [], []
    for line in lines:
        *judged, last = variants(line, TARGETS + 1, words, rng)
        targets = tuple(
            Target(text, (Judgment(rng.randint(0, 10), judge=f"judge {number % 5}", system=f"system {number}"),))
            for number, text in enumerate(judged)
        )
        sources.append(Source(line, targets=targets))
        new.append(last)
    return Collection(tuple(sources)), lines, new


def add_and_estimate(database: Database, project: Project, lines: list[str], new: list[str]) -> None:
    """What `mtassay db add-output` does: store the outputs, and say what the memory knows of them."""
    with database.writing() as connection:
        add_outputs(connection, project, "new", new, "benchmark", sources=lines)
        memory = load_memory(connection, project).memory
    estimate_system(memory, "new")


def run() -> None:
    """Print median CPU seconds of each task; synchronous writes, as users have them."""
    taken: dict[str, list[float]] = {"import 100,000 judgments": [], "import them again": [], "add and estimate": []}
    for seed in range(REPEATS):
        collection, lines, new = filled(seed)
        with tempfile.TemporaryDirectory() as folder:
            database = Database(str(Path(folder) / "memory.db"))
            create(database)
            with database.writing() as connection:
                project = add_project(connection, "benchmark", "benchmark")

            def add(database: Database = database, project: Project = project, given: Collection = collection) -> None:
                with database.writing() as connection:
                    add_collection(connection, project, given, "benchmark")

            taken["import 100,000 judgments"].append(seconds(add))
            taken["import them again"].append(seconds(add))
            work = (database, project, lines, new)
            taken["add and estimate"].append(seconds(lambda work=work: add_and_estimate(*work)))  # type: ignore[misc]
            database.close()
    for name, times in taken.items():
        print(f"{name:<28} {statistics.median(times):6.2f} s")
