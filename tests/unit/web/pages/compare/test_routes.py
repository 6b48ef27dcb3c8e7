"""Compare: metrics and people side by side, as a page, a file, texts, and a job where it takes long."""

import html
import io
import json
import re
import shlex
import zipfile
from pathlib import Path
from urllib.parse import parse_qs

import numpy as np
import pytest
import small_memory
from answering import answer
from done_jobs import do_jobs
from new_system import fill
from processes import run_module

from mtassay.estimation.figures import compared_outputs
from mtassay.estimation.nearest.rule import estimate
from mtassay.store.contents.projects import add_project, project_of
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.people.accounts import find_account
from mtassay.store.people.members import shut_out
from mtassay.store.work.kept_files import files_of
from mtassay.web import figures
from mtassay.web.jobs.kinds.compare_project import compare_project
from mtassay.web.jobs.work import Cancelled, Work

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def site(database, open_site):
    """On both databases: six judged systems, and a new one."""
    with database.writing() as connection:
        fill(connection, systems=6, name=HOSTILE)
    return open_site(database.location)


def ask(site, query: str = "", project: int = 1) -> dict:
    got = site.program().get(f"/api/v1/projects/{project}/compare?{query}")
    assert got.status_code == 200, got.text
    return got.json()


def scores_of(page: dict) -> dict[str, dict[str, float]]:
    scores: dict[str, dict[str, float]] = {}
    for row in page["figures"]["scores"]:
        scores.setdefault(row["metric"], {})[row["system"]] = row["score"]
    return scores


def runs(site, *names: str) -> str:
    """Systems as an address names them, the first as the baseline."""
    numbers = {system["name"]: system["run_id"] for system in ask(site)["systems"]}
    return "&".join([*(f"systems={numbers[name]}" for name in names), f"baseline={numbers[names[0]]}"])


def test_what_people_say_is_that_of_the_sets(site) -> None:
    page = ask(site)
    assert {system["name"] for system in page["systems"]} == {*(f"system{number}" for number in range(6)), "new"}
    assert all(system["is_chosen"] for system in page["systems"])
    assert page["problem"] == ""
    assert page["referenced"] == 0
    assert not page["has_metrics"]
    assert page["segments"] == page["common"] == 40
    scores = scores_of(page)
    assert set(scores) == {"SSER", "eSSER"}
    for each in site.program().get("/api/v1/projects/1/sets").json()["sets"]:
        assert scores["eSSER"][each["system"]] == pytest.approx(each["esser"])
    assert scores["SSER"]["system0"] == pytest.approx(scores["eSSER"]["system0"])
    assert scores["SSER"]["new"] != pytest.approx(scores["eSSER"]["new"])


def test_the_page_is_a_report_in_the_frame_of_the_project(site) -> None:
    text = site.browser().get("/projects/1/compare").text
    assert "<script>alert" not in text
    assert 'src="/static/report/report.js"' in text
    assert 'id="report-data"' in text
    assert 'href="/projects/1/compare" aria-current="page"' in text
    assert "report" not in ask(site)
    # how many of the outputs of each system have a score
    coverage = re.search(r'data-coverage="0">SSER (.*?)</p>', text)[1]
    assert re.findall(r'data-known="6">(\d+)<', coverage) != ["40"]
    assert re.findall(r'data-known="0">(\d+)<', coverage) == ["40"]


def test_metrics_are_those_of_segments_with_references(site) -> None:
    page = ask(site, f"{runs(site, 'system0', 'new')}&segments=references&metrics=chrf&metrics=mwer")
    assert page["problem"] == ""
    assert page["has_metrics"]
    assert 0 < page["segments"] == page["referenced"] < page["common"] == 40
    assert list(scores_of(page)) == ["chrF2", "mWER", "SSER", "eSSER"]
    assert "segments have a reference" in page["notes"][0]
    assert page["figures"]["systems"] == ["system0", "new"]
    # without a choice the usual ones
    usual = ask(site, f"{runs(site, 'new', 'system0')}&segments=references")
    assert list(scores_of(usual)) == ["chrF2", "BLEU", "TER", "SSER", "eSSER"]
    assert usual["figures"]["systems"] == ["new", "system0"]


