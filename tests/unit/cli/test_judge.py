"""`mtassay judge` as people and scripts meet it: lines, a terminal, and what happens when either goes away."""

import os
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import run
from terminals import TerminalRun

from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database
from mtassay.store.migration import create


def values(database: Database, project: Project, judge: str = "anna") -> dict[str, float | None]:
    """What a judge said of each text."""
    with database.reading() as connection:
        collection = read_collection(connection, project)
    return {
        target.text: judgment.value
        for source in collection.sources
        for target in source.targets
        for judgment in target.judgments
        if judgment.judge == judge
    }


def candidate(screen: str) -> str:
    """The candidate on a screen or in plain lines."""
    match = re.search(r"Candidate\n  (.*)", screen)
    assert match is not None, screen
    return match[1].replace("<", "").replace(">", "")


def test_lines_are_stored_and_the_next_run_goes_on(database: Database, talks: Project) -> None:
    lines = "9 oo\n9\n9 # fine\n"
    result = run("judge", "--db", database.location, "--judge", "anna", "--system", "A", stdin=lines)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.count("saved 9") == 3
    assert result.stdout.endswith("3 judged now, 7 left; the same command goes on.\n")
    assert len(values(database, talks)) == 3
    again = run("judge", "--db", database.location, "--judge", "anna", "--system", "A", stdin="9\n" * 20)
    assert again.stdout.startswith("Judging 4 of 10 · talks\n")
    assert again.stdout.endswith("7 judged now, none left.\n")
    last = run("judge", "--db", database.location, "--judge", "anna", "--system", "A")
    assert last.stdout == "Nothing is left to judge; 10 are judged.\n"


def test_stray_bytes_in_a_comment_do_not_stop_it(database: Database, talks: Project) -> None:
    lines = b"9 # caf\xe9 \x00 \x1b[31m\n"
    result = run("judge", "--db", database.location, "--judge", "anna", "--system", "A", stdin=lines)
    assert (result.returncode, result.stderr) == (0, "")
    with database.reading() as connection:
        collection = read_collection(connection, talks)
    comments = [
        judgment.comment
        for source in collection.sources
        for target in source.targets
        for judgment in target.judgments
        if judgment.judge == "anna"
    ]
    assert comments == ["caf\ufffd    [31m"]


def test_a_server_works_as_a_file_does(new_location: Callable[[str], str]) -> None:
    database = Database(new_location("postgresql"))
    create(database)
    with database.writing() as connection:
        project = add_project(connection, "talks", "anna")
        add_outputs(connection, project, "A", ["a b c", "d e f"], "anna", sources=["u", "v"])
    arguments = ["judge", "--db", database.location, "--judge", "anna"]
    result = run(*arguments, stdin="8 # \x00\nu\n7\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert list(values(database, project).values()) == [7]
    assert run(*arguments, "--recheck", "1", stdin="7\n").stdout.count("Consistency of 1 recheck") == 1
    database.close()


def test_system_names_are_never_shown(database: Database, talks: Project) -> None:
    with database.writing() as connection:
        add_outputs(connection, talks, "SECRET", [f"text {number}" for number in range(10)], "anna")
    result = run("judge", "--db", database.location, "--judge", "anna", "--system", "SECRET", stdin="?\n5\n5\nu\nq\n")
    assert "SECRET" not in result.stdout + result.stderr
    assert "took back 5" in result.stdout


def test_a_contradiction_is_printed_and_can_be_revised(database: Database, talks: Project) -> None:
    result = run("judge", "--db", database.location, "--judge", "anna", "--system", "A", stdin="1\nr\n8\nq\n")
    assert "Nearly the same, but another judge gave it 10" in result.stdout
    assert list(values(database, talks).values()) == [8]


def test_rechecks_report_consistency(database: Database, talks: Project) -> None:
    arguments = ["judge", "--db", database.location, "--judge"]
    result = run(*arguments, "ben", "--recheck", "4", "--seed", "3", stdin="9\n10\n")
    assert result.stdout.count("Recheck") == 3
    assert "2 rechecked now, 2 left; the same command goes on." in result.stdout
    assert "Consistency of 2 rechecks, seed 3" in result.stdout
    result = run(*arguments, "ben", "--recheck", "4", "--seed", "3", stdin="9\n10\n")
    assert result.stdout.startswith("Recheck 3 of 4 · ")
    assert result.stdout.endswith(
        "Consistency of 4 rechecks, seed 3\n"
        "  mean difference   -0.50 points of 10; 0.50 without signs\n"
        "  the same score    50.0 %\n"
        "  within a step     100.0 %\n"
        "  SSER              0.0 before, 5.0 now (+5.0)\n"
        "  weighted kappa    0.00, by squared differences\n"
    )
    other = run(*arguments, "anna", "--recheck", "1", "--of", "ben", stdin="x\n")
    assert "Consistency of 1 recheck, seed 0" in other.stdout
    done = run(*arguments, "ben", "--recheck", "4", "--seed", "3")
    assert done.stdout.startswith("Nothing is left to judge; 4 are judged.\n\nConsistency of 4")
    assert set(values(database, talks, "ben").values()) == {9, 10}
    assert faults(database) == ()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--judge", "anna", "--db", "none.db"], 8, "there is no such database; make one: mtassay db init"),
        (["--judge", "anna", "--db", "http://x"], 8, "databases are files of SQLite or postgresql://USER@HOST/NAME"),
        (["--judge", "anna", "--project", "tallks"], 8, "there is no project 'tallks' (did you mean 'talks'?)"),
        (["--judge", "anna", "--system", "C"], 8, "there is no output of a system 'C'"),
        (["--judge", "anna", "--recheck", "3"], 8, "'anna' has judged nothing in this project"),
        (["--judge", "anna", "--recheck", "3", "--of", "bne"], 8, "(did you mean 'ben'?)"),
        (["--judge", "anna", "--seed", "3"], 2, "--seed and --of belong to --recheck N"),
        (["--judge", "anna", "--recheck", "3", "--all"], 2, "--recheck draws from all that was judged"),
        (["--judge", " "], 2, "a judge needs a name"),
        (["--judge", "an\x07na"], 2, "it has characters that cannot be shown"),
        (["--judge", "anna", "--system", "\udcff"], 2, "it has characters that cannot be shown"),
        ([], 2, "Missing option '--judge'"),
    ],
)
def test_what_cannot_be_done_is_said(
    arguments: list[str], code: int, message: str, database: Database, talks: Project, tmp_path: Path
) -> None:
    result = run("judge", *arguments, env={"MTASSAY_DB": database.location})
    assert result.returncode == code
    assert message in result.stderr
    assert not (tmp_path / "none.db").exists()


