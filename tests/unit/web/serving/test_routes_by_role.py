"""A walk over every route as everybody: what is not allowed to a role is refused."""

import re

import pytest
from fastapi.routing import APIRoute
from starlette.routing import Mount
from unit.web.at_a_seat import sit_down

from mtassay.store.people.accounts import Role, find_account
from mtassay.web.serving.visitor import LinkRole

_ANYBODY = {
    *(("GET", "/sign-in"), ("POST", "/sign-in"), ("GET", "/join"), ("GET", "/join/{token}"), ("POST", "/join")),
    *(("GET", "/j"), ("GET", "/j/{token}"), ("POST", "/j"), ("GET", "/j/language/{language}")),
    *(("GET", "/c"), ("GET", "/c/{token}"), ("POST", "/c"), ("GET", "/c/language/{language}")),
}


def routes_of(site):
    """All that the application answers to, but for the files that anybody may have."""
    mounts = [route for route in site.app.routes if isinstance(route, Mount)]
    assert [mount.path for mount in mounts] == ["/static/report", "/static"]
    for route in site.app.routes:
        if route not in mounts:
            assert isinstance(route, APIRoute)
            for method in route.methods - {"HEAD"}:
                yield method, route


def needed_role(route):
    """What the route says of itself; every one must say something."""
    found = [one.dependency.needed_role for one in route.dependencies if hasattr(one.dependency, "needed_role")]
    assert len(found) == 1, f"{route.path} does not say who may ask for it"
    return found[0]


def filled(path):
    return re.sub(r"\{[^}]+\}", "1", path)


def includes(visitor, needed):
    """No account has what the link of a seat gives."""
    return needed is None or (visitor is not None and needed is not LinkRole.SEAT and visitor.includes(needed))


def test_every_route_says_who_may_ask_for_it_and_only_signing_in_and_links_are_for_everybody(public):
    open_to_all = {(method, route.path) for method, route in routes_of(public) if needed_role(route) is None}
    assert open_to_all == _ANYBODY


@pytest.mark.parametrize("visitor", [None, *Role])
def test_every_page_is_refused_to_those_who_may_not(public, visitor):
    browser = public.browser()
    if visitor is not None:
        browser.sign_in(visitor.value)
    for method, route in routes_of(public):
        if route.path.startswith("/api/"):
            continue
        needed = needed_role(route)
        data = {"csrf": browser.token} if method == "POST" else None
        answer = browser.request(method, filled(route.path), data=data, follow_redirects=False)
        allowed = includes(visitor, needed)
        if needed is LinkRole.SEAT:
            assert answer.status_code == 401, (method, route.path, answer.status_code)
        elif visitor is None and not allowed:
            is_sent_to_sign_in = answer.status_code == 303 and answer.headers["Location"].startswith("/sign-in")
            assert is_sent_to_sign_in or answer.status_code == 401, (method, route.path, answer.status_code)
        elif not allowed:
            assert answer.status_code == 403, (method, route.path, answer.status_code)
        else:
            assert answer.status_code not in (401, 403) or route.path == "/sign-in", (method, route.path)
            assert answer.status_code < 500, (method, route.path, answer.text)
        if route.path == "/sign-out" and visitor is not None:
            browser.sign_in(visitor.value)


@pytest.mark.parametrize("visitor", [None, *Role])
def test_every_twin_is_refused_to_those_who_may_not(public, visitor):
    if visitor is None:
        program = public.browser()
    else:
        with public.database.reading() as connection:
            program = public.program(find_account(connection, visitor.value).id)
    for method, route in routes_of(public):
        if not route.path.startswith("/api/") or "revoke" in route.path:
            continue
        answer = program.request(method, filled(route.path))
        if visitor is None:
            assert answer.status_code == 401, (method, route.path)
        elif not includes(visitor, needed_role(route)):
            assert answer.status_code == 403, (method, route.path)
        else:
            assert answer.status_code not in (401, 403), (method, route.path)
            assert answer.status_code < 500, (method, route.path, answer.text)


def test_every_page_that_shows_data_has_a_twin(public):
    pages = {(method, route.path) for method, route in routes_of(public) if not route.path.startswith("/api")}
    twins = {(method, route.path.removeprefix("/api/v1")) for method, route in routes_of(public)}
    without = {path for method, path in pages - twins}
    # signing in, secrets that are shown once, what a browser remembers, and pages without data
    assert without <= {
        *("/sign-in", "/sign-out", "/account/password", "/account/keys", "/help", "/instructions"),
        *("/join", "/join/{token}"),
        # who came by a link has no key: programs do not sit at a seat
        *("/c", "/c/{token}", "/c/language/{language}"),
        *("/j", "/j/{token}", "/j/language/{language}", "/seat", "/seat/question", "/seat/guidelines"),
        *("/seat/language/{language}", "/seat/leave", "/seat/answer", "/seat/draft", "/seat/skip", "/seat/undo"),
    }


def test_a_seat_gets_its_own_pages_and_nothing_else(public):
    judge = sit_down(public)
    for method, route in routes_of(public):
        if route.path.startswith("/api/") or route.path == "/seat/leave":
            continue
        data = {"csrf": judge.seat_token} if method == "POST" else None
        answer = judge.request(method, filled(route.path), data=data, follow_redirects=False)
        if needed_role(route) is LinkRole.SEAT:
            assert answer.status_code not in (401, 403), (method, route.path, answer.text)
            assert answer.status_code < 500, (method, route.path, answer.text)
        elif needed_role(route) is not None:
            is_sent_to_sign_in = answer.status_code == 303 and answer.headers["Location"].startswith("/sign-in")
            assert is_sent_to_sign_in or answer.status_code == 401, (method, route.path, answer.status_code)
    assert judge.send_at_seat("/seat/leave").status_code == 200
    assert judge.get("/seat").status_code == 401


def test_the_api_knows_no_seats(public):
    judge = sit_down(public)
    cookie = {"Cookie": f"{public.configuration.seat_cookie}={judge.seat_session}"}
    assert judge.get("/api/v1/projects", headers=cookie).status_code == 401
    assert judge.get("/projects", headers=cookie, follow_redirects=False).headers["Location"].startswith("/sign-in")
