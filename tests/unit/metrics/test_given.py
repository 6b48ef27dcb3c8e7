"""Scores of other programs as a metric."""

import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from mtassay import EvalSet, InputError, SettingError, __version__, evaluate, metric, score
from mtassay.corpus.formats.marked_errors import MarkedError
from mtassay.evaluation.mbr import choose_by_reference, choose_by_risk

Write = Callable[[str, str | bytes], str]
SYSTEMS = {"one": ["a", "b"], "two": ["c", "d"]}
TABLE = "system\tsegment\tscore\tother\none\t1\t0.5\t5\none\t2\t0.75\t6\ntwo\t1\t0.125\t7\ntwo\t2\t0.25\t8\n"


@pytest.fixture
def path(write: Write) -> str:
    return write("comet.tsv", TABLE)


def test_each_system_gets_its_scores_and_their_mean(path: str) -> None:
    evaluation = evaluate(EvalSet(systems=SYSTEMS), [f"given:path={path}", f"given:path={path},column=other"])
    assert [evaluation[name][0].value for name in SYSTEMS] == [0.625, 0.1875]
    assert [evaluation[name][0].segments.tolist() for name in SYSTEMS] == [[0.5, 0.75], [0.125, 0.25]]
    assert [evaluation[name][1].value for name in SYSTEMS] == [5.5, 7.5]
    assert evaluation["one"][0].shown() == "0.6250"
    assert evaluation["one"][0].label == "comet"


def test_the_signature_names_the_file_by_its_digest(path: str) -> None:
    import hashlib

    digest = hashlib.sha256(TABLE.encode()).hexdigest()[:12]
    evalset = EvalSet(["r", "r"], systems=SYSTEMS)
    plain = evaluate(evalset, [f"given:path={path}"])["one"][0]
    assert plain.signature == f"name:comet|better:higher|file:{digest}|version:{__version__}"
    assert plain.higher_is_better
    errors = metric(f"given:path={path},name='a|b',higher_is_better=no,column=other")
    assert errors.signature(evalset) == f"name:a_b|better:lower|file:{digest}|column:other|version:{__version__}"
    assert errors.label == "a|b"
    assert not errors.higher_is_better
    assert metric(errors.spec) == errors
    assert pickle.loads(pickle.dumps(errors)) == errors


def test_lower_may_be_better(path: str) -> None:
    evaluation = evaluate(EvalSet(systems=SYSTEMS), [f"given:path={path},higher_is_better=no"])
    assert evaluation.best(0) == evaluation["two"][0].value


@pytest.mark.parametrize(
    ("file", "label"),
    [("x/COMET-22.tsv", "COMET-22"), ("x.jsonl.gz", "x"), ("BLEU.seg.score", "BLEU.seg"), ("-", "stdin")],
)
def test_the_file_names_the_column_unless_told_otherwise(file: str, label: str) -> None:
    assert metric(f"given:path={file}").label == label
    assert metric(f"given:path={file},name=MetricX").label == "MetricX"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("given", "given: no path; name the file that holds the scores: given:path=FILE"),
        ("given:path=a\tb.tsv", "given: the name 'a\\tb' holds a control character; choose another: name=NAME"),
        ("given:path=x,higher_is_better=perhaps", "given: higher_is_better=perhaps: expected yes or no"),
        ("given:path=x,display_name=y", "given has no setting 'display_name' (did you mean 'name'?)"),
    ],
)
def test_wrong_settings_are_refused(spec: str, message: str) -> None:
    with pytest.raises(SettingError) as caught:
        metric(spec)
    assert message in str(caught.value)


def test_what_is_wrong_with_the_file_is_known_before_anything_is_scored(path: str) -> None:
    done: list[int] = []
    evalset = EvalSet(["r", "r"], systems={**SYSTEMS, "three": ["x", "y"]})
    with pytest.raises(InputError, match=r"comet\.tsv: no scores of system 'three'"):
        evaluate(evalset, ["bleu", f"given:path={path}"], progress=done.append)
    with pytest.raises(InputError, match=r"none\.tsv: there is no such file"):
        evaluate(evalset, ["bleu", "given:path=none.tsv"], progress=done.append)
    assert done == []


def test_one_system_without_a_name_needs_a_file_with_one_system(write: Write, path: str) -> None:
    alone = write("alone.tsv", "one\t1\none\t3\n")
    assert score(["a", "b"], ["r", "r"], [f"given:path={alone}"])[0].value == 2
    with pytest.raises(InputError, match=r"scores of one, two, and this system has no name; use mtassay\.evaluate"):
        score(["a", "b"], ["r", "r"], [f"given:path={path}"])


def test_other_text_cannot_be_judged(path: str) -> None:
    one = metric(f"given:path={path}")
    for attempt in (
        lambda: one.pairwise(["a"], ["b"]),
        lambda: one.pair_rows(["a"], ["b"]),
        lambda: choose_by_risk(["a", "b"], one),
        lambda: choose_by_reference(["a", "b"], ["c"], one),
    ):
        with pytest.raises(SettingError, match="given knows the scores of systems in a file and cannot judge other"):
            attempt()


