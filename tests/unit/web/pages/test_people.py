"""People of a project: inviting them by links, letting them in and shutting them out."""

import re
from threading import Thread

from small_memory import fill

from mtassay.store.contents.projects import project_of
from mtassay.store.people.accounts import find_account
from mtassay.store.people.invitations import accept_with_new_account, invitations
from mtassay.store.people.members import let_in


def member_site(site) -> int:
    with site.database.writing() as connection:
        project = fill(connection, "hotel")
        let_in(connection, project, find_account(connection, "manager"), "a test")
    return project.id


def link_in(page: str) -> str:
    return re.search(r"https://evaluation\.example\.org(/join/[\w-]+)", page)[1]


def test_a_manager_invites_and_the_link_is_shown_once(public) -> None:
    number = member_site(public)
    manager = public.browser().sign_in("manager")
    made = manager.send_form(f"/projects/{number}/invitations", label="<b>Tom</b>", role="judge", days="7")
    assert made.status_code == 200
    assert "This link is shown only once" in made.text
    assert "<b>Tom</b>" not in made.text
    link = link_in(made.text)
    page = manager.get(f"/projects/{number}/people").text
    assert "&lt;b&gt;Tom&lt;/b&gt;" in page
    assert link not in page
    assert "New link" in page
    assert "Copy link" not in page
    assert public.browser().get(link, follow_redirects=False).status_code == 303


def test_a_new_link_ends_the_old_one_and_a_revoked_one_is_over(public) -> None:
    number = member_site(public)
    manager = public.browser().sign_in("manager")
    first = link_in(manager.send_form(f"/projects/{number}/invitations", label="Tom").text)
    second = link_in(manager.send_form(f"/projects/{number}/invitations/1/renew").text)
    assert first != second
    assert public.browser().get(first).status_code == 409
    assert public.browser().get(second).status_code == 200
    assert manager.send_form(f"/projects/{number}/invitations/2/revoke").status_code == 303
    assert "was revoked" in public.browser().get(second).text
    assert "Closed links (2)" in manager.get(f"/projects/{number}/people").text


def test_a_link_that_is_used_while_it_is_renewed_stays_the_only_one(public) -> None:
    number = member_site(public)
    manager = public.browser().sign_in("manager")
    token = link_in(manager.send_form(f"/projects/{number}/invitations", label="Tom").text).rpartition("/")[2]
    answers = []
    renewing = Thread(
        target=lambda: answers.append(manager.send_form(f"/projects/{number}/invitations/1/renew").status_code)
    )
    with public.database.writing() as connection:
        renewing.start()
        renewing.join(1)  # it has seen the link as it was, and waits for its turn to write
        accept_with_new_account(connection, token, "Tom", "four words of mine")
    renewing.join()
    assert answers == [409]
    with public.database.reading() as connection:
        assert len(invitations(connection, project_of(connection, number))) == 1


def test_what_a_link_cannot_do_is_said(public) -> None:
    number = member_site(public)
    manager = public.browser().sign_in("manager")
    assert manager.send_form(f"/projects/{number}/invitations", role="administrator").status_code == 400
    assert manager.send_form(f"/projects/{number}/invitations", days="365").status_code == 422
    assert manager.send_form(f"/projects/{number}/invitations/77/revoke").status_code == 404
    assert manager.post(f"/projects/{number}/invitations", data={"label": "Tom"}).status_code == 403  # no token


def test_members_are_let_in_by_name_and_shut_out(public) -> None:
    number = member_site(public)
    manager, judge = public.browser().sign_in("manager"), public.browser().sign_in("judge")
    assert judge.get(f"/projects/{number}/guidelines").status_code == 404
    unknown = manager.send_form(f"/projects/{number}/members", name="judg")
    assert unknown.status_code == 404
    assert "did you mean" not in unknown.text
    assert manager.send_form(f"/projects/{number}/members", name="JUDGE").status_code == 303
    assert judge.get(f"/projects/{number}/guidelines").status_code == 200
    with public.database.reading() as connection:
        ids = {name: find_account(connection, name).id for name in ("judge", "manager")}
    assert manager.send_form(f"/projects/{number}/members/{ids['judge']}/remove").status_code == 303
    assert judge.get(f"/projects/{number}/guidelines").status_code == 404
    assert manager.send_form(f"/projects/{number}/members/{ids['judge']}/remove").status_code == 404
    left = manager.send_form(f"/projects/{number}/members/{ids['manager']}/remove")
    assert left.headers["Location"] == "/projects"
    assert manager.get(f"/projects/{number}").status_code == 404


def test_programs_invite_and_let_in(public) -> None:
    number = member_site(public)
    with public.database.reading() as connection:
        program = public.program(find_account(connection, "manager").id)
    base = f"/api/v1/projects/{number}"
    made = program.post(f"{base}/invitations", json={"label": "Tom", "role": "judge", "days": 3}).json()
    assert made["link"].startswith("https://evaluation.example.org/join/")
    listed = program.get(f"{base}/people").json()
    assert [row["label"] for row in listed["waiting"]] == ["Tom"]
    assert "link" not in listed["waiting"][0]
    assert program.post(f"{base}/members", json="judge").json()["members"][0]["name"] == "judge"


def test_at_ones_own_machine_nobody_is_invited(local) -> None:
    with local.database.writing() as connection:
        number = fill(connection, "hotel").id
    browser = local.browser()
    assert "You need no account on this computer" in browser.get(f"/projects/{number}/people").text
    assert browser.send_form(f"/projects/{number}/invitations", label="Tom").status_code == 409
    assert browser.get("/join").status_code == 409
