"""Archives, backups and forgetting people in the browser."""

import io
import zipfile

import pytest
import sqlalchemy as sa
from done_jobs import do_jobs
from small_memory import fill

from mtassay.errors import Conflict, InputError, MtassayError
from mtassay.store.archives.project_archive import read_archive
from mtassay.store.contents.projects import projects
from mtassay.store.judging.queues import NewItem, add_queue
from mtassay.store.people.accounts import Role, change_role, find_account
from mtassay.store.schema import OUTPUTS
from mtassay.store.work.jobs import find_job
from mtassay.store.work.kept_files import files_of, find_file
from mtassay.web.jobs.kinds import kind
from mtassay.web.jobs.work import Cancelled, Progress, Work


def fill_site(site) -> int:
    with site.database.writing() as connection:
        return fill(connection).id


def archive_of(site, project: int = 1, **fields: str) -> bytes:
    """The archive that the page makes."""
    browser = site.browser()
    place = browser.send_form(f"/projects/{project}/archive", **fields).headers["Location"]
    do_jobs(site)
    page = browser.get(place).text
    uid = page.partition('href="/files/')[2].partition('"')[0]
    answer = browser.get(f"/files/{uid}")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    return bytes(answer.content)


def sent(browser, content: bytes, name: str = "hotel.zip") -> str:
    answer = browser.post(
        "/archives", data={"csrf": browser.token}, files={"file": (name, content)}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def test_a_project_is_archived_and_brought_back_beside_itself(local) -> None:
    number = fill_site(local)
    content = archive_of(local, number)
    browser = local.browser()
    place = sent(browser, content)
    page = browser.get(place).text
    assert "27 judgments" in page
    assert "checksums match" in page
    assert "There is already a project with this name." in page
    assert "hotel.zip" in browser.get("/archives").text
    with local.database.reading() as connection:
        assert len(projects(connection)) == 1
    job = browser.send_form(place, name="hotel again").headers["Location"]
    do_jobs(local)
    page = browser.get(job).text
    assert "hotel again" in page
    assert "27 judgments" in page
    first, second = (local.program().get(f"/api/v1/projects/{one}").json() for one in (number, number + 1))
    assert first["figures"] | {"revision": 0} == second["figures"] | {"revision": 0}
    assert second["project"]["name"] == "hotel again"
    with local.database.reading() as connection:
        assert [one for one in files_of(connection, "local") if one.name == "hotel.zip"] == []


def test_the_same_by_a_program(local) -> None:
    fill_site(local)
    program = local.program()
    job = program.post("/api/v1/projects/1/archive", json=True).json()
    do_jobs(local)
    result = program.get(f"/api/v1/jobs/{job['uid']}").json()["result"]
    assert result["pseudonyms"] is True
    content = program.get(f"/api/v1/files/{result['files'][0]['uid']}").content
    assert read_archive(content, "a.zip").is_pseudonymous
    file = program.post("/api/v1/archives", files={"file": ("a.zip", content)}).json()
    seen = program.get(f"/api/v1/archives/{file['uid']}").json()
    assert (seen["project_name"], seen["is_taken"], seen["problem"]) == ("hotel", True, "")
    job = program.post(f"/api/v1/archives/{file['uid']}", json="other").json()
    do_jobs(local)
    assert program.get(f"/api/v1/jobs/{job['uid']}").json()["result"]["name"] == "other"


def test_nobody_is_named_where_that_is_asked(local) -> None:
    fill_site(local)
    content = archive_of(local, pseudonyms="yes")
    with zipfile.ZipFile(io.BytesIO(content)) as found:
        for name in found.namelist():
            assert b'"anna"' not in found.read(name)


def test_an_archive_that_cannot_be_read_says_why(local) -> None:
    browser = local.browser()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../secret", b"x")
    for content, reason in ((packed.getvalue(), "leads out of the archive"), (b"no zip", "a broken ZIP file")):
        place = sent(browser, content, "<b>.zip")
        page = browser.get(place).text
        assert "The archive cannot be imported." in page
        assert reason in page
        assert "<b>.zip" not in page
        browser.send_form(place, name="evil")
        uid = place.rpartition("/")[2]
        with pytest.raises(InputError, match=reason):
            kind("bring_archive")(Work(local.database, "local", {"file": uid, "name": "evil", "who": "local"}))
        assert browser.send_form(f"{place}/discard").status_code == 303
        assert browser.get(place).status_code == 404
    with local.database.reading() as connection:
        assert projects(connection) == ()
    empty = browser.post("/archives", data={"csrf": browser.token}, files={"file": ("a.zip", b"")})
    assert empty.status_code == 422


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"distance": "edits", "metric": "bleu:tokenize='spm:model=/etc/passwd'", "judge_effects": True}, "offered"),
        ({"distance": "edits", "metric": "given:scores=/etc/passwd", "judge_effects": True}, "offered"),
        ({"distance": "far", "metric": "chrf", "judge_effects": True}, "no distance"),
        ({"method": "certified"}, "draw it anew"),
    ],
)
def test_a_queue_can_not_choose_what_people_can_not_choose(local, settings, reason) -> None:
    with local.database.writing() as connection:
        project = fill(connection)
        run = connection.execute(sa.select(OUTPUTS.c.run, OUTPUTS.c.target)).first()
        assert run is not None
        items = [NewItem(run.target, 0.5, 1.0)]
        add_queue(connection, project, run.run, items, "mara", seed=1, revision=1, settings=settings, references={})
    uid = sent(local.browser(), archive_of(local)).rpartition("/")[2]
    work = Work(local.database, "local", {"file": uid, "name": "evil", "who": "local"})
    with pytest.raises(MtassayError, match=reason):
        kind("bring_archive")(work)
    with local.database.reading() as connection:
        assert len(projects(connection)) == 1


