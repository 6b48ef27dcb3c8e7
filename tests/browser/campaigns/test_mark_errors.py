"""Errors that judges mark: by keys alone, by mouse, in any script, without a word that moves."""

import json
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from campaign_desk import begin
from judging import opened
from keyboard import press
from playwright.sync_api import Browser, Page, expect
from workbench import Workbench

from mtassay.corpus.evalset import EvalSet
from mtassay.store.campaign_tables import ANSWERS, CAMPAIGN_ITEMS
from mtassay.store.campaigns.links import make_links
from mtassay.store.campaigns.seat_work import current_answers
from mtassay.store.contents.projects import add_project

SOURCE = "So gegen halb neun, Richtung Messe. Er ist dunkelblau, und im vorderen Fach steckt ein Ladegerät."
ENGLISH = "Around half past nine, towards the fair. He is dark blue, and there is a charger in the compartment."
ARABIC = "حوالي الساعة التاسعة والنصف، باتجاه المعرض. لونه أزرق داكن."
EMOJI = "e\u0301 \U0001f469\u200d\U0001f33e\U0001f1e9\U0001f1ea wrote\r\n二十五 cafe\u0301s."
BOXES = """() => [
    ...document.querySelectorAll("[data-side] p, [data-dock], .da, [data-errors], [data-save], li.open")].flatMap(
    (place) => {
      const range = document.createRange();
      const node = place.firstChild;
      const isText = place.matches("[data-side] p");
      range.selectNodeContents(place);
      if (isText) range.setEnd(node, node.length);
      const boxes = isText ? [...range.getClientRects()] : [place.getBoundingClientRect()];
      return boxes.map(({ x, y, width, height }) => [x, y, width, height].map((number) => Math.round(100 * number)));
    })"""


@pytest.fixture
def sit_down(server: Workbench, page: Page) -> Callable[..., None]:
    """Opens the only seat of a campaign on some outputs."""

    def make(protocol: str, *outputs: str, target_language: str = "en", **design: Any) -> None:
        labels = {"document": ["talk"] * len(outputs)}
        texts = EvalSet(None, sources=[SOURCE] * len(outputs), systems={"a": list(outputs)}, labels=labels)
        with opened(server) as database, database.writing() as connection:
            project = add_project(connection, "talks", "boss", source_language="de", target_language=target_language)
            campaign = begin(connection, project, protocol, texts=texts, seats=1, **design)
            (link,) = make_links(connection, campaign, None, "boss")
        page.goto(f"{server.url}/j/{link.token}")
        page.locator("button.primary").click()
        expect(page.locator("[data-side=target] .marks")).to_be_attached()
        page.wait_for_load_state("networkidle")

    return make


def answers(server: Workbench) -> list[Any]:
    with opened(server) as database, database.reading() as connection:
        return list(connection.scalars(sa.select(ANSWERS.c.body).where(current_answers()).order_by(ANSWERS.c.id)))


def marked(page: Page) -> list[Any]:
    """What the form holds."""
    spans: list[Any] = json.loads(page.locator("textarea[name=spans]").input_value())
    return spans


def span(text: str, words: str, severity: str, side: str = "target", **more: Any) -> dict[str, Any]:
    start = text.index(words)
    return {"side": side, "start": start, "end": start + len(words), **more, "severity": severity}


def words(count: int, *, select: bool = False) -> list[str]:
    return ["Control+Shift+ArrowRight" if select else "Control+ArrowRight"] * count


def test_select_mark_score_and_save_by_keyboard_alone(
    server: Workbench, page: Page, sit_down: Callable[..., None]
) -> None:
    sit_down("esa", ENGLISH, "All is well.", context="document")
    before = page.evaluate(BOXES)
    press(page, *words(1), *words(3, select=True))
    expect(page.locator("[data-what]")).to_have_text("Selected: half past nine")
    press(page, "M")
    expect(page.locator("[data-errors] li")).to_have_text(["1half past ninemajor×"])
    press(page, "Shift+ArrowLeft", "Shift+ArrowLeft", "m")  # part of what is marked
    expect(page.locator("[data-what]")).to_have_text("This overlaps error 1. Remove that one, or select less.")
    press(page, "Escape", "End", "Shift+Home", "Escape")
    expect(page.locator("[data-what]")).to_have_text("Nothing is selected.")
    press(page, "m")
    expect(page.locator("[data-what]")).to_have_text("Select the words that are wrong first.")
    press(page, "Home", *words(7), "Shift+ArrowRight", "Shift+ArrowRight", "m", "z", "z")
    expect(page.locator(".gap-token")).to_have_class("gap-token mk-major mk-now")
    press(page, "Home", "ArrowUp", "Home", *words(11), *words(1, select=True), "z", "3", "1")
    expect(page.locator("[data-value]")).to_have_value("31")
    assert page.evaluate(BOXES) == before  # nothing moved, however much was marked
    assert marked(page) == [
        span(ENGLISH, "half past nine", "major"),
        span(ENGLISH, "He", "minor"),
        {"side": "target", "missing": True, "severity": "major"},
        span(SOURCE, "vorderen", "minor", "source", missing=True),
    ]
    press(page, "Escape", "Tab", "Tab", "x")  # the second is gone
    expect(page.locator("[data-errors] li")).to_have_count(3)
    press(page, "Enter")
    expect(page.locator("[data-place]")).to_contain_text("card 2 of 2")
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    (body,) = answers(server)
    assert body["score"] == 31
    assert [(each["side"], each["severity"]) for each in body["spans"]] == [
        ("target", "major"),
        ("target", "major"),
        ("source", "minor"),
    ]
    expect(page.locator(".doc li.done .points")).to_have_text("31, 3 errors")


