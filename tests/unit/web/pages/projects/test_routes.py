"""Home, projects and adding data, page by page and by their twins."""

import re
import sqlite3
import time
from pathlib import Path

import pytest
from answering import judge_first_target
from done_jobs import do_jobs
from small_memory import SOURCES, SYSTEMS, fill

from mtassay.errors import Conflict, NotFound
from mtassay.estimation.figures.health import health
from mtassay.human.judgment_files import judgment_file_content, read_judgments
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.projects import project_of
from mtassay.store.history.events import latest
from mtassay.store.people.forgetting import forget_person
from mtassay.store.work import jobs
from mtassay.store.work.kept_files import files_of
from mtassay.web import figures
from mtassay.web.jobs.kinds import kind
from mtassay.web.jobs.work import Cancelled, Progress, Work
from mtassay.web.pages.projects import routes as pages

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=1>"
NEW = "".join(f"{text}\n" for text in ("hello.", "a room.", *SYSTEMS["neural"][2:])).encode()


def fill_site(site, name: str = "hotel") -> int:
    with site.database.writing() as connection:
        return fill(connection, name).id


def send(browser, path: str, **files: bytes):
    parts = [("files", (name.replace("__", "."), content)) for name, content in files.items()]
    return browser.post(path, data={"csrf": browser.token}, files=parts, follow_redirects=False)


def revision(site, project: int) -> int:
    with site.database.reading() as connection:
        return latest(connection, project)


def test_instructions_are_shown_until_somebody_dismisses_them(local) -> None:
    browser = local.browser()
    first = browser.get("/").text
    assert "Begin in three steps" in first
    assert "No projects yet" in first
    assert browser.send_form("/instructions", follow=True).status_code == 200
    assert "Begin in three steps" not in browser.get("/").text
    assert "Begin in three steps" in local.browser().get("/").text


def test_home_shows_projects_and_jobs(local) -> None:
    fill_site(local, HOSTILE)
    with local.database.writing() as connection:
        jobs.add_job(connection, "add_data", "local", f"Add {HOSTILE}", {})
        jobs.add_job(connection, "add_data", "account:7", "of somebody else", {})
    page = local.browser().get("/").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "Your jobs" in page
    assert "of somebody else" not in page
    found = local.program().get("/api/v1/").json()
    (project,) = found["projects"]
    assert (project["name"], project["sources"], project["systems"][0]) == (HOSTILE, 6, "word-by-word")
    assert 0 < project["judged_share"] < 1
    assert [job["title"] for job in found["jobs"]] == [f"Add {HOSTILE}"]


def test_judges_see_of_projects_only_what_there_is_to_judge(public) -> None:
    number = fill_site(public, "travel")
    public.let_everybody_in()
    page = public.browser().sign_in("judge").get("/").text
    assert f'href="/projects/{number}/judge"' in page
    assert f'href="/projects/{number}"' not in page
    assert "word-by-word" not in page
    assert f'href="/projects/{number}"' in public.browser().sign_in("manager").get("/").text


def test_a_project_is_begun(local) -> None:
    browser = local.browser()
    fields = {"name": " talks ", "source_language": "de", "scale_name": "da", "own_scale": "1..7/1", "by_place": "yes"}
    answer = browser.send_form("/projects", **fields)
    assert answer.status_code == 303
    page = browser.get(answer.headers["Location"]).text
    assert "1–7 in steps of 1" in page
    assert "sources by place" in page
    assert "The project holds nothing yet" in page
    again = browser.send_form("/projects", name="talks")
    assert again.status_code == 409
    assert "there is a project" in again.text.lower()
    for wrong in (
        {"name": " "},
        {"name": "a\0"},
        {"name": "b", "own_scale": "7"},
        {"name": "b", "source_language": "\n" * 200 + "x" * 101},
    ):
        assert browser.send_form("/projects", **wrong).status_code == 400, wrong
    assert browser.send_form("/projects").status_code == 422
    made = local.program().post("/api/v1/projects", json={"name": "by a program", "target_language": "en"})
    assert made.json()["name"] == "by a program"
    assert [one["name"] for one in local.program().get("/api/v1/projects").json()["projects"]] == [
        "by a program",
        "talks",
    ]


