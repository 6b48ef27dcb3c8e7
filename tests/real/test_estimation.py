"""The figures of estimates on judged systems of WMT, and the vectors of the formulas."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from mtassay.estimation.nearest.candidate_set import candidate_set
from mtassay.estimation.nearest.leave_one_out import leave_one_out
from mtassay.estimation.nearest.rule import Origin, estimate
from mtassay.human.memory import Memory, make_memory

DATA = Path(__file__).parents[3] / "shared" / "data"


def read(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def judged_systems(name: str) -> Memory:
    """Every output that has MQM, on 0 to 10 as 10 - 0.4 MQM; human translations are not among the outputs."""
    folder = DATA / name
    if not folder.is_dir():
        pytest.skip(f"the public judgments are not at {folder}")
    sources = read(folder / "source.en.txt")
    outputs = {path.name.removesuffix(".de.txt"): read(path) for path in (folder / "outputs").glob("*.de.txt")}
    pairs, systems = [], []
    with open(folder / "segment_scores.tsv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["system"] in outputs and row["mqm"]:
                line = int(row["line"]) - 1
                points = max(0.0, 10 - 0.4 * float(row["mqm"]))
                # the number keeps sentences apart that occur twice: each was judged where it stands
                pairs.append((f"{line} {sources[line]}", outputs[row["system"]][line], points))
                systems.append(row["system"])
    return make_memory(pairs, systems=systems)


@pytest.mark.parametrize(
    ("name", "systems", "error", "system_error", "repeats"),
    [("wmt21-ted-ende-mqm", 13, 0.690, 0.71, 0.574), ("wmt21-news-ende-mqm", 8, 0.687, 0.83, 0.282)],
)
def test_each_system_estimated_from_the_others(
    name: str, systems: int, error: float, system_error: float, repeats: float
) -> None:
    memory = judged_systems(name)
    found = leave_one_out(memory, leave="system")
    assert len(found.groups) == systems
    assert len(found) == found.scorable == len(memory.judgments)
    assert found.error == pytest.approx(error, abs=0.0005)
    assert found.group_error == pytest.approx(system_error, abs=0.005)
    assert found.repeats == pytest.approx(repeats, abs=0.0005)

    # the same for one system, by taking its judgments away and estimating its outputs
    number = int(found.group[0])
    inside = found.group == number
    others = memory.judgments.chosen(memory.judgments.system != number)
    texts = [memory.targets[target] for target in found.target[inside]]
    estimates = estimate(memory, found.source[inside], texts, judgments=others)
    assert estimates.scores == pytest.approx(found.estimate[inside])
    assert estimates.distances.tolist() == found.distances[inside].tolist()
    assert estimates.share(Origin.JUDGED) == found.is_repeat[inside].mean()
    group = next(group for group in found.groups if group.name == memory.systems[number])
    assert candidate_set(memory, estimates).esser == pytest.approx(group.esser)


def test_vectors() -> None:
    path = DATA / "vectors" / "evaltrans.jsonl"
    if not path.is_file():
        pytest.skip(f"the public test vectors are not at {path}")
    records = [json.loads(line) for line in read(path)]
    compared = 0
    for record in records:
        if record["metric"] != "EvalTrans":
            continue
        given, expected = record["input"], record["expected"]
        memory = make_memory([(source, text, v) for source, of in given["db"].items() for text, v, _ in of["t"]])
        sources = [memory.sources.index(source) for source, _ in given["hypotheses"]]
        estimates = estimate(memory, sources, [text for _, text in given["hypotheses"]])
        figures = candidate_set(memory, estimates)
        for index, row in enumerate(expected["rows"]):
            assert (estimates.origins[index] == Origin.JUDGED) == row["in_db"]
            assert estimates.scores[index] == pytest.approx(row["v"])
            assert estimates.distances[index] == row["d_min"]
            assert figures.normalized_distances[index] == pytest.approx(row["d_norm_source"])
        assert figures.esser == pytest.approx(expected["eSSER"])
        assert figures.distance_sum == pytest.approx(expected["dbar_sum_eq6_as_printed"])
        assert figures.mean_distance == pytest.approx(expected["dbar_mean"])
        found = leave_one_out(memory)
        assert (len(found), found.scorable) == (expected["T"], expected["scorable"])
        assert found.error == pytest.approx(expected["EE_L1O_over_scorable"])
        assert found.error_over_all == pytest.approx(expected["EE_L1O_over_T"])
        compared += 1
    assert compared


def test_larger_distances_mean_larger_errors() -> None:
    """What the mean distance is for: of the outputs that are new, those near a judged one are estimated better."""
    found = leave_one_out(judged_systems("wmt21-ted-ende-mqm"), leave="system")
    new = ~found.is_repeat
    near = found.distances <= np.median(found.distances[new])
    assert np.abs(found.errors[new & near]).mean() < np.abs(found.errors[new & ~near]).mean()
