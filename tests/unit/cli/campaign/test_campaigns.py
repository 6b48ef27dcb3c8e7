"""A campaign from its first command to its answers."""

import json
from pathlib import Path

import pytest
from campaign_desk import answer_everything, say, seat_of, tell
from processes import run

from mtassay.store.archives.packed_files import pack_files, unpack_files
from mtassay.store.campaigns.campaigns import find_campaign
from mtassay.store.campaigns.seat_work import next_task, seat_tasks
from mtassay.store.contents.projects import find_project
from mtassay.store.database import Database

EXAMPLES = Path(__file__).parents[4] / "examples" / "dialogues"
SYSTEMS = sorted(map(str, (EXAMPLES / "systems").glob("*.txt")))
TEXTS = ["-s", str(EXAMPLES / "source.de.txt"), *SYSTEMS]
SEGMENTS = 24


@pytest.fixture
def location(tmp_path: Path) -> str:
    return str(tmp_path / "talks.db")


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The first lines of the texts, where all of them are answered."""
    folder = tmp_path_factory.mktemp("few")
    paths = []
    for path in map(Path, TEXTS[1:]):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)[:SEGMENTS]
        paths.append(folder / path.name)
        paths[-1].write_text("".join(lines), encoding="utf-8")
    return ["-s", *map(str, paths)]


def test_one_command_makes_a_campaign_and_its_links(location: str) -> None:
    made = run("campaign", "new", "talks", *TEXTS, "--seats", "3", "--judge", "anna", "--db", location)
    assert made.returncode == 0, made.stderr
    links = [line.split("\t") for line in made.stdout.splitlines()]
    assert [(number, judge) for number, judge, _ in links] == [("1", "anna"), ("2", ""), ("3", "")]
    assert len({link for _, _, link in links}) == 3
    assert all(link.startswith("http://localhost:8000/j/") for _, _, link in links)
    assert "Made the database" in made.stderr
    assert "559 answers on 120 segments of 4 systems (16 outputs need none" in made.stderr
    shown = run("campaign", "status", "talks", "--db", location)
    assert "unopened" in shown.stdout
    assert links[0][2].rpartition("/")[2] not in shown.stdout + run("db", "history", "--db", location).stdout


def test_judges_without_work_are_told(location: str) -> None:
    design = [*TEXTS[:3], "--segments", "2", "--overlap", "0", "--seats", "4"]
    told = "2 seats have nothing to do; ask fewer judges, or about more."
    assert told in run("campaign", "plan", *design).stdout
    assert told in run("campaign", "new", "talks", *design, "--db", location).stderr


def test_answers_come_out_as_they_went_in(location: str, few: list[str]) -> None:
    run("campaign", "new", "talks", *few, "--seats", "2", "--overlap", "0", "--judge", "anna", "--db", location)
    database = Database(location)
    with database.writing() as connection:
        campaign = find_campaign(connection, find_project(connection, None), "talks")
        done = answer_everything(connection, seat_of(connection, campaign))
    database.close()
    written = run("campaign", "export", "talks", "--db", location)
    rows = [json.loads(line) for line in written.stdout.splitlines()]
    assert len({row["answer"] for row in rows}) == done
    assert {row["value"] for row in rows} == {73.0}
    assert "judge" not in rows[0]
    assert "anna" not in written.stdout
    named = run("campaign", "export", "talks", "--names", "-f", "csv", "--db", location).stdout.splitlines()
    assert named[0].endswith("judge,comment")
    assert ",anna," in named[1]
    listed = json.loads(run("campaign", "status", "-f", "json", "--db", location).stdout)
    assert listed["campaigns"][0] | {"asked": 0} == {
        "campaign": "talks",
        "state": "running",
        "protocol": "da",
        "seats": 2,
        "answers": done,
        "asked": 0,
    }


def test_corrected_outputs_are_references_of_another_system(location: str, tmp_path: Path, few: list[str]) -> None:
    run("campaign", "new", "edits", *few, "-p", "postedit", "--seats", "1", "--db", location)
    database = Database(location)
    with database.writing() as connection:
        campaign = find_campaign(connection, find_project(connection, None), "edits")
        answer_everything(connection, seat_of(connection, campaign))
    database.close()
    for name in ("answers.tsv", "answers.jsonl", "answers.xlsx"):
        answers = str(tmp_path / name)
        run("campaign", "export", "edits", "-o", answers, "--db", location)
        scored = run("score", "--references-from", answers, *few[:3], "-m", "ter", "-f", "json")
        assert scored.returncode == 0, scored.stderr
        assert not scored.stderr or "answers" not in scored.stderr
        assert "answers-post-edits" in scored.stdout


def test_results_follow_the_answers(location: str, few: list[str]) -> None:
    run("campaign", "new", "talks", *few, "--seats", "3", "--judge", "anna", "--db", location)
    early = run("campaign", "results", "talks", "--db", location)
    assert (early.returncode, "nobody has answered by da yet" in early.stderr) == (7, True)
    database = Database(location)
    with database.writing() as connection:
        campaign = find_campaign(connection, find_project(connection, None), "talks")
        given = sum(answer_everything(connection, seat_of(connection, campaign, number)) for number in (1, 2, 3))
    database.close()
    results = json.loads(run("campaign", "results", "talks", "-f", "json", "--db", location).stdout)
    assert (results["campaign"], results["answered"]) == ("talks", f"{given} of {given}")
    assert {row["mean"] for row in results["systems"]} == {73.0}
    assert "differences" not in results  # everybody always said 73
    assert "no interval and no test" in run("campaign", "results", "talks", "--db", location).stdout
    assert [row["judge"] for row in results["judges"]] == ["seat 1", "seat 2", "seat 3"]
    run("campaign", "assign", "talks", "--exclude", "2", "--reason", "too fast", "--db", location)
    shown = run("campaign", "results", "talks", "--names", "--db", location).stdout
    assert "left out: of excluded seats" in shown
    assert "anna" in shown
    assert "2 judges say too little" in shown
    other = run("campaign", "results", "talks", "--protocol", "ranking", "--db", location)
    assert "does not ask by 'ranking'" in other.stderr


def test_evidence_is_packed_and_verified(location: str, tmp_path: Path) -> None:
    run("campaign", "new", "talks", *TEXTS, "--seats", "2", "--judge", "anna", "--db", location)
    pack = tmp_path / "talks.zip"
    packed = run("campaign", "pack", "talks", "-o", str(pack), "--db", location)
    assert packed.returncode == 0, packed.stderr
    assert run("campaign", "verify", str(pack)).stdout == (
        "talks: 0 answers give the same results/da.json, exports and methods.\n"
    )
    files = unpack_files(pack.read_bytes(), "talks.zip")
    pack.write_bytes(pack_files({**files, "methods.txt": b"We asked everybody.\n"}))
    refused = run("campaign", "verify", str(pack))
    assert refused.returncode == 7
    assert "methods.txt: line 1 is not what the answers give" in refused.stderr
    same = run("campaign", "pack", "talks", "-o", location, "--db", location)
    assert (same.returncode != 0, "never written over" in same.stderr) == (True, True)


def test_answers_are_taken_into_the_memory(location: str) -> None:
    run("campaign", "new", "talks", *TEXTS, "--seats", "2", "--judge", "anna", "--db", location)
    assert "0 new judgments" in run("campaign", "take", "talks", "--db", location).stdout
    database = Database(location)
    with database.writing() as connection:
        campaign = find_campaign(connection, find_project(connection, None), "talks")
        say(connection, seat_of(connection, campaign, 1), {"score": 73})
        say(connection, seat_of(connection, campaign, 1), {"cannot": "language"})
    database.close()
    taken = run("campaign", "take", "talks", "--db", location).stdout
    assert "1 new judgment, 0 known before: points of 0 to 10 by a straight line" in taken
    assert "Left out: 1 that could not be given." in taken
    revision = taken.split()[-1]
    assert run("db", "restore", revision, "--db", location).returncode == 0
    refused = run("campaign", "take", "talks", "--protocol", "esa", "--db", location)
    assert (refused.returncode, "does not ask by 'esa'" in refused.stderr) == (7, True)


def test_seats_come_and_go(location: str) -> None:
    run("campaign", "new", "talks", *TEXTS, "--draft", "--seats", "2", "--db", location)
    assert "draft" in run("campaign", "status", "--db", location).stdout
    assert run("campaign", "links", "talks", "--seat", "2", "--db", location).stdout.startswith("2\t")
    assert "running" in run("campaign", "status", "--db", location).stdout
    assert (
        "campaign links talks --seat 3"
        in run("campaign", "assign", "talks", "--judge", "carla", "--db", location).stdout
    )
    assert "went to others" in run("campaign", "assign", "talks", "--release", "1", "--db", location).stdout
    assert run("campaign", "assign", "talks", "--exclude", "2", "--db", location).returncode == 8
    said = run("campaign", "assign", "talks", "--exclude", "2", "--reason", "too fast", "--db", location)
    assert "is excluded" in said.stdout
    assert "excluded" in run("campaign", "status", "talks", "--db", location).stdout
    assert "is in again" in run("campaign", "assign", "talks", "--include", "2", "--db", location).stdout
    assert run("campaign", "assign", "talks", "--db", location).returncode == 2
    assert "is paused" in run("campaign", "close", "talks", "--pause", "--db", location).stdout
    assert "is running" in run("campaign", "close", "talks", "--resume", "--db", location).stdout
    assert "is closed" in run("campaign", "close", "talks", "--db", location).stdout
    again = run("campaign", "close", "talks", "--resume", "--db", location)
    assert again.returncode == 8
    assert "undo the closing" in again.stderr


def test_segments_are_chosen_by_a_filter_and_by_their_original_language(
    location: str, tmp_path: Path, few: list[str]
) -> None:
    labels = tmp_path / "labels.tsv"
    rows = [
        f"{'de' if place % 2 else 'en'}\t{'news' if place < SEGMENTS / 2 else 'chat'}\n" for place in range(SEGMENTS)
    ]
    labels.write_text("origlang\tdomain\n" + "".join(rows))
    chosen = ["--labels", str(labels), "--where", "source-length >= 8", "--source-language", "German", "--overlap", "0"]
    made = run("campaign", "new", "talks", *few, *chosen, "--seats", "2", "--db", location)
    assert made.returncode == 0, made.stderr
    assert "segments are left out: not meant by the filter source-length >= 8." in made.stderr
    assert "segments are left out: first written in another language than de (en)." in made.stderr
    database = Database(location)
    with database.writing() as connection:
        project = find_project(connection, None)
        campaign = find_campaign(connection, project, "talks")
        answer_everything(connection, seat_of(connection, campaign))
    database.close()
    assert project.source_language == "de"
    assert next(left["why"] for left in campaign.settings["left_out"]) == "not meant by the filter source-length >= 8"
    told = [json.loads(line) for line in run("campaign", "export", "talks", "--db", location).stdout.splitlines()]
    assert {row["original language"] for row in told} == {"de"}
    assert {row["segment"] % 2 for row in told} == {0}
    assert {(row["segment"] > SEGMENTS / 2, row["domain"]) for row in told} == {(False, "news"), (True, "chat")}
    results = run("campaign", "results", "talks", "--domain", "chat", "-f", "json", "--db", location)
    shown = json.loads(results.stdout)
    assert shown["filter"] == "domains chat"
    assert shown["segments"] == len({row["segment"] for row in told if row["domain"] == "chat"})
    # the language of the project is known from now on
    again = run("campaign", "new", "more", *few, "--labels", str(labels), "--draft", "--db", location)
    assert f"{SEGMENTS // 2} segments are left out: first written in another language than de (en)." in again.stderr


def test_a_scale_that_a_new_project_has_not_makes_no_database(location: str) -> None:
    refused = run("campaign", "new", "talks", *TEXTS, "-p", "sser:high=5", "--db", location)
    assert refused.returncode == 2
    assert "another scale than the project" in refused.stderr
    assert not Path(location).exists()


def test_what_was_judged_before_is_reused_and_told(location: str, few: list[str]) -> None:
    sser = ["-p", "sser", "--overlap", "0", "--db", location]
    planned = run("campaign", "plan", *few, *sser)
    assert "known and reused: 0" in planned.stdout  # there is no database yet
    run("campaign", "new", "first", *few[:4], *sser, "--seats", "1", "--judge", "anna")
    database = Database(location)
    with database.writing() as connection:
        campaign = find_campaign(connection, find_project(connection, None), "first")
        done = answer_everything(connection, seat_of(connection, campaign))
    database.close()
    plan = json.loads(run("campaign", "plan", *few, *sser, "-f", "json").stdout)
    saved = plan["known and reused"]
    assert 0 < saved <= done
    assert plan["answers"] == plan["outputs"] - plan["equal to another system's"] - saved
    anew = json.loads(run("campaign", "plan", *few, *sser, "--no-reuse", "-f", "json").stdout)
    assert (anew["known and reused"], anew["answers"]) == (0, plan["answers"] + saved)
    made = run("campaign", "new", "all", *few, *sser)
    assert f"{saved} outputs need none: a known answer is reused" in made.stderr
    assert f"reused: {saved}" in run("campaign", "status", "all", "--db", location).stdout
    written = run("campaign", "export", "all", "--db", location).stdout
    rows = [json.loads(line) for line in written.splitlines()]
    assert {(row["reused"], row["seat"], row["value"]) for row in rows} == {("yes", None, 8.0)}
    assert len({(row["segment"], row["system"]) for row in rows}) == len(rows) >= saved
    assert "anna" not in written
    again = run("campaign", "new", "again", *few[:4], *sser)
    assert again.returncode == 7
    assert "nothing is left to ask" in again.stderr


def test_a_plan_for_a_project_starts_from_its_last_campaign(location: str) -> None:
    run("campaign", "new", "first", *TEXTS, "--segments", "20", "--seats", "3", "--db", location)
    design = ["campaign", "plan", *TEXTS, "--seats", "4", "--db", location]
    usual = run(*design, "--project", "first").stdout
    assert "The spread of answers is that of" not in usual
    database = Database(location)
    with database.writing() as connection:
        campaign = find_campaign(connection, find_project(connection, None), "first")
        for number in (1, 2, 3):
            seat = seat_of(connection, campaign, number)
            while (task := next_task(seat_tasks(connection, seat))) is not None:
                say(connection, seat, {"score": task.task * number % 7})
    database.close()
    assert (
        "The spread of answers is that of the campaign first of the project."
        in run(*design, "--project", "first").stdout
    )
    assert run(*design).stdout == usual  # no project is meant


def test_answers_of_another_tool_come_in_and_go_out(location: str, tmp_path: Path) -> None:
    lines = ["system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"]
    lines.append("base\ttalk\t1\t2\tanna\tTwo words.\tZwei <v>Worte</v>.\tStyle/Awkward\tMinor")
    (tmp_path / "errors.tsv").write_text("\n".join([*lines, "broken"]), encoding="utf-8")
    arguments = ["campaign", "import", "errors", str(tmp_path / "errors.tsv"), "-f", "marot", "--db", location]
    refused = run(*arguments)
    assert refused.returncode == 7
    assert "errors.tsv, line 3: 1 columns, and the first line has 9" in refused.stderr
    assert not Path(location).exists()
    (tmp_path / "errors.tsv").write_text("\n".join(lines), encoding="utf-8")
    made = run(*arguments)
    assert "errors: 1 answer of 1 judge by mqm." in made.stderr
    written = run("campaign", "export", "errors", "-f", "mtme", "--db", location)
    assert written.stdout == "base\tNone\nbase\t-1\n"
    marked = run("campaign", "export", "errors", "-f", "marot", "--db", location).stdout.splitlines()
    assert marked[1].startswith("base\ttalk\t1\t2\tjudge1\tTwo words.\tZwei <v>Worte</v>.\tStyle/Awkward\tMinor\t{")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["new", "talks", *SYSTEMS, "-p", "fluency"], "by their sources, which are missing"),
        (["new", "talks", *TEXTS, "-p", "sser:high=5"], "another scale than the project"),
        (["new", "talks", *TEXTS, "-p", "ranking", "--reuse"], "several outputs at once"),
        (["new", "talks", *TEXTS, "--judge", "a", "--judge", "a"], "same name"),
        (["new", "talks", *TEXTS[:3], f"same={TEXTS[2]}", "-p", "pairwise"], "nothing is left to ask"),
        (["new", "talks", *TEXTS, "--context", "before"], "told by their documents, which nobody has named"),
        (["status", "walks"], "there is no campaign 'walks'"),
        (["export", "walks"], "there is no campaign 'walks'"),
    ],
)
def test_refuses_with_words_and_stores_nothing(arguments: list[str], words: str, location: str) -> None:
    run("db", "init", location)
    refused = run("campaign", *arguments, "--db", location)
    assert refused.returncode in (2, 7, 8)
    assert words in refused.stderr
    assert "Traceback" not in refused.stderr
    assert "campaign" not in run("db", "history", "--db", location).stdout


def test_a_crowd_has_one_address(location: str) -> None:
    refused = run("campaign", "new", "talks", *TEXTS, "--crowd", "--judge", "anna", "--db", location)
    assert refused.returncode == 7
    assert not Path(location).exists()
    assert "strangers have no names" in refused.stderr
    made = run("campaign", "new", "talks", *TEXTS, "--crowd", "--db", location)
    assert made.returncode == 0, made.stderr
    (address,) = made.stdout.splitlines()
    assert address.startswith("http://localhost:8000/c/")
    assert "?worker=NAME" in made.stderr
    status = json.loads(run("campaign", "status", "talks", "-f", "json", "--db", location).stdout)
    asked = [seat["asked"] for seat in status["seats"]]
    assert len(asked) == 7  # 559 answers and their controls
    assert {seat["place"] for seat in status["seats"]} == {"free"}
    assert max(asked) - min(asked) <= 2
    assert 90 <= max(asked) <= 102
    again = run("campaign", "links", "talks", "--db", location)
    assert again.stdout.startswith("http://localhost:8000/c/")
    assert again.stdout.strip() != address
    refused = run("campaign", "links", "talks", "--seat", "1", "--db", location)
    assert refused.returncode != 0
    assert "one address for all" in refused.stderr
    planned = json.loads(run("campaign", "plan", *TEXTS, "--crowd", "-f", "json", "--db", location).stdout)
    assert len(planned["seats"]) == 7


def test_questions_on_documents_and_grades_of_answers(location: str, tmp_path: Path) -> None:
    documents = (EXAMPLES / "documents.txt").read_text(encoding="utf-8").splitlines()
    names = list(dict.fromkeys(documents))[:2]
    asked, labels = tmp_path / "asked.tsv", tmp_path / "labels.tsv"
    rows = [f"{name}\tWhat is it about?\tan order" for name in names]
    asked.write_text("\n".join(["document\tquestion\tanswer", *rows, ""]), encoding="utf-8")
    labels.write_text("\n".join(["document", *documents, ""]), encoding="utf-8")
    design = ["-p", "comprehension", "--questions", str(asked), "--labels", str(labels), "--overlap", "0"]
    few = run("campaign", "plan", *TEXTS, *design, "--seats", "2")
    assert few.returncode != 0
    assert "2 seats are too few" in few.stderr
    made = run("campaign", "new", "readers", *TEXTS, *design, "--seats", "4", "--db", location)
    assert made.returncode == 0, made.stderr
    database = Database(location)
    with database.writing() as connection:
        campaign = find_campaign(connection, find_project(connection, None), "readers")
        for number, answer in enumerate(("=1+1", "An order.", "an order", ""), 1):
            tell(connection, seat_of(connection, campaign, number), answer)
    database.close()
    grades = tmp_path / "grades.tsv"
    run("campaign", "grade", "readers", "-o", str(grades), "--db", location)
    (head, row) = grades.read_text(encoding="utf-8").splitlines()
    assert head.split("\t")[1:] == ["document", "asked", "right", "answer", "readers", "grade"]
    grades.write_text(f"{head}\n{row.rstrip()}\thalf\n", encoding="utf-8")
    told = run("campaign", "grade", "readers", "--from", str(grades), "--db", location)
    assert told.stdout == "1 new grade; 0 answers still without one.\n", told.stderr
    rows = [json.loads(line) for line in run("campaign", "export", "readers", "--db", location).stdout.splitlines()]
    assert sorted(row["value"] for row in rows) == [0.0, 50.0, 100.0, 100.0]
    assert {row["source"] for row in rows} == {"What is it about?"}
    results = run("campaign", "results", "readers", "--db", location).stdout
    assert "score: % right" in results