@pytest.mark.parametrize("path", ["", "/add", "/add/0123456789abcdef0123456789abcdef", "/evaltrans", "/backup"])
@pytest.mark.parametrize("number", ["77", "0", "-1", "99999999999999999999"])
def test_an_unknown_project_is_not_found(local, path: str, number: str) -> None:
    answer = local.browser().get(f"/projects/{number}{path}")
    assert answer.status_code == 404
    assert "there is no project" in answer.text.lower()


def test_a_project_shows_what_it_holds(local) -> None:
    number = fill_site(local)
    found = local.program().get(f"/api/v1/projects/{number}").json()
    figures = found["figures"]
    assert found["project"]["documents"] == 1
    assert [run["system"] for run in figures["runs"]] == list(SYSTEMS)
    assert {judge["name"]: judge["judgments"] for judge in figures["judges"]} == {"anna": 19, "ben": 8}
    assert figures["judgments"] + figures["rechecks"] == 19 + 8
    assert figures["error_low"] < figures["error"] < figures["error_high"]
    assert [event["revision"] for event in found["events"]] == sorted(
        (event["revision"] for event in found["events"]), reverse=True
    )
    page = local.browser().get(f"/projects/{number}").text
    assert not re.search(r"<th[^>]*></th>", page + local.browser().get("/projects").text)  # heads without a name
    assert "Estimation error" in page
    assert "neural-large" in page


def test_figures_are_computed_once_until_somebody_judges(local, monkeypatch: pytest.MonkeyPatch) -> None:
    number = fill_site(local)
    computed = []
    monkeypatch.setattr(pages, "health", lambda *given, **more: computed.append(given) or health(*given, **more))
    program = local.program()
    first = program.get(f"/api/v1/projects/{number}").json()["figures"]
    assert program.get(f"/api/v1/projects/{number}").json()["figures"] == first
    assert len(computed) == 1
    judge_first_target(local.database, number)
    after = program.get(f"/api/v1/projects/{number}").json()["figures"]
    assert after["revision"] > first["revision"]
    assert len(computed) == 2


def test_figures_that_take_long_wait_until_somebody_asks(local, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "QUICK", 1)
    number = fill_site(local)
    browser = local.browser()
    assert "Compute them" in browser.get(f"/projects/{number}").text
    end = time.monotonic() + 60
    while "data-job" in (page := browser.get(f"/projects/{number}?figures=true").text):
        assert f'data-job="/projects/{number}?figures=true"' in page
        assert time.monotonic() < end
        time.sleep(0.05)
    assert "Estimation error" in page
    assert "Estimation error" in browser.get(f"/projects/{number}").text  # known by now


def test_a_large_project_may_show_figures_of_before_and_says_so(local, monkeypatch: pytest.MonkeyPatch) -> None:
    number = fill_site(local)
    before = local.program().get(f"/api/v1/projects/{number}").json()
    monkeypatch.setattr(figures, "QUICK", 1)
    monkeypatch.setattr(figures, "_DEAR_SECONDS", 0)
    monkeypatch.setattr(figures, "_SHARE", 0)
    local.browser().send_form(f"/projects/{number}/undo/{before['project']['revision']}")
    after = local.program().get(f"/api/v1/projects/{number}").json()
    assert after["figures"] == before["figures"]
    assert after["figures"]["revision"] < after["project"]["revision"]
    assert f"as of revision {after['figures']['revision']}" in local.browser().get(f"/projects/{number}").text


def test_who_was_forgotten_is_not_named_by_figures_of_before(local, monkeypatch: pytest.MonkeyPatch) -> None:
    number = fill_site(local)
    assert "ben" in str(local.program().get(f"/api/v1/projects/{number}").json()["figures"])
    monkeypatch.setattr(figures, "QUICK", 1)
    monkeypatch.setattr(figures, "_DEAR_SECONDS", 0)
    monkeypatch.setattr(figures, "_SHARE", 0)
    with local.database.writing() as connection:
        forget_person(connection, "ben", "a test")
    assert local.program().get(f"/api/v1/projects/{number}").json()["figures"] is None


