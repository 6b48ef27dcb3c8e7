"""`mtassay db queue` and `mtassay judge --queue`, on both databases."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from new_system import NEW, fill
from unit.cli.estimation_desk import Desk
from unit.metrics.learned_metrics import learned_file

from mtassay.metrics.learned_file import write_learned


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


def test_judging_says_when_all_that_is_left_is_a_part(desk: Desk) -> None:
    desk.db("queue", NEW, "--count", "3")
    items = desk.records("queue", NEW, "--items")["Items"]
    desk.db("queue", NEW, *(word for item in items[3:] for word in ("--no-score", str(item["item"]))))
    said = desk.judge(3)
    assert "± 0.0" not in said
    assert re.search(r"So far: SSER [\d.]+, partial; no interval, because new has judged outputs of only \d+ of", said)
    assert desk.records("queue", NEW)["± now"] is None


def test_judging_says_when_every_output_was_judged(desk: Desk) -> None:
    count = desk.records("plan", NEW)["to judge"]
    desk.db("queue", NEW, "--count", str(count))
    assert re.search(r"So far: SSER [\d.]+, every output was judged\.", desk.judge(count))
    assert desk.records("queue", NEW)["± now"] == 0


def test_a_plan_says_that_a_queue_is_open_though_it_is_for_another(desk: Desk) -> None:
    desk.db("queue", NEW, "--count", "3", "--seed", "5")
    assert desk.records("plan", NEW)["queue"] == "open, seed 5"
    for options in (("--judges", "anna,ben"), ("--near-repeats",)):
        assert desk.records("plan", NEW, *options)["queue"] == "open, seed 5; this plan is for another one"
    desk.db("queue", NEW, "--close")
    assert desk.records("plan", NEW, "--judges", "anna,ben")["queue"] == "none open"


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


def test_a_learned_metric_predicts_and_is_frozen_with_its_queue(
    desk: Desk, write: Callable[[str, str | bytes], str]
) -> None:
    references = write("reference.txt", "\n".join(desk.new.texts) + "\n")
    house = write("house.json", write_learned(learned_file({"chrf": (50, 0.05)}, {"system1": [], "system2": []})))
    quality = ("--quality", f"learned:path={house}", "-r", references)
    drawn = desk.records("queue", NEW, *quality, "--count", "4")
    assert "scores learned:name=house,file=" in drawn["predicted by"]
    assert house not in drawn["predicted by"]
    several = ("--quality", "chrf", *quality, "--draws", "3", "--width", "5")
    tried = desk.records("validate", *several)
    assert tried["known to a metric"] == "system1, system2"
    assert tried["systems"] == 4
    table = tried["Metrics that predictions may look at"]
    assert [row["quality"] for row in table] == ["chrf", "learned:path=house.json", "none"]
    assert [row["advice"] for row in table].count("take this one") == 1
    Path(house).write_text(write_learned(learned_file({"chrf": (50, 0.1)})))
    assert desk.records("queue", NEW) == drawn
    desk.judge(4)
    assert "with metric learned:name=house" in desk.db("estimate", NEW, *quality[:2], code=2)
    desk.db("queue", NEW, "--close")
    Path(house).write_text(write_learned(learned_file({"chrf": (50, 0.1)}, {"theirs": desk.new.texts})))
    refused = desk.db("queue", NEW, *quality, code=7)
    assert f"house was learned from judgments of {NEW}, so it knows what people said of it" in refused


def test_judgments_that_changed_after_the_queue_was_drawn(desk: Desk) -> None:
    desk.db("queue", NEW, "--count", "6")
    desk.judge(6)
    (before,) = desk.records("estimate", NEW)["Systems"]
    desk.db("delete", "--judgments-of", "ben", "--yes")
    (after,) = desk.records("estimate", NEW)["Systems"]
    assert after["SSER"] == before["SSER"]
    assert "repeats that have another score since the queue was drawn" in desk.db("estimate", NEW)


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
    assert (
        json.loads(desk.db("estimate", NEW, "--db", other, "--format", "json"))["Systems"][0]["method"] == "predicted"
    )
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
