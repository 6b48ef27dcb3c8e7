"""Merging projects, page by page."""

import gzip
import re

import pytest

from mtassay.errors import InputError
from mtassay.store.archives.backups import back_up
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.work import jobs
from mtassay.web.jobs.kinds import kind
from mtassay.web.jobs.work import Cancelled, Progress, Work


def do_jobs(site) -> None:  # type: ignore[no-untyped-def]
    """What the process beside the server does."""
    while True:
        with site.database.writing() as connection:
            job = jobs.claim_job(connection, "a test")
        if job is None:
            return
        try:
            result = kind(job.kind)(Work(site.database, job.owner, job.arguments))
        except InputError as error:
            with site.database.writing() as connection:
                jobs.fail_job(connection, job.uid, "a test", str(error))
            continue
        with site.database.writing() as connection:
            jobs.finish_job(connection, job.uid, "a test", {"notes": [], **result})


def merged(browser, site, **fields: object):  # type: ignore[no-untyped-def]
    """The page of what would come, and that of what came."""
    begun = browser.send_form("/projects/2/merge/preview", **fields)
    assert begun.status_code == 303, begun.text
    do_jobs(site)
    preview = browser.get(begun.headers["Location"]).text
    hidden = dict(re.findall(r'name="(file|other|other_name)" value="([^"]*)"', preview))
    confirmed = browser.send_form("/projects/2/merge", **hidden)
    assert confirmed.status_code == 303, confirmed.text
    do_jobs(site)
    return preview, browser.get(confirmed.headers["Location"]).text


def test_a_project_is_merged_after_a_look_and_undone_as_a_whole(hotel) -> None:  # type: ignore[no-untyped-def]
    with hotel.database.writing() as connection:
        add_project(connection, "other", "test", source_language="de", target_language="en")
    browser = hotel.browser()
    begun = browser.send_form("/projects/2/merge/preview", other="1")
    do_jobs(hotel)
    with hotel.database.reading() as connection:
        assert len(history(connection, 2)) == 1, "looking stores nothing"
    assert "Nothing is stored yet" in browser.get(begun.headers["Location"]).text
    _, done = merged(browser, hotel, other="1")
    assert "Merged." in done
    assert browser.get("/projects/2/database").text.count("19 translations") == 1
    revisions = re.findall(r'name="revisions" value="(\d+)"', done)
    assert revisions
    answer = browser.post(
        "/projects/2/database/undo", data={"csrf": browser.token, "revisions": revisions}, follow_redirects=True
    )
    assert answer.status_code == 200
    assert "The project holds nothing yet" in answer.text


def test_a_database_and_an_evaltrans_file_are_merged(hotel, tmp_path) -> None:  # type: ignore[no-untyped-def]
    with hotel.database.writing() as connection:
        add_project(connection, "other", "test")
    browser = hotel.browser()
    backup = tmp_path / "backup.db"
    back_up(hotel.database, backup)

    def send(name: str, content: bytes, **fields: str):  # type: ignore[no-untyped-def]
        begun = browser.post(
            "/projects/2/merge/preview",
            data={"csrf": browser.token, **fields},
            files=[("files", (name, content))],
            follow_redirects=False,
        )
        if begun.status_code != 303:  # said at once, without a job
            assert begun.status_code == 422
            return begun.text
        do_jobs(hotel)
        return browser.get(begun.headers["Location"]).text

    assert "several projects" in send("backup.db", backup.read_bytes())
    preview = send("backup.db", backup.read_bytes(), other_name="hotel")
    assert "Merge it" in preview
    assert "cannot be read as a database" in send("broken.db", backup.read_bytes()[:5000])
    xml = browser.get("/projects/1/export").content
    assert "Merge it" in send("round-2.xml", xml)
    assert "DOCTYPE" in send("evil.xml", b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>')
    assert "up to 256 MB" in send("bomb.xml.gz", gzip.compress(b" " * (257 << 20), 1))


def test_a_worker_that_lost_its_merge_leaves_nothing(hotel) -> None:  # type: ignore[no-untyped-def]
    with hotel.database.writing() as connection:
        add_project(connection, "other", "test")
    arguments = {"project": 2, "other": 1, "who": "test", "is_rehearsal": False}
    with pytest.raises(Cancelled):
        kind("merge_projects")(Work(hotel.database, "local", arguments, commit_result=lambda connection, result: False))
    with hotel.database.reading() as connection:
        assert len(history(connection, 2)) == 1


def test_nobody_waits_while_what_is_to_come_is_read(hotel) -> None:  # type: ignore[no-untyped-def]
    with hotel.database.writing() as connection:
        add_project(connection, "other", "test")
    others = Database(hotel.database.location)  # as another process has it
    saved = []

    class Watched(Progress):
        def advance(self, steps: int) -> None:
            if steps and not saved:  # all was read
                with others.writing() as connection:
                    saved.append(add_project(connection, "meanwhile", "test"))
            super().advance(steps)

    arguments = {"project": 2, "other": 1, "who": "test", "is_rehearsal": True}
    result = kind("merge_projects")(Work(hotel.database, "local", arguments, Watched()))
    with others.writing():  # and who only looks needs no turn at all
        assert kind("merge_projects")(Work(hotel.database, "local", arguments)) == result
    others.close()
    assert saved
    assert result["is_new"]


def test_merging_says_what_is_missing(hotel) -> None:  # type: ignore[no-untyped-def]
    browser = hotel.browser()
    assert browser.send_form("/projects/1/merge/preview").status_code == 422
    assert browser.send_form("/projects/1/merge/preview", other="1").status_code == 422
    assert browser.send_form("/projects/1/merge/preview", other="99").status_code == 404
    assert browser.send_form("/projects/1/merge", file="0" * 32).status_code == 404
    assert "no other project" in browser.get("/projects/1/merge").text