def test_steps_are_undone_and_that_too(local) -> None:
    number = fill_site(local)
    browser, last = local.browser(), revision(local, number)
    answer = browser.send_form(f"/projects/{number}/undo/{last}", follow=True)
    assert f"undone by {last + 1}" in answer.text
    assert browser.send_form(f"/projects/{number}/undo/{last}").status_code == 409
    assert browser.send_form(f"/projects/{number}/undo/{last + 1}", follow=True).status_code == 200
    assert "neural-large" in browser.get(f"/projects/{number}").text
    for wrong, status in (("x", 400), ("1,,2", 400), ("9" * 30, 400), ("99999", 404), ("1", 409)):
        assert browser.send_form(f"/projects/{number}/undo/{wrong}").status_code == status, wrong
    assert local.program().post(f"/api/v1/projects/{number}/undo/{last}").json()["by"] == [last + 3]


def test_a_step_of_another_project_is_not_undone(local) -> None:
    first, second = fill_site(local, "one"), fill_site(local, "two")
    answer = local.browser().send_form(f"/projects/{first}/undo/{revision(local, second)}")
    assert answer.status_code == 404


def test_all_of_a_project_is_downloaded(local, tmp_path: Path) -> None:
    number = fill_site(local, "häuser/<b>")
    answer = local.browser().get(f"/projects/{number}/evaltrans")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    file = tmp_path / "all.xml"
    file.write_bytes(answer.content)
    assert len(read_judgments(str(file)).sources) == 6


def test_a_backup_holds_accounts_and_is_for_administrators(public, tmp_path: Path) -> None:
    number = fill_site(public)
    assert public.browser().sign_in("manager").get(f"/projects/{number}/backup").status_code == 403
    file = tmp_path / "backup.db"
    file.write_bytes(public.browser().sign_in("administrator").get(f"/projects/{number}/backup").content)
    found = sqlite3.connect(file).execute("SELECT count(*) FROM projects").fetchone()
    assert found == (1,)


def test_a_file_is_looked_at_confirmed_and_undone(local) -> None:
    number = fill_site(local)
    browser, before = local.browser(), revision(local, number)
    base = f"/projects/{number}/add"
    sent = send(browser, base, new__txt=NEW)
    preview = sent.headers["Location"]
    page = browser.get(preview).text
    assert "66.7 %</b> already judged" in page
    assert "Add it to the project" in page
    assert revision(local, number) == before
    assert "new.txt" in browser.get(base).text
    answer = browser.send_form(preview, kind="outputs", source="0", texts="1", system="new")
    place = answer.headers["Location"]
    assert 'data-job="' in browser.get(place).text
    assert revision(local, number) == before
    do_jobs(local)
    page = browser.get(place).text
    assert "<bdi>new.txt</bdi> was added" in page
    assert "data-toast" in page
    assert revision(local, number) == before + 1
    assert "new.txt" not in browser.get(base).text.partition("Waiting files")[2]
    browser.send_form(f"/projects/{number}/undo/{before + 1}")
    assert "data-toast" not in browser.get(place).text


def test_the_same_by_a_program(local) -> None:
    number = fill_site(local)
    program = local.program()
    (file,) = program.post(f"/api/v1/projects/{number}/add", files=[("files", ("new.txt", NEW))]).json()["files"]
    where = f"/api/v1/projects/{number}/add/{file['uid']}"
    (run,) = program.get(where).json()["foreseen"]["runs"]
    assert run["judged_share"] == pytest.approx(2 / 3)
    assert run["system"] == "new"
    job = program.post(where, json={"kind": "outputs", "system": "by program"}).json()
    do_jobs(local)
    assert program.get(f"/api/v1/jobs/{job['uid']}").json()["result"]["outputs"] == 6
    assert "by program" in program.get(f"/api/v1/projects/{number}").json()["project"]["systems"]


