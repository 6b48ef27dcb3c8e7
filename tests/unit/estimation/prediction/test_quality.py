"""Qualities by metrics of all kinds."""

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest
from unit.metrics.learned_metrics import learned_file

from mtassay.errors import InputError, SettingError
from mtassay.estimation.prediction.quality import find_qualities, quality_name
from mtassay.human.memory import Memory, Outputs, make_memory
from mtassay.human.translations import find_translations
from mtassay.metrics.learned_file import write_learned


def memory_of() -> Memory:
    memory = make_memory(
        [("s", "a b", 8), ("s", "a c", 6), ("t", "d e", 4), ("t", "d f", 2)], systems=["one", "two", "one", "two"]
    )
    runs = [Outputs(name, "", 1, np.array([0, 1]), np.array(places)) for name, places in _MADE.items()]
    return dataclasses.replace(memory, outputs=tuple(runs))


_MADE = {"one": [0, 2], "two": [1, 3], "three": [0, 3]}


def test_scores_of_a_file_are_those_of_what_systems_made(write: Callable[[str, str | bytes], str]) -> None:
    memory = memory_of()
    new = find_translations(memory, [("s", "a b"), ("t", "g")], "new")
    rows = {"one": (0.1, 0.2), "two": (0.3, 0.4), "three": (0.5, 1 / 3), "new": (0.9, 0.8), "other": (1, 1)}
    lines = [f"{name}\t{place}\t{score!r}" for name, scores in rows.items() for place, score in enumerate(scores, 1)]
    path = write("comet.tsv", "system\tsegment\tscore\n" + "\n".join(lines) + "\n")
    found = find_qualities(memory, new, {}, f"given:path={path}")
    assert found is not None
    # "a b" is by one, three and new, "d f" by two and three
    assert found.targets.tolist() == pytest.approx([(0.1 + 0.5 + 0.9) / 3, 0.3, 0.2, (0.4 + 1 / 3) / 2])
    assert found.candidates.tolist() == [0.9, 0.8]
    assert found.metric.startswith("given:name=comet,file=")
    assert path not in found.metric
    alone = find_qualities(memory, None, {}, f"given:path={path}")
    assert alone is not None
    assert alone.targets[0] == pytest.approx(0.3)
    assert len(alone.candidates) == 0


def test_files_that_do_not_help_are_refused(write: Callable[[str, str | bytes], str]) -> None:
    memory = memory_of()
    new = find_translations(memory, [("s", "a b"), ("t", "g")], "new")
    path = write("comet.tsv", "system\tsegment\tscore\none\t1\t0.5\none\t2\t0.5\n")
    with pytest.raises(InputError, match="no scores of system 'new'"):
        find_qualities(memory, new, {}, f"given:path={path}")
    path = write("strangers.tsv", "system\tsegment\tscore\nfour\t1\t0.5\nfour\t2\t0.5\n")
    with pytest.raises(InputError, match="strangers: it has scores of four, and no output of theirs was judged"):
        find_qualities(memory, None, {}, f"given:path={path}")


def test_metrics_compare_with_references() -> None:
    memory = memory_of()
    new = find_translations(memory, [("s", "a b"), ("t", "g")], "new")
    assert find_qualities(memory, new, {}) is None
    with pytest.raises(SettingError, match="ter compares translations with references, and there are none"):
        find_qualities(memory, new, {}, "ter")
    found = find_qualities(memory, new, {0: ["a b"]}, "ter")
    assert found is not None
    assert found.targets[:2].tolist() == pytest.approx([0, 0.5])
    assert np.isnan(found.targets[2:]).all()
    assert found.metric == "ter"


def test_a_learned_metric_weighs_its_parts(write: Callable[[str, str | bytes], str]) -> None:
    memory = memory_of()
    new = find_translations(memory, [("s", "a b"), ("t", "g")], "new")
    rows = {"one": (0.1, 0.2), "two": (0.3, 0.4), "new": (0.9, 0.8)}
    lines = [f"{name}\t{place}\t{score!r}" for name, scores in rows.items() for place, score in enumerate(scores, 1)]
    comet = "given:path=" + write("comet.tsv", "\n".join(["system\tsegment\tscore", *lines, ""]))
    path = write("house.json", write_learned(learned_file({"chrf": (0, 0.02), comet: (0, 3)}, {"one": ["a b", "d e"]})))
    references = {0: ["a b"], 1: ["d e"]}
    found = find_qualities(memory, new, references, f"learned:path={path}")
    chrf, given = (find_qualities(memory, new, references, spec) for spec in ("chrf", comet))
    assert found is not None
    assert chrf is not None
    assert given is not None
    assert found.candidates == pytest.approx(7 + 2 * chrf.candidates + 3 * given.candidates)
    assert found.targets == pytest.approx(7 + 2 * chrf.targets + 3 * given.targets)
    assert found.metric.startswith("learned:name=house,file=")
    assert quality_name(f"learned:path={path}") == found.metric
    with pytest.raises(SettingError, match="there are none; give some"):
        find_qualities(memory, new, {}, f"learned:path={path}")


@pytest.mark.parametrize("systems", [{"new": ["x", "y"]}, {"renamed": ["a b", "g"]}])
def test_a_metric_that_was_learned_from_the_new_system_is_refused(
    systems: dict[str, list[str]], write: Callable[[str, str | bytes], str]
) -> None:
    memory = memory_of()
    new = find_translations(memory, [("s", "a b"), ("t", "g")], "new")
    path = write("house.json", write_learned(learned_file({"chrf": (0, 0.02)}, systems)))
    with pytest.raises(InputError, match="house was learned from judgments of new, so it knows what people said of it"):
        find_qualities(memory, new, {0: ["a b"]}, f"learned:path={path}")
