"""Results of a campaign in the browser: the command's figures, of all answers or of those that are chosen."""

import html
import io
import json
import re
import shutil

import openpyxl
import pytest
from campaign_desk import begin, say, seat_of
from people.judged_campaign import judged_campaign
from small_memory import fill

from mtassay.corpus.evalset import EvalSet
from mtassay.reports.evidence.verifying import verify_pack
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, set_state
from mtassay.store.campaigns.seat_work import next_task, seat_tasks, show_task
from mtassay.store.campaigns.seats import exclude_seat
from mtassay.store.contents.projects import add_project, project_of
from mtassay.store.database import Database
from mtassay.store.people.accounts import find_account
from mtassay.store.people.members import let_in

HERE = "/projects/1/campaigns/1/results"
WITHOUT_REFERENCES = EvalSet(
    sources=[f"Satz {number}" for number in range(6)],
    systems={name: [f"{name} {number}" for number in range(6)] for name in ("good", "bad", "odd", "new")},
    labels={"domain": ["news", "chat"] * 3},
)


ON_BOTH_DATABASES = pytest.mark.parametrize("desk", ["sqlite", "postgresql"], indirect=True)


def judge(location, protocol="mqm"):
    database = Database(location)
    with database.writing() as connection:
        project = add_project(connection, "Travel", "manager", source_language="de", target_language="en")
        judged_campaign(connection, project, protocol, segments=12)
    database.close()
    return location


@pytest.fixture(scope="module")
def judged_file(tmp_path_factory, empty_file):
    return judge(str(shutil.copy(empty_file, tmp_path_factory.mktemp("judged") / "judged.db")))


@pytest.fixture
def desk(request, judged_file, make_site, new_database, open_site):
    """A project with a campaign by MQM that four judges have answered, in a copy of a file unless told otherwise."""
    if getattr(request, "param", "sqlite") == "postgresql":
        return open_site(judge(new_database("postgresql")))
    return make_site(judged_file)


@pytest.fixture
def look(desk):
    """What the page shows for a query, as JSON."""
    browser = desk.browser()
    return lambda query="": browser.get(f"{HERE}?as=json&{query}").json()


def campaign(connection):
    return campaign_of(connection, 1)


def download(site, query):
    return site.browser().get(f"{HERE}/file?{query}")


@ON_BOTH_DATABASES
def test_the_page_has_the_figures_of_the_command(desk, look) -> None:
    shown = look()["figures"]
    told = json.loads(download(desk, "format=json").content)
    by_name = {row["system"]: row for row in told["systems"]}
    for system in shown["systems"]:
        row = by_name[system["system"]]
        assert (system["value"], system["mean"]) == (row["estimate"], row["mean"])
        assert (system["cluster"], system["answers"]) == (row["cluster"], row["answers"])
    assert [one["p"] for one in shown["differences"]] == [row["corrected p"] for row in told["differences"]]
    assert [one["stars"] for one in shown["differences"]] == [row["stars"] for row in told["differences"]]
    assert [line["value"] for line in shown["agreement"]] == [row["value"] for row in told["agreement"]]
    assert [judge["severity"] for judge in shown["judges"]] == [row["severity"] for row in told["judges"]]
    assert {judge["name"] for judge in shown["judges"]} == {"Anna", "Ben", "Cleo", "Dan"}
    assert {judge["judge"] for judge in told["judges"]} == {"seat 1", "seat 2", "seat 3", "seat 4"}
    first = shown["errors"]["lines"][1]
    minor = shown["errors"]["severities"].index("minor")
    row = next(row for row in told["errors"] if (row["category"], row["severity"]) == (first["name"], "minor"))
    assert [cell["rates"][minor] for cell in first["cells"]] == [row[name] for name in shown["errors"]["systems"]]
    assert [one["spread"] for one in shown["disputed"]] == [row["apart"] for row in told["disputed"]]


def test_everything_is_on_the_page(desk) -> None:
    page = html.unescape(desk.browser().get(HERE).text)
    for heading in ("Ranking", "All pairs", "Do the judges agree?", "Judges", "Kinds of errors", "disagree most"):
        assert heading in page
    assert "neural-large" in page
    assert re.search(r"\d+ % of the way from chance to agreement", page)
    assert f'href="{HERE}"' in desk.browser().get("/projects/1/campaigns/1").text
    assert 'aria-current="page">Campaigns' in page


def test_a_metric_stands_beside_people(desk, look) -> None:
    both = look()["beside"]
    assert (both["label"], both["outputs"], both["problem"]) == ("chrF2", len(both["dots"]), "")
    told = json.loads(download(desk, "format=json&metric=ter").content)["metric"]
    of_ter = look("metric=ter")["beside"]
    assert [one["metric_place"] * 100 for one in of_ter["apart"]] == [row["place by TER"] for row in told][:5]
    assert of_ter["is_lower_better"]
    page = html.unescape(desk.browser().get(f"{HERE}?metric=ter").text)
    assert "Spearman’s ρ" in page
    assert of_ter["apart"][0]["text"] in page
    less = look("metric=ter&without=seat+2")["beside"]
    assert less["correlation"] != of_ter["correlation"]
    refused = desk.browser().get(f"{HERE}?metric=meant&as=json")
    assert refused.status_code == 400
    assert "o metric 'meant' is offered here" in html.unescape(refused.text)


