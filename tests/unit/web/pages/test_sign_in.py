"""Signing in and out."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from mtassay.store.people.accounts import find_account, set_active
from mtassay.web.safety import password_attempts


def cookie_of(browser, site):
    return browser.cookies.get(site.configuration.session_cookie)


def test_signing_in_begins_a_session_that_nobody_knew_before(public):
    browser = public.browser()
    browser.get("/sign-in")
    planted = cookie_of(browser, public)
    browser.sign_in("judge")
    assert cookie_of(browser, public) != planted
    thief = public.browser()
    thief.cookies.set(public.configuration.session_cookie, planted, domain="evaluation.example.org")
    assert thief.get("/account", follow_redirects=False).status_code == 303


def test_signing_out_ends_the_session_also_for_copies_of_its_cookie(public):
    browser = public.browser().sign_in("judge")
    stolen = cookie_of(browser, public)
    assert browser.send_form("/sign-out").status_code == 303
    thief = public.browser()
    thief.cookies.set(public.configuration.session_cookie, stolen, domain="evaluation.example.org")
    assert thief.get("/account", follow_redirects=False).status_code == 303


@pytest.mark.parametrize(
    ("name", "password"), [("judge", "wrong password"), ("nobody", "correct horse battery"), ("", "")]
)
def test_wrong_names_and_passwords_get_the_same_answer(public, name, password):
    answer = public.browser().send_form("/sign-in", name=name or "x", password=password or "x")
    assert answer.status_code == 401
    assert "Name or password is wrong" in answer.text


def test_guessing_is_slowed_down_for_right_passwords_too(public):
    browser = public.browser()
    for _ in range(5):
        browser.send_form("/sign-in", name="judge", password="wrong password")
    answer = browser.send_form("/sign-in", name="judge", password="correct horse battery")
    assert answer.status_code == 429
    assert "Try again in" in answer.text
    assert public.browser().send_form("/sign-in", name="JUDGE", password="correct horse battery").status_code == 429
    public.browser().sign_in("manager")


@pytest.mark.parametrize(
    "next", ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/a\nb"]
)
def test_the_form_leads_to_pages_of_this_server_only(public, next):
    answer = public.browser().send_form("/sign-in", name="judge", password="correct horse battery", next=next)
    assert answer.headers["Location"] == "/"
    assert "evil" not in public.browser().get("/sign-in", params={"next": next}).text


def test_who_has_not_signed_in_comes_back_to_where_they_wanted(public):
    browser = public.browser()
    answer = browser.get("/account", follow_redirects=False)
    assert answer.headers["Location"] == "/sign-in?next=%2Faccount"
    answer = browser.send_form("/sign-in", name="judge", password="correct horse battery", next="/account")
    assert answer.headers["Location"] == "/account"


def test_a_closed_account_is_out_at_once(public):
    browser = public.browser().sign_in("judge")
    with public.database.writing() as connection:
        set_active(connection, find_account(connection, "judge"), False, "a test")
    assert browser.get("/account", follow_redirects=False).status_code == 303


def test_a_new_password_ends_other_sessions_and_keeps_this_one(public):
    here, elsewhere = public.browser().sign_in("judge"), public.browser().sign_in("judge")
    answer = here.send_form("/account/password", current="correct horse battery", password="another good one")
    assert answer.status_code == 303
    assert here.get("/account").status_code == 200
    assert elsewhere.get("/account", follow_redirects=False).status_code == 303
    assert here.send_form("/account/password", current="wrong", password="another good one").status_code == 403


def test_nobody_can_make_an_account_for_themselves(public):
    browser = public.browser()
    assert (
        browser.send_form("/accounts", name="me", password="long enough one", role="administrator").status_code == 401
    )
    judge = public.browser().sign_in("judge")
    assert judge.send_form("/accounts", name="me", password="long enough one", role="administrator").status_code == 403


def test_the_last_administrator_stays_one(public):
    browser = public.browser().sign_in("administrator")
    with public.database.reading() as connection:
        own = find_account(connection, "administrator").id
    assert browser.send_form(f"/accounts/{own}/role", role="judge").status_code == 409
    assert browser.send_form(f"/accounts/{own}/active", is_active="false").status_code == 409


def test_keys_are_their_owners(public):
    with public.database.reading() as connection:
        judge, manager = (find_account(connection, name).id for name in ("judge", "manager"))
    program = public.program(judge)
    key = program.get("/api/v1/account").json()["keys"][0]
    assert public.program(manager).post(f"/api/v1/account/keys/{key['id']}/revoke").status_code == 404
    assert program.post(f"/api/v1/account/keys/{key['id']}/revoke").status_code == 200
    assert program.get("/api/v1/account").status_code == 401


def test_many_guesses_at_once_are_not_all_tried(public, monkeypatch):
    tried, everybody = [], threading.Barrier(12, timeout=30)
    real = password_attempts.verify

    def verify(*arguments):
        tried.append(1)
        return real(*arguments)

    monkeypatch.setattr(password_attempts, "verify", verify)
    browsers = [public.browser() for _ in range(12)]
    for browser in browsers:
        browser.get("/sign-in")

    def guess(browser):
        everybody.wait()
        return browser.send_form("/sign-in", name="judge", password="wrong password").status_code

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(guess, browsers))
    assert set(answers) <= {401, 429}
    assert len(tried) <= 5
    with public.database.reading() as connection:
        failures = connection.exec_driver_sql("SELECT COUNT(*) FROM sign_in_failures").scalar()
    assert failures == 2 * len(tried)  # a name and an address each; no attempt is left over


def test_who_sits_at_somebody_elses_browser_cannot_guess_their_password(public):
    browser = public.browser().sign_in("judge")
    for _ in range(5):
        answer = browser.send_form("/account/password", current="wrong password", password="another horse")
        assert answer.status_code == 403
    answer = browser.send_form("/account/password", current="correct horse battery", password="another horse")
    assert answer.status_code == 429
