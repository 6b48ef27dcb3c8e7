"""MQM and direct assessment as published, and systems by them."""

from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from memories import Said, memory_of
from published import DATA, cases, needs_data, table

from mtassay.human.direct_assessment import paired_means, standardize, system_means
from mtassay.human.mqm import MarkedError, MqmWeights, mean_penalty, mqm_points
from mtassay.human.references import mwer
from mtassay.human.sser import paired_sser, sser
from mtassay.human.translations import outputs_of
from mtassay.significance.paired_test import paired_test

pytestmark = needs_data


@pytest.mark.parametrize("record", cases("mqm", "MQM segment penalty"))
def test_mqm_penalties(record: dict[str, Any]) -> None:
    weights = MqmWeights(record["params"]["weights"])
    errors = [MarkedError(*error) for error in record["input"]["errors"]]
    assert [weights.weight(error) for error in errors] == record["expected"]["weights"]
    assert weights.penalty(errors) == pytest.approx(record["expected"]["penalty"])
    assert MqmWeights().penalty(errors) == pytest.approx(record["expected"]["penalty"])


def test_mqm_of_the_ted_talks_is_the_published_one() -> None:
    folder = DATA / "wmt21-ted-ende-mqm"
    marked: dict[tuple[str, str], dict[str, list[MarkedError]]] = defaultdict(lambda: defaultdict(list))
    for row in table(folder / "mqm_annotations.tsv"):
        error = MarkedError(row["severity"], row["category"])
        assert MqmWeights().weight(error) == float(row["weight"])
        assert MqmWeights().knows(error)
        marked[row["system"], row["line"]][row["rater"]].append(error)
    penalties = {key: mean_penalty(raters.values()) for key, raters in marked.items()}
    published = {(row["system"], row["line"]): float(row["mqm"]) for row in table(folder / "segment_scores.tsv")}
    assert penalties == pytest.approx(published)


def ted_memory() -> tuple[Any, list[str]]:
    folder = DATA / "wmt21-ted-ende-mqm"
    sources = (folder / "source.en.txt").read_text(encoding="utf-8").split("\n")
    texts = {
        path.name.removesuffix(".de.txt"): path.read_text(encoding="utf-8").split("\n")
        for path in sorted((folder / "outputs").iterdir())
    }
    said, outputs = [], defaultdict(list)
    for row in table(folder / "segment_scores.tsv"):
        if row["system"] in texts:
            line = int(row["line"]) - 1
            source, text = (" ".join(lines[line].split()) for lines in (sources, texts[row["system"]]))
            points = float(mqm_points(float(row["mqm"])))
            said.append(Said(source, text, points, row["rater"], row["system"]))
            outputs[row["system"]].append((source, text))
    return memory_of(said, outputs=outputs), list(outputs)


def test_systems_of_the_ted_talks() -> None:
    memory, names = ted_memory()
    systems = [outputs_of(memory, name) for name in names]
    figures = paired_sser(memory, systems)
    assert figures.left_out == 0
    published = {row["system"]: float(row["mqm"]) for row in table(DATA / "wmt21-ted-ende-mqm" / "system_scores.tsv")}
    # 4 points of SSER for each point of penalty, but for the cut at 25 and for translations that several systems
    # share, whose score is the mean over all who judged them
    assert figures.values == pytest.approx([4 * published[name] for name in names], abs=1)
    for name, one, value in zip(names, systems, figures.values, strict=True):
        assert sser(memory, one).value == pytest.approx(value)
        assert mwer(memory, one).value > mwer(memory, one, exclude_own=False).value, name
    order = np.argsort(figures.values)
    pair = [(int(order[0]), int(order[-1]))]
    for test in ("bootstrap:draws=1000", "randomization:draws=1000"):
        assert paired_test(test).compare(figures.evidence, pair)[0].p_value < 0.01


def test_standard_scores_are_the_published_ones() -> None:
    folder = DATA / "wmt21-isen-da"
    rows = table(folder / "da_judgments.tsv")
    raters = [row["rater"] for row in rows]
    raw = [float(row["raw"]) for row in rows]
    published = np.array([float(row["z"]) for row in rows])
    found = standardize(raters, raw, ddof=1)
    assert found.z == pytest.approx(published, abs=1e-4)
    official = [row["type"] in ("SYSTEM", "REPEAT") for row in rows]
    chosen = [(row, z) for row, z, kept in zip(rows, found.z.tolist(), official, strict=True) if kept]
    columns = [row["system"] for row, _ in chosen], [row["line"] for row, _ in chosen], [z for _, z in chosen]
    scores = {row["system"]: row for row in table(folder / "da_system_scores.tsv")}
    for one in system_means(*columns):
        assert one.value == pytest.approx(float(scores[one.system]["z"]), abs=1e-4)
        assert one.segments == int(scores[one.system]["n_segments"])
        # the published table counts a second judgment of Online-A's first segment, of which there is no row
        assert one.judgments == int(scores[one.system]["n_judgments"]) - (one.system == "Online-A")
    assert len(paired_means(*columns).systems) == len(scores)
