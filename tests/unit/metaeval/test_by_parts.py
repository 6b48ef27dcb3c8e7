"""Parts of the test set: which segments each has, and that a statistic of a part is that of its segments alone."""

from dataclasses import replace

import numpy as np
import pytest
from unit.metaeval.judged_sets import judged_set

from mtassay.errors import InputError, SettingError
from mtassay.metaeval.by_parts import divide
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.meta import MetaChoices, meta_evaluate


def judged_of(segments: int = 24) -> Judged:
    rng = np.random.default_rng(7)
    human = rng.integers(0, 11, size=(5, segments)).astype(np.float64)
    metrics = {"near": human + rng.normal(size=human.shape), "far": human + 9 * rng.normal(size=human.shape)}
    return replace(
        judged_set(human, metrics),
        labels={"document": [f"d{place // 8}" for place in range(segments)]},
        source_words=np.arange(1, segments + 1),
    )


def names_and_sizes(judged: Judged, by: str) -> list[tuple[str, int]]:
    return [(part.name, int(part.chosen.sum())) for part in divide(judged, [by])]


def test_quarters_by_length_thirds_by_difficulty_and_labels() -> None:
    judged = judged_of()
    lengths = [("1 to 6 words", 6), ("7 to 12 words", 6), ("13 to 18 words", 6), ("19 to 24 words", 6)]
    assert names_and_sizes(judged, "length") == lengths
    assert names_and_sizes(judged, "document") == [("d0", 8), ("d1", 8), ("d2", 8)]
    parts = divide(judged, ["difficulty"])
    means = [judged.human[:, part.chosen].mean(axis=0) for part in parts]
    assert [part.name for part in parts] == ["hard", "middle", "easy"]
    assert means[0].max() < means[1].min() <= means[1].max() < means[2].min()
    assert sum(part.chosen.sum() for part in parts) == judged.size


def test_segments_that_nobody_judged_and_equal_lengths() -> None:
    judged = judged_of()
    human = judged.human.copy()
    human[:, :8] = np.nan
    judged = replace(judged, human=human, source_words=np.ones(24, dtype=np.int64))
    assert names_and_sizes(judged, "length") == [("1 word", 16)]
    assert names_and_sizes(judged, "document") == [("d1", 8), ("d2", 8)]
    unlabelled = replace(judged, labels={"document": [""] * 24})
    assert names_and_sizes(unlabelled, "document") == [("(none)", 16)]


@pytest.mark.parametrize("statistic", ["kendall", "tau-like:threshold=2", "acc-eq:epsilon=1"])
def test_a_part_has_the_statistic_of_its_segments_alone(statistic: str) -> None:
    judged = judged_of()
    asked = MetaChoices(levels=("segment",), statistics=(statistic,), by=("document",), draws=100)
    (ranking,) = meta_evaluate(judged, asked).rankings
    for number, part in enumerate(ranking.parts):
        chosen = np.array([place // 8 == number for place in range(24)])
        alone = meta_evaluate(judged.of_segments(chosen), replace(asked, by=()))
        values = {row.label: row for row in alone.rankings[0].metrics}
        for label in ("near", "far"):
            assert part.values[label] == pytest.approx(values[label].value)
            interval = values[label].interval
            assert interval is not None
            assert part.intervals[label].low == pytest.approx(interval.low)
            assert part.intervals[label].high == pytest.approx(interval.high)


def test_parts_keep_the_epsilon_of_the_whole_and_the_constant() -> None:
    judged = judged_of()
    found = meta_evaluate(judged, MetaChoices(levels=("segment",), by=("difficulty",), draws=100))
    kendall, accuracy = found.rankings
    assert all(np.isnan(part.constant) for part in kendall.parts)
    near = next(row for row in accuracy.metrics if row.label == "near")
    weights = [part.segments for part in accuracy.parts]
    assert np.average([part.values["near"] for part in accuracy.parts], weights=weights) == pytest.approx(near.value)
    assert all(0 <= part.constant < 1 for part in accuracy.parts)
    system = meta_evaluate(judged, MetaChoices(by=("length",), draws=100)).rankings[0]
    assert (system.level, system.parts) == ("system", ())


def test_what_cannot_be_divided_is_said() -> None:
    judged = judged_of()
    with pytest.raises(SettingError, match=r"by 'docment' \(did you mean 'document'\?\); there are: length, diff"):
        divide(judged, ["docment"])
    with pytest.raises(InputError, match="the length is that of sources, and there are none"):
        divide(replace(judged, source_words=None), ["length"])
    many = judged_of(120)
    with pytest.raises(InputError, match=r"have 120 different labels of 'document', and a table takes up to 100"):
        divide(replace(many, labels={"document": list(map(str, range(120)))}), ["document"])
    with pytest.raises(SettingError, match="are of the segment level; ask for that too"):
        meta_evaluate(judged, MetaChoices(levels=("system",), by=("length",)))
    with pytest.raises(SettingError, match="outputs are compared by segment"):
        meta_evaluate(judged, MetaChoices(statistics=("pearson",), group="none", by=("length",), draws=100))