@pytest.mark.parametrize("segments", ["all", "references"])
def test_the_download_is_the_report_of_the_command(site, segments: str, tmp_path: Path) -> None:
    query = f"{runs(site, 'new', 'system1', 'system3')}&segments={segments}"
    browser = site.browser()
    report = browser.get(f"/projects/1/compare/report.html?{query}")
    assert report.status_code == 200
    assert "attachment" in report.headers["Content-Disposition"]
    texts = browser.get(f"/projects/1/compare/texts.zip?{query}")
    with zipfile.ZipFile(io.BytesIO(texts.content)) as archive:
        archive.extractall(tmp_path)
    command = (tmp_path / "command.txt").read_text()
    assert f"data-command>{html.escape(command.strip(), quote=True).replace('&#x27;', '&#39;')}<" in report.text
    done = run_module("mtassay.cli.main", *shlex.split(command)[1:], folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "report.html").read_text() == report.text
    assert browser.get(f"/projects/1/compare/texts.zip?{query}").content == texts.content


def test_a_judgment_changes_the_figures(site) -> None:
    before = scores_of(ask(site))["SSER"]["new"]
    judge_somebody(site)
    assert scores_of(ask(site))["SSER"]["new"] > before


def test_what_cannot_be_compared_is_said(site) -> None:
    page = ask(site, f"{runs(site, 'system0', 'new')}".partition("&")[0])
    assert "two systems or more" in page["problem"]
    assert page["figures"] is None
    page = ask(site, "segments=references")
    assert "no segment has a reference" in page["problem"]
    shown = site.browser().get("/projects/1/compare?segments=references")
    assert shown.status_code == 200
    assert "cannot be compared" in shown.text
    assert site.browser().get("/projects/1/compare/report.html?segments=references").status_code == 422
    wrong = f"{runs(site, 'system0', 'new')}&segments=references&metrics=given:path=/etc/passwd"
    assert "passwd" not in json.dumps(ask_any(site, wrong))
    assert site.program().get("/api/v1/projects/1/compare?segments=none").status_code == 422


def ask_any(site, query: str) -> object:
    return site.program().get(f"/api/v1/projects/1/compare?{query}").json().get("figures")


def test_a_system_nobody_judged_leaves_the_measure_out(database, open_site) -> None:
    with database.writing() as connection:
        small_memory.fill(connection)
    page = ask(open_site(database.location))
    judged = {name for name, scores in small_memory.ANNA.items() if any(scores)}
    assert set(scores_of(page)) >= {"eSSER"}
    assert {system["name"] for system in page["systems"]} > judged
    if "SSER" not in scores_of(page):
        assert "SSER is left out" in page["notes"][0]


def test_a_project_without_two_systems_says_what_to_do(local) -> None:
    with local.database.writing() as connection:
        number = add_project(connection, "empty", "anna").id
    shown = local.browser().get(f"/projects/{number}/compare")
    assert shown.status_code == 200
    assert "There are no two systems yet" in shown.text


def test_a_job_compares_large_sets(site, monkeypatch) -> None:
    monkeypatch.setattr(figures, "QUICK", 10)
    browser = site.browser()
    query = f"{runs(site, 'system0', 'new')}&segments=all"
    offered = browser.get(f"/projects/1/compare?{query}")
    assert "takes a while" in offered.text
    assert ask(site, query)["figures"] is None
    assert browser.get(f"/projects/1/compare/report.html?{query}").status_code == 404
    fields = parse_qs(query)
    begun = browser.send_form("/projects/1/compare", **fields)
    assert begun.status_code == 303
    place = begun.headers["Location"]
    waiting = browser.get(place)
    assert "Waiting for its turn" in waiting.text
    assert "/cancel" in waiting.text
    # the same again is the same job
    assert browser.send_form("/projects/1/compare", **fields).headers["Location"] == place
    do_jobs(site)
    done = browser.get(place)
    assert 'id="report-data"' in done.text
    # whoever comes later has it too
    assert ask(site, query)["figures"]["systems"] == ["system0", "new"]
    assert browser.get(f"/projects/1/compare/report.html?{query}").status_code == 200
    assert "Show the comparison" in browser.get(f"/jobs/{parse_qs(place)['job'][0]}").text


