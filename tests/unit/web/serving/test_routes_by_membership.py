"""A walk over every route of a project as members of it, members of another one, and administrators.

Who was not let in learns nothing: neither by pages nor by the API is a project of others told from one that never was.
"""

import re

import pytest
import sqlalchemy as sa
from done_jobs import do_jobs
from fastapi.routing import APIRoute
from small_memory import fill

from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.human.filters import Filter
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import project_of, projects
from mtassay.store.lists.filters import select_targets
from mtassay.store.people.accounts import Role, find_account
from mtassay.store.people.members import let_in, shut_out
from mtassay.store.schema import EVENTS, JOBS

NOBODYS = 4711
"""A number that no project has."""
SECRET = "quarterly secrets"


@pytest.fixture
def site(public):
    """Two projects: everybody is a member of the first one, and nobody of the second."""
    with public.database.writing() as connection:
        fill(connection, "hotel")
    public.let_everybody_in()
    with public.database.writing() as connection:
        project = fill(connection, SECRET)
        text = Source("streng geheim.", targets=(Target(f"about {SECRET}.", (Judgment(7, judge="anna"),)),))
        add_collection(connection, project, Collection((text,)), "anna")
    return public


def numbers(site) -> tuple[int, int]:
    with site.database.reading() as connection:
        own, other = projects(connection)
    return own.id, other.id


def count(site, table) -> int:
    with site.database.reading() as connection:
        return connection.scalar(sa.select(sa.func.count()).select_from(table))


def project_routes(site, *, api: bool):
    """Every way in that names a project, with what it is asked by."""
    found = [
        (method, route)
        for route in site.app.routes
        if isinstance(route, APIRoute) and "{project}" in route.path and route.path.startswith("/api/") == api
        for method in sorted(route.methods - {"HEAD"})
    ]
    assert len(found) > 50
    return found


def filled(route, project: int) -> str:
    return re.sub(r"\{[^}]+\}", "1", route.path.replace("{project}", str(project)))


def needed(route) -> Role:
    (role,) = [one.dependency.needed_role for one in route.dependencies if hasattr(one.dependency, "needed_role")]
    return role


def ask(client, method: str, path: str):
    data = {"csrf": client.token} if method == "POST" and hasattr(client, "token") else None
    return client.request(method, path, data=data, follow_redirects=False)


def client_of(site, role: Role, *, api: bool):
    if not api:
        return site.browser().sign_in(role.value)
    with site.database.reading() as connection:
        number = find_account(connection, role.value).id
    return site.program(number)


def told_of(answer, number):
    """An answer without the number that was asked for, and without the token, which every page has of its own."""
    text = re.sub(r'(data-csrf|value)="[0-9a-f]{80}"', "", answer.text)
    return text.replace(f"project {number}", "").replace(f"/{number}/", "")


@pytest.mark.parametrize("api", [False, True], ids=["pages", "api"])
@pytest.mark.parametrize("role", [Role.JUDGE, Role.MANAGER])
def test_who_was_not_let_in_cannot_tell_a_project_from_none(site, role, api):
    _, other = numbers(site)
    client = client_of(site, role, api=api)
    before = count(site, EVENTS), count(site, JOBS)
    for method, route in project_routes(site, api=api):
        answer, nothing = (ask(client, method, filled(route, number)) for number in (other, NOBODYS))
        expected = 404 if role.includes(needed(route)) else 403
        assert (answer.status_code, nothing.status_code) == (expected, expected), (method, route.path, answer.text)
        assert told_of(answer, other) == told_of(nothing, NOBODYS), (method, route.path)
        assert SECRET not in answer.text, (method, route.path)
    assert (count(site, EVENTS), count(site, JOBS)) == before


@pytest.mark.parametrize("api", [False, True], ids=["pages", "api"])
@pytest.mark.parametrize("role", [Role.JUDGE, Role.MANAGER])
def test_members_and_administrators_get_what_their_role_may(site, role, api):
    own, other = numbers(site)
    for client, number in (
        (client_of(site, role, api=api), own),
        (client_of(site, Role.ADMINISTRATOR, api=api), other),
    ):
        is_administrator = number == other
        for method, route in project_routes(site, api=api):
            if method == "POST":  # they would change what the next one finds
                continue
            answer = ask(client, method, filled(route, number))
            if is_administrator or role.includes(needed(route)):
                assert f"no project {number}" not in answer.text, (method, route.path)
                assert answer.status_code < 500, (method, route.path, answer.text)
            else:
                assert answer.status_code == 403, (method, route.path)


