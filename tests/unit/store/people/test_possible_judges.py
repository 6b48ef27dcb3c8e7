"""Who can be asked to judge."""

from small_memory import fill

from mtassay.store.database import Database
from mtassay.store.people.accounts import Role, add_account, set_active
from mtassay.store.people.members import let_in
from mtassay.store.people.possible_judges import possible_judges, unknown_judges


def test_members_come_before_others_who_judged(database: Database) -> None:
    with database.writing() as connection:
        project = fill(connection)
        for name in ("Zoe", "ben", "gone", "outsider"):
            account = add_account(connection, name, "a long password", Role.JUDGE, "ines")
            if name != "outsider":
                let_in(connection, project, account, "ines")
            if name == "gone":
                set_active(connection, account, False, "ines")
        known = possible_judges(connection, project)
    assert known == ("ben", "Zoe", "anna")
    assert unknown_judges(["Zoe", "anna"], known) == []
    (said,) = unknown_judges(["Zoe", "anne"], known)
    assert said == "Nobody called 'anne' is a member or has judged here (did you mean 'anna'?)."