def test_several_projects_need_a_name(database: Database, talks: Project) -> None:
    with database.writing() as connection:
        add_project(connection, "news", "anna")
    result = run("judge", "--db", database.location, "--judge", "anna")
    assert result.returncode == 8
    assert "several projects, talks, news; say which: --project NAME" in result.stderr
    result = run("judge", "--db", database.location, "--judge", "anna", "--project", "news")
    assert result.stdout == "Nothing is left to judge.\n"


def test_twenty_by_keyboard_alone_with_undo_quit_and_resume(database: Database, talks: Project) -> None:
    arguments = ["judge", "--db", database.location, "--judge", "anna"]
    expected: dict[str, float] = {}
    with TerminalRun(*arguments) as terminal:
        for number in range(1, 13):
            text = candidate(terminal.wait_for(f"Judging {number} of 20"))
            good = "meet at" in text
            expected[text] = 10 if good else 2
            terminal.press("xoo\r" if good else "2mm\r")
        terminal.wait_for("Judging 13 of 20")
        terminal.press("u")
        text = candidate(terminal.wait_for("Judging 12 of 20"))
        good = "meet at" in text
        expected[text] = 9 if good else 1
        terminal.press("9\r" if good else "1\r")
        terminal.wait_for("Judging 13 of 20")
        terminal.press("5cnot done\rq")
        assert terminal.wait_for_end() == 0
        assert "12 judged now, 8 left; the same command goes on." in terminal.raw
        assert termios.tcgetattr(terminal.theirs) == terminal.mode_before
    assert values(database, talks) == expected
    with TerminalRun(*arguments, columns=40, lines=20) as terminal:
        for number in range(13, 21):
            text = candidate(terminal.wait_for(f"Judging {number} of 20"))
            good = "meet at" in text
            expected[text] = 9 if good else 2
            terminal.press("9\r" if good else "2\r")
        terminal.wait_for("Nothing is left to judge.")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert "8 judged now, none left." in terminal.raw
    assert values(database, talks) == expected
    assert faults(database) == ()


def test_a_window_can_be_resized(database: Database, talks: Project) -> None:
    with TerminalRun("judge", "--db", database.location, "--judge", "anna", columns=120, lines=40) as terminal:
        assert "─" * 120 in terminal.wait_for("? all keys · q quits")
        terminal.resize(40, 20)
        screen = terminal.wait_for("Enter saves · ? keys · q quits")
        assert "─" * 40 in screen
        assert "─" * 41 not in screen
        assert len(screen.split("\n")) == 20
        terminal.press("\x1b[B\x1b[A\x1bOB\x1b[99~7")  # arrows, also those of other modes, and a key nobody knows
        terminal.wait_for("[7]")
        terminal.press("q")
        assert terminal.wait_for_end() == 0