def test_outputs_are_shown_beside_their_sources_twenty_at_first(local) -> None:
    number = fill_site(local)
    browser = local.browser()
    sent = send(browser, f"/projects/{number}/add", new__txt=NEW)
    page = browser.get(sent.headers["Location"]).text
    shown = page.partition("Each output beside its source</h2>")[2]
    assert re.findall(r'<th scope="col"><bdi>([^<]*)</bdi>', shown)[:2] == ["Source", "new"]
    assert next(iter(SOURCES)) in shown
    assert "First rows of the file" not in page
    rows = "".join(f"satz {row}\tsentence {row}\n" for row in range(150))
    sent = send(browser, f"/projects/{number}/add", many__tsv=f"source\thyp:B\n{rows}".encode())
    page = browser.get(sent.headers["Location"]).text
    assert "<span>20 of 150 sources</span>" in page
    first, _, rest = page.partition("<summary>Show 100 more</summary>")
    assert (">sentence 19<" in first, ">sentence 20<" in first) == (True, False)
    assert (">sentence 119<" in rest, ">sentence 120<" in rest) == (True, False)
    assert "The first 120 of 150 sources." in rest


def test_a_step_shows_twenty_changes_and_then_more(local) -> None:
    number = fill_site(local)
    browser = local.browser()
    rows = "".join(f"satz {row}\tsentence {row}\n" for row in range(30))
    sent = send(browser, f"/projects/{number}/add", many__tsv=f"source\thyp:B\n{rows}".encode())
    browser.send_form(sent.headers["Location"], kind="outputs", source="1", texts="2", system="B")
    do_jobs(local)
    page = browser.get(f"/projects/{number}/history/{revision(local, number)}").text
    first, _, rest = page.partition("<summary>Show 10 more</summary>")
    assert (first.count("<li>"), rest.partition("</details>")[0].count("<li>")) == (20, 10)


def test_comments_of_judgments_are_stored_and_come_out_again(local) -> None:
    number = fill_site(local)
    browser = local.browser()
    content = b"source\ttarget\tscore\tjudge\tMy remarks on it\nja.\tyes.\t9\tanna\tgut gemacht\n"
    place = send(browser, f"/projects/{number}/add", ratings__tsv=content).headers["Location"]
    assert 'name="comment"' in browser.get(place).text
    browser.send_form(place, kind="judgments", source="1", texts="2", score="3", judge="4", comment="5")
    do_jobs(local)
    with local.database.reading() as connection:
        collection = read_collection(connection, project_of(connection, number))
    comments = {one.comment for source in collection.sources for target in source.targets for one in target.judgments}
    assert "gut gemacht" in comments
    for format in ("tsv", "evaltrans"):
        assert "gut gemacht" in judgment_file_content(collection, f"a.{format}", format).decode()


def test_what_is_wrong_with_a_file_is_said_on_its_page(local) -> None:
    number = fill_site(local)
    browser = local.browser()
    sent = send(browser, f"/projects/{number}/add", short__txt=b"one\ntwo\n")
    page = browser.get(sent.headers["Location"]).text
    assert "The file cannot be added like this" in page
    assert "short.txt has 2 lines" in page
    assert "Add it to the project" not in page
    broken = send(browser, f"/projects/{number}/add", broken__xlsx=b"PK\x03\x04 xl/workbook no more")
    assert "The file cannot be added like this" in browser.get(broken.headers["Location"]).text


@pytest.mark.parametrize(
    "content",
    [
        b'<!DOCTYPE x [<!ENTITY a "b">]><database><source><s_sent>&a;</s_sent></source></database>',
        b"<database>" + b"<source>" * 5000,
        b'<database xmlns:x="http://www.w3.org/2001/XInclude"><x:include href="/etc/passwd" parse="text"/></database>',
        b"\xff\xfe\x00\x00",
        b"\x1f\x8b\x08\x00",
    ],
)
def test_hostile_files_are_refused_in_words(local, content: bytes) -> None:
    number = fill_site(local)
    browser = local.browser()
    sent = send(browser, f"/projects/{number}/add", judgments__xml=content)
    answer = browser.get(sent.headers["Location"])
    assert answer.status_code == 200
    assert "The file cannot be added like this" in answer.text
    assert "root:" not in answer.text


