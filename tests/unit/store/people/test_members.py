"""Who was let into which project."""

import pytest
import sqlalchemy as sa

from mtassay.errors import NotFound
from mtassay.store.archives.packed_files import unpack_files
from mtassay.store.archives.project_archive import write_archive
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database
from mtassay.store.history.events import latest
from mtassay.store.people.accounts import Account, Role, add_account
from mtassay.store.people.forgetting import forget_person
from mtassay.store.people.invitations import invitations, invite
from mtassay.store.people.members import let_in, members, projects_of, shut_out
from mtassay.store.people_tables import INVITATIONS, MEMBERSHIPS

PASSWORD = "a long password"


def account(connection: sa.Connection, name: str, role: Role = Role.JUDGE) -> Account:
    return add_account(connection, name, PASSWORD, role, "ines")


def test_people_are_let_in_once_and_shut_out(database: Database, project: Project) -> None:
    with database.writing() as connection:
        other = add_project(connection, "other", "ines")
        tom = account(connection, "Tom")
        revision = latest(connection, project.id)
        assert let_in(connection, project, tom, "ines")
        assert not let_in(connection, project, tom, "ines")
        assert projects_of(connection, tom.id) == {project.id}
        assert [member.account.name for member in members(connection, project)] == ["Tom"]
        assert members(connection, other) == ()
        # the history of a project, which goes into archives, does not name them
        assert latest(connection, project.id) == revision
        shut_out(connection, project, tom, "ines")
        assert projects_of(connection, tom.id) == frozenset()
        with pytest.raises(NotFound, match="Tom is no member of talks"):
            shut_out(connection, project, tom, "ines")


def test_who_is_forgotten_is_no_member_and_no_guest(database: Database, project: Project) -> None:
    with database.writing() as connection:
        ines, tom = account(connection, "Ines", Role.ADMINISTRATOR), account(connection, "Tom", Role.MANAGER)
        let_in(connection, project, tom, "ines")
        invite(connection, project, Role.JUDGE, "Tom", inviter=tom, label="Anna")
        invite(connection, project, Role.JUDGE, "Ines", inviter=ines, label="Tom")
        forget_person(connection, "Tom", "Ines")
        assert members(connection, project) == ()
        of_ines, of_tom = invitations(connection, project)
        assert (of_tom.inviter, of_tom.label) == ("", "Anna")
        assert of_ines.label != "Tom"
        assert connection.scalar(sa.select(sa.func.count()).select_from(MEMBERSHIPS)) == 0


def test_an_archive_holds_neither_members_nor_invitations(database: Database, project: Project) -> None:
    with database.writing() as connection:
        tom = account(connection, "Tom Unmistakable")
        let_in(connection, project, tom, "ines")
        invite(connection, project, Role.JUDGE, "ines", label="Anna Unmistakable")
        secret = connection.scalar(sa.select(INVITATIONS.c.secret))
        files = unpack_files(write_archive(connection, project), "project.zip")
    assert not {name for name in files if "member" in name or "invitation" in name}
    content = b"".join(files.values())
    assert b"Unmistakable" not in content
    assert secret.encode() not in content
