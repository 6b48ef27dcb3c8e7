"""Sets of candidates: header, rows, another set beside one, and how sure it is."""

import pytest
from done_jobs import do_jobs
from small_memory import SYSTEMS, fill

from mtassay.errors import InputError
from mtassay.store.contents.projects import project_of
from mtassay.store.judging.queues import open_queues
from mtassay.store.work import jobs
from mtassay.web import figures
from mtassay.web.jobs.kinds import kind
from mtassay.web.jobs.work import Work
from mtassay.web.pages.candidate_set import routes as pages

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=1>"


@pytest.fixture
def project(local) -> int:
    with local.database.writing() as connection:
        return fill(connection, HOSTILE).id


def ask(site, address: str, **choices: object) -> dict:
    answer = site.program().get(f"/api/v1/projects/{address}", params=choices)
    assert answer.status_code == 200, answer.text
    return answer.json()


def sets_of(site, project: int) -> dict[str, dict]:
    return {one["system"]: one for one in ask(site, f"{project}/sets")["sets"]}


def test_all_sets_are_listed(local, project: int) -> None:
    found = sets_of(local, project)
    assert set(found) == set(SYSTEMS)
    one = found["neural-large"]
    assert one["outputs"] == 6 == one["judged"] + one["estimated"] + one["unknown"]
    assert 0 <= one["esser"] <= 100
    assert one["scored"] == one["judged"] + one["estimated"]
    page = local.browser().get(f"/projects/{project}/sets")
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    assert f'href="/projects/{project}/sets/{one["run_id"]}"' in page.text


def test_the_mean_distance_is_that_of_the_preview_and_of_the_project(local, project: int) -> None:
    listed = sets_of(local, project)
    # judged ones, at distance 0, would pull the mean down
    assert any(one["judged"] and one["estimated"] for one in listed.values())
    for run in ask(local, f"{project}")["figures"]["runs"]:
        one = listed[run["system"]]
        rows = ask(local, f"{project}/sets/{one['run_id']}")["rows"]
        estimated = [row["distance"] for row in rows if row["origin"] == "estimated"]
        if estimated:
            mean = sum(estimated) / len(estimated)
            assert one["mean_distance"] == run["mean_distance"] == pytest.approx(mean)
        else:
            assert one["mean_distance"] is None


def test_a_set_has_a_header_and_rows(local, project: int) -> None:
    run = sets_of(local, project)["neural-large"]["run_id"]
    found = ask(local, f"{project}/sets/{run}")
    assert [row["text"] for row in found["rows"]] == list(SYSTEMS["neural-large"])
    origins = {row["origin"] for row in found["rows"]}
    assert origins == {"judged", "estimated"}
    for row in found["rows"]:
        assert (row["difference"] is None) == (row["origin"] != "estimated")
        assert row["origin"] != "judged" or row["distance"] == 0
    page = local.browser().get(f"/projects/{project}/sets/{run}").text
    assert 'class="badge estimated"' in page
    assert "style=" not in page
    assert "against the nearest judged translation" in page


@pytest.mark.parametrize("by", ["position", "score", "origin", "distance", "mwer", "items"])
def test_rows_are_sorted_by_any_column(local, project: int, by: str) -> None:
    run = sets_of(local, project)["neural-large"]["run_id"]
    names = {"position": "number", "mwer": "mwer", "items": "ok_items"}
    for descends in (False, True):
        rows = ask(local, f"{project}/sets/{run}", sort=by, descends=descends)["rows"]
        values = [row[names.get(by, by)] for row in rows if by not in ("origin", "items")]
        known = [value for value in values if value is not None]
        assert known == sorted(known, reverse=descends)
        assert values[len(known) :] == [None] * (len(values) - len(known))
    assert local.browser().get(f"/projects/{project}/sets/{run}?sort=odd").status_code == 400


def test_rows_come_in_pages(local, project: int, monkeypatch) -> None:
    monkeypatch.setattr(pages, "ROWS", 4)
    run = sets_of(local, project)["phrases"]["run_id"]
    first, second = (ask(local, f"{project}/sets/{run}", page=page) for page in (1, 2))
    assert [len(one["rows"]) for one in (first, second)] == [4, 2]
    assert ask(local, f"{project}/sets/{run}", page=99)["page"] == 2
    assert "page=2" in local.browser().get(f"/projects/{project}/sets/{run}?sort=score").text


