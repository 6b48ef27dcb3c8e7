"""Judged systems of WMT, brought into a database one after the other as people would: the paper's figure 7."""

import csv
import random
from pathlib import Path

import numpy as np
import pytest

from mtassay.estimation.figures.error_figures import error_figures
from mtassay.estimation.figures.judged_sets import judged_sets
from mtassay.estimation.figures.revisions import revision_figures
from mtassay.estimation.nearest.leave_one_out import leave_one_out
from mtassay.estimation.nearest.rule import estimate
from mtassay.human.collection import Collection, Judgment, Output, Source, Target
from mtassay.human.scales import SCALES
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database
from mtassay.store.judging.times import judging_times
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.migration import create

DATA = Path(__file__).parents[3] / "shared" / "data"


def read(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def judged_systems(name: str) -> dict[str, Collection]:
    """The judged outputs of each system, on 0 to 10 as 10 - 0.4 MQM; human translations are not among the outputs."""
    folder = DATA / name
    if not folder.is_dir():
        pytest.skip(f"the public judgments are not at {folder}")
    sources = read(folder / "source.en.txt")
    outputs = {path.name.removesuffix(".de.txt"): read(path) for path in (folder / "outputs").glob("*.de.txt")}
    collected: dict[str, list[Source]] = {}
    with open(folder / "segment_scores.tsv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            system, line = row["system"], int(row["line"])
            if system in outputs and row["mqm"]:
                points = max(0.0, 10 - 0.4 * float(row["mqm"]))
                target = Target(
                    outputs[system][line - 1], (Judgment(points, judge="", system=system),), (Output(system, "", line),)
                )
                collected.setdefault(system, []).append(
                    Source(sources[line - 1], document="", position=line, targets=(target,))
                )
    return {
        system: Collection(tuple(sorted(found, key=lambda one: one.position or 0)), SCALES["points"])
        for system, found in sorted(collected.items())
    }


@pytest.mark.parametrize(
    ("name", "count", "error", "set_error", "new_share"),
    [("wmt21-ted-ende-mqm", 13, 0.690, 1.05, 0.5551), ("wmt21-news-ende-mqm", 8, 0.687, 1.10, 0.8021)],
)
def test_systems_that_came_one_after_the_other(
    tmp_path: Path, name: str, count: int, error: float, set_error: float, new_share: float
) -> None:
    systems = judged_systems(name)
    database = Database(str(tmp_path / "memory.db"))
    create(database)
    with database.writing() as connection:
        # each place is a source of its own, as it was judged in its document
        project = add_project(connection, "talks", "anna", scale=SCALES["points"], by_place=True)
        revisions = [
            add_collection(connection, project, collection, "anna").revisions for collection in systems.values()
        ]
        assert all(len(made) == 1 for made in revisions)
        stored = load_memory(connection, project)
        found = judged_sets(
            stored,
            judging_times(connection, project),
            lambda revision: load_memory(connection, project, revision),
        )
        figures = error_figures(leave_one_out(stored.memory, leave="system"))
        growth = list(
            revision_figures(
                lambda revision: load_memory(connection, project, revision).memory, [made[0] for made in revisions]
            )
        )
    database.close()
    assert figures is not None
    assert figures.error.value == pytest.approx(error, abs=0.0005)
    assert [one.system for one in found.sets] == list(systems)
    assert [one.before + 1 for one in found.sets] == [made[0] for made in revisions]
    first, *others = found.sets
    assert (first.unknown, first.compared) == (first.segments, 0)
    assert all(one.unknown == 0 and one.compared == one.segments for one in others)
    assert len(found.sets) == count
    assert found.mean_error == pytest.approx(set_error, abs=0.005)
    assert found.new_share == pytest.approx(new_share, abs=0.0005)
    # the fuller the memory, the more of a system is known
    shares = [one.new_share for one in others]
    assert sum(shares[-3:]) < sum(shares[:3])
    assert growth[0].error is None
    assert growth[-1].targets_per_source > growth[0].targets_per_source == 1.0


@pytest.mark.parametrize(
    ("name", "estimated", "guessed", "better"),
    [("wmt21-ted-ende-mqm", 0.770, 1.072, 30), ("wmt21-news-ende-mqm", 0.951, 1.005, 17)],
)
def test_the_order_of_systems_matters_and_a_plain_guess_is_a_rival(
    tmp_path: Path, name: str, estimated: float, guessed: float, better: int
) -> None:
    """An estimate is worth something where it beats the mean SSER of the systems before."""
    systems = judged_systems(name)
    database = Database(str(tmp_path / "memory.db"))
    create(database)
    with database.writing() as connection:
        project = add_project(connection, "talks", "anna", scale=SCALES["points"], by_place=True)
        for collection in systems.values():
            add_collection(connection, project, collection, "anna")
        memory = load_memory(connection, project).memory
    database.close()
    outputs = {one.system: one for one in memory.outputs}
    rng = random.Random(1)
    errors = []
    for _ in range(30):
        order = list(outputs)
        rng.shuffle(order)
        found = []
        for place, system in enumerate(order[1:], start=1):
            numbers = [memory.systems.index(one) for one in order[:place]]
            known = memory.judgments.chosen(np.isin(memory.judgments.system, numbers))
            own = outputs[system]
            estimates = estimate(memory, own.source, [memory.targets[target] for target in own.target], judgments=known)
            scores = memory.scores_from(known)
            guess = np.mean([scores[outputs[one].target].mean() for one in order[:place]])
            truth = memory.scores[own.target].mean()
            found.append([10 * abs(estimates.scores.mean() - truth), 10 * abs(guess - truth)])
        errors.append(np.mean(found, axis=0))
    table = np.array(errors)
    assert table.mean(axis=0).tolist() == pytest.approx([estimated, guessed], abs=0.0006)
    assert np.count_nonzero(table[:, 0] < table[:, 1]) == better