def test_without_references_no_metric_stands_beside_people(desk) -> None:
    with desk.database.writing() as connection:
        others = begin(connection, project_of(connection, 1), "da", name="others", texts=WITHOUT_REFERENCES)
        seat = seat_of(connection, others)
        for score in (60, 61, 62):
            say(connection, seat, {"score": score})
    told = desk.browser().get("/projects/1/campaigns/2/results?as=json").json()
    beside = told["beside"]
    domain = told["offered"]["domains"][0]
    part = desk.browser().get(f"/projects/1/campaigns/2/results?as=json&domain={domain}").json()
    assert (part["chosen"] < 3) == (len(told["offered"]["domains"]) == 2)
    assert [(chip["label"], chip["value"]) for chip in part["chips"]] == [("domain", domain)]
    assert beside["problem"].startswith("none of the judged outputs has a reference")
    assert "None of the judged outputs has a reference" in desk.browser().get("/projects/1/campaigns/2/results").text


def test_who_knows_a_reference_of_some_sources_finds_those_of_others(desk) -> None:
    texts = EvalSet(
        ["a first sentence", "", "", "sentence 3"],
        sources=[f"Satz {number}" for number in range(4)],
        systems={
            "good": [f"sentence {number}" for number in range(4)],
            "bad": [f"bad {number}" for number in range(4)],
        },
    )
    with desk.database.writing() as connection:
        project = project_of(connection, 1)
        for protocol, body in (("sser", {"value": project.scale.high}), ("da", {"score": 60})):
            seat = seat_of(connection, begin(connection, project, protocol, name=protocol, texts=texts, seats=1))
            while (task := next_task(seat_tasks(connection, seat))) is not None:
                for item in show_task(connection, seat, task.task).items:
                    say(connection, seat, body, task=task.task, item=item.id)
    there = "/projects/1/campaigns/3/results"
    beside = desk.browser().get(f"{there}?as=json").json()["beside"]
    assert (beside["outputs"], beside["without_reference"]) == (8, 0)  # what was judged perfect is the reference
    told = desk.browser().get(f"{there}/file?format=md").text
    assert "of 8 outputs" in told


def test_a_metric_that_takes_long_is_computed_neither_on_the_page_nor_for_the_file(desk) -> None:
    long = [" ".join(f"word{place * place % 97}" for place in range(number, number + 300)) for number in range(3)]
    texts = EvalSet(long, sources=["Satz 1", "Satz 2", "Satz 3"], systems={"long": long})
    with desk.database.writing() as connection:
        seat = seat_of(connection, begin(connection, project_of(connection, 1), name="long", texts=texts, seats=1))
        for score in (60, 70, 80):
            say(connection, seat, {"score": score})
    there = "/projects/1/campaigns/2/results"
    assert "takes long" in desk.browser().get(f"{there}?as=json&metric=terp").json()["beside"]["problem"]
    assert "takes long" in desk.browser().get(f"{there}/file?format=md&metric=terp").text


def test_a_filter_makes_new_statistics(desk, look) -> None:
    everything, part = look(), look("without=seat+2&longest=12&system=neural-small&system=neural-large")
    assert part["figures"]["answers"] < everything["figures"]["answers"]
    assert {one["system"] for one in part["figures"]["systems"]} == {"neural-small", "neural-large"}
    assert "Ben" not in {judge["name"] for judge in part["figures"]["judges"]}
    assert [chip["value"] for chip in part["chips"]] == ["neural-small, neural-large", "Ben", "… to 12"]
    assert part["chips"][1]["without"] == "protocol=&system=neural-small&system=neural-large&longest=12".removeprefix(
        "protocol=&"
    )
    told = json.loads(
        download(desk, "format=json&without=seat+2&longest=12&system=neural-small&system=neural-large").content
    )
    assert [row["estimate"] for row in told["systems"]] == [one["value"] for one in part["figures"]["systems"]]
    page = html.unescape(desk.browser().get(f"{HERE}?document=hotel").text)
    assert "Every figure below is of this selection." in page


def test_a_filter_of_nothing_says_so(look) -> None:
    for query, reason in (
        ("document=nowhere", "nowhere"),
        ("shortest=900", "none of the"),
        ("without=seat+1&without=seat+2&without=seat+3&without=seat+4", "none of the"),
    ):
        shown = look(query)
        assert shown["figures"] is None
        assert reason in shown["problem"]


def test_what_means_nothing_is_refused(desk) -> None:
    browser = desk.browser()
    for query in ("shortest=few", "by=elo", "since=yesterday", "protocol=da"):
        assert browser.get(f"{HERE}?{query}").status_code in (400, 422)
        assert browser.get(f"{HERE}/file?format=xlsx&{query}").status_code in (400, 422)


