"""A metric whose parts and weights stand in a file."""

import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from unit.metrics.learned_metrics import Weights, learned_file

from mtassay import EvalSet, InputError, SettingError, __version__, evaluate, explain, metric, score
from mtassay.metrics.base import Metric
from mtassay.metrics.learned import Learned
from mtassay.metrics.learned_file import LearnedFile, write_learned

Write = Callable[[str, str | bytes], str]
REFERENCES = ["the cat sat on the mat", "a dog barked"]
OUTPUTS = ["the cat sat on a mat", "a dog barks at me"]
WEIGHTS = {"chrf": (50.0, 0.05), "ter": (40.0, -0.01)}


def house_file(parts: Weights = WEIGHTS) -> LearnedFile:
    return learned_file(parts, evalset=EvalSet(REFERENCES, systems={"new": OUTPUTS}))


@pytest.fixture
def path(write: Write) -> str:
    return write("house.json", write_learned(house_file()))


def test_it_is_the_weighted_sum_of_its_parts(path: str) -> None:
    (scored,) = score(OUTPUTS, REFERENCES, [f"learned:path={path}"])
    chrf, ter = score(OUTPUTS, REFERENCES, ["chrf", "ter"])
    expected = 7 + 0.05 * (chrf.segments - 50) - 0.01 * (ter.segments - 40)
    assert scored.segments == pytest.approx(expected)
    assert scored.value == pytest.approx(expected.mean())
    assert (scored.label, scored.higher_is_better, scored.places) == ("house", True, 4)


def test_the_signature_names_parts_judgments_and_file(path: str) -> None:
    house = metric(f"learned:path={path}")
    assert isinstance(house, Learned)
    assert house.signature(EvalSet(REFERENCES)) == (
        f"nrefs:1|parts:chrf+ter|train:0123456789ab|file:{house.digest}|version:{__version__}"
    )
    assert metric(house.spec) == house
    assert pickle.loads(pickle.dumps(house)) == house


def test_its_explanation_adds_up(path: str) -> None:
    (explained,) = explain(OUTPUTS[0], REFERENCES[0], [f"learned:path={path}"])
    table, formula = explained.steps
    assert [row[0] for row in table.rows] == ["chrF2", "TER"]  # type: ignore[union-attr]
    assert formula.value == pytest.approx(explained.score)  # type: ignore[union-attr]
    assert sum(float(row[-1]) for row in table.rows) + 7 == pytest.approx(explained.score, abs=0.001)  # type: ignore[union-attr]


def test_parts_that_would_score_otherwise_are_refused(path: str, write: Write) -> None:
    file = house_file()
    old = replace(file.parts[0], signature="case:mixed|eff:yes|nc:5|nw:0|space:no")
    other = write("other.json", write_learned(replace(file, parts=(old, file.parts[1]))))
    with pytest.raises(
        SettingError,
        match=r"its part chrf was learned as '.*nc:5.*' and would score here as '.*nc:6",
    ):
        score(OUTPUTS, REFERENCES, [f"learned:path={other}"])
    # TER splits what has no spaces into characters
    with pytest.raises(SettingError, match="its part ter was learned as"):
        score(["猫坐在垫子上"], ["那只猫坐在垫子上"], [f"learned:path={path}"])
    assert score(OUTPUTS, [[text, "another"] for text in REFERENCES], [f"learned:path={path}"])[0].value


def test_given_scores_are_parts_whatever_else_their_file_holds(write: Write) -> None:
    table = "system\tsegment\tscore\nnew\t1\t0.5\nnew\t2\t0.75\n"
    scores = write("comet.tsv", table)
    path = write("mixed.json", write_learned(house_file({"chrf": (50, 0.05), f"given:path={scores}": (0.5, 2)})))
    evalset = EvalSet(REFERENCES, systems={"new": OUTPUTS})
    house = metric(f"learned:path={path}")
    before = evaluate(evalset, [house])["new"][0]
    write("comet.tsv", table + "newer\t1\t0.25\nnewer\t2\t1\n")
    both = evaluate(EvalSet(REFERENCES, systems={"new": OUTPUTS, "newer": OUTPUTS}), [house])
    assert both["new"][0].value == before.value
    assert both["newer"][0].segments == pytest.approx(before.segments + 2 * np.array([-0.25, 0.25]))
    assert before.signature.split("|scores:")[1] != both["new"][0].signature.split("|scores:")[1]
    gaps = write("gaps.json", write_learned(house_file({f"given:path={scores},gaps=yes": (0.5, 2)})))
    write("comet.tsv", "system\tsegment\tscore\nnew\t1\t0.5\n")
    with pytest.raises(InputError, match=r"gaps.json: its part comet has no score for 1 segments"):
        evaluate(evalset, [f"learned:path={gaps}"])


def test_systems_that_it_knows_are_told(path: str) -> None:
    house = metric(f"learned:path={path}")
    assert isinstance(house, Learned)
    assert house.known_systems({"new": OUTPUTS, "old": ["a", "b"], "renamed": ["x", " y "]}) == ["old", "renamed"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{}", "this is no file of a learned metric; name one"),
        ("no json", "this is no file of a learned metric"),
        ("[1]", "this is no file of a learned metric"),
        ('{"kind": "learned metric", "format": 2}', "a learned metric of format 2, and this version reads 1"),
        ('{"kind": "learned metric", "format": 1}', "this is no file of a learned metric"),
    ],
)
def test_other_files_are_refused(content: str, said: str, write: Write) -> None:
    path = write("other.json", content)
    with pytest.raises(InputError, match=said):
        score(OUTPUTS, REFERENCES, [f"learned:path={path}"])


@pytest.mark.parametrize(
    "change",
    [
        {"parts": []},
        {"intercept": "7"},
        {"intercept": None},
        {"training": 5},
        {"parts": [{"spec": "chrf", "signature": "", "mean": 1, "spread": 1, "weight": True}]},
        {"parts": [{"spec": "chrf"}]},
    ],
)
def test_files_that_were_spoilt_are_refused(change: dict[str, object], path: str, write: Write) -> None:
    content = json.loads(Path(path).read_text())
    spoilt = write("spoilt.json", json.dumps({**content, **change}))
    with pytest.raises(InputError, match=r"spoilt.json: this is no file of a learned metric"):
        score(OUTPUTS, REFERENCES, [f"learned:path={spoilt}"])


def test_a_learned_metric_is_no_part_of_another(path: str, write: Write) -> None:
    content = json.loads(Path(path).read_text())
    content["parts"][0]["spec"] = f"learned:path={path}"
    nested = write("nested.json", json.dumps(content))
    with pytest.raises(InputError, match="a learned metric is no part of another"):
        score(OUTPUTS, REFERENCES, [f"learned:path={nested}"])


def test_the_file_must_be_named_and_there(write: Write) -> None:
    with pytest.raises(SettingError, match="learned: no path; name the file that was learned from judgments"):
        metric("learned")
    with pytest.raises(SettingError, match="control character"):
        metric("learned:path='a\tb.json'")
    with pytest.raises((InputError, OSError), match=r"gone.json"):
        score(OUTPUTS, REFERENCES, ["learned:path=gone.json"])


def test_a_changed_file_is_read_again(path: str) -> None:
    house: Metric[object] = metric(f"learned:path={path}")
    before = score(OUTPUTS, REFERENCES, [house])[0]
    Path(path).write_text(write_learned(replace(house_file(), intercept=8.0)))
    after = score(OUTPUTS, REFERENCES, [house])[0]
    assert after.value == pytest.approx(before.value + 1)
    assert after.signature != before.signature