def test_two_sets_stand_side_by_side(local, project: int) -> None:
    found = sets_of(local, project)
    run, other = found["word-by-word"]["run_id"], found["phrases"]["run_id"]
    both = ask(local, f"{project}/sets/{run}", **{"with": other})
    assert both["beside"]["set"] == found["phrases"]
    assert both["beside"]["difference"] < 0
    assert both["beside"]["high"] < 0
    row = both["rows"][0]
    assert row["other"]["rise"] == pytest.approx(row["other"]["score"] - row["score"])
    page = local.browser().get(f"/projects/{project}/sets/{run}?with={other}").text
    assert ": better" in page
    assert local.browser().get(f"/projects/{project}/sets/{run}?with=4242").status_code == 404


def test_a_set_as_it_was(local, project: int) -> None:
    found = sets_of(local, project)["phrases"]
    revisions = [one["revision"] for one in ask(local, f"{project}/statistics")["revisions"]]
    seen = []
    for revision in reversed(revisions):
        answer = local.browser().get(f"/projects/{project}/sets/{found['run_id']}?revision={revision}")
        if answer.status_code == 200:
            seen.append(ask(local, f"{project}/sets/{found['run_id']}", revision=revision)["set"]["judged"])
    assert seen[0] < seen[-1] == found["judged"]


def test_unknown_sets_are_not_found(local, project: int) -> None:
    for path in ("sets/4242", "sets/4242/rows.tsv"):
        assert local.browser().get(f"/projects/{project}/{path}").status_code == 404
    for path in ("queue", "certainty"):
        assert local.browser().send_form(f"/projects/{project}/sets/4242/{path}").status_code == 404


def test_rows_as_a_table(local, project: int) -> None:
    run = sets_of(local, project)["neural-large"]["run_id"]
    answer = local.browser().get(f"/projects/{project}/sets/{run}/rows.tsv")
    assert answer.text.count("\n") == 7
    assert "nearest judged" in answer.text


def test_a_queue_is_drawn_changed_closed_and_taken_back(local, project: int) -> None:
    run = sets_of(local, project)["neural-large"]["run_id"]
    browser = local.browser()

    def queues():
        with local.database.reading() as connection:
            return open_queues(connection, project_of(connection, project))

    before = ask(local, f"{project}/sets/{run}")
    assert before["queue"] is None
    certainty = before["certainty"]
    assert certainty["method"] == "predicted"
    assert 0 <= certainty["sser"] <= 100
    assert certainty["suggested"] <= certainty["items"]
    page = browser.get(f"/projects/{project}/sets/{run}").text
    assert f"Draw a queue of {certainty['suggested']}" in page

    answer = browser.send_form(f"/projects/{project}/sets/{run}/queue", count="2", judges="anna, ben")
    assert answer.status_code == 303
    (queue,) = queues()
    assert (len(queue.asked), queue.judges) == (2, ("anna", "ben"))
    shown = browser.get(answer.headers["Location"]).text
    assert f'href="/projects/{project}/judge?queue=neural-large"' in shown
    assert "A queue of 2 judgments is open" in shown
    drawn = answer.headers["Location"].partition("drawn=")[2]
    assert f'action="/projects/{project}/undo/{drawn}"' in shown

    assert browser.send_form(f"/projects/{project}/sets/{run}/queue", count="3", judges="").status_code == 303
    assert (len(queues()[0].asked), queues()[0].judges) == (3, ())
    assert browser.send_form(f"/projects/{project}/sets/{run}/queue", count="99").status_code == 422
    assert browser.send_form(f"/projects/{project}/sets/{run}/queue", count="x").status_code == 400
    assert browser.send_form(f"/projects/{project}/sets/{run}/close").status_code == 303
    assert queues() == ()
    assert browser.send_form(f"/projects/{project}/sets/{run}/close").status_code == 409
    assert browser.send_form(f"/projects/{project}/undo/{drawn}").status_code == 303


def test_a_job_draws_the_queue_of_a_large_project(local, project: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "QUICK", 1)
    run = sets_of(local, project)["neural-large"]["run_id"]
    browser = local.browser()
    answer = browser.send_form(f"/projects/{project}/sets/{run}/queue", count="2", judges="anna, ben")
    assert answer.status_code == 303
    address = answer.headers["Location"]
    assert "Waiting for its turn" in browser.get(address).text
    assert ask(local, f"{project}/sets/{run}")["queue"] is None
    do_jobs(local)
    found = ask(local, f"{project}/sets/{run}", job=address.partition("job=")[2])
    assert (found["queue"]["asked"], found["queue"]["judges"], found["job"]) == (2, ["anna", "ben"], None)
    shown = browser.get(address).text
    assert f'action="/projects/{project}/undo/{found["drawn"]}"' in shown
    assert "Show the set" in browser.get(f"/jobs/{address.partition('job=')[2]}").text
    # one that is open changes at once: nothing has to be predicted
    done = local.program().post(f"/api/v1/projects/{project}/sets/{run}/queue", json={"count": "3"})
    assert done.json()["job"] is None
    assert ask(local, f"{project}/sets/{run}")["queue"]["asked"] == 3


