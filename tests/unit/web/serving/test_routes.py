"""Every page that shows data says where the same data are as JSON."""

import html
import re

from fastapi.routing import APIRoute
from small_memory import fill

from mtassay.web.serving.routes import API

_ALTERNATE = re.compile(r'<link rel="alternate" type="application/json" href="([^"]+)">')
_VOLATILE = re.compile(r'"(csrf|token|nonce|now|seconds|waits_for)":("[^"]*"|[^,}]*)')


def test_every_page_with_a_twin_leads_to_its_json(local):
    with local.database.writing() as connection:
        fill(connection)
    browser, program = local.browser(), local.program()
    paths = {route.path for route in local.app.routes if isinstance(route, APIRoute) and "GET" in route.methods}
    walked = 0
    # the page of quick score is a form; what it answers with has no address
    for path in sorted(path for path in paths - {"/score"} if f"{API}{path}" in paths):
        address = re.sub(r"\{[^}]+\}", "1", path)
        page = browser.get(address)
        is_file = "content-disposition" in page.headers
        if page.status_code != 200 or is_file or not page.text.startswith("<!doctype html>"):
            continue  # a download, a part of a page, or something that is not there
        links = _ALTERNATE.findall(page.text)
        assert len(links) == 1, path
        shown = browser.get(html.unescape(links[0]))
        assert shown.headers["content-type"] == "application/json", path
        assert _VOLATILE.sub("", shown.text) == _VOLATILE.sub("", program.get(f"{API}{address}").text), path
        walked += 1
    assert walked >= 12


def test_the_json_of_a_page_is_that_of_its_search(local):
    with local.database.writing() as connection:
        fill(connection)
    browser = local.browser()
    address = "/projects/1/database?text=a%26b%22"
    page = browser.get(address)
    assert '<a href="/projects/1/database?text=a%26b%22&amp;as=json">This page as JSON</a>' in page.text
    assert (
        browser.get(f"{address}&as=json").json() == browser.get(address, headers={"Accept": "application/json"}).json()
    )
    assert browser.get(f"{address}&as=json").json() != browser.get("/projects/1/database?as=json").json()


def test_a_page_without_data_leads_to_none(local):
    assert "as=json" not in local.browser().get("/help").text


def test_what_is_refused_as_a_page_is_refused_as_json(public):
    answer = public.browser().get("/projects?as=json", follow_redirects=False)
    assert answer.status_code == 303
    assert public.browser().sign_in("judge").get("/projects?as=json").status_code == 403
