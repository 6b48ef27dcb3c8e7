"""Comparisons that are kept under Systems: listed, read after days, searched segment by segment, and deleted."""

import gzip
import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from mtassay.store.people.accounts import find_account
from mtassay.store.work.jobs import claim_job, finish_job, forget_old_jobs
from mtassay.store.work.kept_files import (
    file_content,
    files_of,
    find_file,
    forget_expired_files,
    forget_file,
    keep_file,
)
from mtassay.web.jobs.kinds.compare_systems import compare_systems
from mtassay.web.jobs.work import Work

EVIL = "<script>alert(1)</script>"
FILES = {
    "source.txt": ["eins", "zwei", "drei", "vier"],
    "ref.txt": ["the cat sat", "a dog ran", "birds FLY south", f"it rains {EVIL}"],
    "old.txt": ["the cat sat", "a dog runs", "birds fly north", f"it rains {EVIL}"],
    "new.txt": ["a cat", "a dog ran", "birds fly north", f"it pours {EVIL}"],
}


def keep(site, program, owner="local", metrics=("chrf", "ter")):
    """A comparison that a program asked for, and the process beside the server made."""
    files = [("files", (name, "\n".join(lines).encode())) for name, lines in FILES.items()]
    uid = program.post("/api/v1/systems", files=files).json()["uid"]
    answer = program.post(f"/api/v1/systems/{uid}/compare", json={"metrics": metrics})
    assert answer.status_code == 200, answer.text
    with site.database.writing() as connection:
        job = claim_job(connection, "worker")
    result = compare_systems(Work(site.database, owner, job.arguments))
    with site.database.writing() as connection:
        finish_job(connection, job.uid, "worker", result)
    return result["kept"], job.uid


def test_a_comparison_stays_after_jobs_and_uploads_are_forgotten(local):
    program, browser = local.program(), local.browser()
    uid, _ = keep(local, program)
    later = datetime.now(UTC) + timedelta(days=400)
    with local.database.writing() as connection:
        assert forget_old_jobs(connection, later) == 1
        assert forget_expired_files(connection, later) == len(FILES) + 1
    listed = program.get("/api/v1/systems").json()["comparisons"]
    assert [(one["uid"], one["name"]) for one in listed] == [(uid, "old, new")]
    page = browser.get(f"/systems/results/{uid}")
    assert page.status_code == 200
    assert 'href="/systems" aria-current' in page.text
    assert "kept until you delete it" in page.text
    assert "<script>alert" not in page.text
    found = program.get(f"/api/v1/systems/results/{uid}").json()
    assert found["result"]["comparison"]["segments"] == 4
    assert not found["has_files"]
    for file in found["result"]["files"]:
        assert program.get(f"/api/v1/files/{file['uid']}").content
    assert browser.send_form(f"/systems/results/{uid}/all-pairs").status_code == 404


def test_forgetting_the_job_leaves_the_comparison(local):
    program = local.program()
    uid, job = keep(local, program)
    assert program.post(f"/api/v1/jobs/{job}/remove").status_code == 200
    file = program.get(f"/api/v1/systems/results/{uid}").json()["result"]["files"][0]
    assert program.get(f"/api/v1/files/{file['uid']}").status_code == 200


def test_a_deleted_comparison_takes_its_files_along(local):
    program, browser = local.program(), local.browser()
    uid, _ = keep(local, program)
    other, _ = keep(local, program)
    assert "Delete for good" in browser.get("/systems").text
    assert browser.send_form(f"/systems/results/{uid}/delete").headers["Location"] == "/systems"
    assert browser.get(f"/systems/results/{uid}").status_code == 404
    assert program.post(f"/api/v1/systems/results/{uid}/delete").status_code == 404
    assert program.get(f"/api/v1/systems/results/{other}").status_code == 200
    program.post(f"/api/v1/systems/results/{other}/delete")
    with local.database.reading() as connection:
        day = timedelta(days=2)
        assert [file for file in files_of(connection, "local") if file.expires - file.created > day] == []


def test_a_comparison_that_has_lost_a_file_can_be_deleted(local):
    program = local.program()
    uid, _ = keep(local, program)
    file = program.get(f"/api/v1/systems/results/{uid}").json()["result"]["files"][0]["uid"]
    with local.database.writing() as connection:
        forget_file(connection, "local", file)
    assert program.post(f"/api/v1/systems/results/{uid}/delete").status_code == 200
    assert program.get(f"/api/v1/systems/results/{uid}").status_code == 404


def test_only_a_comparison_can_be_deleted_as_one(local):
    program = local.program()
    uid, _ = keep(local, program)
    file = program.get(f"/api/v1/systems/results/{uid}").json()["result"]["files"][0]["uid"]
    assert program.post(f"/api/v1/systems/results/{file}/delete").status_code == 404
    assert program.get(f"/api/v1/files/{file}").status_code == 200