def test_a_queue_that_cannot_be_drawn_says_why(local, project: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "QUICK", 1)
    run = sets_of(local, project)["neural-large"]["run_id"]
    answer = local.browser().send_form(f"/projects/{project}/sets/{run}/queue", count="99")
    with local.database.writing() as connection:
        job = jobs.claim_job(connection, "a test")
        assert job is not None
        assert job.kind == "draw_queue"
    with pytest.raises(InputError) as caught:
        kind(job.kind)(Work(local.database, job.owner, job.arguments))
    with local.database.writing() as connection:
        jobs.fail_job(connection, job.uid, "a test", str(caught.value))
    shown = local.browser().get(answer.headers["Location"]).text
    assert "No queue was drawn:" in shown
    assert "Draw a queue" in shown
    assert ask(local, f"{project}/sets/{run}")["queue"] is None


def test_without_a_count_the_plan_decides(local, project: int) -> None:
    run = sets_of(local, project)["neural-large"]["run_id"]
    suggested = ask(local, f"{project}/sets/{run}")["certainty"]["suggested"]
    done = local.program().post(f"/api/v1/projects/{project}/sets/{run}/queue", json={})
    assert done.status_code == 200, done.text
    assert ask(local, f"{project}/sets/{run}")["queue"]["asked"] == suggested


def test_what_is_judged_as_a_whole_needs_no_queue(local, project: int) -> None:
    run = sets_of(local, project)["phrases"]["run_id"]
    assert "nothing to draw" in local.browser().get(f"/projects/{project}/sets/{run}").text
    assert local.browser().send_form(f"/projects/{project}/sets/{run}/queue").status_code == 422


def test_a_large_project_computes_certainty_as_a_job(local, project: int, monkeypatch) -> None:
    monkeypatch.setattr(figures, "QUICK", 1)
    run = sets_of(local, project)["neural-large"]["run_id"]
    browser = local.browser()
    assert sets_of(local, project)["neural-large"]["esser"] is None
    assert "Compute it" in browser.get(f"/projects/{project}/sets/{run}").text
    answer = browser.send_form(f"/projects/{project}/sets/{run}/certainty")
    place = answer.headers["Location"]
    assert "Waiting for its turn" in browser.get(place).text
    with local.database.writing() as connection:
        job = jobs.claim_job(connection, "a test")
    result = kind(job.kind)(Work(local.database, job.owner, job.arguments))
    with local.database.writing() as connection:
        jobs.finish_job(connection, job.uid, "a test", result)
    assert "SSER, predicted" in browser.get(place).text
    # what is known is not computed again
    assert "SSER, predicted" in browser.get(f"/projects/{project}/sets/{run}").text
    assert "Show the set" in browser.get(f"/jobs/{job.uid}").text


def test_a_plan_says_words_and_minutes_and_choices_stay_with_the_queue(local, project: int) -> None:
    run = sets_of(local, project)["neural-large"]["run_id"]
    certainty = ask(local, f"{project}/sets/{run}")["certainty"]
    plans = certainty["plans"]
    assert all(plan["words"] > 0 for plan in plans)
    assert all(plan["minutes"] > 0 for plan in plans)  # these judgments were timed
    assert certainty["target"] == "B"
    assert (certainty["full_systems"], certainty["queued_systems"]) == (3, 0)
    browser = local.browser()
    page = browser.get(f"/projects/{project}/sets/{run}").text
    assert ">Words</th>" in page
    assert ">Minutes</th>" in page
    assert "target B′" in page
    address = f"/projects/{project}/sets/{run}/queue"
    assert browser.send_form(address, count="2", cost="tears").status_code == 400
    assert browser.send_form(address, count="2", cost="words", near_repeats="yes").status_code == 303
    with local.database.reading() as connection:
        (queue,) = open_queues(connection, project_of(connection, project))
    assert (queue.settings["cost"], queue.settings["near_repeats"]) == ("words", True)
    found = ask(local, f"{project}/sets/{run}")
    assert found["certainty"]["target"] == "B′" or found["certainty"]["method"] == "predicted"
