"""A crowd as its manager sees it."""

import re

import pytest
from campaign_desk import TEXTS, answer_everything, begin, say, seat_of

from mtassay.store.campaigns.crowd_addresses import make_crowd_address
from mtassay.store.campaigns.leases import take_seat
from mtassay.store.contents.projects import add_project
from mtassay.web.pages.campaigns.crowd import view_crowd

BASE = "/projects/1/campaigns"


@pytest.fixture
def crowd(local):
    """A campaign of four seats: one is done, one held, one left after an answer, one free."""
    with local.database.writing() as connection:
        project = add_project(connection, "talks", "manager")
        campaign = begin(connection, project, judges=(), seats=4, spreading="across", crowd=True)
        make_crowd_address(connection, campaign, "manager")
        for who in ("anna", "ben"):
            take_seat(connection, campaign, who, "10.0.0.1")
        answer_everything(connection, seat_of(connection, campaign))
        say(connection, seat_of(connection, campaign, 3), {"score": 4})
    return campaign


def test_the_page_says_who_holds_what_and_offers_no_links(local, crowd):
    browser = local.browser()
    page = browser.get(f"{BASE}/{crowd.id}").text
    assert "1 free seat · 1 held · 1 left with open work · 1 done" in page
    assert "New address" in page
    assert "New link" not in page
    assert "Add seats" not in page
    assert "has no link" not in page
    told = browser.get(f"{BASE}/{crowd.id}?as=json").json()["crowd"]
    assert [told["seats"][str(number)]["place"] for number in range(1, 5)] == ["done", "held", "left", "free"]
    codes = {told["seats"]["1"]["code"], told["seats"]["1"]["code_to_review"]}
    opened = browser.get(f"{BASE}/{crowd.id}?seat=1").text
    assert all(code in opened for code in codes)


def test_codes_come_as_a_table(local, crowd):
    browser = local.browser()
    lines = browser.get(f"{BASE}/{crowd.id}/codes").text.splitlines()
    assert lines[0].split("\t") == ["seat", "state", "verdict", "code", "code to be reviewed"]
    assert [line.split("\t")[:3] for line in lines[1:]] == [
        ["1", "done", "open"],
        ["2", "unopened", "open"],
        ["3", "working", "open"],
        ["4", "unopened", "open"],
    ]
    assert len({code for line in lines[1:] for code in line.split("\t")[3:]}) == 8
    with local.database.writing() as connection:
        links = begin(connection, add_project(connection, "another", "manager"))
    refused = browser.get(f"/projects/2/campaigns/{links.id}/codes")
    assert refused.status_code == 409
    assert "hands in a code" in refused.text


def test_a_new_address_ends_the_old_one_and_is_shown_once(local, crowd):
    browser = local.browser()
    page = browser.send_form(f"{BASE}/{crowd.id}/links").text
    assert "One address for all judges" in page
    (address,) = re.findall(r'id="address">([^<]+)<', page)
    token = address.rpartition("/c/")[2]
    assert local.browser().get(f"/c/{token}").status_code == 200
    again = browser.send_form(f"{BASE}/{crowd.id}/links").text
    assert address not in again
    assert local.browser().get(f"/c/{token}").status_code == 404


def test_release_makes_another_seat(local, crowd):
    browser = local.browser()
    answer = browser.send_form(f"{BASE}/{crowd.id}/release", seats=3, follow=True)
    assert "went to others" in answer.text
    told = browser.get(f"{BASE}/{crowd.id}?as=json").json()["crowd"]
    assert told["seats"]["3"]["place"] == "over"
    assert told["seats"]["5"]["place"] == "free"


def test_where_judges_have_links_there_is_no_crowd(local):
    with local.database.writing() as connection:
        campaign = begin(connection, add_project(connection, "talks", "manager"))
        assert view_crowd(connection, campaign, (), b"secret") is None


def test_the_wizard_makes_an_address(local):
    browser = local.browser()
    assert TEXTS.sources is not None
    texts = {"source.txt": TEXTS.sources, **{f"{name}.txt": lines for name, lines in TEXTS.systems.items()}}
    with local.database.writing() as connection:
        add_project(connection, "talks", "manager")
    files = [("files", (name, "\n".join(lines).encode())) for name, lines in texts.items()]
    begun = browser.post(
        f"{BASE}/new", data={"csrf": browser.token, "name": "strangers"}, files=files, follow_redirects=False
    )
    step = begun.headers["Location"]
    uid = step.split("/")[-2]
    people = step.replace("/files", "/people")
    looked = browser.send_form(f"{people}/look", come="crowd", overlap=0).text
    assert "Each of 1 judge<" in looked  # 17 outputs are less than a seat of 100
    assert "names" in browser.send_form(people, come="crowd", judges="anna", overlap=0).text
    assert browser.send_form(people, come="crowd", overlap=0, seats=3).status_code == 303
    assert "Start and make the address" in browser.get(step.replace("/files", "/preview")).text
    made = browser.send_form(f"{BASE}/drafts/{uid}/start").text
    (address,) = re.findall(r'id="address">([^<]+)<', made)
    assert "strangers" in local.browser().get(f"/c/{address.rpartition('/c/')[2]}").text
    assert browser.send_form(f"{people}/look", come="by-boat").status_code == 404  # the draft was started
