"""Judges of a campaign, from the link to the stored answer: by keyboard alone, without script, offline in between."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from browser.campaigns.seat_pages import answer, answers, come, target
from campaign_desk import begin
from judging import opened
from keyboard import press
from playwright.sync_api import Browser, Page, expect
from workbench import ON_BOTH_DATABASES, Workbench

from mtassay.store.campaign_tables import ANSWERS
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign, campaign_of, set_state
from mtassay.store.campaigns.links import make_links
from mtassay.store.contents.projects import find_project

LOSES_CONNECTION = True


def keys_told(page: Page) -> str:
    """What ? shows."""
    press(page, "?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    told = " ".join(dialog.inner_text().split())
    press(page, "Escape")
    expect(dialog).to_have_count(0)
    return told


def set_campaign(server: Workbench, state: CampaignState) -> None:
    with opened(server) as database, database.writing() as connection:
        campaign: StoredCampaign = campaign_of(connection, 1)
        set_state(connection, campaign, state, "manager")


@ON_BOTH_DATABASES
@pytest.mark.parametrize(
    ("protocol", "keys", "body"),
    [
        ("fluency", ["4"], {"value": 4}),
        ("adequacy", ["2"], {"value": 2}),
        ("sqm", ["0"], {"score": 0}),
        ("da", ["7", "3"], {"score": 73}),
        ("da", ["5", "ArrowRight", "PageUp"], {"score": 16}),
        ("da", ["1", "0", "0"], {"score": 100}),
        ("pairwise", ["ArrowDown"], {"better": None}),
    ],
)
def test_from_the_link_to_the_stored_answer_by_keyboard_alone(
    server: Workbench, page: Page, open_campaign: Callable[..., str], protocol: str, keys: list[str], body: object
) -> None:
    come(page, open_campaign(protocol))
    expect(page.locator("[data-reason]")).to_have_text("No answer yet.")
    press(page, "Enter")  # without an answer nothing is saved
    answer(page, *keys)
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    assert answers(server) == [body]
    expect(page.locator(".boxes a").first).to_have_class("done")
    expect(page.locator("[data-place]")).to_contain_text("2 of ")


def test_a_ranking_by_keyboard(server: Workbench, page: Page, open_campaign: Callable[..., str]) -> None:
    come(page, open_campaign("ranking"))
    while page.locator(".rank > li").count() < 3:  # of the first segment two outputs are the same
        press(page, "n")
        page.wait_for_load_state("networkidle")
    expect(page.locator("[data-reason]")).to_have_text("A, B and C have no rank yet.")
    assert "1 2 3 rank" in keys_told(page)  # and no rank 4
    assert "next and previous card" not in keys_told(page)
    press(page, "2", "1", "=")
    expect(page.locator(".order li b")).to_have_text(["B = C", "A", ""])
    press(page, "ArrowUp", "ArrowUp", "ArrowUp", "3")  # another rank for the first
    expect(page.locator(".order li b")).to_have_text(["B = C", "", "A"])
    answer(page)
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    (body,) = answers(server)
    assert sorted(body["ranks"].values()) == [1, 1, 2]


def test_pairs_by_keyboard(server: Workbench, page: Page, open_campaign: Callable[..., str]) -> None:
    come(page, open_campaign("pairwise:by=yes"))
    assert "← → ↓ A, B better, or equal 1 2 3 by how much" in keys_told(page)
    press(page, "ArrowRight", "ArrowRight")
    expect(page.locator(".pair .side").nth(1)).to_have_class("side chosen")
    expect(page.locator("[data-by-how-much='2']")).to_be_checked()
    answer(page)
    press(page, "ArrowLeft", "3")
    answer(page)
    press(page, "ArrowLeft", "ArrowDown")
    answer(page)
    page.wait_for_load_state("networkidle")
    assert [body.get("by") for body in answers(server)] == [2, 3, None]


@ON_BOTH_DATABASES
def test_a_document_card_by_card_to_the_thanks(
    server: Workbench, page: Page, open_campaign: Callable[..., str]
) -> None:
    come(page, open_campaign("da", context="document"))
    expect(page.locator("[data-place]")).to_have_text("Text 1 of 6, card 1 of 3")
    expect(page.locator("[data-reason]")).to_have_text("Card 1 has no answer yet.")
    assert "PageUp 1 or 10 lower or higher j k next and previous card" in keys_told(page)
    expect(page.locator("li.now textarea[name=comment]")).to_be_visible()  # not behind the last card
    answer(page, "8", "8")
    expect(page.locator(".doc li.done .points")).to_have_text("88")
    press(page, "j")
    expect(page.locator("[data-place]")).to_have_text("Text 1 of 6, card 3 of 3")
    press(page, "k")
    expect(page.locator("[data-place]")).to_have_text("Text 1 of 6, card 2 of 3")
    page.locator("[data-continue]").click(force=True)
    expect(page.locator("[data-reason]")).to_have_text("Cards 2 and 3 are open.")
    answer(page, "9", "7")
    expect(page.locator("[data-save]")).to_contain_text("Save and continue")
    answer(page, "3", "1")
    expect(page.locator("[data-place]")).to_have_text("Text 2 of 6, card 1 of 3")
    expect(page.locator(".boxes a").first).to_have_class("done")
    press(page, "u")
    expect(page.locator("[data-place]")).to_have_text("Text 1 of 6, card 3 of 3")
    expect(page.locator("[data-value]")).to_have_value("31")
    expect(page.locator(".boxes a").first).to_have_class("part now")
    answer(page)
    press(page, "n")  # the whole document comes later
    expect(page.locator("[data-place]")).to_have_text("Text 3 of 6, card 1 of 3")
    while page.locator("form#answer").count():
        number = target(page)
        press(page, "5", "Enter")
        page.wait_for_function(
            "number => document.querySelector('form#answer')?.dataset.target !== number"
            " && document.readyState === 'complete'",
            arg=number,
        )
    expect(page.get_by_role("heading", name="Everything is done. Thank you.")).to_be_visible()
    expect(page.get_by_text("You gave 18 answers")).to_be_visible()
    assert [body["score"] for body in answers(server)] == [88, 97, 31, *[5] * 15]


def test_comments_reasons_keys_and_guidelines(server: Workbench, page: Page, open_campaign: Callable[..., str]) -> None:
    come(page, open_campaign("fluency"))
    press(page, "?")
    expect(page.get_by_role("dialog")).to_contain_text("1–5")
    expect(page.get_by_role("dialog")).to_contain_text("undo the last answer")
    press(page, "Escape", "c")
    page.keyboard.type("4 words, and not keys")
    press(page, "Escape", "3")
    answer(page)
    page.wait_for_load_state("networkidle")
    with opened(server) as database, database.reading() as connection:
        assert connection.scalars(sa.select(ANSWERS.c.comment)).all() == ["4 words, and not keys"]
    press(page, "g")
    expect(page.get_by_role("dialog", name="Guidelines")).to_contain_text("Read.")
    press(page, "Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_text("I cannot answer").click()
    number = target(page)
    page.get_by_role("button", name="It is in a language I do not know").click()
    expect(page.locator(f"form#answer[data-target='{number}']")).to_have_count(0)
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    assert answers(server) == [{"value": 3}, {"cannot": "language"}]


@ON_BOTH_DATABASES
@pytest.mark.parametrize("context", ["none", "document"])
def test_answers_outlast_a_lost_connection_and_a_reload(
    server: Workbench, page: Page, open_campaign: Callable[..., str], context: str
) -> None:
    come(page, open_campaign("da", context=context))
    answer(page, "9")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    for key in ("1", "2", "3"):
        answer(page, key)
    expect(page.locator("[data-offline]")).to_contain_text("3 answers wait on this computer")
    expect(page.locator("[data-state]")).to_have_text("Not saved, kept here")
    if context == "document":  # cards that the server has not heard of show what was said
        press(page, "k")
        expect(page.locator("[data-place]")).to_contain_text("card 1 of 3")
    assert answers(server) == [{"score": 9}]
    page.context.set_offline(False)
    page.reload()
    page.wait_for_function("() => !Object.keys(localStorage).some((name) => name.startsWith('mtassay-answer-'))")
    page.wait_for_load_state("networkidle")
    expect(page.locator("form#answer")).to_be_visible()
    assert answers(server) == [{"score": score} for score in (9, 1, 2, 3)]


def test_two_machines_at_one_seat_see_both_answers(
    server: Workbench, page: Page, browser: Browser, open_campaign: Callable[..., str]
) -> None:
    link = open_campaign("da")
    come(page, link)
    other = browser.new_context().new_page()
    come(other, link)
    assert target(other) == target(page)
    answer(other, "8", "0")
    other.wait_for_load_state("networkidle")
    other.context.close()
    answer(page, "2", "5")
    notice = page.locator(".notice", has_text="Two answers")
    expect(notice).to_contain_text("Stored from another window: 80. Not saved from this one: 25.")
    page.reload()  # it is not forgotten
    notice.get_by_role("button", name="Save 25 instead").click()
    expect(notice).to_have_count(0)
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    assert answers(server) == [{"score": 25}]


def test_a_campaign_that_closes_offers_what_came_too_late_as_a_file(
    server: Workbench, page: Page, open_campaign: Callable[..., str], tmp_path: Path
) -> None:
    come(page, open_campaign("da"))
    answer(page, "9")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    late = [answer(page, key) for key in ("1", "2")]
    set_campaign(server, CampaignState.CLOSED)
    page.context.set_offline(False)
    notice = page.locator("[data-late]")
    expect(notice).to_contain_text("2 answers came too late and were not taken.")
    page.reload()
    expect(page.get_by_text("Nothing more is asked.")).to_be_visible()
    with page.expect_download() as downloading:
        notice.get_by_role("button", name="Save as a file").click()
    downloading.value.save_as(tmp_path / "late.json")
    kept = json.loads((tmp_path / "late.json").read_text(encoding="utf-8"))
    assert [str(entry["target"]) for entry in kept["answers"]] == late
    assert [entry["fields"]["score"] for entry in kept["answers"]] == ["1", "2"]
    notice.get_by_role("button", name="Discard it").click()
    expect(notice).to_have_count(0)
    assert answers(server) == [{"score": 9}]
    page.goto(f"{server.url}/projects/1/campaigns/1")
    page.locator("input[type=file]").set_input_files(tmp_path / "late.json")
    page.get_by_role("button", name="Look at them").click()
    page.get_by_role("button", name="Take in 2 answers").click()
    expect(page.get_by_text("took in answers that came after a campaign had closed")).to_be_visible()
    assert answers(server) == [{"score": 9}, {"score": 1}, {"score": 2}]


def test_a_paused_campaign_takes_what_was_begun_and_says_so(
    server: Workbench, page: Page, open_campaign: Callable[..., str]
) -> None:
    come(page, open_campaign("da"))
    set_campaign(server, CampaignState.PAUSED)
    press(page, "4", "Enter")
    expect(page.get_by_text("The campaign is paused.")).to_be_visible()
    assert answers(server) == [{"score": 4}]


@ON_BOTH_DATABASES
def test_answers_wait_for_a_new_link_where_the_old_one_was_ended(
    server: Workbench, page: Page, open_campaign: Callable[..., str]
) -> None:
    come(page, open_campaign("da"))
    with opened(server) as database, database.writing() as connection:
        (link,) = make_links(connection, campaign_of(connection, 1), None, "manager")
    answer(page, "6", "1")
    expect(page.locator("[data-offline]")).to_contain_text("Your session here is over. Open your link again.")
    expect(page.locator("[data-offline]")).to_contain_text("1 answer waits on this computer and will be sent then.")
    answer(page, "6", "2")
    assert answers(server) == []
    page.goto(f"{server.url}/j/{link.token}")
    page.get_by_role("button", name="Start").click()
    page.wait_for_function("() => !Object.keys(localStorage).some((name) => name.startsWith('mtassay-answer-'))")
    expect(page.locator("[data-place]")).to_contain_text("3 of ")
    assert answers(server) == [{"score": 61}, {"score": 62}]


def test_answers_of_another_seat_wait_for_its_own_link(
    server: Workbench, page: Page, open_campaign: Callable[..., str]
) -> None:
    first = open_campaign("da", seats=1)
    with opened(server) as database, database.writing() as connection:
        other = begin(connection, find_project(connection, "talks"), "da", name="others", seats=1)
        (link,) = make_links(connection, other, None, "manager")
    come(page, first)
    page.context.set_offline(True)
    answer(page, "7")
    page.route("**/seat/answer*", lambda route: route.abort("connectionreset"))  # gone before it was sent
    page.context.set_offline(False)
    page.goto(f"{server.url}/j/{link.token}")
    page.unroute("**/seat/answer*")
    page.get_by_role("button", name="Start").click()
    page.wait_for_load_state("networkidle")
    answer(page, "8")
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    assert answers(server) == [{"score": 8}]
    page.goto(first)
    page.get_by_role("button", name="Start").click()
    page.wait_for_function("() => !Object.keys(localStorage).some((name) => name.startsWith('mtassay-answer-'))")
    assert answers(server) == [{"score": 8}, {"score": 7}]
    page.wait_for_load_state("networkidle")  # Chromium may not close a page that is about to load


def test_more_than_forty_tasks_have_a_bar_on_a_phone(
    server: Workbench, page: Page, open_campaign: Callable[..., str]
) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    come(page, open_campaign("da", "fluency", "adequacy"))  # 51
    expect(page.locator("progress")).to_be_visible()
    expect(page.locator(".boxes")).to_be_hidden()
    press(page, "4")
    page.get_by_role("button", name="Save and next").click()
    expect(page.locator("progress")).to_have_attribute("value", "1")
    bar = page.locator(".gobar").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] == pytest.approx(800, abs=1)
    touched = page.locator(".visitor :is(a, button), .undone, .cannot summary, .scale label, .gobar button")
    heights = [box["height"] for place in touched.all() if (box := place.bounding_box()) is not None]
    assert len(heights) > 10
    assert min(heights) >= 43.5  # as large as a finger


def test_a_slider_has_no_place_until_it_is_touched(
    server: Workbench, page: Page, open_campaign: Callable[..., str]
) -> None:
    come(page, open_campaign("da"))
    slider, field = page.locator("input[type=range]"), page.locator("[data-value]")
    expect(slider).to_have_class("unset")
    expect(field).to_have_value("")
    slider.click()  # in the middle, where it stands unseen
    expect(field).to_have_value("50")
    expect(slider).to_have_class("")
    press(page, "ArrowLeft")
    expect(field).to_have_value("49")
    field.fill("101")
    expect(page.locator("[data-reason]")).to_have_text("The score is a whole number from 0 to 100.")
    press(page, "Enter")
    assert answers(server) == []


def test_in_german(server: Workbench, browser: Browser, open_campaign: Callable[..., str]) -> None:
    context = browser.new_context(locale="de-DE", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(open_campaign("fluency"))
    page.get_by_role("button", name="Anfangen").click()
    expect(page.locator("[data-reason]")).to_have_text("Noch keine Antwort.")
    answer(page, "5")
    expect(page.locator("[data-state]")).to_contain_text("gespeichert")
    page.get_by_role("button", name="Später").click()
    expect(page.locator(".boxes .skip")).to_have_css("position", "relative")  # a box, not the link to the content
    for width in (360, 400):  # long words do not push the button off the screen
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator(".gobar .save").evaluate("button => button.getBoundingClientRect().bottom") <= 800
    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_role("link", name="English").click()
    expect(page.locator("[data-reason]")).to_have_text("No answer yet.")
    expect(page.locator("[data-place]")).to_contain_text("3 of")
    context.close()
