"""Who sees which project, from the command line."""

from pathlib import Path

import pytest
from processes import run

from mtassay.store.database import Database
from mtassay.store.people.invitations import accept_with_new_account

PASSWORD = "a long password\n"


@pytest.fixture
def location(tmp_path: Path) -> str:
    """A database with two projects and an account."""
    found = str(tmp_path / "talks.db")
    run("db", "init", found)
    run("account", "add", "tom", "--role", "manager", "--password-file", "-", "--db", found, stdin=PASSWORD)
    second = run("db", "init", found, "--project", "legal texts")
    assert "let others in: mtassay account let-in NAME --project 'legal texts'" in second.stdout
    return found


def test_people_are_let_in_and_shut_out(location: str) -> None:
    of_project = ("--project", "legal texts", "--db", location)
    assert run("account", "let-in", "tom", *of_project).stdout == "tom sees legal texts now.\n"
    assert run("account", "let-in", "tom", *of_project).stdout == "tom sees legal texts already.\n"
    assert "tom" in run("account", "members", *of_project).stdout
    assert "tom" not in run("account", "members", "--project", "talks", "--db", location).stdout
    assert run("account", "shut-out", "TOM", *of_project).stdout == "tom does not see legal texts any more.\n"
    again = run("account", "shut-out", "tom", *of_project)
    assert (again.returncode, again.stdout) == (8, "")
    assert "no member" in again.stderr
    nobody = run("account", "let-in", "tim", *of_project)
    assert "did you mean 'tom'" in nobody.stderr
    assert "--project NAME" in run("account", "let-in", "tom", "--db", location).stderr


def test_a_link_is_printed_once_works_and_can_be_taken_back(location: str) -> None:
    of_project = ("--project", "talks", "--db", location)
    asked = ("account", "invite", "--for", "Anna", "--public-url", "https://evaluation.example.org/", *of_project)
    first, second = run(*asked), run(*asked)
    links = [made.stdout.strip() for made in (first, second)]
    assert all(link.startswith("https://evaluation.example.org/join/") for link in links)
    assert "mtassay account revoke 1 --project talks" in first.stderr
    tokens = [link.rpartition("/")[2] for link in links]
    listed = run("account", "members", *of_project).stdout
    assert "Anna" in listed
    assert not any(token in listed for token in tokens)
    assert run("account", "revoke", "1", *of_project).stdout == "Invitation 1 is revoked.\n"
    database = Database(location)
    with database.writing() as connection:
        account, project = accept_with_new_account(connection, tokens[1], "Anna", PASSWORD.strip())
    database.close()
    assert (account.role, project.name) == ("judge", "talks")
    assert run("account", "revoke", "2", *of_project).stdout == "Invitation 2 is used.\n"
    assert run("account", "revoke", "9", *of_project).returncode == 8


def test_a_link_needs_the_address_of_a_server(location: str) -> None:
    refused = run("account", "invite", "--public-url", "example.org", "--project", "talks", "--db", location)
    assert "no address of a server" in refused.stderr
    assert refused.stdout == ""
