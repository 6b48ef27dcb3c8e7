"""Campaigns in the browser: the list, how far one is, and what a manager does about its seats."""

import html
import json
import re

import pytest
from campaign_desk import BODIES, answer_everything, begin, say, seat_of
from small_memory import fill

from mtassay.errors import NotFound
from mtassay.reports.formats.choice import report_format
from mtassay.reports.results.campaigns import answers_document
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, campaigns
from mtassay.store.campaigns.links import make_links, seat_of_link
from mtassay.store.campaigns.progress import SeatState, seat_progress
from mtassay.store.database import Database
from mtassay.store.migration import create
from mtassay.store.people.accounts import find_account
from mtassay.store.people.members import let_in

BASE = "/projects/1/campaigns"


@pytest.fixture(params=["sqlite", "postgresql"])
def desk(request, new_location, open_site):
    """A project with a campaign that runs: Anna has answered all, seat 2 has one answer."""
    location = new_location(request.param)
    database = Database(location)
    create(database)
    database.close()
    site = open_site(location)
    with site.database.writing() as connection:
        campaign = begin(connection, fill(connection, "hotel"), spreading="across")
        make_links(connection, campaign, None, "manager")
        answer_everything(connection, seat_of(connection, campaign))
        say(connection, seat_of(connection, campaign, 2), BODIES["da"])
    return site


def read_seats(site):
    with site.database.reading() as connection:
        return seat_progress(connection, campaign_of(connection, 1))


def read_state(site):
    with site.database.reading() as connection:
        return campaign_of(connection, 1).state


def test_the_list_says_how_far_each_is(desk) -> None:
    browser = desk.browser()
    page = browser.get(BASE).text
    assert f'href="{BASE}/1"' in page
    assert "direct assessment, 0 to 100" in page
    row = browser.get(f"{BASE}?as=json").json()["campaigns"][0]
    assert (row["name"], row["state"], row["seats"]) == ("talks", "running", 2)
    assert row["asked"] == 17  # of 18 outputs two are the same
    assert row["done"] == next(seat.done for seat in read_seats(desk) if seat.number == 1) + 1
    assert 'href="/projects/1/campaigns" aria-current="page"' in page


def test_without_campaigns_one_action_is_offered(hotel) -> None:
    page = hotel.browser().get(BASE).text
    assert "No campaign yet." in page
    assert page.count(f'href="{BASE}/new"') == 1


def test_the_page_of_a_campaign_begins_with_a_sentence(desk) -> None:
    page = html.unescape(desk.browser().get(f"{BASE}/1").text)
    assert re.search(r"<b>\d+ % answered\.</b> It is too early to tell when the last answer comes\.", page)
    assert "points shows" in page
    assert "<em>Read.</em>" in page
    assert "working" in page
    shown = desk.browser().get(f"{BASE}/1?as=json").json()
    assert shown["counts"]["done"] == 1
    assert {seat["judge"] for seat in shown["seats"]} == {"anna", ""}
    assert shown["campaign"]["systems"] == ["good", "bad", "odd"]
    assert (shown["campaign"]["segments"], shown["campaign"]["documents"]) == (6, 2)
    assert [seat["number"] for seat in desk.browser().get(f"{BASE}/1?show=done&as=json").json()["seats"]] == [1]
    assert desk.browser().get(f"{BASE}/1?show=dnoe").status_code == 400


def test_a_campaign_of_another_project_is_not_there(desk) -> None:
    with desk.database.writing() as connection:
        other = fill(connection, "other").id
    browser = desk.browser()
    for address in (f"/projects/{other}/campaigns/1", f"{BASE}/77", f"{BASE}/0", f"{BASE}/{2**70}"):
        assert browser.get(address).status_code == 404, address
    assert browser.send_form(f"/projects/{other}/campaigns/1/state", state="closed").status_code == 404
    assert read_state(desk) is CampaignState.RUNNING


def test_a_campaign_is_paused_resumed_closed_and_the_closing_undone(desk) -> None:
    browser = desk.browser()
    for state in ("paused", "running", "closed"):
        done = browser.send_form(f"{BASE}/1/state", state=state)
        assert done.status_code == 303
        assert read_state(desk) == state
    page = browser.get(done.headers["Location"]).text
    assert "It was closed early; no more answers are taken." in page
    assert "Undo it in the history" in page
    revision = re.search(r"step=(\d+)", done.headers["Location"])[1]
    assert f"/projects/1/history/{revision}" in page
    assert browser.send_form(f"{BASE}/1/state", state="running").status_code == 409
    assert browser.send_form(f"/projects/1/history/{revision}/undo").status_code == 303
    assert read_state(desk) is CampaignState.RUNNING


def test_a_new_link_is_shown_once_and_ends_the_old_one(desk) -> None:
    browser = desk.browser()
    first = browser.send_form(f"{BASE}/1/links", seats=["2"]).text
    second = browser.send_form(f"{BASE}/1/links", seats=["2"]).text
    tokens = [re.search(r"/j/([\w-]{22})<", page)[1] for page in (first, second)]
    assert "Shown only now." in second
    assert second.count('class="linkcode"') == 1
    assert tokens[1] not in browser.get(f"{BASE}/1").text
    with desk.database.reading() as connection:
        assert seat_of_link(connection, tokens[1]) == seat_progress(connection, campaign_of(connection, 1))[1].id
        with pytest.raises(NotFound):
            seat_of_link(connection, tokens[0])
    assert browser.send_form(f"{BASE}/1/links", seats=["9"]).status_code == 404


