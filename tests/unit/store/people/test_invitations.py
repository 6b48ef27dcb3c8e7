"""Links that let one person into one project, once."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
import sqlalchemy as sa
from small_memory import fill

from mtassay.errors import Conflict, MtassayError, NotFound, SettingError
from mtassay.store.archives.backups import back_up
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database
from mtassay.store.people.accounts import Account, Role, add_account, change_role, find_account, set_active, verify
from mtassay.store.people.forgetting import forget_person
from mtassay.store.people.invitations import (
    InvitationState,
    accept,
    accept_with_new_account,
    find_invitation,
    invitations,
    invite,
    revoke,
)
from mtassay.store.people.members import let_in, projects_of, shut_out
from mtassay.store.people_tables import INVITATIONS

PASSWORD = "a long password"
NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


def test_a_link_opens_an_account_of_its_role_in_its_project(database: Database, project: Project) -> None:
    with database.writing() as connection:
        made, token = invite(connection, project, Role.MANAGER, "ines", label="  Tom  of Riga ")
        assert re.fullmatch(r"[\w-]{22}", token)  # 128 bits
        assert (made.label, made.state) == ("Tom of Riga", InvitationState.OPEN)
        assert token not in repr(connection.execute(sa.select(INVITATIONS)).all())
        account, joined = accept_with_new_account(connection, token, "Tom", PASSWORD)
        assert (account.role, joined.id) == (Role.MANAGER, project.id)
        assert projects_of(connection, account.id) == {project.id}
        assert verify(connection, "Tom", PASSWORD) == account
        (used,) = invitations(connection, project)
        assert (used.state, used.joined) == (InvitationState.USED, "Tom")
        with pytest.raises(Conflict, match="used already"):
            accept_with_new_account(connection, token, "Eve", PASSWORD)


def test_an_account_that_is_there_keeps_its_role(database: Database, project: Project) -> None:
    with database.writing() as connection:
        tom = add_account(connection, "Tom", PASSWORD, Role.JUDGE, "ines")
        _, token = invite(connection, project, Role.MANAGER, "ines")
        accept(connection, token, tom)
        assert projects_of(connection, tom.id) == {project.id}
        again = verify(connection, "Tom", PASSWORD)
        assert again is not None
        assert again.role is Role.JUDGE
        _, second = invite(connection, project, Role.JUDGE, "ines")
        with pytest.raises(Conflict, match="member of talks already"):
            accept(connection, second, tom)
        assert find_invitation(connection, second).state is InvitationState.OPEN


def test_a_link_expires_and_can_be_revoked(database: Database, project: Project) -> None:
    with database.writing() as connection:
        made, token = invite(connection, project, Role.JUDGE, "ines", lifetime=timedelta(days=1), now=NOW)
        assert find_invitation(connection, token, NOW + timedelta(hours=23)).id == made.id
        with pytest.raises(Conflict, match="until 2026-11-19"):
            find_invitation(connection, token, NOW + timedelta(days=1))
        revoked = revoke(connection, project, made.id, "ines", NOW)
        assert revoked.state is InvitationState.REVOKED
        with pytest.raises(Conflict, match="revoked"):
            find_invitation(connection, token, NOW)
        other = add_project(connection, "other", "ines")
        _, second = invite(connection, other, Role.JUDGE, "ines", now=NOW)
        with pytest.raises(NotFound, match="no invitation"):
            revoke(connection, project, invitations(connection, other)[0].id, "ines", NOW)
        assert find_invitation(connection, second, NOW).project == other.id


@pytest.mark.parametrize("token", ["", "x", "ä" * 22, "\0", "\ud800", "A" * 22])
def test_other_tokens_open_nothing(database: Database, project: Project, token: str) -> None:
    with database.writing() as connection:
        invite(connection, project, Role.JUDGE, "ines")
        with pytest.raises(NotFound, match="is not valid"):
            find_invitation(connection, token)


def test_a_digest_is_no_token(database: Database, project: Project) -> None:
    with database.writing() as connection:
        invite(connection, project, Role.JUDGE, "ines")
        with pytest.raises(NotFound):
            find_invitation(connection, connection.scalar(sa.select(INVITATIONS.c.secret)))


def test_what_cannot_be_invited_is_said(database: Database, project: Project) -> None:
    with database.writing() as connection:
        with pytest.raises(SettingError, match="nobody an administrator"):
            invite(connection, project, Role.ADMINISTRATOR, "ines")
        with pytest.raises(SettingError, match="1 to 90 days"):
            invite(connection, project, Role.JUDGE, "ines", lifetime=timedelta(days=91))
        with pytest.raises(SettingError, match="cannot say for whom"):
            invite(connection, project, Role.JUDGE, "ines", label="x" * 101)


def test_of_several_who_use_a_link_at_once_one_comes_in(database: Database, project: Project) -> None:
    with database.writing() as connection:
        _, token = invite(connection, project, Role.JUDGE, "ines")
    refused: list[MtassayError] = []

    def join(name: str) -> None:
        try:
            with database.writing() as connection:
                accept_with_new_account(connection, token, name, PASSWORD)
        except MtassayError as error:
            refused.append(error)

    threads = [Thread(target=join, args=(name,)) for name in ("Tom", "Ann", "Eve")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 2
    assert all("used already" in str(error) for error in refused)


def test_a_backup_opens_no_link_again(database: Database, project: Project, tmp_path) -> None:  # type: ignore[no-untyped-def]
    with database.writing() as connection:
        _, token = invite(connection, project, Role.JUDGE, "ines")
    back_up(database, tmp_path / "copy.db")
    copy = Database(str(tmp_path / "copy.db"))
    with copy.reading() as connection, pytest.raises(NotFound):
        find_invitation(connection, token)
    copy.close()


@pytest.mark.parametrize(
    ("role", "ended", "is_open_elsewhere"),
    [
        (Role.MANAGER, lambda connection, project, manager: shut_out(connection, project, manager, "ines"), True),
        (Role.MANAGER, lambda connection, _, manager: change_role(connection, manager, Role.JUDGE, "ines"), False),
        (Role.MANAGER, lambda connection, _, manager: set_active(connection, manager, False, "ines"), False),
        (Role.MANAGER, lambda connection, _, manager: forget_person(connection, "Max", "ines"), False),
        (
            Role.ADMINISTRATOR,
            lambda connection, _, manager: change_role(connection, manager, Role.MANAGER, "ines"),
            True,
        ),
    ],
    ids=["shut out", "made a judge", "deactivated", "forgotten", "administrator no more"],
)
def test_a_link_ends_with_the_right_of_whoever_made_it(
    database: Database,
    project: Project,
    role: Role,
    ended: Callable[[sa.Connection, Project, Account], object],
    is_open_elsewhere: bool,
) -> None:
    with database.writing() as connection:
        add_account(connection, "Ines", PASSWORD, Role.ADMINISTRATOR, "ines")
        manager = add_account(connection, "Max", PASSWORD, role, "ines")
        elsewhere = add_project(connection, "elsewhere", "ines")
        let_in(connection, elsewhere, manager, "ines")
        if role is Role.MANAGER:
            let_in(connection, project, manager, "ines")
        _, token = invite(connection, project, Role.MANAGER, "Max", inviter=manager)
        invite(connection, elsewhere, Role.JUDGE, "Max", inviter=manager)
        _, of_ines = invite(connection, project, Role.JUDGE, "ines")
        ended(connection, project, manager)
        with pytest.raises(Conflict, match="revoked"):
            accept_with_new_account(connection, token, "Eve", PASSWORD)
        (state,) = [invitation.state for invitation in invitations(connection, elsewhere)]
        assert (state is InvitationState.OPEN) == is_open_elsewhere
        assert find_invitation(connection, of_ines).state is InvitationState.OPEN


def test_nobody_takes_the_name_of_somebody_who_judged(database: Database) -> None:
    with database.writing() as connection:
        project = fill(connection, "hotel")
        _, token = invite(connection, project, Role.JUDGE, "ines", label="Eve")
        with pytest.raises(Conflict, match="has judged here under this name"):
            accept_with_new_account(connection, token, " ben ", PASSWORD)
        with pytest.raises(NotFound):
            find_account(connection, "ben")
        assert find_invitation(connection, token).state is InvitationState.OPEN
        _, for_ben = invite(connection, project, Role.JUDGE, "ines", label="ben")
        account, _ = accept_with_new_account(connection, for_ben, "ben", PASSWORD)
        assert account.name == "ben"
