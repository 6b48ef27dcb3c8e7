"""`mtassay db estimate`, `plan`, `queue`, `validate` and `effects`, and `mtassay judge --queue`, on both databases."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from new_system import NEW, NewSystem, fill

from mtassay.cli.main import EXIT_CODES, cli
from mtassay.cli.remedies import message_of
from mtassay.errors import MtassayError
from mtassay.store.database import Database


@dataclass(frozen=True)
class Desk:
    """A database with a new system, and the command line that works on it."""

    database: Database
    new: NewSystem

    def mtassay(self, *arguments: str, stdin: str = "", code: int = 0) -> str:
        """What a command prints, in this process: a new one for each would take longer than all else."""
        environment = {"MTASSAY_DB": self.database.location, "COLUMNS": "500"}
        done = CliRunner().invoke(cli, arguments, input=stdin, env=environment, standalone_mode=False)
        error = done.exception
        found = next((number for kind, number in EXIT_CODES.items() if isinstance(error, kind)), 1) if error else 0
        assert found == code, f"{done.output}{error!r}"
        if error is None:
            return done.stdout
        return message_of(error) if isinstance(error, MtassayError) else str(error)

    def db(self, *arguments: str, code: int = 0) -> str:
        return self.mtassay("db", *arguments, code=code)

    def records(self, *arguments: str) -> dict[str, Any]:
        found = json.loads(self.db(*arguments, "--format", "json"), parse_constant=pytest.fail)
        assert isinstance(found, dict)
        return found

    def open_items(self) -> list[str]:
        """The translations that are asked for and open, in the order of the queue."""
        items = self.records("queue", NEW, "--items")["Items"]
        return [item["translation"] for item in items if item["state"] == "open"]

    def judge(self, count: int, judge: str = "anna", *, between: str = "") -> str:
        """Answer as the new system's scores say."""
        answers = "".join(f"{self.new.score(text)}\n{between}" for text in self.open_items()[:count])
        return self.mtassay("judge", "--queue", NEW, "--judge", judge, stdin=answers)


Make = Callable[..., Desk]