@ON_BOTH_DATABASES
def test_excluded_judges_are_shown_both_ways(desk, look) -> None:
    with desk.database.writing() as connection:
        exclude_seat(connection, campaign(connection), 4, "answered at random", "manager")
    shown = look()
    assert {judge["name"] for judge in shown["figures"]["judges"]} == {"Anna", "Ben", "Cleo"}
    assert [(judge["name"], judge["reason"]) for judge in shown["left_out"]] == [("Dan", "answered at random")]
    both = look("excluded=yes")
    assert both["excluded"] is None
    assert len(both["figures"]["judges"]) == 4
    rows = {row["system"]: row for row in shown["excluded"]["rows"]}
    for system in both["figures"]["systems"]:
        assert rows[system["system"]]["all"] == system["value"]
    for system in shown["figures"]["systems"]:
        assert rows[system["system"]]["without"] == system["value"]
    page = desk.browser().get(HERE).text
    assert "With and without excluded judges" in page


def test_early_ends_are_said(desk) -> None:
    with desk.database.writing() as connection:
        stored = campaign(connection)
        begun = begin(connection, project_of(connection, 1), "da", name="more", seats=2)
        say(connection, seat_of(connection, begun), {"score": 40})
    browser = desk.browser()
    assert "It is not over." in browser.get("/projects/1/campaigns/2/results").text
    with desk.database.writing() as connection:
        set_state(connection, stored, CampaignState.CLOSED, "manager")
        set_state(connection, begun, CampaignState.CLOSED, "manager")
    assert "Closed early" not in browser.get(HERE).text  # all was answered
    page = browser.get("/projects/1/campaigns/2/results").text
    assert "Closed early." in page
    assert "1 of " in page


def test_rankings_have_another_method(new_database, open_site) -> None:
    site = open_site(judge(new_database("sqlite"), "ranking"))
    browser = site.browser()
    shown = browser.get(f"{HERE}?as=json").json()["figures"]
    wins = browser.get(f"{HERE}?as=json&by=expected-wins").json()["figures"]
    assert shown["is_ranking"]
    assert (shown["measure"], wins["measure"]) == ("bradley-terry", "expected-wins")
    assert all(0 <= one["value"] <= 1 for one in wins["systems"])
    assert shown["disputed_pairs"][0]["preferred_by"] != [[], []]
    assert "Expected wins" in browser.get(HERE).text


def test_without_answers_there_is_a_reason(make_site) -> None:
    site = make_site()
    with site.database.writing() as connection:
        begin(connection, fill(connection, "hotel"))
    page = html.unescape(site.browser().get(HERE).text)
    assert "Nobody has answered by da yet, so there are no results." in page
    assert site.browser().get(f"{HERE}/file").status_code == 422


def test_files_are_those_of_the_command(desk) -> None:
    book = openpyxl.load_workbook(io.BytesIO(download(desk, "format=xlsx").content))
    assert {"Agreement", "Errors", "Judges"} <= set(book.sheetnames)
    assert download(desk, "format=md").text.startswith("- campaign: talks")
    assert download(desk, "format=tex").status_code == 200
    assert download(desk, "format=exe").status_code == 400
    assert "Anna" not in download(desk, "format=json").text


def test_the_evidence_pack_is_that_of_the_command(desk) -> None:
    first, again = (desk.browser().get("/projects/1/campaigns/1/pack") for _ in range(2))
    assert first.content == again.content
    assert 'filename="talks_evidence.zip"' in first.headers["content-disposition"]
    assert verify_pack(first.content, "talks.zip").differences == ()


@ON_BOTH_DATABASES
def test_answers_are_taken_into_the_memory_and_back(desk) -> None:
    browser = desk.browser()
    assert "10 - 0.4 · penalty" in browser.get(HERE).text
    done = browser.send_form("/projects/1/campaigns/1/take", protocol="mqm")
    assert "took answers of a campaign into the memory." in browser.get(done.headers["location"]).text
    shown = desk.program().post("/api/v1/projects/1/campaigns/1/take", json="mqm").json()
    assert (shown["new"], shown["revision"]) == (0, None)
    assert shown["known"] == 70
    assert browser.get("/projects/1/campaigns/1/results?as=json").json()["conversion"].startswith("10 - 0.4")


def test_only_managers_see_results(public) -> None:
    with public.database.writing() as connection:
        project = fill(connection, "hotel")
        begin(connection, project)
        for role in ("judge", "manager"):
            let_in(connection, project, find_account(connection, role), "a test")
    here = f"/projects/{project.id}/campaigns/1/results"
    assert public.browser().sign_in("manager").get(here).status_code == 200
    assert public.browser().sign_in("judge").get(here).status_code == 403
    assert public.browser().sign_in("judge").get(f"{here}/file").status_code == 403
    assert public.browser().sign_in("judge").get(f"/projects/{project.id}/campaigns/1/pack").status_code == 403
