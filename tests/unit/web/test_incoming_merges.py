"""A merge that cannot be is refused on its page, before any job."""

import pytest
import sqlalchemy as sa
from small_memory import fill

from mtassay.store.contents.project_changes import archive_project, change_languages
from mtassay.store.contents.projects import add_project, project_of
from mtassay.store.schema import JOBS, KEPT_FILES

MANY = "several projects"


@pytest.fixture
def site(local):
    """A project of judgments from German, and others that do not fit to it."""
    with local.database.writing() as connection:
        fill(connection, "hotel")
        project = project_of(connection, 1)
        change_languages(connection, project, "de", "en", "a test")
        add_project(connection, "slovak", "a test", source_language="sk", target_language="en")
        add_project(connection, "by place", "a test", by_place=True)
        fill(connection, "fits")
        archive_project(connection, add_project(connection, "archived", "a test"), "a test")
    return local


def left(site) -> tuple[int, int]:
    with site.database.reading() as connection:
        jobs, files = (connection.scalar(sa.select(sa.func.count()).select_from(t)) for t in (JOBS, KEPT_FILES))
    return jobs, files


@pytest.mark.parametrize(
    ("into", "other", "said"),
    [(1, "2", "source language is de in the project and sk"), (1, "3", "by their place"), (5, "1", "is archived")],
)
def test_a_project_that_does_not_fit_is_refused_at_once(site, into, other, said) -> None:
    browser, program = site.browser(), site.program()
    for path in (f"/projects/{into}/merge/preview", f"/projects/{into}/merge"):
        answer = browser.send_form(path, other=other)
        assert answer.status_code == 409
        assert said in answer.text
    by_program = program.post(f"/api/v1/projects/{into}/merge", json={"other": int(other)})
    assert by_program.status_code == 409
    assert left(site) == (0, 0)
    assert browser.send_form("/projects/1/merge/preview", other="4").status_code == 303


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("judgments.xml", b"<evaltrans><broken", "judgments.xml"),
        ("judgments.tsv", b"source\ttarget\tscore\na\tb\tnine\n", "judgments.tsv"),
        ("copy.db", b"SQLite format 3\0and nothing more", "copy.db"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_at_once(site, name, content, said) -> None:
    browser = site.browser()
    answer = browser.post("/projects/1/merge/preview", data={"csrf": browser.token}, files=[("files", (name, content))])
    assert answer.status_code == 422
    assert said in answer.text
    assert left(site) == (0, 0)


def test_a_database_with_several_projects_asks_at_once_which(site) -> None:
    browser = site.browser()
    content = browser.get("/projects/1/backup").content
    for chosen, status in (({}, 422), ({"other_name": "fits"}, 303)):
        answer = browser.post(
            "/projects/1/merge/preview",
            data={"csrf": browser.token, **chosen},
            files=[("files", ("copy.db", content))],
            follow_redirects=False,
        )
        assert answer.status_code == status
        assert (MANY in answer.text) == (status == 422)