def test_a_worker_that_lost_its_job_leaves_nothing(local) -> None:
    fill_site(local)
    uid = sent(local.browser(), archive_of(local)).rpartition("/")[2]
    arguments = {"file": uid, "name": "again", "who": "local"}
    with pytest.raises(Cancelled):
        kind("bring_archive")(Work(local.database, "local", arguments, commit_result=lambda connection, result: False))
    with local.database.reading() as connection:
        assert len(projects(connection)) == 1
        assert find_file(connection, "local", uid).name == "hotel.zip"


def test_what_is_cancelled_or_refused_leaves_nothing(local) -> None:
    fill_site(local)
    content = archive_of(local)
    uid = sent(local.browser(), content).rpartition("/")[2]
    arguments = {"file": uid, "name": "again", "who": "local"}

    class Impatient(Progress):
        def advance(self, steps: int) -> None:
            self.is_cancelled = self.message == "Storing the project" and self.done > 5
            super().advance(steps)

    with pytest.raises(Cancelled):
        kind("bring_archive")(Work(local.database, "local", arguments, Impatient()))
    with pytest.raises(Conflict):
        kind("bring_archive")(Work(local.database, "local", {**arguments, "name": "hotel"}))
    with local.database.reading() as connection:
        assert len(projects(connection)) == 1
    kind("bring_archive")(Work(local.database, "local", arguments))
    with local.database.reading() as connection:
        assert len(projects(connection)) == 2


def test_archives_of_others_are_not_found(public) -> None:
    with public.database.writing() as connection:
        fill(connection)
    public.let_everybody_in()
    manager, administrator = (public.browser().sign_in(name) for name in ("manager", "administrator"))
    place = sent(manager, b"anything")
    assert administrator.get(place).status_code == 404
    assert administrator.send_form(place, name="x").status_code == 404
    assert manager.get("/projects/1/archive").text.count("/backup") == 0
    assert administrator.get("/projects/1/archive").text.count("/backup") == 1
    job = manager.send_form("/projects/1/archive").headers["Location"].rpartition("/")[2]
    with public.database.reading() as connection:
        assert find_job(connection, manager_owner(public), job).kind == "write_archive"
    assert administrator.get(f"/jobs/{job}").status_code == 404


def manager_owner(site) -> str:
    with site.database.reading() as connection:
        return f"account:{find_account(connection, 'manager').id}"


def test_an_administrator_takes_a_name_away(public) -> None:
    with public.database.writing() as connection:
        fill(connection)
    browser = public.browser().sign_in("administrator")
    page = browser.get("/accounts/forget?name=anna").text
    assert "19 judgments" in page
    refused = browser.send_form("/accounts/forget", name="anna", typed="ana")
    assert refused.status_code == 400
    answer = browser.send_form("/accounts/forget", name="anna", typed="anna")
    assert answer.status_code == 303
    page = browser.get(answer.headers["Location"]).text
    assert "The name is gone." in page
    assert "anna" not in page
    history = browser.get("/projects/1/history").text
    assert "removed a name" in history
    assert "anna" not in history
    assert browser.send_form("/accounts/forget", name="anna", typed="anna").status_code == 404
    assert "Nobody here has this name." in browser.get("/accounts/forget?name=anna").text
    last = browser.send_form("/accounts/forget", name="administrator", typed="administrator")
    assert last.status_code == 409
    browser.send_form("/accounts/forget", name="manager", typed="manager")
    assert public.browser().send_form("/sign-in", name="manager", password="correct horse battery").status_code != 303


def test_help_is_what_the_role_needs(public) -> None:
    seen = {role: public.browser().sign_in(role).get("/help").text for role in ("judge", "manager", "administrator")}
    for page in seen.values():
        assert "How to judge" in page
        assert "When the connection is lost" in page
        assert "understandable, with major errors of syntax" in page
    assert ['id="archives"' in page for page in seen.values()] == [False, True, True]
    assert ['id="administration"' in page for page in seen.values()] == [False, False, True]


def test_who_manages_no_more_gets_no_archive(public) -> None:
    with public.database.writing() as connection:
        fill(connection)
    public.let_everybody_in()
    manager = public.browser().sign_in("manager")
    done = manager.send_form("/projects/1/archive").headers["Location"]
    do_jobs(public)
    file = manager.get(done).text.partition('href="/files/')[2].partition('"')[0]
    assert manager.get(f"/files/{file}").status_code == 200
    cancelled = manager.send_form("/projects/1/archive").headers["Location"]
    assert manager.send_form(f"{cancelled}/cancel").status_code == 303
    own = manager.post("/spreadsheet", data={"csrf": manager.token}, files={"file": ("a.csv", b"source,system\na,b\n")})
    sheet = str(own.url).rpartition("/")[2]
    assert manager.get(f"/files/{sheet}").status_code == 200
    with public.database.writing() as connection:
        change_role(connection, find_account(connection, "manager"), Role.JUDGE, "a test")
    assert manager.send_form(f"{cancelled}/restart").status_code == 404
    assert "managers" in manager.get(cancelled).text
    assert manager.get(f"/files/{file}").status_code == 404
    assert manager.get(f"/files/{sheet}").status_code == 200
    assert "Archive of" not in manager.get("/jobs").text
    with public.database.writing() as connection:
        change_role(connection, find_account(connection, "manager"), Role.MANAGER, "a test")
    assert manager.get(f"/files/{file}").status_code == 200
    assert manager.send_form(f"{cancelled}/restart").status_code == 303
