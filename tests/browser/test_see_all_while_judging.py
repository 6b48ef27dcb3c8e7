"""What a judge needs is in view and stays in its place: scores, the button that saves, words, and keys."""

import re
from itertools import pairwise

import pytest
from judging import answer, fill_letters, fill_twenty
from keyboard import press
from playwright.sync_api import FloatRect, Page, expect
from workbench import Workbench

SIZES = {"wide": (1280, 800), "narrow": (900, 700), "phone": (360, 640)}
AT_ALL_SIZES = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


def box(page: Page, selector: str) -> FloatRect:
    place = page.locator(selector).bounding_box()
    assert place is not None, f"{selector} is not shown"
    return place


def open_at(page: Page, server: Workbench, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    page.wait_for_load_state("networkidle")


def go_to_long(page: Page) -> None:
    """Answer until a text comes that is above 600 characters."""
    while len(page.locator("[data-candidate]").inner_text()) <= 600:
        answer(page, "5")


@AT_ALL_SIZES
def test_scores_and_the_button_that_saves_are_always_in_view(
    server: Workbench, page: Page, size: tuple[int, int]
) -> None:
    fill_letters(server)
    open_at(page, server, size)
    go_to_long(page)
    for where in ("0", "document.body.scrollHeight / 2", "document.body.scrollHeight"):
        page.evaluate(f"() => scrollTo({{ top: {where}, behavior: 'instant' }})")
        for score in ("0", "x"):
            place = page.locator(f"[data-score='{score}'] + .key").bounding_box()
            assert place is not None
            assert place["y"] >= 0
            assert place["y"] + place["height"] <= box(page, "[data-save]")["y"]
            # and nothing lies on it
            middle = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
            hit = page.evaluate("at => document.elementFromPoint(...at)?.closest('label')?.textContent", list(middle))
            assert hit is not None
            assert hit.strip().startswith("10" if score == "x" else score)
        save = box(page, "[data-save]")
        assert save["y"] + save["height"] <= size[1]


def test_long_texts_stand_side_by_side(server: Workbench, page: Page) -> None:
    fill_letters(server)
    open_at(page, server, SIZES["wide"])
    go_to_long(page)
    source, translation = box(page, ".source"), box(page, "[data-candidate]")
    assert translation["x"] > source["x"] + source["width"]
    assert abs(translation["y"] - source["y"]) < 4
    page.set_viewport_size({"width": 360, "height": 640})
    source, translation = box(page, ".source"), box(page, "[data-candidate]")
    assert translation["y"] > source["y"] + source["height"]


@AT_ALL_SIZES
def test_the_button_that_saves_never_moves(server: Workbench, page: Page, size: tuple[int, int]) -> None:
    fill_twenty(server)
    open_at(page, server, size)
    place = box(page, "[data-save]")
    press(page, "Enter")
    expect(page.locator("[data-reason]")).not_to_be_empty()
    assert box(page, "[data-save]") == place
    press(page, "9", "Enter")
    expect(page.locator("[data-reason]")).to_contain_text("still open")
    assert box(page, "[data-save]") == place
    answer(page)
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    for score in "09090":  # the other translation of a source contradicts it, which is said
        answer(page, score)
        assert box(page, "[data-save]") == place


@pytest.mark.parametrize("width", [660, 1081, 1280, 1600])
def test_words_below_scores_are_not_broken(server: Workbench, page: Page, width: int) -> None:
    fill_letters(server)
    open_at(page, server, (width, 800))
    broken = page.evaluate(
        """() => [...document.querySelectorAll(".scale .anchor")].flatMap((anchor) => {
          const text = anchor.firstChild;
          return [...text.data.matchAll(/\\S+/g)].filter((word) => {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            return range.getClientRects().length > 1;
          }).map((word) => word[0]);
        })"""
    )
    assert broken == []
    assert page.get_by_text("understandable, with major errors of syntax").is_visible()
    boxes = [place for label in page.locator(".scale .anchor").all() if (place := label.bounding_box()) is not None]
    for left, right in pairwise(boxes):
        assert left["x"] + left["width"] <= right["x"] + 1
    assert page.evaluate("() => document.documentElement.scrollWidth") == width


def test_keys_of_items_are_shown_where_there_are_items(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    open_at(page, server, SIZES["wide"])
    expect(page.locator(".gobar .keys")).to_contain_text(re.compile(r"o\s*m\s*s\s*e\s*t\s*item class"))
    expect(page.locator("[data-legend='j k']")).to_be_visible()


def test_keys_of_items_are_not_shown_where_there_are_none(server: Workbench, page: Page) -> None:
    fill_letters(server)
    open_at(page, server, SIZES["wide"])
    expect(page.locator(".gobar .keys")).to_contain_text("score")
    expect(page.locator(".gobar .keys")).not_to_contain_text("item")
    press(page, "?")
    expect(page.locator("dialog")).to_contain_text("score")
    expect(page.locator("dialog")).not_to_contain_text("item")
    expect(page.locator("dialog")).to_contain_text("save and go on")
