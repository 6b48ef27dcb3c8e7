"""Passwords are kept so that nobody can read them, and matched in any Unicode form."""

import pytest

from mtassay.errors import SettingError
from mtassay.store.people.passwords import check_password, hash_password, password_matches

PASSWORD = "correct horse battery"


def test_a_password_matches_its_own_digest_only() -> None:
    stored = hash_password(PASSWORD)
    assert password_matches(PASSWORD, stored)
    assert not password_matches(PASSWORD + " ", stored)
    assert not password_matches("", stored)


def test_digests_say_their_parameters_and_never_repeat() -> None:
    first, second = hash_password(PASSWORD), hash_password(PASSWORD)
    assert first.startswith("scrypt$32768$8$1$")
    assert first != second
    assert PASSWORD not in first
    assert len(first) <= 200


def test_the_same_letters_match_in_another_unicode_form() -> None:
    assert password_matches("cafe\u0301 au lait", hash_password("caf\u00e9 au lait"))


def test_a_digest_of_cheaper_parameters_still_matches() -> None:
    # RFC 7914, section 12: "pleaseletmein" with n = 16384
    digest = "cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw=="
    assert not password_matches("pleaseletmein", f"scrypt$16384$8$1$U29kaXVtQ2hsb3JpZGU=${digest}")  # 64 bytes, ours 32
    assert password_matches(
        "pleaseletmein", "scrypt$16384$8$1$U29kaXVtQ2hsb3JpZGU=$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofI="
    )


@pytest.mark.parametrize(
    "stored", ["", "x", "md5$1$1$1$AA==$AA==", "scrypt$3$8$1$AA==$AA==", "scrypt$a$b$c$d$e", "scrypt$0$0$0$AA==$AA=="]
)
def test_nothing_matches_what_is_no_digest(stored: str) -> None:
    assert not password_matches(PASSWORD, stored)


def test_even_half_a_character_is_no_crash() -> None:
    assert not password_matches("\ud800" * 10, hash_password(PASSWORD))
    assert not password_matches("x" * 1001, hash_password(PASSWORD))


@pytest.mark.parametrize(
    ("text", "reason"),
    [("nine char", "10 or more"), ("x" * 1001, "1000 at most"), ("ANNA  Müller", "name of the account")],
)
def test_weak_passwords_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(SettingError, match=reason):
        check_password(text, "Anna Mu\u0308ller")
    check_password(PASSWORD, "Anna Müller")
