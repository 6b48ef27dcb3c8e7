"""`mtassay db estimate`, `plan`, `queue`, `validate` and `effects`, and `mtassay judge --queue`, on both databases."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from new_system import NEW
from unit.cli.estimation_desk import Desk, Make


def test_an_afternoon(desk: Desk, tmp_path: Path) -> None:
    before = desk.records("estimate", NEW)
    (row,) = before["Systems"]
    assert (row["method"], row["target"], row["seed"], row["judged"]) == ("predicted", "B", None, 0)
    assert row["low"] < row["SSER"] < row["high"]
    assert (row["memory revision"], before["revision"], row["systems"]) == (before["revision"], before["revision"], 6)
    assert row["repeats %"] == pytest.approx(100 * sum(desk.new.is_repeat) / 40)
    assert len(before[f"Segments of {NEW}"]) == 40

    plan = desk.records("plan", NEW, "--width", "3", "--width", "100")
    wide = plan["Judgments for a half width"][1]
    assert plan["to judge"] == 40 - sum(desk.new.is_repeat)
    assert plan["Judgments for a half width"][0]["judgments"] > wide["judgments"] == 1
    assert plan["queue"] == "none open"

    drawn = desk.db("queue", NEW, "--count", "10", "--seed", "5", "--as", "anna")
    assert "seed: 5" in drawn
    assert f"Next: mtassay judge --queue {NEW} --judge NAME" in drawn
    said = desk.judge(10)
    widths = [float(width) for width in re.findall(r"saved .*? ± ([\d.]+) after", said)]
    assert len(widths) == 10
    assert widths[-1] < widths[0]
    assert "10 judged now, none left.\nSo far: SSER" in said

    after = desk.records("estimate", NEW)
    (row,) = after["Systems"]
    assert (row["method"], row["judged"], row["seed"], row["open"]) == ("certified", 10, 5, plan["to judge"] - 10)
    assert row["memory revision"] == before["revision"]
    origins = [segment["origin"] for segment in after[f"Segments of {NEW}"]]
    assert origins.count("queue") == 10
    assert origins.count("repeat") == sum(desk.new.is_repeat)
    # as of every revision the same comes out again
    assert desk.records("estimate", NEW, "--revision", str(before["revision"])) == before
    desk.db("queue", NEW, "--count", "12")
    desk.judge(2)
    assert desk.records("estimate", NEW, "--revision", str(after["revision"])) == after
    assert desk.records("estimate", NEW)["Systems"][0]["judged"] == 12
    assert "is sound" in desk.db("check")
    assert "holds all of" in desk.db("backup", str(tmp_path / "copy.backup"))


def test_methods_and_targets(desk: Desk) -> None:
    desk.db("queue", NEW, "--count", "8")
    desk.judge(8)
    widths = {}
    for method in ("certified", "assisted", "predicted"):
        (row,) = desk.records("estimate", NEW, "--method", method)["Systems"]
        widths[method] = row["high"] - row["low"]
        assert row["eSSER"] is not None
    assert widths["assisted"] < widths["certified"]
    (fresh,) = desk.records("estimate", NEW, "--target", "A")["Systems"]
    assert fresh["high"] - fresh["low"] > widths["certified"]
    paper = desk.records("estimate", NEW, "--method", "evaltrans")
    assert (paper["method"], paper["target"]) == ("evaltrans", "B")
    assert paper["Systems"][0]["eSSER"] is not None
    text = desk.db("estimate", NEW, "--target", "A", "--segments", "3", "--sort", "score")
    assert "Target A: what would come out if all outputs were judged afresh." in text
    assert "and 37 more segments, which are not shown" in text
    assert "Segments" not in desk.db("estimate", NEW, "--segments", "0")


def test_all_systems_are_ranked_in_clusters(desk: Desk) -> None:
    ranked = desk.records("estimate", "--all")["Systems"]
    assert len(ranked) == 7
    assert [row["SSER"] for row in ranked] == sorted(row["SSER"] for row in ranked)
    assert {row["method"] for row in ranked} == {"judged", "predicted"}
    assert len(re.findall(r"^\d  +system\d  +judged ", desk.db("estimate", "--all"), re.MULTILINE)) == 6
    clusters = [row["cluster"] for row in ranked]
    assert clusters[0] == 1
    assert clusters == sorted(clusters)
    assert desk.db("estimate", "--all", "--method", "evaltrans").startswith("project: talks\nrevision: ")
    order = desk.records("estimate", NEW, "system0", "system1", "--segments", "0")["Order"]
    assert [(row["system"], row["beside"]) for row in order] == [
        (NEW, "system0"),
        (NEW, "system1"),
        ("system0", "system1"),
    ]
    assert {row["is"] for row in order} <= {"better", "worse", "undecided"}
    assert order[2]["is"] in ("better", "worse")  # both are judged, so nothing is open


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("estimate",), "name a SYSTEM, or --all"),
        (("estimate", "--all", NEW), "name none"),
        (("estimate", NEW, NEW), "named twice"),
        (("estimate", NEW, "--sort", "mwer"), "belong to --method evaltrans"),
        (("estimate", NEW, "--method", "evaltrans", "--target", "A"), "the rule of 2000 knows nothing"),
        (("estimate", NEW, "--by", "edit"), "did you mean 'edits'"),
        (("queue", NEW, "--count", "3", "--width", "2"), "give one"),
        (("queue", NEW, "--close", "--no-score", "2"), "one after the other"),
        (("plan", NEW, "--width", "0"), "0 is no half width; give points of SSER, above 0"),
        (("plan", NEW, "--width", "nan"), "nan is no half width"),
        (("queue", NEW, "--width", "inf"), "inf is no half width"),
        (("validate", "--plot", "picture.png"), "end the name in .svg"),
        (("validate", "--width", "-1"), "-1 is no half width"),
        (("validate", "--width", "wide"), "'wide' is not a valid float"),
    ],
)
def test_wrong_options_are_refused(desk: Desk, arguments: tuple[str, ...], message: str) -> None:
    assert message in desk.db(*arguments, code=2)


def test_what_is_not_there_is_said(desk: Desk) -> None:
    assert "no outputs of a system 'nex' (did you mean 'new'?)" in desk.db("estimate", "nex", code=7)
    assert "new has no queue, and a certified estimate" in desk.db("estimate", NEW, "--method", "certified", code=7)
    assert "new has no open queue" in desk.db("queue", NEW, "--close", code=8)
    assert "new has no queue; draw one: mtassay db queue new" in desk.mtassay(
        "judge", "--queue", NEW, "--judge", "anna", code=8
    )
    assert "no revision 99 yet" in desk.db("plan", NEW, "--revision", "99", code=8)
    assert "no system 'system9'" in desk.db("validate", "--leave", "system9", code=8)
    assert "--queue has its own order" in desk.mtassay(
        "judge", "--queue", NEW, "--judge", "anna", "--system", NEW, code=2
    )


def test_validation(desk: Desk, tmp_path: Path) -> None:
    picture = tmp_path / "validation.svg"
    found = desk.records("validate", "--draws", "20", "--seed", "1", "--plot", str(picture), "--width", "3")
    assert (found["systems"], found["draws"], found["seed"]) == (6, 20, 1)
    methods = {row["method"] for row in found["Some of the new outputs judged"]}
    assert {"without memory", "certified", "assisted"} <= methods
    assert len(found["Systems"]) == 6
    assert found["Judgments needed"][0]["judgments %"] > 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert desk.records("validate", "--draws", "20", "--seed", "1", "--width", "3") == found
    assert (found["judge memory"], found["target"], found["saving"]) == ("used", "B", "judgments")
    choices = ("--near-repeats", "--cost", "words", "--no-judge-memory", "--sequence")
    other = desk.records("validate", "--draws", "2", "--width", "3", *choices)
    assert (other["judge memory"], other["target"], other["saving"]) == ("not used", "B′", "words")
    assert [row["systems before"] for row in other["Judged by queues alone"]] == [3, 4, 5]
    text = desk.db("validate", "--draws", "2", "--leave", "system5", "--no-judge-effects")
    assert "left out: system5" in text
    assert "Assisted estimates need judgments of at least five other systems." in text
    assert "judge effects: as they are" in text
    desk.db("queue", NEW, "--count", "4")
    desk.judge(4)
    text = desk.db("validate", "--draws", "2")
    assert "systems: 6" in text
    assert f"Too few outputs were judged to say anything of: {NEW}." in text


def test_effects(desk: Desk) -> None:
    found = desk.records("effects")
    assert sorted(row["judge"] for row in found["Judge effects"]) == ["anna", "ben"]
    assert sum(row["effect"] * row["judgments"] for row in found["Judge effects"]) == pytest.approx(0, abs=5)
    assert "above 0 for a mild judge" in desk.db("effects")


def test_a_memory_without_any_judgment(make: Make) -> None:
    desk = make(systems=0)
    for arguments in (("estimate", NEW), ("plan", NEW), ("queue", NEW), ("validate",)):
        message = desk.db(*arguments, code=7)
        assert "nobody judged any translation of this project" in message
        assert "judge the outputs of a first system, or import judgments" in message
    assert "No effects: no judgment says who gave it." in desk.db("effects")


def test_one_system_and_one_judge(make: Make) -> None:
    desk = make(systems=1, judges=1)
    text = desk.db("estimate", NEW)
    assert "anna is the only judge" in text
    assert "no interval yet, because the memory has judgments of 1 other system, and needs 5; judge " in text
    assert "validation needs at least two" in desk.db("validate", code=7)
    desk.db("queue", NEW, "--count", "8")
    desk.judge(8)
    (row,) = desk.records("estimate", NEW)["Systems"]
    assert row["low"] < row["SSER"] < row["high"]
    assert "cannot have an assisted estimate" in desk.db("estimate", NEW, "--method", "assisted", code=7)


def test_what_has_no_interval_is_in_no_cluster(make: Make) -> None:
    ranked = make(systems=2).records("estimate", "--all")["Systems"]
    clusters = {row["system"]: row["cluster"] for row in ranked}
    assert clusters[NEW] is None
    assert sorted([clusters["system0"], clusters["system1"]]) == [1, 2]


def test_all_repeats(make: Make) -> None:
    desk = make(repeats=1.0)
    (row,) = desk.records("estimate", NEW)["Systems"]
    assert (row["low"], row["high"], row["new"]) == (row["SSER"], row["SSER"], 0)
    assert "every output was judged before, so there is nothing to queue" in desk.db("queue", NEW, code=7)
    assert desk.records("plan", NEW)["Judgments for a half width"][0]["judgments"] == 0


def test_names_stand_in_quotes_where_a_shell_needs_them(desk: Desk, write: Callable[[str, str | bytes], str]) -> None:
    name = "it's new"
    desk.db("add-output", name, write("outputs.txt", "".join(f"{text} indeed\n" for text in desk.new.texts)))
    missing = desk.mtassay("judge", "--queue", name, "--judge", "anna", code=8)
    quoted = "'it'\"'\"'s new'"
    assert f"draw one: mtassay db queue {quoted}" in missing
    assert f"draw it: mtassay db queue {quoted}" in desk.db("estimate", name, "--method", "certified", code=7)
    assert f"Next: mtassay judge --queue {quoted} --judge 'anna b'" in desk.db("queue", name, "--judges", "anna b,ben")
    assert f"mtassay db queue {quoted} --close" in desk.db("queue", name, "--seed", "1", code=8)
    refused = desk.mtassay("judge", "--queue", name, "--judge", "carla", code=8)
    assert f"mtassay db queue {quoted} --judges 'anna b,ben,carla'" in refused


@pytest.mark.parametrize("format_", ["text", "markdown", "json"])
def test_every_result_says_what_it_takes_to_compute_it_again(desk: Desk, format_: str) -> None:
    desk.db("queue", NEW, "--count", "4", "--seed", "77")
    desk.judge(4)
    revision = str(desk.records("estimate", NEW)["revision"])

    def words(*arguments: str) -> set[str]:
        return set(re.findall(r"[\w-]+", desk.db(*arguments, "--format", format_)))

    assert ({"B", "77", revision} | ({"certified"} if format_ == "json" else set())) <= words(
        "estimate", NEW, "--segments", "0"
    )
    assert {"talks", "evaltrans", "B", "edits", "99", revision} <= words(
        "estimate", NEW, "--method", "evaltrans", "--seed", "99", "--segments", "0"
    )
    assert {"talks", "certified", "A", "77", revision} <= words("plan", NEW, "--target", "A")
    assert {"77"} <= words("queue", NEW)
    assert {"talks", "88", "system5", revision} <= words(
        "validate", "--draws", "2", "--seed", "88", "--leave", "system5"
    )
    assert {"talks", revision} <= words("effects")


def test_people_see_rates_from_0_to_100_and_programs_what_was_computed(make: Make) -> None:
    desk = make(systems=1, judges=1)
    desk.db("queue", NEW, "--count", "2")
    desk.mtassay("judge", "--queue", NEW, "--judge", "anna", stdin="10\n0\n")
    (row,) = desk.records("estimate", NEW)["Systems"]
    assert row["low"] < 0 or row["high"] > 100
    (shown,) = re.findall(r"^new  +certified  +(\S+)  +(\S+)  +(\S+)", desk.db("estimate", NEW), re.MULTILINE)
    assert all(0 <= float(rate) <= 100 for rate in shown)
