"""`mtassay serve` and `mtassay account`: who can come in, and what is refused before the server starts."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest
from processes import run
from workbench import Workbench, free_port

from mtassay.web.serving.configuration import Configuration
from mtassay.web.serving.server import usual_workers

PASSWORD = "correct horse battery\n"


def test_it_starts_on_nothing_and_is_there_again_after_a_restart(tmp_path):
    workbench = Workbench(tmp_path, is_fresh=True).start()
    try:
        assert httpx2.get(f"{workbench.url}/help").status_code == 200
        assert workbench.database_path.is_file()
        workbench.restart()
        assert httpx2.get(f"{workbench.url}/help").status_code == 200
    finally:
        workbench.stop()
    assert workbench.log.count("A new database was made") == 1
    assert "Nobody else can reach it" in workbench.log
    assert "Traceback" not in workbench.log


@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_process_is_left_when_the_server_is_killed(tmp_path, workers):
    workbench = Workbench(tmp_path, "--workers", workers, is_fresh=True).start()
    process = workbench._process
    assert process is not None
    children = _children(process.pid)
    assert children
    process.send_signal(signal.SIGKILL)
    process.wait()
    end = time.monotonic() + 30
    while any(_is_there(child) for child in children) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(_is_there(child) for child in children)


def _children(pid):
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _is_there(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_others_come_in_only_once_there_is_an_administrator(tmp_path):
    location = str(tmp_path / "talks.db")
    secret = str(tmp_path / "secret")
    refused = run("serve", "--db", location, "--host", "0.0.0.0", "--port", str(free_port()), "--secret-file", secret)
    assert refused.returncode == 8
    assert "mtassay account add NAME --role administrator" in refused.stderr
    weak = run(
        "account", "add", "ines", "--role", "administrator", "--password-file", "-", "--db", location, stdin="short\n"
    )
    assert weak.returncode == 2
    assert "10 or more" in weak.stderr
    added = run(
        "account", "add", "ines", "--role", "administrator", "--password-file", "-", "--db", location, stdin=PASSWORD
    )
    assert added.stdout == "ines can sign in, as administrator.\n"
    workbench = Workbench(tmp_path, "--host", "0.0.0.0", location=location, is_fresh=True).start()
    try:
        assert (
            httpx2.get(f"{workbench.url}/help", follow_redirects=False).headers["Location"] == "/sign-in?next=%2Fhelp"
        )
        assert "People sign in" in workbench.log
    finally:
        workbench.stop()


def test_accounts_from_the_command_line(tmp_path):
    location = str(tmp_path / "talks.db")
    for name, role in (("ines", "administrator"), ("tom", "judge")):
        run("account", "add", name, "--role", role, "--password-file", "-", "--db", location, stdin=PASSWORD)
    assert run("account", "role", "tom", "manager", "--db", location).stdout == "tom is manager now.\n"
    assert "open it again" not in run("account", "close", "tom", "--db", location).stderr
    listed = run("account", "list", "--db", location).stdout
    assert [line.split() for line in listed.splitlines()[-2:]] == [
        ["ines", "administrator", "open"],
        ["tom", "manager", "closed"],
    ]
    assert run("account", "open", "tom", "--db", location).stdout == "tom can sign in again.\n"
    changed = run("account", "password", "tom", "--password-file", "-", "--db", location, stdin="another good one\n")
    assert changed.stdout == "tom has a new password, and has to sign in again.\n"
    last = run("account", "close", "ines", "--db", location)
    assert last.returncode == 8
    assert run("account", "role", "nobody", "judge", "--db", location).returncode == 8


def test_a_port_that_is_taken_is_said(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = run("serve", "--db", str(tmp_path / "x.db"), "--port", str(taken.getsockname()[1]), "--no-browser")
    assert refused.returncode == 2
    assert "--port N" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--public-url", "evaluation.example.org"), "no address of a server"),
        (("--public-url", "https://a.example/folder"), "no address of a server"),
        (("--host", "no such host.example"), "no administrator"),
    ],
)
def test_what_cannot_be_served_is_said(tmp_path, arguments, said):
    refused = run("serve", "--db", str(tmp_path / "x.db"), "--port", str(free_port()), "--no-browser", *arguments)
    assert refused.returncode in (2, 8)
    assert said in refused.stderr


def test_a_file_that_is_no_database_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("not a database at all, but long enough to be one if it tried" * 20)
    before = path.read_bytes()
    refused = run("serve", "--db", str(path), "--port", str(free_port()), "--no-browser")
    assert refused.returncode == 8
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("configuration", "workers"),
    [
        (Configuration("x.db"), 1),
        (Configuration("x.db", host="0.0.0.0"), min(len(os.sched_getaffinity(0)), 4)),
        (Configuration("x.db", public_url="https://evaluation.example.org"), min(len(os.sched_getaffinity(0)), 4)),
    ],
)
def test_other_people_are_served_by_several_processes(configuration, workers):
    assert usual_workers(configuration) == workers


def test_help_is_instant():
    code = "import sys, mtassay.cli.main; print([m for m in ('fastapi', 'sqlalchemy') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"