def test_what_a_job_made_is_found_although_people_judged_meanwhile(site, monkeypatch) -> None:
    monkeypatch.setattr(figures, "QUICK", 10)
    browser = site.browser()
    query = runs(site, "new", "system0")
    place = browser.send_form("/projects/1/compare", **parse_qs(query)).headers["Location"]
    compared = ask(site)["revision"]
    judge_somebody(site)
    assert "Waiting for its turn" in browser.get(place).text
    do_jobs(site)
    # by whoever names the job, and by whoever chooses the same in other words
    settled = f"{query}&segments=all&metrics=chrf"
    for address in (place.partition("?")[2], query, settled):
        page = ask(site, address)
        assert page["figures"]["systems"] == ["new", "system0"]
        assert (page["compared_revision"], page["revision"]) == (compared, compared + 1)
    shown = browser.get(f"/projects/1/compare?{query}").text
    assert f"as of revision {compared}" in shown
    assert "Compare as of now" in shown
    # the files are those of the report that is shown
    files = re.findall(r'href="(/projects/1/compare/(?:report.html|texts.zip)\?[^"]*)"', shown)
    assert len(files) == 2
    report, texts = (browser.get(html.unescape(file)) for file in files)
    assert 'id="report-data"' in report.text
    with zipfile.ZipFile(io.BytesIO(texts.content)) as archive:
        lines = [json.loads(line) for line in archive.read("sser.jsonl").splitlines()]
    before = np.mean([line["score"] for line in lines if line["system"] == "new"])
    assert before == pytest.approx(scores_of(ask(site, query))["SSER"]["new"])
    # and they can be compared anew
    begun = browser.send_form("/projects/1/compare", **parse_qs(settled)).headers["Location"]
    assert begun != place
    do_jobs(site)
    page = ask(site, query)
    assert page["compared_revision"] == page["revision"] == compared + 1
    assert scores_of(page)["SSER"]["new"] > before
    assert "Compare as of now" not in browser.get(f"/projects/1/compare?{query}").text


def judge_somebody(site) -> None:
    """Judge the first output of the system `new` that nobody judged yet, as useless."""
    with site.database.writing() as connection:
        project = project_of(connection, 1)
        stored = load_memory(connection, project)
        outputs = stored.memory.latest_outputs("new")
        target = next(place for place in outputs.target.tolist() if np.isnan(stored.memory.scores[place]))
        answer(connection, project, int(stored.target_ids[target]), "anna", 0, system="new")


def test_outputs_are_estimated_once_for_each_system(site, monkeypatch) -> None:
    asked = []

    def counted(memory, sources, texts):
        asked.append(len(texts))
        return estimate(memory, sources, texts)

    monkeypatch.setattr(compared_outputs, "estimate", counted)
    browser = site.browser()
    query = runs(site, "new", "system0")  # which asks for a page of all systems itself
    asked.clear()
    for _ in range(2):
        assert browser.get(f"/projects/1/compare?{query}").status_code == 200
        assert browser.get(f"/projects/1/compare/report.html?{query}").status_code == 200
    assert len(asked) == 2


def test_a_metric_that_there_is_not_is_refused_at_once(site) -> None:
    query = f"{runs(site, 'system0', 'new')}&metrics=nonsense"
    shown = site.browser().get(f"/projects/1/compare?{query}")
    assert shown.status_code == 200
    assert "nonsense" in ask(site, query)["problem"]
    assert 400 <= site.browser().send_form("/projects/1/compare", **parse_qs(query)).status_code < 500


def test_a_job_that_was_cancelled_leaves_nothing(site, monkeypatch) -> None:
    monkeypatch.setattr(figures, "QUICK", 10)
    browser = site.browser()
    place = browser.send_form("/projects/1/compare", **parse_qs(runs(site, "system0", "new"))).headers["Location"]
    job = parse_qs(place)["job"][0]
    browser.send_form(f"/jobs/{job}/cancel")
    do_jobs(site)
    assert "There is no comparison" in browser.get(place).text


def test_a_cancelled_computation_stops(site) -> None:
    work = Work(site.database, "local", {"project": 1, "revision": ask(site)["revision"], "choice": {}})
    work.progress.is_cancelled = True
    with pytest.raises(Cancelled):
        compare_project(work)


def test_judges_do_not_get_the_page(public) -> None:
    with public.database.writing() as connection:
        fill(connection)
    public.let_everybody_in()
    judge, manager = (public.browser().sign_in(name) for name in ("judge", "manager"))
    for path in ("", "/report.html", "/texts.zip"):
        assert judge.get(f"/projects/1/compare{path}").status_code == 403
        assert manager.get(f"/projects/1/compare{path}").status_code == 200
    assert judge.send_form("/projects/1/compare").status_code == 403
    assert "/projects/1/compare" not in judge.get("/projects/1/judge").text


def test_the_report_of_a_job_goes_with_the_membership(public, monkeypatch) -> None:
    with public.database.writing() as connection:
        fill(connection)
    public.let_everybody_in()
    monkeypatch.setattr(figures, "QUICK", 10)
    manager = public.browser().sign_in("manager")
    place = manager.send_form("/projects/1/compare").headers["Location"]
    do_jobs(public)
    with public.database.writing() as connection:
        account = find_account(connection, "manager")
        shut_out(connection, project_of(connection, 1), account, "a test")
    assert manager.get(place).status_code == 404
    with public.database.reading() as connection:
        assert files_of(connection, f"account:{account.id}") == ()
    # others are offered to compare again
    assert "takes a while" in public.browser().sign_in("administrator").get(place).text