@pytest.mark.parametrize(
    ("text", "keys", "selected"),
    [
        (ARABIC, [*["Control+ArrowLeft"] * 2, *["Control+Shift+ArrowLeft"] * 2], "التاسعة والنصف"),
        (EMOJI, ["ArrowRight", "ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight"], EMOJI[3:8]),
        (EMOJI, ["End", "ArrowLeft", "ArrowLeft", "Shift+ArrowLeft"], "e\u0301"),
        (EMOJI, ["Shift+ArrowRight"], "e\u0301"),
    ],
)
def test_offsets_are_right_in_any_script(
    server: Workbench, page: Page, sit_down: Callable[..., None], text: str, keys: list[str], selected: str
) -> None:
    sit_down("esa", text, target_language="ar" if text == ARABIC else "en")
    before = page.evaluate(BOXES)
    press(page, *keys, "m", "5", "0")
    assert page.evaluate(BOXES) == before
    press(page, "Enter")
    expect(page.get_by_text("Everything is done")).to_be_visible()
    ((marked_span,), score) = answers(server)[0].values()
    with opened(server) as database, database.reading() as connection:
        frozen = connection.scalar(sa.select(CAMPAIGN_ITEMS.c.text)) or ""
    assert frozen[marked_span["start"] : marked_span["end"]] == selected
    assert score == 50


def test_mouse_phone_and_an_answer_that_is_corrected(
    server: Workbench, page: Page, sit_down: Callable[..., None]
) -> None:
    sit_down("esa", "Around half past nine.", "All is well.")
    target = page.locator("[data-side=target] p")
    place = page.evaluate(
        """() => { const range = document.createRange();
        const node = document.querySelector("[data-side=target] p").firstChild;
        range.setStart(node, node.data.indexOf("past")); range.setEnd(node, node.data.indexOf("past") + 4);
        const { x, y, width, height } = range.getBoundingClientRect(); return [x + width / 2, y + height / 2]; }"""
    )
    page.mouse.dblclick(*place)
    expect(page.locator("[data-what]")).to_have_text("Selected: past")
    page.get_by_role("button", name="Major").click()
    expect(page.locator("[data-errors] li")).to_have_text(["1pastmajor×"])
    page.get_by_role("button", name="Minor").click()  # of the error that is meant
    expect(page.locator("[data-errors] li")).to_have_text(["1pastminor×"])
    page.locator(".gap-token").click()
    page.locator("[data-value]").fill("70")
    first = page.locator("form#answer").get_attribute("data-target")
    page.get_by_role("button", name="Save and next").click()
    expect(page.locator(f"form#answer[data-target='{first}']")).to_have_count(0)
    page.keyboard.press("u")  # what was said is there again
    expect(page.locator("[data-errors] li")).to_have_text(["1pastminor×", "2[MISSING]minor×"])
    page.mouse.click(*place)
    expect(page.locator("[data-errors] li[aria-current]")).to_have_text("1pastminor×")
    page.get_by_role("button", name="Remove error 2").click()
    expect(page.locator("[data-errors] li")).to_have_count(1)
    expect(target).to_be_focused()


def test_categories_by_digits_and_by_letters(server: Workbench, page: Page, sit_down: Callable[..., None]) -> None:
    sit_down("mqm", ENGLISH, "All is well.")
    before = page.evaluate(BOXES)
    press(page, *words(1), *words(3, select=True), "M")
    expect(page.locator("[data-title]")).to_have_text("Category of 1")
    press(page, "n", "u", "Backspace", "Backspace")  # letters search, and nothing else happens
    expect(page.locator("[data-reason]")).to_have_text("Error 1 has no category.")
    press(page, "Enter")  # nothing is saved
    press(page, "1", "3")
    expect(page.locator("[data-errors] li")).to_have_text(["1half past ninemajor×Accuracy › Mistranslation"])
    press(page, "Home", *words(7), *words(1, select=True), "m", "g", "r", "a")
    expect(page.locator("[data-kinds] li")).to_have_text(["1Fluency › Grammar"])
    press(page, "1", "z")  # only one kind fits what is missing
    assert page.evaluate(BOXES) == before
    press(page, "t", "Escape", "Enter")
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    (body,) = answers(server)
    assert [each["category"] for each in body["spans"]] == [
        "Accuracy/Mistranslation",
        "Fluency/Grammar",
        "Accuracy/Omission",
    ]


def test_errors_without_script(server: Workbench, browser: Browser, sit_down: Callable[..., None], page: Page) -> None:
    sit_down("mqm:score=yes", "He is late, and he is dark blue.", "All is well.")
    context = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(f"{server.url}/seat")
    row = plain.locator(".quote-row").first
    row.locator("[name=quote_1]").fill("is")
    row.locator("[name=time_1]").fill("2")
    row.locator("[name=severity_1]").select_option("major")
    row.locator("[name=category_1]").select_option("Fluency/Grammar")
    plain.locator("[name=score]").fill("50")
    plain.get_by_role("button", name="Save and next").click()
    place = {"side": "target", "start": 19, "end": 21, "severity": "major", "category": "Fluency/Grammar", "note": ""}
    assert answers(server) == [{"spans": [place], "score": 50}]
    context.close()