def test_names_and_texts_stay_text(local) -> None:
    number = fill_site(local, HOSTILE)
    browser = local.browser()
    content = f"source\ttarget\n{HOSTILE}\t{HOSTILE}\n".encode()
    sent = browser.post(
        f"/projects/{number}/add",
        data={"csrf": browser.token},
        files=[("files", (f"{HOSTILE}.tsv".replace('"', "'"), content))],
        follow_redirects=False,
    )
    preview = sent.headers["Location"]
    for page in (
        browser.get(preview),
        browser.get(f"{preview}?kind=outputs&system={HOSTILE}&run={HOSTILE}"),
        browser.get(f"/projects/{number}/add"),
    ):
        assert "<script>alert" not in page.text
        assert "<img src=x" not in page.text
        assert "&lt;script&gt;" in page.text
    browser.send_form(preview, kind="outputs", source="1", texts="2", system=HOSTILE, run=HOSTILE)
    do_jobs(local)
    page = browser.get(f"/projects/{number}").text
    assert "<script>alert" not in page
    assert "<img src=x" not in page


def test_files_of_others_and_of_other_projects_are_not_found(public) -> None:
    number, other = fill_site(public), fill_site(public, "other")
    public.let_everybody_in()
    manager = public.browser().sign_in("manager")
    place = send(manager, f"/projects/{number}/add", new__txt=NEW).headers["Location"]
    uid = place.rpartition("/")[2]
    assert public.browser().sign_in("administrator").get(place).status_code == 404
    assert manager.get(f"/projects/{other}/add/{uid}").status_code == 404
    assert manager.send_form(f"/projects/{other}/add/{uid}").status_code == 404
    assert manager.send_form(f"/projects/{number}/add/{uid}/discard").status_code == 303
    assert manager.get(place).status_code == 404


def test_a_form_without_a_file_is_said(local) -> None:
    answer = local.browser().send_form(f"/projects/{fill_site(local)}/add")
    assert answer.status_code == 422
    assert "No file was sent; choose one, or drop it on the page." in answer.text


def test_several_files_wait_for_their_turn(local) -> None:
    number = fill_site(local)
    browser = local.browser()
    sent = send(browser, f"/projects/{number}/add", a__txt=NEW, b__txt=NEW)
    assert sent.headers["Location"] == f"/projects/{number}/add"
    waiting = browser.get(sent.headers["Location"]).text.partition("Waiting files")[2]
    assert "a.txt" in waiting
    assert "b.txt" in waiting
    assert send(browser, f"/projects/{number}/add", empty__txt=b"").status_code == 422
    assert browser.send_form(f"/projects/{number}/add").status_code == 422


def test_a_job_that_is_cancelled_or_fails_stores_nothing(local) -> None:
    number = fill_site(local)
    browser, before = local.browser(), revision(local, number)
    uid = send(browser, f"/projects/{number}/add", new__txt=NEW).headers["Location"].rpartition("/")[2]
    arguments = {"project": number, "file": uid, "who": "anna", "choices": {"kind": "outputs", "system": "new"}}

    class Impatient(Progress):
        def advance(self, steps: int) -> None:
            self.is_cancelled = self.done == 2
            super().advance(steps)

    with pytest.raises(Cancelled):
        kind("add_data")(Work(local.database, "local", arguments, Impatient()))
    with pytest.raises(NotFound):
        kind("add_data")(Work(local.database, "account:7", arguments))
    with pytest.raises((NotFound, Conflict)):
        kind("add_data")(Work(local.database, "local", {**arguments, "project": 77}))
    assert revision(local, number) == before
    with local.database.reading() as connection:
        assert len(files_of(connection, "local")) == 1
    first = kind("add_data")(Work(local.database, "local", arguments))
    assert first["revisions"] == [before + 1]
    with local.database.reading() as connection:
        assert files_of(connection, "local") == ()