@pytest.mark.parametrize(
    ("end", "code"), [("\x03", 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_the_terminal_is_given_back_whatever_happens(
    end: str | signal.Signals, code: int, database: Database, talks: Project
) -> None:
    with TerminalRun("judge", "--db", database.location, "--judge", "anna") as terminal:
        text = candidate(terminal.wait_for("Judging 1 of 20"))
        terminal.press("9\r" if "meet at" in text else "2\r")
        terminal.wait_for("Judging 2 of 20")
        assert termios.tcgetattr(terminal.theirs) != terminal.mode_before
        if isinstance(end, str):
            terminal.press(end)
        else:
            terminal.process.send_signal(end)
        assert terminal.wait_for_end() == code
        assert termios.tcgetattr(terminal.theirs) == terminal.mode_before
        assert "\x1b[?25h\x1b[?1049l" in terminal.raw
        assert "1 judged now, 19 left" in terminal.raw
        assert "Traceback" not in terminal.raw
    assert len(values(database, talks)) == 1


def test_a_stopped_process_comes_back_to_its_screen(database: Database, talks: Project) -> None:
    script = 'set -m; "$@"; stty -a | grep -o "[^ ]*icanon"; sleep 1; fg'
    with TerminalRun("judge", "--db", database.location, "--judge", "anna", script=script) as terminal:
        terminal.wait_for("Judging 1 of 20")
        terminal.press("\x1a")
        terminal.wait_for("\nicanon")
        terminal.wait_for("Judging 1 of 20")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert termios.tcgetattr(terminal.theirs) == terminal.mode_before


def test_a_process_that_nobody_would_continue_is_not_stopped(database: Database, talks: Project) -> None:
    with TerminalRun("judge", "--db", database.location, "--judge", "anna") as terminal:
        terminal.wait_for("Judging 1 of 20")
        terminal.press("\x1a7")
        terminal.wait_for("[7]")


def test_no_color_means_marks_alone(database: Database, talks: Project) -> None:
    arguments = ["judge", "--db", database.location, "--judge", "anna", "--system", "A"]
    with TerminalRun(*arguments, env={"NO_COLOR": "1"}) as terminal:
        screen = terminal.wait_for("sharp. → oclock.>")
        assert not re.search(r"\x1b\[[0-9;:]*m", terminal.raw.rpartition("\x1b[H")[2])
        assert "<sharp. → oclock.>" in screen
    with TerminalRun(*arguments) as terminal:
        terminal.wait_for("oclock.")
        assert re.search(r"\x1b\[3[123][;:0-9]*m", terminal.raw)


def test_no_acknowledged_answer_is_lost_when_killed(database: Database, talks: Project) -> None:
    """Killed as soon as the screen says `saved`, again and again, until all is judged."""
    for sitting in range(5):
        with TerminalRun("judge", "--db", database.location, "--judge", "anna") as terminal:
            for number in range(1, 5):
                text = candidate(terminal.wait_for(f"Judging {4 * sitting + number} of 20"))
                terminal.press("9\r" if "meet at" in text else "2\r")
            terminal.wait_for("saved" if sitting < 4 else "Nothing is left")
            terminal.wait_for(f"{4 * sitting + (5 if sitting < 4 else 4)} of 20")
            os.kill(terminal.process.pid, signal.SIGKILL)
            terminal.process.wait()
        assert len(values(database, talks)) == 4 * sitting + 4
        assert faults(database) == ()


def test_input_that_ends_is_no_answer(database: Database, talks: Project) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "mtassay.cli.main", "judge", "--db", database.location, "--judge", "anna"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    out, _ = process.communicate("2", timeout=60)  # no line end: typed, and the end of the file
    assert process.returncode == 0
    assert "saved 2" in out


def test_lines_end_where_another_window_has_answered(database: Database, talks: Project) -> None:
    arguments = ["judge", "--db", database.location, "--judge", "anna", "--system", "A"]
    process = subprocess.Popen(
        [sys.executable, "-m", "mtassay.cli.main", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while not (line := process.stdout.readline()).startswith("Candidate"):
        assert line
    run(*arguments, stdin="9\n")
    out, error = process.communicate("8\n7\n6\n", timeout=60)
    assert process.returncode == 8
    assert "in another window, with 9" in error
    assert out.endswith("0 judged now, 9 left; the same command goes on.\n")
    assert list(values(database, talks).values()) == [9]