def test_a_file_that_changes_is_read_anew(write: Write, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    evalset = EvalSet(systems={"one": ["a"]})
    changing = write("changing.tsv", "one\t1\n")
    one = metric(f"given:path={changing}")
    before = one.signature(evalset)
    write("changing.tsv", "one\t22\n")
    assert evaluate(evalset, [one])["one"][0].value == 22
    assert one.signature(evalset) != before
    monkeypatch.chdir(Path(path).parent)
    assert evaluate(evalset, ["given:path=changing.tsv"])["one"][0].value == 22
    monkeypatch.setenv("HOME", str(Path(path).parent))
    assert evaluate(evalset, ["given:path=~/changing.tsv"])["one"][0].value == 22


def test_a_pipe_is_read_once_and_not_taken_for_another() -> None:
    first, second = os.pipe(), os.pipe()
    values = []
    for (read_end, write_end), content in ((first, b"one\t3\none\t5\n"), (second, b"one\t6\none\t8\n")):
        os.write(write_end, content)
        os.close(write_end)
        os.dup2(read_end, first[0])  # so that both have one name
        evaluation = evaluate(EvalSet(systems={"one": ["a", "b"]}), [f"given:path=/dev/fd/{first[0]}"])
        values.append(evaluation["one"][0].value)
    os.close(first[0])
    os.close(second[0])
    assert values == [4, 7]


def test_the_mean_of_nothing_is_a_number(path: str) -> None:
    one = metric(f"given:path={path}")
    assert one.columns == ("value", "segments")
    assert one.score(np.zeros((3, 2))).tolist() == [0, 0, 0]
    assert one.score(np.array([[6.0, 4.0], [0.0, 0.0]])).tolist() == [1.5, 0]


def test_a_file_without_systems_and_a_system_of_another_name(write: Write, path: str) -> None:
    bare = write("bleurt.txt", "0.5\n0.75\n")
    alone = EvalSet(systems={"mine": ["a", "b"]})
    assert evaluate(alone, [f"given:path={bare}"])["mine"][0].value == 0.625
    with pytest.raises(InputError, match=r"bleurt\.txt: scores without the name of a system, and several systems are"):
        evaluate(EvalSet(systems=SYSTEMS), [f"given:path={bare}"])
    with pytest.raises(InputError, match=r"it has one, two\. Call the system .*, or choose one: system=NAME"):
        evaluate(alone, [f"given:path={path}"])
    chosen = evaluate(alone, [f"given:path={path},system=two"])["mine"][0]
    assert chosen.value == 0.1875
    assert "|system:two|" in chosen.signature
    with pytest.raises(SettingError, match="system=two chooses the scores of one system, and several are scored"):
        evaluate(EvalSet(systems=SYSTEMS), [f"given:path={path},system=two"])


PARTLY = "system\tsegment\tscore\none\t1\t20\none\t3\t0\ntwo\t2\t40\ntwo\t3\t10\ntwo\t1\t30\n"
THREE = {"one": ["a", "b", "c"], "two": ["d", "e", "f"]}


def test_with_gaps_the_mean_is_of_those_that_have_a_score(write: Write) -> None:
    path = write("sser.tsv", PARTLY)
    with pytest.raises(InputError, match="no score of system one for segment 2"):
        evaluate(EvalSet(systems=THREE), [f"given:path={path}"])
    partly = metric(f"given:path={path},gaps=yes,higher_is_better=no,places=2")
    evaluation = evaluate(EvalSet(systems=THREE), [partly])
    assert evaluation["one"][0].value == 10
    assert evaluation["two"][0].value == pytest.approx(80 / 3)
    assert evaluation["one"][0].shown() == "10.00"
    np.testing.assert_array_equal(evaluation["one"][0].segments, [20, np.nan, 0])
    assert "gaps:yes" in evaluation["one"][0].signature
    assert partly.known_column == "segments"
    full = write("full.tsv", TABLE)
    plain, gapped = (evaluate(EvalSet(systems=SYSTEMS), [f"given:path={full}{more}"]) for more in ("", ",gaps=yes"))
    assert plain["one"][0].value == gapped["one"][0].value


def test_a_system_of_which_there_is_no_score_at_all_is_refused(write: Write) -> None:
    path = write("sser.tsv", PARTLY)
    with pytest.raises(InputError, match="no scores of system 'three'"):
        evaluate(EvalSet(systems={**THREE, "three": ["g", "h", "i"]}), [f"given:path={path},gaps=yes"])
    with pytest.raises(InputError, match="segment 3 of system one, but the test set has 2"):
        evaluate(EvalSet(systems=SYSTEMS), [f"given:path={path},gaps=yes"])


def test_chance_does_not_look_smaller_where_few_segments_have_a_score(write: Write) -> None:
    from mtassay.comparison.compare import compare

    lines = [f"one\t{number}\t{50 + number % 3}" for number in range(1, 61)]
    path = write("few.tsv", "\n".join(["system\tsegment\tscore", *lines, "two\t7\t1"]) + "\n")
    evalset = EvalSet(systems={"one": ["a"] * 60, "two": ["b"] * 60})
    for test in ("bootstrap", "randomization", "sign", "wilcoxon"):
        compared = compare(evalset, [f"given:path={path},gaps=yes"], test=test).metrics[0]
        # a third of the resampled test sets have no score of the second system, and one segment has scores of both
        assert compared.pairs[0].outcome.p_value > 0.3


def test_a_handful_of_scores_tells_nothing_apart(write: Write) -> None:
    from mtassay import analyze
    from mtassay.comparison.compare import compare

    # ten of them are alike, so that no resampled test set shows how others may be
    lines = [f"one\t{number}\t{50 + number % 3}" for number in range(1, 301)]
    lines += [f"two\t{number}\t10" for number in range(1, 11)]
    path = write("few.tsv", "\n".join(["system\tsegment\tscore", *lines]) + "\n")
    evalset = EvalSet(["a"] * 300, systems={"one": ["a"] * 300, "two": ["b"] * 300})
    spec = f"given:path={path},gaps=yes"
    for test in ("bootstrap", "jackknife"):
        assert compare(evalset, [spec], test=test).metrics[0].pairs[0].outcome.p_value == 1
    # two of them where ten segments have both: 2 in 1,024
    assert 0.001 < compare(evalset, [spec], test="randomization").metrics[0].pairs[0].outcome.p_value < 0.003
    table = analyze(evalset, ["segments"], [spec])["segments"][0]
    assert [difference.p for line in table.lines for difference in line.differences[0]] == [None] * len(table.lines)


def test_only_segments_with_both_scores_are_exchanged(write: Write) -> None:
    from mtassay.comparison.compare import compare

    rng = np.random.default_rng(5)
    both = [(name, number) for name in ("one", "two") for number in range(1, 101)]
    scores = {key: 40 + 10 * rng.standard_normal() + 4 * (key[0] == "two") for key in both}
    whole = write("whole.tsv", "\n".join(f"{name}\t{number}\t{scores[name, number]}" for name, number in both))
    kept = [key for key in both if key[0] == "two" or key[1] > 30]
    part = write("part.tsv", "\n".join(f"{name}\t{number}\t{scores[name, number]}" for name, number in kept))
    evalset = EvalSet(systems={"one": ["a"] * 100, "two": ["b"] * 100})
    plain, same, less = (
        compare(evalset, [spec], test="randomization").metrics[0].pairs[0].outcome
        for spec in (f"given:path={whole}", f"given:path={whole},gaps=yes", f"given:path={part},gaps=yes")
    )
    assert same.p_value == plain.p_value
    assert less.difference != plain.difference
    assert plain.p_value < less.p_value < 0.2


def test_what_xcomet_marks_is_kept_for_each_segment(write: Write) -> None:
    error = {"text": "cat", "confidence": 0.5, "severity": "major", "start": 2, "end": 5}
    entries = [{"src": "s", "mt": "a cat", "COMET": 0.5, "errors": [error]}, {"src": "s", "mt": "b", "COMET": 0.75}]
    path = write("xcomet.json", json.dumps({"one.txt": entries, "two.txt": entries[1:] * 2}))
    xcomet = metric(f"given:path={path},name=xCOMET")
    evalset = EvalSet(systems={"one": ["a cat", "b"], "two": ["c", "d"]})
    assert xcomet.marked_errors(evalset, "one") == ((MarkedError("major", 2, 5, "cat"),), ())
    assert xcomet.marked_errors(evalset, "two") is None
    assert evaluate(evalset, [xcomet])["one"][0].value == 0.625


def test_errors_of_lines_follow_the_numbers_of_segments(write: Write) -> None:
    lines = [
        {"system": "one", "segment": 2, "score": -5, "errors": {"major": ['accuracy - "b"']}},
        {"system": "two", "segment": 1, "score": 0},
        {"system": "one", "segment": 1, "score": 0, "errors": {}},
        {"system": "two", "segment": 2, "score": 0},
    ]
    path = write("gemba.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    gemba = metric(f"given:path={path}")
    evalset = EvalSet(systems=SYSTEMS)
    assert gemba.marked_errors(evalset, "one") == ((), (MarkedError("major", text="b", category="accuracy"),))
    assert gemba.marked_errors(evalset, "two") == ((), ())
    assert metric("chrf").marked_errors(evalset, "one") is None
    broken = write("broken.jsonl", json.dumps({**lines[0], "errors": [1]}) + "\n")
    with pytest.raises(InputError, match=r"broken\.jsonl, line 1: an error is '1'"):
        metric(f"given:path={broken}").for_evalset(EvalSet(systems={"one": ["a", "b"]}))
