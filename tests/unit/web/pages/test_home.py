"""The first page begins with what its visitor is there for."""

import re

import pytest
import sqlalchemy as sa
from small_memory import fill

from mtassay.store.contents.projects import find_project
from mtassay.store.judging.queues import NewItem, add_queue, assign
from mtassay.store.people.accounts import find_account
from mtassay.store.schema import JUDGES, JUDGMENTS, OUTPUTS, RUNS, SYSTEMS


@pytest.fixture
def hotel(public):
    """A server with accounts and a small memory, of which three translations are judged by nobody."""
    with public.database.writing() as connection:
        fill(connection)
    public.let_everybody_in()
    return public


def ask(site, *judges):
    """A queue of all six outputs of the newest system, three of which are judged."""
    with site.database.writing() as connection:
        project = find_project(connection)
        run = connection.scalar(
            sa.select(RUNS.c.id).join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system).where(SYSTEMS.c.name == "neural-large")
        )
        targets = connection.scalars(sa.select(OUTPUTS.c.target).where(OUTPUTS.c.run == run)).all()
        items = [NewItem(target, 0.9 - 0.1 * place, 1.0) for place, target in enumerate(targets)]
        queue = add_queue(connection, project, run, items, "mara", seed=1, revision=1, settings={})
        assign(connection, project, queue, "mara", count=len(items), judges=judges or None)
        return queue.id


def as_program(site, name):
    with site.database.reading() as connection:
        return site.program(find_account(connection, name).id)


def dark_buttons(page):
    return re.findall(r'<a class="btn primary" href="([^"]*)"', page)


def test_a_judge_is_told_first_what_waits(hotel):
    browser = hotel.browser().sign_in("judge")
    page = browser.get("/").text
    assert "<h1>3 to judge</h1>" in page  # nobody knows the pace of this judge yet
    assert page.index("3 to judge") < page.index("How to judge") < page.index("Quick score</b>")
    assert dark_buttons(page) == ["/projects/1/judge"]
    assert "project yet" not in page
    assert "New project" not in page
    told = as_program(hotel, "judge").get("/api/v1/").json()
    assert (told["to_judge"], told["minutes"], told["projects"]) == (3, None, [])


def test_a_queue_comes_before_what_nobody_is_asked_for_with_minutes_at_the_own_pace(hotel):
    queue = ask(hotel, "judge")
    with hotel.database.writing() as connection:
        other = fill(connection, "other")
        # what Anna took there is the pace of this judge; hers in the first project says nothing of it
        anna = connection.scalar(sa.select(JUDGES.c.id).where(JUDGES.c.name == "anna", JUDGES.c.project == other.id))
        connection.execute(sa.update(JUDGES).where(JUDGES.c.id == anna).values(name="judge"))
        connection.execute(sa.update(JUDGMENTS).where(JUDGMENTS.c.judge == anna).values(seconds=40))
    hotel.let_everybody_in()
    told = as_program(hotel, "judge").get("/api/v1/").json()
    assert [(work["queue"], work["left"], work["total"], work["minutes"]) for work in told["waits"]] == [
        (queue, 3, 6, 2.0),
        (None, 3, 19, 2.0),
    ]
    assert (told["to_judge"], told["minutes"]) == (6, 4.0)
    page = hotel.browser().sign_in("judge").get("/").text
    assert "<h1>6 to judge, about 4 minutes</h1>" in page
    assert dark_buttons(page) == [f"/projects/1/judge?queue=~{queue}"]


def test_a_manager_is_asked_for_own_queues_alone(hotel):
    manager = hotel.browser().sign_in("manager")
    assert "to judge" not in manager.get("/").text
    ask(hotel, "manager")
    page = manager.get("/").text
    assert "<h1>3 to judge</h1>" in page
    assert "Begin in three steps" in page


def test_a_judge_for_whom_nothing_waits_is_told_so(public):
    page = public.browser().sign_in("judge").get("/").text
    assert "Nothing to judge right now" in page
    assert "project" not in re.sub(r"<a [^>]*>|guidelines of a project", "", page[page.index("<main") :])


@pytest.mark.parametrize("count", [1, 2])
def test_the_page_of_all_choices_has_one_dark_button_too(hotel, count):
    with hotel.database.writing() as connection:
        for number in range(1, count):
            fill(connection, f"other {number}")
    browser = hotel.browser().sign_in("judge")
    assert len(dark_buttons(browser.get("/judge").text)) == 1
    if count == 1:
        queue = ask(hotel, "judge")
        assert dark_buttons(browser.get("/judge").text) == [f"/projects/1/judge?queue=~{queue}"]