def test_comparisons_of_others_are_not_there(public):
    with public.database.reading() as connection:
        judge, manager = (find_account(connection, name).id for name in ("judge", "manager"))
    theirs, other = public.program(judge), public.program(manager)
    uid, _ = keep(public, theirs, f"account:{judge}")
    assert theirs.get("/api/v1/systems").json()["who"] == "judge"
    assert theirs.get(f"/api/v1/systems/results/{uid}/segments").status_code == 200
    assert other.get("/api/v1/systems").json()["comparisons"] == []
    for path in (f"systems/results/{uid}", f"systems/results/{uid}/segments"):
        assert other.get(f"/api/v1/{path}").status_code == 404
    assert other.post(f"/api/v1/systems/results/{uid}/delete").status_code == 404
    assert theirs.get(f"/api/v1/systems/results/{uid}").status_code == 200


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ("", [1, 2, 3, 4]),
        ("?show=worse", [1, 4]),
        ("?show=better", [2]),
        ("?show=same", [3]),
        ("?sort=lost", [1, 4, 3, 2]),
        ("?sort=won", [2, 3, 4, 1]),
        # the same by a metric of which less is better, and seen from the other side
        ("?metric=1&show=worse", [1, 4]),
        ("?metric=1&sort=score", [1, 3, 4, 2]),
        ("?system=0&against=1&show=worse", [2]),
        ("?search=DOG", [2]),
        ("?search=south", [3]),
        ("?search=vier", [4]),
        ("?search=cat&show=better", []),
    ],
)
def test_segments_are_chosen_searched_and_sorted(local, asked, numbers):
    program = local.program()
    uid, _ = keep(local, program)
    found = program.get(f"/api/v1/systems/results/{uid}/segments{asked}").json()
    assert [row["number"] for row in found["rows"]] == numbers
    assert (found["count"], found["segments"], found["systems"]) == (len(numbers), 4, ["old", "new"])
    page = local.browser().get(f"/systems/results/{uid}/segments{asked}")
    assert page.status_code == 200
    assert f"{len(numbers)} of 4 segments" in page.text
    assert "<script>alert" not in page.text


def test_segments_are_shown_with_the_signature_of_their_scores(local):
    program, browser = local.program(), local.browser()
    uid, _ = keep(local, program, metrics=["bleu", "chrf"])
    bleu, chrf = program.get(f"/api/v1/systems/results/{uid}/segments").json()["segment_signatures"]
    assert bleu.startswith("nrefs:1|case:mixed|eff:yes|tok:13a|")
    assert chrf == ""
    assert f"BLEU of segments|{bleu}" in browser.get(f"/systems/results/{uid}/segments").text
    assert "of segments|" not in browser.get(f"/systems/results/{uid}/segments?metric=1").text


def test_the_worst_score_comes_first_and_is_called_so(local):
    uid, _ = keep(local, local.program())
    page = local.browser().get(f"/systems/results/{uid}/segments?metric=1&sort=score").text
    assert '<option value="score" selected>worst score first</option>' in page  # by TER that is the highest one


@pytest.mark.parametrize("asked", ["metric=2", "metric=-1", "system=2", "against=9", "sort=x", "show=y"])
def test_what_cannot_be_asked_for_is_refused(local, asked):
    program = local.program()
    uid, _ = keep(local, program)
    answer = program.get(f"/api/v1/systems/results/{uid}/segments?{asked}")
    assert answer.status_code == 400
    assert "there is no" in answer.json()["error"]["message"]


def test_the_report_is_a_page_with_the_same_content_as_the_file(local):
    program, browser = local.program(), local.browser()
    uid, _ = keep(local, program)
    assert f'href="/systems/results/{uid}/report"' in browser.get(f"/systems/results/{uid}").text
    page = browser.get(f"/systems/results/{uid}/report")
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    assert 'src="/static/report/report.js"' in page.text
    assert "inline" not in page.headers["Content-Security-Policy"]
    found = program.get(f"/api/v1/systems/results/{uid}/report").json()
    assert set(found) == {"uid", "name", "file", "figures"}
    assert found["figures"]["systems"] == ["old", "new"]
    file = program.get(f"/api/v1/files/{found['file']}").text
    sections = re.compile(r'<div class="stay.*(?=<footer)', re.DOTALL)
    drawn = sections.search(file)[0].partition("</main>")[0].rstrip()
    assert drawn in page.text
    for blob in re.findall(r"<script type=\"text/plain\".*?</script>", file):
        assert blob in page.text
    assert re.search(
        r"data-command>mtassay report -s source.txt -r ref.txt old=old.txt new=new.txt -m chrf -m ter", file
    )


def test_the_modules_of_the_report_are_static_files(local):
    browser = local.browser()
    for name in ("report.js", "data.js", "filters/segment_filter.js"):
        answer = browser.get(f"/static/report/{name}")
        assert answer.status_code == 200
        assert "javascript" in answer.headers["Content-Type"]
    assert browser.get("/static/report/../bundle.py").status_code == 404


def test_a_report_that_another_version_drew_is_not_shown(local, monkeypatch):
    program, browser = local.program(), local.browser()
    uid, _ = keep(local, program)
    monkeypatch.setattr("mtassay.web.kept_reports.script_digest", lambda: "another")
    page = browser.get(f"/systems/results/{uid}/report")
    assert page.status_code == 200
    assert "Another version of mtassay drew this report" in page.text
    assert "report-data" not in page.text


def test_a_comparison_of_an_older_version_has_no_report(local):
    program, browser = local.program(), local.browser()
    uid, _ = keep(local, program)
    with local.database.writing() as connection:
        content = json.loads(gzip.decompress(file_content(connection, "local", uid)))
        media_type = find_file(connection, "local", uid).media_type
        forget_file(connection, "local", uid)
        del content["live"]
        keep_file(connection, "local", "old", gzip.compress(json.dumps(content).encode()), media_type, None, uid=uid)
    assert "Where and why" not in browser.get(f"/systems/results/{uid}").text
    assert browser.get(f"/systems/results/{uid}/report").status_code == 404
    assert program.post(f"/api/v1/systems/results/{uid}/delete").status_code == 200