def test_a_seat_is_excluded_with_a_reason_and_taken_in_again(desk) -> None:
    browser = desk.browser()
    assert browser.send_form(f"{BASE}/1/exclude", seat="1").status_code == 409
    excluded = browser.send_form(f"{BASE}/1/exclude", seat="1", reason="<b>at random</b>")
    assert excluded.status_code == 303
    assert read_seats(desk)[0].state is SeatState.EXCLUDED
    page = browser.get(f"{BASE}/1?seat=1").text
    assert "&lt;b&gt;at random&lt;/b&gt;" in page
    assert "Include again" in page
    assert browser.get(f"{BASE}/1?as=json").json()["campaign"]["done"] == 1
    history = html.unescape(browser.get("/projects/1/history").text)
    assert "<bdi>talks</bdi>, <bdi>seat 1</bdi>" in history
    included = browser.send_form(f"{BASE}/1/include", follow=True, seat="1")
    assert "took a judge of a campaign in again" in included.text
    assert read_seats(desk)[0].state is SeatState.DONE


def test_open_work_is_released_and_new_seats_get_links(desk) -> None:
    browser = desk.browser()
    before = read_seats(desk)
    assert browser.send_form(f"{BASE}/1/release").status_code == 422
    assert browser.send_form(f"{BASE}/1/release", seats=["2"]).status_code == 303
    after = read_seats(desk)
    assert after[1].asked == 1
    assert after[0].asked == before[0].asked + before[1].asked - 1
    made = browser.send_form(f"{BASE}/1/seats", judges="Carla\n\n  Dan  Brown ", count="3").text
    assert made.count('class="linkcode"') == 3
    seats = read_seats(desk)
    assert [seat.judge for seat in seats] == ["anna", "", "Carla", "Dan Brown", ""]
    assert sum(seat.asked for seat in seats) == sum(seat.asked for seat in before)
    assert browser.send_form(f"{BASE}/1/seats", count="0").status_code == 422


def test_downloads_are_what_the_commands_write(desk) -> None:
    with desk.database.reading() as connection:
        campaign = campaign_of(connection, 1)
        answers = list(all_answers(connection, campaign))
    browser = desk.browser()
    for format in ("jsonl", "tsv"):
        for names in (False, True):
            written = report_format(format).write(answers_document(campaign, answers, has_names=names))
            got = browser.get(f"{BASE}/1/answers?format={format}&names={names}")
            assert got.content == (written if isinstance(written, bytes) else written.encode())
            assert f"talks_answers.{format}" in got.headers["Content-Disposition"]
    assert json.loads(browser.get(f"{BASE}/1/answers").text.splitlines()[0])["protocol"] == "da"
    assert "judge" in browser.get(f"{BASE}/1/status").text.splitlines()[0]
    assert browser.get(f"{BASE}/1/answers?format=xlsx").status_code == 400


def test_a_draft_is_started_with_its_links(desk) -> None:
    from campaign_desk import TEXTS

    from mtassay.campaigns.plan import Design, plan_campaign
    from mtassay.campaigns.start import begin_campaign
    from mtassay.store.contents.projects import project_of

    with desk.database.writing() as connection:
        plan = plan_campaign(TEXTS, Design(protocols=("ranking",), seats=3))
        begin_campaign(connection, project_of(connection, 1), "order", TEXTS, plan, "manager")
    browser = desk.browser()
    page = browser.get(f"{BASE}/2").text
    assert "Nothing is asked of anybody yet." in page
    assert "gives an order and no points" in page
    assert browser.send_form(f"{BASE}/2/seats", count="1").text.count("linkcode") == 0
    assert browser.send_form(f"{BASE}/2/links").text.count('class="linkcode"') == 4
    with desk.database.reading() as connection:
        assert campaign_of(connection, 2).state is CampaignState.RUNNING


def test_programs_run_a_campaign_and_judges_do_not_see_it(public) -> None:
    with public.database.writing() as connection:
        project = fill(connection, "hotel")
        begin(connection, project)
        for role in ("manager", "judge"):
            let_in(connection, project, find_account(connection, role), "a test")
    with public.database.reading() as connection:
        manager = public.program(find_account(connection, "manager").id)
        judge = public.program(find_account(connection, "judge").id)
        number = campaigns(connection, project)[0].id
    base = f"/api/v1/projects/{project.id}/campaigns"
    assert judge.get(base).status_code == 403
    made = manager.post(f"{base}/{number}/links", json=[1]).json()
    assert made["links"][0]["link"].startswith("https://evaluation.example.org/j/")
    assert manager.post(f"{base}/{number}/exclude", json={"seat": 1, "reason": "left"}).json()["campaign"] == number
    assert manager.get(f"{base}/{number}").json()["seats"][0]["reason"] == "left"


def test_nobody_fills_the_memory_by_asking_for_seats(local) -> None:
    refused = local.program().post("/api/v1/projects/1/campaigns/1/seats", json={"count": 10**13})
    assert 400 <= refused.status_code < 500
