"""A tuned metric: it gains where other parameters say what people say, and where they do not it says so."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from mtassay import EvalSet, InputError, SettingError, metric
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.learning.learn import LearnChoices, LearnedMetric
from mtassay.metaeval.learning.tune import tune_metric
from mtassay.metaeval.sources.texts import judged_from_texts
from mtassay.metrics.learned_file import write_learned
from mtassay.significance.evidence import Floats

METEOR = "meteor:language=de,stages=exact,normalize=no"
PLANTED = f"{METEOR},alpha=0.5,beta=2,gamma=0.1,delta=0.55"
WORDS = np.array([f"w{number}" for number in range(12)])


@cache
def texts(systems: int = 4, segments: int = 50) -> EvalSet:
    """Outputs that lack words, have others, and have them in another order."""
    rng = np.random.default_rng(11)
    references = [rng.choice(WORDS, 9, replace=False) for _ in range(segments)]

    def changed(words: np.ndarray[tuple[int, ...], np.dtype[np.str_]]) -> str:
        kept = words[rng.random(len(words)) < rng.uniform(0.5, 1)]
        added = rng.choice(WORDS, rng.integers(0, 5))
        cut = int(rng.integers(0, len(kept) + 1))
        return " ".join([*kept[cut:], *added, *kept[:cut]]) or "x"

    outputs = {f"s{number}": [changed(words) for words in references] for number in range(systems)}
    return EvalSet([" ".join(words) for words in references], systems=outputs)


def judged_as(human: Floats, folder: Path, spec: str = METEOR) -> Judged:
    lines = ["system\tsegment\tscore"]
    for row, name in enumerate(texts().systems):
        lines += [f"{name}\t{segment + 1}\t{value!r}" for segment, value in enumerate(human[row].tolist())]
    (folder / "judged.tsv").write_text("\n".join(lines) + "\n")
    return judged_from_texts(texts(), [metric(spec)], str(folder / "judged.tsv"))


def scores(spec: str) -> Floats:
    made = metric(spec)
    prepared = made.prepare(texts())
    return np.stack([made.score(made.stats(outputs, prepared)) for outputs in texts().systems.values()])


def tuned(human: Floats, folder: Path) -> LearnedMetric:
    return tune_metric(texts(), judged_as(human, folder), metric(METEOR), LearnChoices(draws=200))


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> LearnedMetric:
    return tuned(10 * scores(PLANTED), tmp_path_factory.mktemp("planted"))


def test_it_gains_on_outputs_that_no_model_saw(planted: LearnedMetric) -> None:
    assert planted.figures("better")
    assert not planted.figures("worse")
    assert planted.best_part == "METEOR (exact)"
    by_segment = next(figure for figure in planted.file.held_out if figure.statistic == "Kendall's τ, by segment")
    assert by_segment.learned > 0.95
    assert [each.name for each in planted.parameters] == ["alpha", "beta", "gamma", "delta"]
    assert [each.before for each in planted.parameters] == [0.95, 1.0, 0.55, 0.55]


def test_the_file_is_a_metric_that_scores_as_people_do(planted: LearnedMetric, tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    path.write_text(write_learned(planted.file))
    house = scores(f"learned:path={path}")
    assert np.corrcoef(house.ravel(), 10 * scores(PLANTED).ravel())[0, 1] > 0.99
    assert house.mean() == pytest.approx(10 * scores(PLANTED).mean())
    assert np.corrcoef(house.ravel(), scores(planted.file.parts[0].spec).ravel())[0, 1] == pytest.approx(1)


def test_the_same_judgments_give_the_same_file(planted: LearnedMetric, tmp_path: Path) -> None:
    assert write_learned(tuned(10 * scores(PLANTED), tmp_path).file) == write_learned(planted.file)


def test_where_its_parameters_are_right_nothing_is_gained(tmp_path: Path) -> None:
    noise = np.random.default_rng(5).normal(size=(4, 50))
    made = tuned(10 * scores(METEOR) + noise, tmp_path)
    assert not made.figures("better")


@pytest.mark.parametrize(
    ("human", "spec", "error", "said"),
    [
        (
            lambda: -scores(METEOR),
            METEOR,
            InputError,
            r"METEOR \(exact\) gives better outputs lower scores here, whatever its",
        ),
        (lambda: scores(METEOR), "chrf", SettingError, "chrf has no parameters that can be tuned .* meteor has"),
        (
            lambda: np.where(np.arange(50) < 6, scores(METEOR), np.nan),
            METEOR,
            InputError,
            "4 parameters are too many to learn from 24 judged outputs: it takes 10 for each; give more judgments",
        ),
    ],
)
def test_bad_input_is_named(
    human: Callable[[], Floats], spec: str, error: type[Exception], said: str, tmp_path: Path
) -> None:
    judged = judged_as(human(), tmp_path, spec)
    with pytest.raises(error, match=said):
        tune_metric(texts(), judged, metric(spec))
