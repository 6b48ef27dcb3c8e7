"""The score that is chosen can be read, wherever the pointer is."""

import re

import pytest
from judging import fill_twenty
from playwright.sync_api import Browser, Page
from workbench import Workbench


def luminance(colour: str) -> float:
    """The relative luminance of an opaque `rgb(…)`, as WCAG has it."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(page: Page, selector: str) -> float:
    """Between the text of an element and its own background."""
    colours: list[str] = page.locator(selector).evaluate(
        "element => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor]"
    )
    darker, lighter = sorted(luminance(colour) for colour in colours)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("is_phone", [False, True])
def test_the_chosen_score_is_read_under_the_pointer_and_after_a_tap(
    server: Workbench, browser: Browser, scheme: str, is_phone: bool
) -> None:
    fill_twenty(server)
    context = browser.new_context(
        viewport={"width": 360 if is_phone else 1280, "height": 740},
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=is_phone,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    label = page.locator(".scale label").nth(6)
    if is_phone:
        label.tap()
    else:
        label.click()  # and the pointer stays there
    assert page.locator("[data-score='6']").is_checked()
    assert contrast(page, "[data-score='6'] + .key") >= 4.5
    page.locator(".scale label").nth(3).hover()
    assert contrast(page, "[data-score='3'] + .key") >= 4.5
    assert contrast(page, "[data-score='6'] + .key") >= 4.5
    context.close()