@pytest.mark.parametrize("spelled", ["+{}", "0{}", " {}", "{}.0", "{}_", "٢", "-1", "9" * 5000, "abc"])
def test_no_other_spelling_of_a_number_comes_by(site, spelled):
    _, other = numbers(site)
    manager = site.browser().sign_in("manager")
    answer = manager.get(f"/projects/{spelled.format(other)}")
    assert answer.status_code == 404
    assert SECRET not in answer.text


@pytest.mark.parametrize("role", [Role.JUDGE, Role.MANAGER])
def test_lists_name_own_projects_alone(site, role):
    own, _ = numbers(site)
    browser, program = client_of(site, role, api=False), client_of(site, role, api=True)
    pages = ["/", "/judge", "/jobs"]
    pages += ["/projects", f"/projects/{own}/merge", "/archives"] if role is Role.MANAGER else []
    for path in pages:
        for answer in (browser.get(path), program.get(f"/api/v1{path}".rstrip("/") or "/")):
            assert answer.status_code in (200, 404), path
            assert SECRET not in answer.text, path
    shown = browser.get("/judge").text
    assert "hotel" in shown
    assert SECRET in site.browser().sign_in("administrator").get("/projects").text


def test_nothing_of_another_project_comes_by_a_merge(site):
    own, other = numbers(site)
    manager, program = client_of(site, Role.MANAGER, api=False), client_of(site, Role.MANAGER, api=True)
    for path, key in ((f"/projects/{own}/merge/preview", "other"), (f"/projects/{own}/merge", "other")):
        answer = manager.send_form(path, **{key: str(other)})
        assert answer.status_code == 404, answer.text
        assert SECRET not in answer.text
    assert program.post(f"/api/v1/projects/{own}/merge", json={"other": other}).status_code == 404
    assert count(site, JOBS) == 0


def test_a_translation_of_another_project_is_not_reached_by_its_number(site):
    own, other = numbers(site)
    with site.database.reading() as connection:
        (secret,) = select_targets(connection, project_of(connection, other), Filter(words=(SECRET,)))
    manager, administrator = (client_of(site, role, api=False) for role in (Role.MANAGER, Role.ADMINISTRATOR))
    for path in (f"database?source={secret.source}&target={secret.target}", f"judge?at={secret.target}"):
        assert SECRET in administrator.get(f"/projects/{other}/{path}").text, path
        for reader in (manager, administrator):
            answer = reader.get(f"/projects/{own}/{path}")
            assert f"about {SECRET}" not in answer.text, path
    for path in ("database?text=geheim", "history?text=geheim", f"history?target={secret.target}"):
        assert f"about {SECRET}" not in manager.get(f"/projects/{own}/{path}").text, path


def test_jobs_and_their_files_go_with_the_membership(site):
    own, _ = numbers(site)
    manager, program = client_of(site, Role.MANAGER, api=False), client_of(site, Role.MANAGER, api=True)
    job = manager.send_form(f"/projects/{own}/archive").headers["Location"]
    do_jobs(site)
    file = program.get(f"/api/v1{job}").json()["result"]["files"][0]["uid"]
    assert manager.get(f"/files/{file}").status_code == 200
    with site.database.writing() as connection:
        project = next(project for project in projects(connection) if project.id == own)
        shut_out(connection, project, find_account(connection, "manager"), "a test")
    for path in (job, f"/files/{file}", f"/projects/{own}"):
        assert manager.get(path).status_code == 404
        assert program.get(f"/api/v1{path}").status_code == 404
    assert "hotel" not in manager.get("/jobs").text
    # let in again, they begin anew
    with site.database.writing() as connection:
        let_in(connection, project, find_account(connection, "manager"), "a test")
    assert manager.get(f"/projects/{own}").status_code == 200
    assert manager.get(f"/files/{file}").status_code == 404


def test_at_ones_own_machine_everything_is_there(local):
    with local.database.writing() as connection:
        number = fill(connection, "hotel").id
    assert local.browser().get(f"/projects/{number}").status_code == 200
    assert local.program().get(f"/api/v1/projects/{number}").status_code == 200
    assert "hotel" in local.browser().get("/judge").text


def test_who_begins_a_project_is_a_member_of_it(public):
    manager = public.browser().sign_in("manager")
    place = manager.send_form("/projects", name="my own").headers["Location"]
    assert manager.get(place).status_code == 200
    assert "my own" in manager.get("/projects").text