@pytest.fixture(params=["sqlite", "postgresql"])
def make(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> Iterator[Make]:
    database = Database(new_database(request.param))

    def fill_it(**sizes: Any) -> Desk:
        with database.writing() as connection:
            return Desk(database, fill(connection, **sizes))

    yield fill_it
    database.close()


@pytest.fixture
def desk(make: Make) -> Desk:
    return make()


def test_an_afternoon(desk: Desk, tmp_path: Path) -> None:
    before = desk.records("estimate", NEW)
    (row,) = before["Systems"]
    assert (row["method"], row["target"], row["seed"], row["judged"]) == ("memory", "B", None, 0)
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
    for method in ("certified", "assisted", "memory"):
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
    assert {row["method"] for row in ranked} == {"memory"}
    assert len(re.findall(r"^\d  +system\d  +known ", desk.db("estimate", "--all"), re.MULTILINE)) == 6
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


def test_a_queue_is_drawn_once_and_spread_over_judges(desk: Desk) -> None:
    drawn = desk.records("queue", NEW, "--judges", "anna, ben", "--count", "6")
    assert drawn["Judges"] == [
        {"judge": "anna", "asked for": 3, "judged": 0, "open": 3},
        {"judge": "ben", "asked for": 3, "judged": 0, "open": 3},
    ]
    assert desk.records("queue", NEW) == drawn  # looking changes nothing
    error = desk.db("queue", NEW, "--seed", "4", code=8)
    assert "new has an open queue already, drawn at revision" in error
    assert "mtassay db queue new --close" in error
    refused = desk.mtassay("judge", "--queue", NEW, "--judge", "carla", code=8)
    assert "asks other judges; a manager can spread it anew: mtassay db queue new --judges anna,ben,carla" in refused
    assert "queue: new, closed" in desk.db("queue", NEW, "--close")
    closed = desk.mtassay("judge", "--queue", NEW, "--judge", "anna", code=8)
    assert "this queue is closed" in closed
    assert "a manager can undo the closing: mtassay db history" in closed
    again = desk.records("queue", NEW, "--seed", "4", "--width", "2")
    assert (again["seed"], again["judged"]) == (4, 0)
    assert again["expected ± then"] <= 2
    assert [event["kind"] for event in desk.records("history")["rows"]][:3] == ["assignment", "queue", "closing"]


def test_skipped_items_return_and_those_without_a_score_are_left_out(desk: Desk) -> None:
    desk.db("queue", NEW, "--count", "4")
    first, second, third, fourth = desk.open_items()
    scores = [desk.new.score(text) for text in (second, third, fourth)]
    said = desk.mtassay(
        "judge", "--queue", NEW, "--judge", "anna", stdin="n\n" + "".join(f"{score}\n" for score in scores)
    )
    assert said.count(first) == 2  # asked first, and again at the end
    assert "no interval yet, 3 behind an item that is open" in said
    assert "3 judged now, 1 left; the same command goes on." in said
    (row,) = desk.records("estimate", NEW, "--method", "certified")["Systems"]
    assert (row["judged"], row["out of order"], row["reason"] != "") == (0, 3, True)
    desk.db("queue", NEW, "--no-score", "1")
    assert first not in desk.open_items()
    (row,) = desk.records("estimate", NEW)["Systems"]
    assert (row["judged"], row["no score"], row["outputs"]) == (3, 1, 39)
    assert "has a score, and what has one cannot be left out" in desk.db("queue", NEW, "--no-score", "2", code=8)


def test_answers_can_be_taken_back(desk: Desk) -> None:
    desk.db("queue", NEW, "--count", "4")
    said = desk.mtassay("judge", "--queue", NEW, "--judge", "anna", stdin="5\n5\nu\n6\nq\n")
    assert re.search(r"took back 5; SSER [\d.]+ ± [\d.]+ after 1 judgment; judge it anew", said)
    assert desk.records("queue", NEW)["judged"] == 2


def test_a_queue_of_judges_who_are_not_equally_far(desk: Desk) -> None:
    desk.db("queue", NEW, "--judges", "anna,ben", "--count", "8")
    mine = [item["translation"] for item in desk.records("queue", NEW, "--items")["Items"] if item["judge"] == "anna"]
    answers = "".join(f"{desk.new.score(text)}\n" for text in mine)
    desk.mtassay("judge", "--queue", NEW, "--judge", "anna", stdin=answers)
    state = desk.records("queue", NEW)
    # of what ben was dealt nothing is known yet
    assert (state["judged"], state["out of order"], state["± now"]) == (0, 4, None)
    (row,) = desk.records("estimate", NEW, "--method", "certified")["Systems"]
    assert row["reason"] == "not all of its judges have begun"
    # ben falls ill after two, and anna takes over
    desk.judge(2, "ben")
    state = desk.records("queue", NEW)
    assert (state["judged"], state["out of order"]) == (6, 0)
    before = state["predicted by"]
    assert "each judge by what he or she said before" in before
    desk.db("queue", NEW, "--judges", "anna")
    desk.judge(2)
    state = desk.records("queue", NEW)
    assert (state["judged"], state["out of order"], state["predicted by"]) == (8, 0, before)


def test_near_repeats_costs_and_metrics_stay_with_a_queue(desk: Desk, write: Callable[[str, str | bytes], str]) -> None:
    systems = [f"system{number}" for number in range(6)]
    lines = [
        f"{name}\t{segment}\t{(segment * 7 + len(name)) % 13 / 13}"
        for name in (*systems, NEW)
        for segment in range(1, 41)
    ]
    scores = write("comet.tsv", "system\tsegment\tscore\n" + "\n".join(lines) + "\n")
    choices = ("--near-repeats", "--cost", "words", "--quality", f"given:path={scores}")
    planned = desk.records("plan", NEW, *choices, "--judges", "anna,ben")
    assert planned["target"] == "B′"
    assert "scores given:name=comet,file=" in planned["predicted by"]
    assert "near repeats keep their scores, saving words" in planned["predicted by"]
    assert planned["earlier systems"] == "6 judged in full"
    (row,) = planned["Judgments for a half width"]
    assert row["words"] > 0
    assert row["minutes"] is None  # imported judgments have no times
    drawn = desk.records("queue", NEW, *choices, "--judges", "anna,ben", "--count", "6")
    assert drawn["predicted by"] == planned["predicted by"]
    Path(scores).unlink()  # values were kept with the queue
    assert desk.records("queue", NEW) == drawn
    desk.judge(3, "anna")
    desk.judge(3, "ben")
    (row,) = desk.records("estimate", NEW)["Systems"]
    assert (row["method"], row["target"], row["near repeats"], row["cost"]) == ("certified", "B′", True, "words")
    assert "Target B′" in desk.db("estimate", NEW)
    refused = desk.db("estimate", NEW, "--no-near-repeats", code=2)
    assert "with near repeats True, not False" in refused
    assert desk.records("plan", NEW)["predicted by"] == planned["predicted by"]  # that of the open queue


def test_metrics_that_need_references_say_so(desk: Desk, write: Callable[[str, str | bytes], str]) -> None:
    refused = desk.db("plan", NEW, "--quality", "ter", code=2)
    assert "ter compares translations with references, and there are none" in refused
    references = write("reference.txt", "\n".join(desk.new.texts) + "\n")
    assert "ter to references" in desk.db("plan", NEW, "--quality", "ter", "-r", references)
    drawn = desk.records("queue", NEW, "--quality", "ter", "-r", references, "--count", "4")
    assert "ter to references" in drawn["predicted by"]
    assert desk.records("queue", NEW) == drawn
    other = write("scores.tsv", "system\tsegment\tscore\nnew\t1\t0.5\n")
    assert "no score of system new for segment 2" in desk.db("plan", NEW, "--quality", f"given:path={other}", code=7)
    assert "no judgment of this project says how long it took" in desk.db("plan", NEW, "--cost", "seconds", code=7)


def test_judgments_that_changed_after_the_queue_was_drawn(desk: Desk) -> None:
    desk.db("queue", NEW, "--count", "6")
    desk.judge(6)
    (before,) = desk.records("estimate", NEW)["Systems"]
    desk.db("delete", "--judgments-of", "ben", "--yes")
    (after,) = desk.records("estimate", NEW)["Systems"]
    assert after["SSER"] == before["SSER"]
    assert "repeats have other scores since the queue was drawn" in desk.db("estimate", NEW)


def test_references_serve_predictions_and_stay_with_the_queue(
    desk: Desk, write: Callable[[str, str | bytes], str]
) -> None:
    reference = write("reference.txt", "".join(f"{text}\n" for text in desk.new.texts))
    assert desk.records("plan", NEW, "-r", reference)["predicted by"].startswith("distance edits, chrf to references")
    assert desk.records("estimate", NEW, "-r", reference)["Systems"][0]["metric"] == "chrf"
    short = write("short.txt", "one line\n")
    assert "references for 1 segments, but new has 40 outputs" in desk.db("queue", NEW, "-r", short, code=7)
    desk.db("queue", NEW, "-r", reference, "--count", "3", "--by", "characters", "--no-judge-effects")
    desk.judge(3)
    (row,) = desk.records("estimate", NEW)["Systems"]
    assert (row["metric"], row["distance"], row["judge effects"]) == ("chrf", "characters", False)
    assert "references too" in desk.db("estimate", NEW, "-r", reference, code=2)
    assert "with distance characters, not moves" in desk.db("estimate", NEW, "--by", "moves", code=2)
    assert desk.records("plan", NEW)["queue"] == "open, seed 12345"
    assert desk.records("validate", "--draws", "2", "-r", reference)["references"] == "chrf"
    assert "no system has as many outputs" in desk.db("validate", "-r", short, code=7)


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
    assert "no interval, because the memory has judgments of 1 other system, and needs 5" in text
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


def test_queues_of_projects_are_apart(desk: Desk) -> None:
    with desk.database.writing() as connection:
        fill(connection, name="other", sources=10)
    desk.db("queue", NEW, "--count", "2", "--project", "other")
    assert "has no queue" in desk.mtassay("judge", "--queue", NEW, "--judge", "anna", "--project", "talks", code=8)
    assert desk.records("queue", NEW, "--project", "other")["asked for"] == 2


def test_a_queue_of_a_named_run_is_judged_by_its_name(desk: Desk, write: Callable[[str, str | bytes], str]) -> None:
    outputs = write("outputs.txt", "".join(f"{text} indeed\n" for text in desk.new.texts))
    desk.db("add-output", NEW, outputs, "--run", "second try")
    drawn = desk.db("queue", NEW, "--run", "second try", "--judges", "anna b", "--count", "3")
    assert "Next: mtassay judge --queue new --run 'second try' --judge 'anna b'" in drawn
    desk.db("add-output", NEW, write("others.txt", "".join(f"well, {text}\n" for text in desk.new.texts)))
    refused = desk.mtassay("judge", "--queue", NEW, "--judge", "anna b", code=8)
    assert "new has no queue (the open queue drawn at revision" in refused
    assert "is of another run" in refused
    assert "if you mean that run, name it: second try" in refused
    arguments = ("judge", "--queue", NEW, "--run", "second try", "--judge", "anna b")
    assert "3 judged now, none left." in desk.mtassay(*arguments, stdin="7\n8\n9\n")
    (row,) = desk.records("estimate", NEW, "--run", "second try")["Systems"]
    assert row["judged"] == 3
    assert "is of another run, and counts only where outputs are the same; if you mean that run" in desk.db(
        "estimate", NEW
    )
    assert "--run belongs to --queue" in desk.mtassay("judge", "--run", "second try", "--judge", "anna b", code=2)


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
    (shown,) = re.findall(r"^new  +judged  +(\S+)  +(\S+)  +(\S+)", desk.db("estimate", NEW), re.MULTILINE)
    assert all(0 <= float(rate) <= 100 for rate in shown)


def test_what_a_queue_command_changed_can_be_undone_as_it_says(desk: Desk) -> None:
    def undone(text: str) -> str:
        (revisions,) = re.findall(r"^To undo it: mtassay db restore ([\d-]+)$", text, re.MULTILINE)
        return str(revisions)

    desk.db("queue", NEW, "--count", "3")
    before = desk.records("queue", NEW, "--items")
    for arguments in (
        ("--judges", "anna,ben"),
        ("--count", "5"),
        ("--no-score", "2"),
        ("--no-score", "1", "--count", "2"),
        ("--close",),
    ):
        desk.db("restore", undone(desk.db("queue", NEW, *arguments)))
        assert desk.records("queue", NEW, "--items") == before
    assert "To undo it" not in desk.db("queue", NEW)
    assert "To undo it" not in desk.db("queue", NEW, "--count", "3")  # nothing changed


def test_the_next_command_is_for_whoever_has_items_left(desk: Desk) -> None:
    desk.db("queue", NEW, "--count", "2", "--judges", "anna,ben")
    desk.mtassay("judge", "--queue", NEW, "--judge", "anna", stdin="7\n")
    assert "Next: mtassay judge --queue new --judge ben\n" in desk.db("queue", NEW)
    desk.mtassay("judge", "--queue", NEW, "--judge", "ben", stdin="7\n")
    assert "Next: mtassay db estimate new\n" in desk.db("queue", NEW)


def test_some_item_stays_in_a_queue(desk: Desk) -> None:
    items = desk.records("queue", NEW, "--count", "3")["items"]
    places = [argument for place in range(1, items + 1) for argument in ("--no-score", str(place))]
    assert "would be left; close it instead: mtassay db queue new --close" in desk.db("queue", NEW, *places, code=8)
    assert desk.records("queue", NEW)["no score"] == 0


def test_queues_stay_where_they_were_drawn(desk: Desk, tmp_path: Path) -> None:
    desk.db("queue", NEW, "--count", "2")
    desk.judge(2)
    other = str(tmp_path / "other.db")
    desk.db("init", other)
    said = desk.db("merge", desk.database.location, "--db", other)
    assert "Open queues stay where they were drawn: new. Finish them there, then merge again." in said
    assert json.loads(desk.db("estimate", NEW, "--db", other, "--format", "json"))["Systems"][0]["method"] == "memory"
    desk.db("queue", NEW, "--close")
    assert "queues" not in desk.db("merge", desk.database.location, "--db", other)


def test_a_backup_has_the_queue(desk: Desk, tmp_path: Path) -> None:
    desk.db("queue", NEW, "--count", "3", "--judges", "anna,ben")
    desk.db("queue", NEW, "--no-score", "2")
    copy = str(tmp_path / "copy.db")
    desk.db("backup", copy)
    assert json.loads(desk.db("queue", NEW, "--items", "--db", copy, "--format", "json")) == desk.records(
        "queue", NEW, "--items"
    )
