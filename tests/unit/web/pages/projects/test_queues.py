"""Queues on the page of a project, and the people who are asked to judge them."""

import re

from answering import answer
from small_memory import fill

from mtassay.store.contents.projects import project_of
from mtassay.store.judging.queues import open_queues


def site_with(local):
    with local.database.writing() as connection:
        fill(connection, "hotel")
    browser = local.browser()
    run = re.findall(r"/projects/1/sets/(\d+)", browser.get("/projects/1/sets").text)[-1]
    return browser, f"/projects/1/sets/{run}"


def judges_of(local):
    with local.database.reading() as connection:
        (queue,) = open_queues(connection, project_of(connection, 1))
    return queue


def test_judges_are_chosen_from_people(local) -> None:
    browser, place = site_with(local)
    page = browser.get(place).text
    assert 'type="checkbox" name="people" value="anna"' in page
    done = browser.post(
        f"{place}/queue",
        data={"csrf": browser.token, "count": "2", "people": ["anna", "ben"]},
        follow_redirects=False,
    )
    assert done.status_code == 303
    assert "typed" not in done.headers["Location"]
    assert judges_of(local).judges == ("anna", "ben")
    page = browser.get(place).text
    assert 'name="people" value="anna" checked' in page


def test_an_unknown_name_is_taken_and_warned_of_with_the_nearest(local) -> None:
    browser, place = site_with(local)
    done = browser.send_form(f"{place}/queue", count="2", judges="anne, <b>", people="ben")
    page = browser.get(done.headers["Location"]).text
    assert "Nobody called &#39;anne&#39; is a member or has judged here (did you mean &#39;anna&#39;?)." in page
    assert "<b>&#39;" not in page
    assert judges_of(local).judges == ("<b>", "anne", "ben")
    said = local.program().post(f"/api/v1{place}/queue", json={"judges": "anne", "people": ["anna"]}).json()
    assert said["warnings"] == ["Nobody called 'anne' is a member or has judged here (did you mean 'anna'?)."]


def test_the_page_of_a_project_shows_done_left_and_pace(local) -> None:
    browser, place = site_with(local)
    assert 'id="queues"' not in browser.get("/projects/1").text
    browser.send_form(f"{place}/queue", count="2", people="zoe")
    queue = judges_of(local)
    with local.database.writing() as connection:
        answer(connection, project_of(connection, 1), queue.asked[0].target, "zoe", 5, seconds=90)
    page = browser.get("/projects/1").text
    shown = page[page.index('id="queues"') :].split("</section>")[0]
    for part in ("/projects/1/judge", "/projects/1/guidelines", place, "zoe", "90 s", "2 min"):
        assert part in shown, part
    (row,) = local.program().get("/api/v1/projects/1").json()["queues"]
    assert (row["asked"], row["done"], row["judges"][0]["left"]) == (2, 1, 1)


def test_runs_of_judgments_are_one_line(local) -> None:
    with local.database.writing() as connection:
        project = fill(connection, "hotel")
    browser = local.browser()
    before = len(local.program().get("/api/v1/projects/1").json()["events"])
    with local.database.writing() as connection:
        targets = list(range(1, 6))
        for target in targets:
            answer(connection, project, target, "Dora", 5)
    events = local.program().get("/api/v1/projects/1").json()["events"]
    assert (events[0]["who"], events[0]["count"], len(events)) == ("Dora", 5, min(10, before + 1))
    page = browser.get("/projects/1").text
    assert re.search(r"<bdi>Dora</bdi> judged 5 translations, \d\d:\d\d–\d\d:\d\d UTC", page)
