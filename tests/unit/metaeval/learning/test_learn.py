"""Metrics of judgments: planted weights are found, nothing is gained where there is nothing, bad input is named."""

from pathlib import Path

import numpy as np
import pytest
from unit.metaeval.lessons import Lesson, planted_cells

from mtassay import EvalSet, InputError, SettingError, metric
from mtassay.metaeval.learning.learn import LearnChoices, LearnedMetric, learn_metric
from mtassay.metaeval.learning.methods import METHODS
from mtassay.metrics.learned_file import write_learned

WEIGHTS = [0.5, 0, 0, 0.8, 0, -0.3, 0, 0]


def learned(lesson: Lesson, method: str = "within", **choices: object) -> LearnedMetric:
    return learn_metric(
        lesson.evalset,
        lesson.judged,
        lesson.metrics,
        LearnChoices(method=method, draws=500, **choices),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("method", METHODS)
def test_planted_weights_are_found_and_gain(method: str, tmp_path: Path) -> None:
    lesson = Lesson(tmp_path, planted_cells(WEIGHTS, noise=0.4))
    made = learned(lesson, method)
    weights = np.array([part.weight for part in made.file.parts])
    # pairs and correlations say nothing of the size of all weights together
    assert weights * (0.8 / weights[3]) == pytest.approx(WEIGHTS, abs=0.05)
    if method in ("ridge", "within"):
        assert weights == pytest.approx(WEIGHTS, abs=0.05)
    assert made.best_part == "m3"
    assert made.figures("better")
    assert not made.figures("worse")
    by_segment = next(figure for figure in made.file.held_out if figure.statistic == "Kendall's τ, by segment")
    assert by_segment.learned > by_segment.best_part + 0.1


@pytest.mark.parametrize("method", METHODS)
def test_a_part_that_says_it_all_leaves_nothing_to_gain(method: str, tmp_path: Path) -> None:
    cells = planted_cells([1, 0, 0], noise=1)
    made = learned(Lesson(tmp_path, cells), method)
    assert not made.figures("better")
    assert [dict(taken)["m0"] for taken in made.best_parts.values()] == [25, 25]


def test_errors_have_weights_of_their_own_direction(tmp_path: Path) -> None:
    lesson = Lesson(tmp_path, planted_cells([1, -1], noise=0.1))
    lesson.metrics[1] = metric(f"given:path={tmp_path / 'm1.tsv'},higher_is_better=no")
    file = learned(lesson).file
    assert [part.weight for part in file.parts] == pytest.approx([1, -1], abs=0.05)
    assert [part.mean for part in file.parts] == pytest.approx(
        [float(lesson.judged.metrics["m0"].segments.mean()), -float(lesson.judged.metrics["m1"].segments.mean())]
    )


def test_the_file_scores_as_the_weights_say(tmp_path: Path) -> None:
    cells = planted_cells([0.5, 1], noise=0.3)
    lesson = Lesson(tmp_path, cells)
    file = learned(lesson).file
    path = tmp_path / "house.json"
    path.write_text(write_learned(file))
    house = metric(f"learned:path={path}")
    judged = Lesson(tmp_path, cells)
    judged.metrics = [house]
    expected = file.intercept + sum(
        part.weight * (cells.scores[..., place] - part.mean) for place, part in enumerate(file.parts)
    )
    again = judged.judged
    assert again.metrics["house"].segments == pytest.approx(expected)
    assert again.metrics["house"].segments.mean() == pytest.approx(cells.human.mean())
    assert any("house was learned from judgments of s0, s1" in note for note in again.notes)


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    lesson = Lesson(tmp_path, planted_cells([1, 0.5], noise=1, segments=60))
    first, second, other = (write_learned(learned(lesson, seed=seed).file) for seed in (1, 1, 2))
    assert first == second
    assert first != other


def test_people_and_gaps(tmp_path: Path) -> None:
    cells = planted_cells([1, 0.5], noise=0.5)
    cells.known[0, ::2] = False
    lesson = Lesson(tmp_path, cells)
    lesson.metrics = [metric(f"given:path={tmp_path / f'm{part}.tsv'},gaps=yes") for part in range(2)]
    lesson.evalset = EvalSet(
        lesson.evalset.references,
        systems={name.replace("s5", "refA"): texts for name, texts in lesson.evalset.systems.items()},
    )
    for name in ("judged", "m0", "m1"):
        table = tmp_path / f"{name}.tsv"
        table.write_text(table.read_text().replace("s5", "refA"))
    made = learned(lesson)
    assert made.file.judged_outputs == 4 * 200 + 100
    assert "Left out, because they are people's translations: refA." in made.notes
    assert learned(lesson, people=True).file.judged_outputs == 5 * 200 + 100


def test_documents_stay_together_unless_told_otherwise(tmp_path: Path) -> None:
    documents = [f"d{segment // 10}" for segment in range(60)]
    lesson = Lesson(tmp_path, planted_cells([1, 0.5], noise=1, segments=60), documents)
    assert learned(lesson).unit == "document"
    with pytest.raises(SettingError, match="no label 'documents' of segments"):
        learned(lesson, unit="documents")


def test_bad_input_is_named(tmp_path: Path) -> None:
    cells = planted_cells([1, 0.5], noise=1, segments=60)
    lesson = Lesson(tmp_path, cells)
    with pytest.raises(SettingError, match=r"method: 'within-items' \(did you mean 'within'\?\)"):
        learned(lesson, "within-items")
    lesson.metrics *= 2
    with pytest.raises(SettingError, match="a metric is given twice"):
        learned(lesson)
    (tmp_path / "few").mkdir()
    few = Lesson(tmp_path / "few", planted_cells([1.0] * 7, noise=1, systems=2, segments=30))
    with pytest.raises(InputError, match="7 metrics are too many to learn from 60 judged outputs"):
        learned(few)
    cells.human[:] = cells.human[0]
    (tmp_path / "tied").mkdir()
    tied = Lesson(tmp_path / "tied", cells)
    with pytest.raises(InputError, match="people tie all judged outputs of each segment"):
        learned(tied)
    assert learned(tied, "ridge").file.method == "ridge"
    cells.scores[..., 1] = 3
    (tmp_path / "flat").mkdir()
    with pytest.raises(InputError, match="m1 gives all judged outputs the same score"):
        learned(Lesson(tmp_path / "flat", cells), "ridge")


def test_a_learned_metric_is_no_part(tmp_path: Path) -> None:
    lesson = Lesson(tmp_path, planted_cells([1, 0.5], noise=1, segments=60))
    path = tmp_path / "house.json"
    path.write_text(write_learned(learned(lesson).file))
    lesson.metrics.append(metric(f"learned:path={path}"))
    with pytest.raises(
        SettingError, match="learned from the same judgments of s0, s1, s2, s3, s4, s5; give the metrics"
    ):
        learned(lesson)
